"""Mistakes that once slipped through: each is one clear sentence now."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from run import run

import odds
from odds import OddsError, RollOff, answer, exact, exact_tables, parse, simulate

TEST = parse("6S S6 L3")


@pytest.mark.parametrize("bad", [None, 5, "6S S6 L3", object()])
def test_what_is_no_question_is_refused_everywhere(bad):
    for ask in (exact, simulate, answer):
        with pytest.raises(OddsError, match="question"):
            ask(bad)


@pytest.mark.parametrize("bad", [1, "6S", [None], [RollOff()], [TEST, "6S"]])
def test_exact_tables_are_of_tests(bad):
    with pytest.raises(OddsError, match="Tests"):
        exact_tables(bad)


@pytest.mark.parametrize("axes", [5, "harm", [], ["hits", "hits"], [1]])
def test_axes_that_are_none_are_refused_by_both_engines(axes):
    for ask in (exact, simulate):
        with pytest.raises(OddsError, match="ax"):
            ask(TEST, axes=axes)


@pytest.mark.parametrize("metric", ["nonsense == 3", "player_1", "mean(harm)", "hits >"])
def test_metrics_of_a_simulation_are_checked_without_a_precision_too(metric):
    with pytest.raises(OddsError):
        simulate(TEST, trials=1000, metrics=[metric])


@pytest.mark.parametrize("precision", ["x", [], True, 1])
def test_a_precision_is_a_number_below_one(precision):
    with pytest.raises(OddsError, match="precision"):
        simulate(TEST, precision=precision)


def test_a_test_without_its_value_is_not_simulated():
    with pytest.raises(OddsError, match="value"):
        simulate(parse("6S"), trials=1000)


@pytest.mark.parametrize("event", ["mean(hits)", "sd(hits)", lambda hits: hits])
def test_a_mean_is_no_probability(event):
    with pytest.raises(OddsError):
        exact(TEST).probability(event)


def test_copies_of_a_result_stay_as_they_are():
    import copy
    import pickle

    law = exact(TEST)
    for copied in (pickle.loads(pickle.dumps(law)), copy.deepcopy(law)):
        assert (copied.values == law.values).all()
        with pytest.raises(ValueError, match="read-only"):
            copied.values[0, 0] = 5
        with pytest.raises(TypeError):
            copied.events["critical"] = "hits == 0"


@pytest.mark.parametrize("trials", ["1.000", "1,5", "1_0", "1.5"])
def test_numbers_that_could_mean_two_things_are_refused(trials):
    result = run("6S", "S6", "--trials", trials)
    assert (result.code, result.out) == (2, "")
    assert "--trials" in result.err


def test_a_precision_that_was_missed_is_said():
    words = ["6S", "S6", "L3", "--precision", "0.000001", "--max-trials", "2000", "--seed", "1"]
    assert "NOT REACHED" in run(*words).out
    assert run(*words, "--json").json["simulation"]["missed"] == 1e-6
    assert "not reached" in run(*words, "--csv").err


def test_files_must_be_different(tmp_path):
    one = tmp_path / "one.svg"
    result = run("6S", "S6", "--output", one, "--chart", f"{tmp_path}/./one.svg")
    assert result.code == 2
    assert "different files" in result.err
    assert not one.exists()


def test_a_file_is_kept_if_a_later_line_is_wrong(tmp_path):
    kept = tmp_path / "kept.txt"
    kept.write_text("before")
    result = run("-", "--output", kept, "--trials", "1000", stdin="6S S6\nfoo\n")
    assert result.code == 2
    assert kept.read_text() == "before"


def test_a_full_disk_is_one_sentence():
    import subprocess
    import sys

    with Path("/dev/full").open("w") as full:
        words = [sys.executable, "-m", "odds", "6S", "S6", "L3", "--method", "exact"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_an_empty_test_in_a_row_is_not_dropped():
    assert run("forward", "6S S6 L3", "").code == 2
    assert run("forward", "6S S6 L3;", "--method", "exact").code == 0


def test_links_in_a_circle_are_no_checkpoint(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(OddsError, match="cannot be a checkpoint"):
        simulate(TEST, trials=1000, checkpoint=str(tmp_path / "loop"))


@pytest.mark.parametrize("command", [["crew", "show"], ["crew", "check"], ["crew", "show", "--json"]])
def test_what_was_read_is_not_written_over(command, tmp_path):
    crew = tmp_path / "us.toml"
    crew.write_bytes((Path(__file__).parent / "crews" / "minutemen.toml").read_bytes())
    link = tmp_path / "link.toml"
    link.symlink_to(crew)
    before = crew.read_bytes()
    for target in (crew, link):
        result = run(*command, str(crew), "--output", str(target))
        assert result.code == 2
        assert "is what was read" in result.err
        assert crew.read_bytes() == before


def test_faces_that_were_read_are_not_written_over(tmp_path):
    faces = tmp_path / "faces.toml"
    faces.write_text('faces = ["head 0", "arms 1", "arms 0", "body 2", "body 1", "body 0"]\n')
    before = faces.read_text()
    result = run("board", "test", "3", "--faces", str(faces), "--method", "exact", "--output", str(faces))
    assert result.code == 2
    assert faces.read_text() == before


@pytest.mark.parametrize("number", ["1" + "0" * 5000, "0x1" + "0" * 9000])
def test_a_number_too_long_to_be_read_is_one_sentence(number, tmp_path):
    crew = tmp_path / "us.toml"
    text = (Path(__file__).parent / "crews" / "minutemen.toml").read_text()
    crew.write_text(text + f'\n[[model]]\nunit = "Settler"\nrating = {number}\n')
    for command in (["crew", "check", str(crew)], ["catalogue", "units", "--catalogue", str(crew)]):
        result = run(*command)
        assert result.code == 2
        assert result.err.startswith("odds: ")
        assert len(result.err.splitlines()) == 1


def test_a_pipe_is_no_crew(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "is a pipe" in run("crew", "show", str(tmp_path / "pipe")).err


def test_a_sweep_over_too_much_is_refused_at_once():
    with pytest.raises(OddsError, match="points"):
        odds.sweep("6S", {"strength": range(1, 10**9)})


@pytest.mark.parametrize("options", [[], ["--method", "simulate"]])
def test_rerolls_for_pool_hits_are_shown_by_both_engines(options):
    result = run("reroll", "5S S6 L3 reroll 2 for P(pool_hits == 3)", "--trials", "10000", "--seed", "1", *options)
    assert result.code == 0
    assert "P(pool_hits == 3)" in result.out


def test_best_rerolls_that_take_long_are_refused_soon():
    for text in ("30S S6 L30 reroll once reroll 30 Lucky Break", "14S S6 L7 reroll 3 reroll once Lucky Break"):
        with pytest.raises(OddsError, match="more than can be worked out"):
            odds.exact(odds.parse(text))
    with pytest.raises(OddsError, match="statistic"):
        odds.worth(odds.parse("6S L3 reroll 2"))


@pytest.mark.parametrize(("distance", "unlucky"), [(18, False), (19, True)])
def test_a_perk_lengthens_a_range_once(distance, unlucky):
    found = run("attack", "Master", "--with", ".44 Pistol", "--effect", "Gunslinger", "--at", "E5 HP2",
                "--distance", str(distance), "--method", "exact", "--json")  # fmt: skip
    assert found.json["test"]["unlucky"] is unlucky


@pytest.mark.parametrize(("text", "trait"), [("no bonus dice", "Area 2"), ("Non-Lethal", "Non-Lethal")])
def test_what_is_said_twice_counts_once(text, trait):
    both = run("attack", f"6S S6 L3 {text}", "--trait", trait, "--at", "E4 HP1", "--method", "exact", "--json")
    once = run("attack", "6S S6 L3", "--trait", trait, "--at", "E4 HP1", "--method", "exact", "--json")
    assert both.json["states"] == once.json["states"]


@pytest.mark.parametrize("first", ["4P P4 L3", "4P P4 L3 reroll 1"])
def test_a_volley_at_a_tough_target_is_played_by_every_rule(first):
    found = run("volley", first, "2A A7 L3", "--at", "E1 HP1 L3 toughness", "--method", "exact")
    assert (found.code, found.err) == (0, "")


@pytest.mark.parametrize("permission", ["reroll once", "reroll 1", "Lucky Break"])
def test_re_rolls_of_an_attack_are_worked_out_anew_by_other_rules(permission):
    test = odds.parse(f"4A A5 L3 Four Leaf Clover {permission}")
    (other,) = test.rules.flipped("four-leaf-clover")
    attack = odds.parse_attack(f"{test.text} no bonus dice at E2 HP3")
    again = odds.parse_attack(f"{test.text} no bonus dice at E2 HP3 rule four-leaf-clover=every")
    assert odds.exact(replace(attack, rules=other)).values.tolist() == odds.exact(again).values.tolist()


def test_what_comes_next_in_a_volley_is_shown_whole():
    words = ("volley", "4P P5 L2", "5S S6 L2", "3P P4 L2 crit Pierce", "6S S6 L3", "6S S6 L2", "4P P4 L2")
    words += ("--at", "Paladin")
    result, made = run(*words, "--method", "exact"), run(*words, "--method", "exact", "--json").json
    shown = result.out[result.out.index("target stands") :].split("\n\n")[0].splitlines()[1:]
    assert len(made["policy"]) > 12
    assert sum(line[:6].strip().isdigit() for line in shown) == len(made["policy"])


def test_a_long_table_says_what_it_leaves_out(monkeypatch):

    monkeypatch.setattr("odds.report.long.MOST", 3)
    result = run("volley", "4P P5 L2", "5S S6 L2", "3P P4 L2", "6S S6 L3", "--at", "E6 HP2", "--method", "exact")
    assert "more lines: --json has all" in result.out


def test_a_makeshift_weapon_is_the_same_however_it_is_named():
    texts = {
        odds.parse_attack("Master", weapon="Makeshift Weapon", targets="E4 HP1").text,
        odds.parse_attack("Master with Makeshift Weapon", targets="E4 HP1").text,
    }
    assert texts == {"3S S6 L3 at E4 HP1"}
    blade = run("attack", "Master", "--with", "Makeshift Weapon", "--bladed", "--at", "E4 HP1", "--method", "exact")
    assert blade.out.startswith("2S S6 L3 Bladed +1 at E4 HP1\n")
    assert "2S here, since Bladed speaks of that printing" in " ".join(blade.out.split())


def test_names_are_listed_once():
    err = run("attack", "6S S6 L3", "--at", "E4 HP1", "--for", "foo").err
    assert err.count("incapacitated") == 1
    assert err.count("fatigue") == 1


def test_a_target_is_asked_for_in_words_of_both():
    with pytest.raises(OddsError, match="write at E4 HP1 behind it"):
        odds.parse_attack("6S S6")


@pytest.mark.parametrize(("target", "noted"), [("E0 HP1", True), ("E0 HP1 Buffout", False), ("E1 HP1", False)])
def test_an_endurance_of_0_is_noted(target, noted):
    out = run("attack", "6S S6 L3", "--at", target, "--method", "exact").out
    assert ("Endurance 0 counts as 1" in out) is noted


def test_a_heatmap_says_no_value_that_it_varies(monkeypatch):
    from odds.report import attack_chart

    titles = []
    monkeypatch.setattr(attack_chart, "canvas", lambda text, _: titles.append(text))
    with pytest.raises(TypeError):  # nothing to draw on
        attack_chart.heatmap(odds.parse_attack("6S S6 L3 at E4 HP1 harm 1"))
    assert titles == ["6S S6 L3 at any E and HP harm 1"]


@pytest.mark.parametrize(
    ("words", "flags"),
    [
        ("4P Perception 5 supporters 2 L3", ["4P P5 L3", "--supporters", "2"]),
        ("4P P5 Luck 3 supporters 2", ["4P P5 L3", "--supporters", "2"]),
        ("4P P5 L2 2 supporters", ["4P P5 L2", "--supporters", "2"]),
        ("4P P5 L2 reroll 1 supporters 2", ["4P P5 L2 reroll 1", "--supporters", "2"]),
        ("4S Luck 2 Strength 5 engaged friends 1", ["4S S5 L2", "--engaged-friends", "1"]),
        ("5S S5 L2 charge 1 engaged friend overwhelm 1", ["5S S5 L2", "--charge", "--engaged-friends", "1",
                                                          "--overwhelm", "1"]),
    ],
)  # fmt: skip
def test_a_number_belongs_to_the_word_that_asks_for_it(words, flags):
    said, typed = (
        run("attack", *each, "--at", "E4 A4 HP1", "--method", "exact", "--json").json for each in ([words], flags)
    )
    assert said["query"] == typed["query"]
    assert said["states"] == typed["states"]


def test_a_number_that_two_words_could_ask_for_is_refused():
    result = run("attack", "4P P5 L2 reroll once 2 supporters 1 overwhelm", "--at", "E4 HP1")
    assert (result.code, result.out) == (2, "")
    assert "two ways" in result.err


def test_every_line_of_a_rule_is_told():
    query = "4P P5 L2 Four Leaf Clover crit Ignite 2 crit Maim"
    asked = ["attack", query, "--attacks", "3", "--at", "E3 A4 HP2 L2 toughness", "--method", "exact"]
    told = run(*asked, "--json").json["critical_rule"]
    assert len(told) > 12
    assert run(*asked).out.count("Harm 3, Toughness used") == 2


def test_equal_chances_differ_by_exactly_0():
    found = odds.paired(odds.parse("6S S6 L3"), odds.parse("6S S6 L4"), "P(failed)", trials=1000, seed=1)
    assert found.exact == 0


def test_advice_lists_the_same_changes_by_every_method_that_is_exact():
    crew = Path(__file__).parent / "crews" / "minutemen.toml"
    asked = ["crew", "advise", str(crew), "Local Leader", "--at", "Paladin", "--json"]
    exact_only, both = (
        run(*asked, *more).json for more in ([], ["--method", "both", "--trials", "10000", "--seed", "1"])
    )
    assert [row["change"] for row in exact_only["rows"]] == [row["change"] for row in both["rows"]]


def test_a_set_of_a_weapon_that_nobody_has_is_refused(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('[[set]]\nfaction = "Survivors"\nunit = "Settler"\nweapons = ["Nonexistent Gun"]\nrating = 9\n')
    result = run("catalogue", "sets", "settler", "--catalogue", str(mine))
    assert result.code == 2
    assert "'Nonexistent Gun', which is no weapon" in result.err


@pytest.mark.parametrize("method", ["both", "simulate", "exact"])
def test_what_is_too_much_to_work_out_is_simulated_and_says_so(method):
    targets = [word for _ in range(7) for word in ("--at", "E4 HP3")]
    wide = " + ".join([*(f"harm_{n}" for n in range(1, 8)), *(f"injuries_{n}" for n in range(1, 5))])
    asked = ["attack", "6S S6 L3", "--trait", "Area 2", *targets, "--ask", f"P({wide} >= 10)", "--method", method]
    if method == "exact":
        refused = run(*asked)
        assert (refused.code, refused.out) == (2, "")
        assert "too much to work out" in refused.err
        return
    found = run(*asked, "--trials", "100000", "--seed", "1", "--json").json
    (row,) = found["ask"]
    # all targets take the same Hits: with 4 to 7 each has Harm 1 and an Injury, 11 in all; with 8 or more none is left
    hits = exact(parse("6S S6 L3"))
    expected = float(hits.probability("hits >= 4 and hits <= 7"))
    assert row["exact"] is None
    assert abs(row["simulated"] - expected) < 7 * row["std_error"]  # a false alarm: 3e-12
    assert any(note.startswith("Simulated only: ") for note in found["notes"])
