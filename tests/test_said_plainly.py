"""What tables, notes and refusals say: gains by both engines, numbers out of range, empty values, dangling rows."""

import json
from pathlib import Path

import pytest
from run import run

import odds
from odds import OddsError, parse
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target
from odds.factions.crews.crew import Member
from odds.factions.ranking.advise import advised
from odds.factions.ranking.rank import ranked
from odds.report import advise as report
from odds.report.rank_chart import figure
from odds.studies.items import usual_metrics

CREW = Path(__file__).parent / "crews" / "minutemen.toml"
AT = ("--at", "E4 A4 L2 HP1")


def words(result):
    assert result.code == 0, result.err
    return " ".join(result.out.replace("\n!", "\n").split())


def refused(*args):
    result = run(*args)
    assert (result.code, result.out) == (2, "")
    return result.err


@pytest.fixture
def crew(tmp_path):
    def write(upgrades):
        file = tmp_path / "us.toml"
        head = 'format = "odds-crew 1"\nname = "Us"\nfaction = "Super Mutants"\n[[model]]\nunit = "Master"\n'
        file.write_text(f'{head}weapons = ["Laser Rifle"]\nupgrades = {upgrades}\n')
        return file

    return write


# ---------------------------------------------------------------------------------------------- gains
def test_both_engines_stand_side_by_side_and_an_exact_gain_is_always_known():
    found = advised(CREW, "Settler", at=["Paladin"], method="both", trials=64, seed=3)
    bought = report.page(found).grids[1]
    titles = [column.title for column in bought.columns]
    assert titles[3:6] == ["gain", "simulated", "95% interval"]
    assert all(each.resolved for each in (*found.gains, *found.perks))
    assert any(not each.simulated.resolved for each in found.gains)
    assert "not resolved" not in str(bought.rows)
    for each, row in zip([each for each in found.gains if each.counts], bought.rows, strict=True):
        assert row[3] == report.signed(each.exact, "injuries")
        assert row[4] == report.signed(each.simulated.value, "injuries")
    rows = json.loads(report.as_json(found))["rows"]
    assert all(row["exact"] is not None and row["simulated"] is not None and row["resolved"] for row in rows)


def test_without_an_exact_gain_what_spans_nothing_is_not_resolved():
    found = advised(CREW, "Settler", at=["Paladin"], method="simulate", trials=64, seed=3)
    page = report.page(found).grids[1]
    assert [column.title for column in page.columns][3:5] == ["simulated", "95% interval"]
    assert "not resolved" in str(page.rows)
    assert all(each.resolved == each.simulated.resolved for each in found.gains)


def test_one_word_for_percentage_points():
    said = words(run("crew", "advise", CREW, "Settler", "--metric", "incapacitated", *AT))
    assert "in pp" in said
    assert said.count("percentage points") == 1
    assert "points of per cent" not in said
    said = words(run("compare", "6S S6 L3", "6S S6 L4", "--method", "exact"))
    assert said.count("percentage points") == 1
    assert "pp:" not in run("compare", "6S S6 L3", "6S S6 L4", "--metric", "mean(hits)", "--method", "exact").out


def test_doubts_are_those_of_the_rows_and_the_gallery_has_one_line():
    found = run("crew", "rank", "--faction", "zetans", "--top", "1")
    assert found.out.count("In doubt") == 1
    doubts = run("crew", "rank", "--faction", "zetans", "--top", "1", "--json").json["doubts"]
    assert f"In doubt: {len(doubts)} values of the gallery, see --json." in words(found)
    own = words(run("crew", "advise", CREW, "Security Guard"))
    assert "In doubt: Combat Rifle: printings of 2026 disagree on its traits and criticals." in own
    assert "of the gallery, see --json." in own


def test_every_point_of_the_frontier_is_labelled():
    found = ranked(everyone=True, at=["Paladin"])
    corners = {(row.entrant.rating, row.value("injuries")) for row in found.rows if row.on_frontier}
    labelled = {tuple(text.xy) for text in figure(found).axes[1].texts}
    assert corners
    assert corners <= labelled


# ---------------------------------------------------------------------------------------------- out of range
@pytest.mark.parametrize(
    ("upgrades", "said"),
    [
        ("{ S = 4 }", "Master has Strength 10: it goes no higher than 9"),
        ("{ L = 3 }", "Master has Luck 6: it goes no higher than 5"),
        ("{ L = 7 }", "Master has Luck 10: it goes no higher than 9"),
        ("{ HP = 9 }", "Master has Health 12: it goes no higher than 9"),
    ],
)
def test_numbers_that_no_upgrade_gives_are_broken_limits(crew, upgrades, said):
    found = run("crew", "check", crew(upgrades), "--json")
    assert said in [each["sentence"] for each in found.json["problems"]]
    assert "can be raised to" not in str(found.json["doubts"])
    assert "can be raised to" in words(run("crew", "rank", crew(upgrades), *AT))


@pytest.mark.parametrize(
    "args",
    [
        ("6S", "--model", "Master +3L", "--method", "exact"),
        ("attack", "Master +3L with Super Sledge", "--at", "Brute", "--method", "exact"),
        ("sweep", "Master +3L with Super Sledge", "--at", "Brute", "--rerolls", "0..1"),
        ("compare", "Master +3L with Super Sledge", "Master with Super Sledge", "--method", "exact"),
    ],
)
def test_luck_that_no_change_gives_is_noted(args):
    assert "L6 is more than the L5 that it can be raised to" in words(run(*args))
    fewer = [each.replace("+3L", "+2L") for each in args]
    assert "can be raised to" not in words(run(*fewer))


