"""`odds board`: what is shown, every option, every mistake."""

import csv
import io
import shlex
from dataclasses import replace

import pytest
from run import run

from odds import answer, exact
from odds.boardgame.fights.exact import policy
from odds.boardgame.fights.rules import BoardFight
from odds.boardgame.tests.rules import BoardTest
from odds.report.page import page
from odds.report.plain import render

FIGHT = ["board", "fight", "--level", "2", "--weak", "body", "--rerolls", "1"]
EXACT = ["--method", "exact"]
QUICK = ["--trials", "200000", "--seed", "1"]


def both(found, wanted):
    """Whether a JSON object holds the exact value, and a simulated one within 6 standard errors."""
    assert found["exact"] == pytest.approx(wanted, abs=1e-12)
    assert 0 < found["std_error"] < 0.02
    return abs(found["simulated"] - wanted) < 6 * found["std_error"]


# ------------------------------------------------------------------------------------------------ JSON
def test_a_test_as_json():
    found = run("board", "test", "4", "--rerolls", "2", "--json", *QUICK).json
    wanted = float(exact(BoardTest(4, 2)).metric("not failed").value)
    assert both(found["pass"], wanted)
    assert both(found["summary"]["pass"], wanted)
    assert found["well_rested"]["rerolls"] == 3
    assert both(found["well_rested"]["pass"], 0.6945565815175744)
    assert found["test"]["faces"]["confidence"].startswith("uncertain")
    assert found["depends_on"] == ["test-number"]


def test_an_open_test_as_json():
    found = run("board", "open", "--rerolls", "1", "--json", *QUICK).json
    assert both(found["mean"], 3)
    assert both(found["well_rested"]["mean"], 3.5)
    assert "pass" not in found
    assert found["depends_on"] == []


def test_a_fight_as_json():
    found = run(*FIGHT, "--json", *QUICK).json
    assert both(found["kill"], 27 / 32)
    assert both(found["damage_mean"], 1429 / 324)
    assert both(found["xp"], 2 * 27 / 32)
    assert both(found["well_rested"]["kill"], 245 / 256)
    assert sum(cell["exact"] for cell in found["joint"]) == pytest.approx(1)
    assert sum(cell["exact"] for cell in found["joint"] if cell["kill"]) == pytest.approx(27 / 32)
    assert sum(cell["simulated"] for cell in found["joint"]) == pytest.approx(1)
    duel = found["duel"]
    assert both(duel["by_fight"][0]["killed"], 27 / 32)
    assert duel["by_fight"][-1]["killed"] == duel["wins"]
    assert duel["in_the_end"]["wins"] + duel["in_the_end"]["dies_first"] == pytest.approx(1)
    assert duel["in_the_end"]["rounds"] == pytest.approx(duel["rounds_to_kill"]["exact"], abs=1e-3)
    assert (duel["hp"], duel["rounds"]) == (16, 6)


@pytest.mark.parametrize("method", ["exact", "simulate"])
def test_json_of_one_engine_alone(method):
    more = EXACT if method == "exact" else ["--method", "simulate", *QUICK]
    found = run(*FIGHT, "--json", *more).json
    other = "simulated" if method == "exact" else "exact"
    for part in (found, found["well_rested"]):
        assert part["kill"][other] is None
        assert part["kill"]["exact" if method == "exact" else "simulated"] == pytest.approx(
            part["kill"]["exact"] or part["kill"]["simulated"]
        )
    assert found["duel"]["wins"][other] is None
    assert ("in_the_end" in found["duel"]) == (method == "exact")


def test_the_same_seed_gives_the_same_answer():
    one, two = (run(*FIGHT, "--json", *QUICK).json for _ in range(2))
    assert one["kill"] == two["kill"]
    assert one["duel"] == two["duel"]


