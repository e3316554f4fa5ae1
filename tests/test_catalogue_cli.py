"""`odds catalogue`: readable at 80 columns, the same rows as JSON and CSV, nothing accepted and ignored."""

import csv
import io

import pytest
from run import run

from odds.factions.catalogue.catalogue import KINDS, catalogue
from odds.factions.catalogue.flat import columns, flat


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_fits_80_columns(kind):
    result = run("catalogue", kind)
    assert (result.code, result.err) == (0, "")
    assert max(map(len, result.out.splitlines())) <= 80
    assert f"Rows: {len(catalogue().rows(kind))}." in result.out


@pytest.mark.parametrize("kind", KINDS)
def test_json_and_csv_hold_every_row(kind):
    made = run("catalogue", kind, "--json").json
    assert made["schema"] == 1
    table = list(csv.DictReader(io.StringIO(run("catalogue", kind, "--csv").out)))
    assert list(table[0]) == columns(kind)
    expected = [flat(row) for row in catalogue().rows(kind)]
    flattened = [
        {name: "; ".join(cell) if isinstance(cell, list) else cell for name, cell in row.items()} for row in made[kind]
    ]
    assert flattened == expected
    assert table == [{name: "" if value is None else str(value) for name, value in row.items()} for row in expected]


def test_disputed_values_bear_a_mark():
    out = run("catalogue", "weapons", "combat rifle").out
    assert "Crackshot (1) *" in out
    assert "! * printings of 2026 disagree on this: 1 of 1 rows." in out
    assert "Skirmisher *" in run("catalogue", "units", "--faction", "mutants").out
    assert "*" not in run("catalogue", "weapons", "Ripper").out


def test_a_weapon_without_a_profile_is_marked():
    assert "Trader: Flare Gun (no profile)" in " ".join(run("catalogue", "sets", "specialist").out.split())


@pytest.mark.parametrize(
    ("kind", "count"), [("units", 10), ("weapons", 25), ("sets", 41), ("mods", 52), ("perks", 5), ("limits", 3)]
)
def test_a_faction_has_its_own(kind, count):
    made = run("catalogue", kind, "--faction", "brotherhood", "--json").json
    assert len(made[kind]) == count


def test_names_leave_rows_of_that_name():
    assert [row["faction"] for row in run("catalogue", "units", "boss", "--json").json["units"]] == [
        "The Operators",
        "Wasteland Raiders",
    ]
    assert len(run("catalogue", "sets", "boss/raiders", "--json").json["sets"]) == 7


def test_kinds_are_named_in_any_number_and_case():
    assert run("catalogue", "Weapon", "ripper").out == run("catalogue", "weapons", "ripper").out


def test_rows_of_ones_own_are_listed(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[[chem]]\nname = "Ultrajet"\neffect = "fatigue -2"\n')
    (row,) = run("catalogue", "chems", "ultrajet", "--catalogue", file, "--json").json["chems"]
    assert row["edition"] == "own"
    assert run("catalogue", "chems", "ultrajet", env={"ODDS_CATALOGUE": str(file)}).code == 0
    assert run("catalogue", "chems", "ultrajet").code == 2


def test_a_file_is_written_whole(tmp_path):
    file = tmp_path / "perks.csv"
    assert run("catalogue", "perks", "--csv", "--output", file).out == ""
    assert file.read_text().startswith("name,requires,innate,effect")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "say what of: odds catalogue units|weapons|sets|mods|perks|chems|limits|upgrades"),
        (["robots"], "'robots' is no part of the catalogue"),
        (["units", "palladin"], "no units called 'palladin': did you mean Paladin?"),
        (["units", "palladin", "--faction", "pack"], "no units of The Pack called 'palladin'"),
        (["units", "--faction", "enclave"], "unknown faction 'enclave'"),
        (["chems", "--faction", "pack"], "chems belong to no faction: leave out --faction"),
        (["units", "--json", "--csv"], "give either --json or --csv, not both"),
        (["units", "--catalogue", "nowhere.toml"], "cannot read nowhere.toml: No such file or directory"),
        (["units", "--output", "/nowhere/units.txt"], "cannot write /nowhere/units.txt: there is no folder /nowhere"),
        (["units", "--trials", "10"], "no such option: --trials"),
    ],
)
def test_what_is_wrong_is_one_sentence(words, sentence):
    result = run("catalogue", *words)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.startswith(f"odds: {sentence}")