# ---------------------------------------------------------------------------------------------- nothing in it
@pytest.mark.parametrize(
    "args",
    [
        ("crew", "rank", "--all", "--by"),
        ("crew", "rank", "--all", "--at"),
        ("crew", "rank", "--all", "--top"),
        ("crew", "advise", CREW, "--metric"),
        ("crew", "new", "us.toml", "--faction"),
        ("sweep", "6S", "--luck", "0..1", "--metric"),
        ("compare", "6S S6", "6S S5", "--metric"),
        ("sheet", "--metric"),
        ("catalogue", "units", "--faction"),
        ("6S", "--model"),
    ],
)
@pytest.mark.parametrize("empty", ["", "  "])
def test_an_option_with_nothing_in_it_is_refused(args, empty):
    assert refused(*args, empty) == f"odds: {args[-1]} has nothing in it: give it a value, or leave it out\n"


def test_a_name_with_nothing_in_it_is_refused():
    assert "the name is empty" in refused("catalogue", "units", "")
    assert "the name of the faction is missing: odds catalogue units shows them" in refused("6S", "--model", "Master/")


def test_unknown_factions_get_a_hint(tmp_path):
    assert "choose one of Automatrons, Brotherhood of Steel, " in refused(
        "crew", "new", tmp_path / "x.toml", "--faction", "foo"
    )
    assert "odds catalogue units shows them" in refused("crew", "rank", "--faction", "foo")
    assert "did you mean" in refused("crew", "new", tmp_path / "x.toml", "--faction", "survivers")


def test_a_model_without_a_weapon_is_said_so():
    checked = odds.check_crew(odds.Crew("Us", "The Operators", (Member("Psycho"),)))
    said = next(each.sentence for each in checked.problems if each.rule == "weapons")
    assert said.startswith("Psycho has no weapon and must have a set: its sets are ")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            '[[set]]\nfaction = "Survivors"\nunit = "Setler"\nweapons = ["Ripper"]\nrating = 10',
            "the set Ripper is of 'Setler/Survivors', which is no unit of the catalogue: did you mean "
            "Settler/Survivors",
        ),
        (
            '[[mod]]\nweapon = "Riper"\nparts = 1\nrating = 3\nadds = ["Aim (1)"]',
            "the modification Aim (1) is of 'Riper', which is no weapon of the catalogue: did you mean Ripper",
        ),
    ],
)
def test_rows_that_belong_to_nothing_are_refused(tmp_path, rows, said):
    file = tmp_path / "mine.toml"
    file.write_text(rows)
    assert f"odds: {file}: {said}?\n" == refused("catalogue", "sets", "--catalogue", file)
    file.write_text(rows.replace("Setler", "Settler").replace("Riper", "ripper"))
    assert run("catalogue", "sets", "--catalogue", file).code == 0


def test_rows_may_belong_to_those_of_another_file(tmp_path):
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text('[[mod]]\nweapon = "Twig"\nparts = 1\nrating = 3\nadds = ["Aim (1)"]')
    other.write_text('[[weapon]]\nname = "Twig"\ntype = "Melee"\ntest = "2S"')
    assert odds.catalogue(one, other).mods_of("Twig")
    with pytest.raises(OddsError, match="no weapon of the catalogue: add it, too"):
        odds.catalogue(one)


# ---------------------------------------------------------------------------------------------- words
@pytest.mark.parametrize("command", ["sheet", "sweep", "compare"])
def test_what_re_rolls_are_for_is_said_in_every_form(command, tmp_path):
    args = {
        "sheet": ("sheet", "reroll 1", "--metric", "P(hits >= 3)", "--pool", "2..3", "--statistic", "4..5"),
        "sweep": ("sweep", "6S S6 reroll 1", "--luck", "0..1", "--metric", "P(hits >= 3)"),
        "compare": ("compare", "6S S6 L3 reroll 1", "6S S6 L2", "--metric", "P(hits >= 3)", "--method", "exact"),
    }[command]
    assert "Re-roll policy: optimum for mean(hits) (up to 1 die)." in words(run(*args))
    assert "optimum for mean(hits) (up to 1 die)" in run(*args, "--json").out
    option = "--output" if command == "sheet" else "--chart"
    assert run(*args, option, tmp_path / "drawn.svg").code == 0
    assert "e-rolls: optimum for mean(hits)" in (tmp_path / "drawn.svg").read_text()
    plain = [each.replace(" reroll 1", "").replace("reroll 1", "unlucky") for each in args]
    assert "optimum" not in run(*plain, "--json").out


def test_usual_metrics_of_board_tests_and_ricochets():
    assert odds.compare("board test 4", "board test 3", method="exact").metric.tolist() == [
        "P(failed)",
        "mean(bullets)",
    ]
    first = Attack.of(parse("3A A5 L2"), (), Target(4, 1))
    ricochets = [odds.Ricochet(first, Attack.of(parse("3A A5 L2"), (), Target(5, health))) for health in (1, 2)]
    assert "P(any_down)" in usual_metrics(ricochets)
    assert "P(any_down)" in odds.compare(*ricochets, method="exact").metric.tolist()


def test_a_leader_is_called_the_same_everywhere(tmp_path):
    file = tmp_path / "us.toml"
    assert run("crew", "new", file, "--faction", "survivors").code == 0
    assert "Local Leader (Champion, Leader):" in file.read_text()
    assert "Champion, Leader" in words(run("catalogue", "units", "Local Leader"))


def test_agree_is_explained_where_it_stands():
    assert "agree: how many of the printings of 2026" in words(run("catalogue", "weapons", "Ripper"))
    assert "agree:" not in run("catalogue", "units", "Brute").out


def test_a_perk_that_errata_took_away_is_in_doubt():
    assert "Bottle and Cappy/Legends of the Wasteland: printings of 2026 disagree on its perks" in (
        odds.model("Bottle and Cappy").doubts
    )