def test_fractions():
    found = run(*FIGHT, "--json", *EXACT, "--fractions").json
    assert (found["kill"]["exact_fraction"], found["damage_mean"]["exact_fraction"]) == ("27/32", "1429/324")
    assert "27/32" in run(*FIGHT, *EXACT, "--fractions").out


# ------------------------------------------------------------------------------------------------ decisions
def test_json_holds_every_decision():
    fight = BoardFight(2, "body", 2)
    found = run("board", "fight", "--level", "2", "--weak", "body", "--rerolls", "2", "--json", *EXACT).json
    plan = policy(fight)
    assert len(found["decisions"]) == sum(map(len, plan.keep)) == 70
    again = {(each["rerolls_left"], *each["dice"]): each["again"] for each in found["decisions"]}
    assert again[1, "hit2", "hit1", "miss0"] == []
    assert again[2, "hit2", "hit1", "miss0"] == ["miss0"]
    assert again[1, "miss1", "miss0", "miss0"] == ["miss1", "miss0", "miss0"]


def decisions_shown(out):
    """Dice -> dice to roll again, from the table on the page: one or two decisions a line."""
    found = {}
    for line in out.split("dice rolled")[-1].splitlines()[1:]:
        if not line.strip():
            break
        cells = [cell.strip() for cell in line.split("  ") if cell.strip()]
        found |= dict(zip(cells[::2], cells[1::2], strict=True))
    return found


def test_the_page_shows_every_decision_or_the_rule_they_follow():
    out, found = run(*FIGHT, *EXACT).out, run(*FIGHT, "--json", *EXACT).json
    assert "roll every die again that misses" in out
    shown = decisions_shown(out)
    assert len(shown) == 15
    for each in found["decisions"]:
        rule = [die for die in each["dice"] if die.startswith("miss")]
        wanted = shown.get(" ".join(each["dice"]), " ".join(rule))
        assert wanted.replace("-", "") == " ".join(each["again"])


def test_a_narrow_page_keeps_the_decisions():
    out = run(*FIGHT, *EXACT, env={"COLUMNS": "60"}).out
    assert len(decisions_shown(out)) == 15
    assert max(map(len, out.splitlines())) <= 60


def test_a_rule_without_exceptions_needs_no_table():
    out = run("board", "fight", "--level", "3", "--weak", "arms", "--rerolls", "1", *EXACT).out
    assert "Re-rolls: roll every die again that misses." in out
    assert "dice rolled" not in out


def test_without_re_rolls_nothing_is_decided():
    out = run("board", "fight", "--level", "2", "--weak", "body", *EXACT).out
    assert "dice rolled" not in out
    assert "Re-roll" not in out


# ------------------------------------------------------------------------------------------------ pages
def test_the_page_of_a_fight():
    out = run(*FIGHT, *QUICK).out
    for words in ("P(kill)", "and a kill", "Well Rested", "by fight", "XP", "Faces of list a", "uncertain", "ever"):
        assert words in out
    assert "Depends on rules first, death" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "     1  " not in out.split("mean Damage")[0]  # damage comes in steps of 2


def test_the_page_of_a_test():
    out = run("board", "test", "4", "--rerolls", "2", *QUICK).out
    for words in ("P(pass)", "54.3069%", "Well Rested", "2 re-rolls", "3 re-rolls", "+15.1488%", "1 left"):
        assert words in out


def test_vats_is_the_same_command():
    assert run("vats", "test", "4", *EXACT).out == run("board", "test", "4", *EXACT).out


def test_csv_has_every_answer():
    rows = list(csv.DictReader(io.StringIO(run(*FIGHT, "--csv", *QUICK).out)))
    kills = {row["query"]: float(row["exact"]) for row in rows if row["metric"] == "P(kill)"}
    assert list(kills.values()) == pytest.approx([27 / 32, 245 / 256])
    assert {row["query"] for row in rows} == {
        "board fight --level 2 --weak body --rerolls 1",
        "board fight --level 2 --weak body --rerolls 2",
        "board fight --level 2 --weak body --rerolls 1 --hp 16, up to 6 fights",
    }
    damage = [row for row in rows if row["query"].endswith("--rerolls 1") and row["metric"].startswith("P(damage ==")]
    assert [int(row["damage"]) for row in damage] == list(range(13))


def test_questions_of_your_own():
    found = run(*FIGHT, "--json", *QUICK, "--ask", "P(damage <= 4 given kill)", "--ask", "hits >= 3").json
    law = exact(BoardFight(2, "body", 1))
    assert found["ask"][0]["exact"] == pytest.approx(float(law.metric("P(damage <= 4 given kill)").value))
    assert both(found["ask"][1], float(law.metric("hits >= 3").value))


@pytest.mark.parametrize("words", [FIGHT, ["board", "test", "4", "--rerolls", "1"], ["board", "open"]])
@pytest.mark.parametrize("ending", ["png", "svg"])
def test_charts(words, ending, tmp_path):
    for n, more in enumerate((QUICK, EXACT, ["--method", "simulate", *QUICK])):
        file = tmp_path / f"{n}.{ending}"
        assert run(*words, *more, "--chart", file).code == 0
        assert file.stat().st_size > 4000


def test_explain_walks_through_a_fight():
    out = run(*FIGHT, *EXACT, "--explain", "--hp", "5", "--armor", "1", "--enemy-bonus", "1").out
    for words in ("body, on 3 of its 6 faces", "1 more for range", "less 1 for your armor", "With 5 damage", "2 XP"):
        assert words in " ".join(out.split())


def test_explain_walks_through_a_test():
    out = " ".join(run("board", "test", "4", "--rerolls", "1", "--bonus", "1", *EXACT, "--explain").out.split())
    assert "0 on 3 of its 6 faces, 1 on 2 of its 6 faces, 2 on 1 of its 6 faces" in out
    assert "You pass with 4 or more" in out


def test_trace_tells_trials():
    out = run(*FIGHT, *QUICK, "--trace", "2").out
    assert "2: dice re-rolled" in out


def test_a_checkpoint_keeps_the_fight_alone(tmp_path):
    kept = tmp_path / "run.json"
    first = run(*FIGHT, "--json", *QUICK, "--checkpoint", kept).json
    again = run(*FIGHT, "--json", *QUICK, "--checkpoint", kept).json
    assert first["kill"] == again["kill"]
    assert first["duel"]["wins"]["simulated"] is None
    assert first["duel"]["wins"]["exact"] is not None


def test_precision_is_reached_by_all_parts():
    found = answer(BoardFight(2, "body", 1), precision=0.0004, seed=1)
    for part in (found, *found.beside.values()):
        assert part.simulated.trials >= 1 << 20
        assert part.agreement.agrees
    assert found.missed is None


# ------------------------------------------------------------------------------------------------ every option
def kill_and_damage(*words):
    found = run("board", "fight", "--json", *EXACT, *words).json
    return found["kill"]["exact"], found["damage_mean"]["exact"]


@pytest.mark.parametrize(
    "more",
    [
        "--rerolls 2",
        "--armor 1",
        "--survivor-bonus 1",
        "--enemy-bonus 1",
        "--enemy-armor 1",
        "--hp 4",
        "--goal safe",
        "--goal weighted",
        "--goal weighted --weight 1",
        "--goal survive --hp 4",
        "--weak arms",
        '--faces "body 0, body 1, body 2, head 0, head 0, head 0"',
        "--rule faces=b --weak arms",
    ],
)
def test_every_option_of_a_fight_changes_its_answer(more):
    base = ["--level", "2", "--weak", "body", *(["--rerolls", "1"] if "rerolls" not in more else [])]
    assert kill_and_damage(*base) != kill_and_damage(*base, *shlex.split(more))
    if "--weight" in more:
        assert kill_and_damage(*base, "--goal", "weighted") != kill_and_damage(*base, *shlex.split(more))


@pytest.mark.parametrize("more", ["--rerolls 1", "--bonus 1", "--rule test-number=exceed"])
def test_every_option_of_a_test_changes_its_answer(more):
    plain, changed = (run("board", "test", "4", "--json", *EXACT, *words).json for words in ([], more.split()))
    assert plain["pass"] != changed["pass"]


def test_what_well_rested_cannot_add_is_not_shown():
    found = run("board", "test", "4", "--rerolls", "12", "--json", *EXACT).json
    assert "well_rested" not in found


def test_notes():
    assert "no face of list a shows legs" in run("board", "fight", "--level", "1", "--weak", "legs", *EXACT).out
    assert "the survivor has 16" in run(*FIGHT, *EXACT, "--goal", "survive").out


def test_odds_rules_lists_the_switches():
    out = run("rules", "board").out
    for words in ("faces=b", "test-number=exceed", "armor=bullets", "enemy-armor=dice", "first=together", "below-rads"):
        assert words in out
    assert "luck-dice" not in out
    assert run("rules").out.count("faces=b") == 1
    assert "did you mean board?" in run("rules", "bord").err


# ------------------------------------------------------------------------------------------------ mistakes
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("test", "a test needs the number"),
        ("tset 4", "unknown 'tset' after board: did you mean test?"),
        ("test four", "'four' is no test"),
        ("test 0", "a whole number from 1 to 20, not '0'"),
        ("test 4 5", "a whole number from 1 to 20, not '4 5'"),
        ("test 4 --rerolls 13", "--rerolls must be a whole number from 0 to 12"),
        ("test 4 --bonus x", "--bonus must be a whole number"),
        ("test 4 --level 2", "no such option: --level"),
        ("test 4 --edition X", "--edition"),
        ("test 4 --rule faces=c", "the rule faces is a or b"),
        ("test 4 --rule luck-dice=printed", "unknown rule switch"),
        ("test 4 --faces head", "--faces must be a .toml file or six faces"),
        ("test 4 --faces a,b", "'a' is no face"),
        ("test 4 --ask kill", "unknown"),
        ("open 4", "unexpected extra argument"),
        ("fight", "a fight needs the enemy's level"),
        ("fight --level 2", "a fight needs the enemy's weak areas"),
        ("fight --level 2 --weak boddy", "unknown weak area 'boddy': did you mean body?"),
        ("fight --level 2 --weak ,", "weak areas are missing"),
        ("fight --level 0 --weak body", "--level must be a whole number from 1 to 9"),
        ("fight --level 2 --weak body --hp 0", "--hp must be a whole number from 1 to 30"),
        ("fight --level 2 --weak body --goal win", "the goal must be kill, safe, weighted or survive"),
        ("fight --level 2 --weak body --weight 1", "a weight is for the goal weighted"),
        ("fight --level 2 --weak body --goal weighted --weight -1", "number from 0 to 1000"),
        ("fight --level 2 --weak body --enemy-armor 10", "--enemy-armor must be a whole number from 0 to 9"),
    ],
)
def test_mistakes_get_one_sentence(words, says):
    result = run("board", *words.split())
    assert result.code == 2
    assert says in result.err.lower() or says in result.err
    assert result.err.startswith("odds: ")
    assert "Traceback" not in result.err
    assert not result.out


def test_a_fight_beside_that_disagrees_shouts():
    found = answer(BoardFight(2, "body", 1), trials=200_000, seed=1)
    other = answer(BoardFight(2, "arms", 2), trials=200_000, seed=1)
    wrong = replace(found.beside["well_rested"], simulated=other.simulated)
    shown = render(page(replace(found, beside={**found.beside, "well_rested": wrong})))
    assert "!! board fight --level 2 --weak body --rerolls 2: THE TWO ENGINES DISAGREE" in shown
    assert "!!" not in render(page(found))
