"""The board game's rules objects, its faces and its switches."""

import shlex
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from run import run
from test_board_exact import any_fight

from odds import OddsError, exact, simulate
from odds.boardgame.duels.rules import BoardDuel
from odds.boardgame.faces import EXAMPLE, LISTS, Face, FaceTable, load_faces, read_faces
from odds.boardgame.fights.rules import BoardFight
from odds.boardgame.switches import BOOK
from odds.boardgame.tests.rules import BoardTest
from odds.factions.switches import BOOK as FACTIONS

#: switch -> a question that it changes, and the metric that shows it
QUESTIONS = {
    "faces": (BoardFight(1, "arms", 1), "kill"),
    "test-number": (BoardTest(4, 1), "not failed"),
    "armor": (BoardFight(1, "body", armor=1, enemy_bonus=1), "mean(damage)"),
    "enemy-armor": (BoardFight(1, "head", enemy_armor=1, survivor_bonus=1), "kill"),
    "first": (BoardFight(3, "body", hp=7), "kill"),
    "death": (BoardFight(3, "body", hp=6), "dies"),
}


@pytest.mark.parametrize("switch", [switch.name for switch in BOOK.switches])
def test_every_switch_changes_an_answer_of_both_engines(switch):
    question, metric = QUESTIONS[switch]
    for rules in question.switches.flipped(switch):
        other = type(question)(**{**fields(question), "rules": rules})
        one, two = (float(exact(each).metric(metric)) for each in (question, other))
        assert abs(one - two) > 1e-3
        sampled = [simulate(each, trials=1_000_000, seed=n).metric(metric) for n, each in enumerate((question, other))]
        error = np.hypot(sampled[0].std_error, sampled[1].std_error)
        assert abs(float(sampled[0]) - float(sampled[1])) > 10 * error


def fields(question):
    return {name: getattr(question, name) for name in type(question).__slots__}


def test_every_switch_says_what_it_is():
    for switch in BOOK.switches:
        assert set(switch.defaults) == set(BOOK.editions)
        assert len(switch.values) > 1
        assert all([switch.about, switch.source, *switch.values.values()])


@pytest.mark.parametrize("table", LISTS.values(), ids=LISTS)
def test_the_shipped_lists_have_the_same_bullets_and_say_how_sure_they_are(table):
    assert sorted(face.bullets for face in table.faces) == [0, 0, 0, 1, 1, 2]
    assert "uncertain" in table.confidence
    assert read_faces(table.text) == table


def test_the_lists_differ_in_how_many_faces_show_the_arms():
    many = {name: sum("arms" in face.areas for face in table.faces) for name, table in LISTS.items()}
    assert many == {"a": 2, "b": 5}


# ------------------------------------------------------------------------------------------------ a list of your own
def write(folder, text):
    path = folder / "faces.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_list_of_your_own_is_read_from_a_file(tmp_path):
    text = (
        'name = "mine"\nconfidence = "I looked"\nfaces = ["head 0", "Arms 1", "0", "arms body 2", "body+arms 1", "x 3"]'
    )
    table = load_faces(write(tmp_path, text))
    assert (table.name, table.confidence) == ("mine", "I looked")
    assert table.faces[2:5] == (Face((), 0), Face(("arms", "body"), 2), Face(("body", "arms"), 1))
    assert read_faces(table.text) == table


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("faces = 3", "faces must be a list"),
        ("faces = []", "has 6 faces, not 0"),
        ('faces = ["head", "a 0", "a 0", "a 0", "a 0", "a 0"]', "'head' is no face"),
        ('faces = ["a 4", "a 0", "a 0", "a 0", "a 0", "a 0"]', "0 to 3 bullets, not 4"),
        ('face = ["a 0"]', "unknown key 'face'"),
        (f"name = 3\nfaces = {EXAMPLE.split(', ')}", "name must be a text"),
        ("faces = [", "cannot read the faces"),
        ("\0", "cannot read the faces"),
        ("#" * 200_000, "too large"),
    ],
)
def test_a_file_that_is_no_list_is_refused_in_one_sentence(tmp_path, text, says):
    path = write(tmp_path, text)
    result = run("board", "test", "4", "--faces", path)
    assert result.code == 2
    assert says in result.err
    assert path in result.err
    assert result.err.count("\n") == 1
    assert not result.out


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(OddsError, match="No such file"):
        load_faces(str(tmp_path / "none.toml"))


# ------------------------------------------------------------------------------------------------ rules objects
@pytest.mark.parametrize(
    "bad",
    [
        lambda: BoardTest(0),
        lambda: BoardTest(21),
        lambda: BoardTest(4, -1),
        lambda: BoardTest(4, 13),
        lambda: BoardTest(4, 1.5),
        lambda: BoardTest(True),
        lambda: BoardTest("4"),
        lambda: BoardTest(4, bonus=10),
        lambda: BoardTest(4, faces="head 0"),
        lambda: BoardTest(4, rules=FACTIONS.rules()),
        lambda: BoardTest(4, rules="faces=b"),
        lambda: BoardFight(0, "body"),
        lambda: BoardFight(10, "body"),
        lambda: BoardFight(2, ""),
        lambda: BoardFight(2, "tail"),
        lambda: BoardFight(2, 5),
        lambda: BoardFight(2, "body", hp=-1),
        lambda: BoardFight(2, "body", hp=31),
        lambda: BoardFight(2, "body", goal="win"),
        lambda: BoardFight(2, "body", weight=0.1),
        lambda: BoardFight(2, "body", goal="weighted", weight=-1),
        lambda: BoardFight(2, "body", goal="weighted", weight="much"),
        lambda: BoardFight(2, "body", goal="weighted", weight="1/0"),
        lambda: BoardFight(2, "body", goal="weighted", weight="1e999999999"),
        lambda: BoardFight(2, "body", goal="weighted", weight=float("nan")),
        lambda: BoardFight(2, "legs", faces=LISTS["a"]),
        lambda: BoardDuel(BoardTest(4)),
        lambda: BoardDuel(BoardFight(2, "body"), rounds=0),
        lambda: FaceTable((Face((), 0),)),
    ],
)
def test_what_cannot_be_asked_is_refused(bad):
    with pytest.raises(OddsError) as caught:
        bad()
    assert "\n" not in str(caught.value)


def test_forms_of_the_same_fight_are_equal():
    assert BoardFight(np.int64(2), "Body, head") == BoardFight(2, ["head", "body"])
    assert BoardFight(2, "body", goal="weighted").weight == Fraction(1, 10)
    assert BoardFight(2, "body", goal="survive") == BoardFight(2, "body", goal="survive", hp=16)


@given(any_fight)
def test_every_text_is_the_command_that_asks_for_it(fight):
    result = run(*shlex.split(fight.text), "--method", "exact", "--json")
    assert result.code == 0, result.err
    assert result.json["query"] == fight.text
    assert result.json["damage_mean"]["exact"] == pytest.approx(float(exact(fight).mean("damage")))


@pytest.mark.parametrize(
    "test", [BoardTest(), BoardTest(4, 2, 1), BoardTest(5, faces=read_faces("a 1, b 2, a b 3, 0, 1, 2"))]
)
def test_every_text_of_a_test_is_the_command_that_asks_for_it(test):
    result = run(*shlex.split(test.text), "--method", "exact", "--json")
    assert result.json["query"] == test.text
    assert result.json["summary"]["mean"]["exact"] == pytest.approx(float(exact(test).mean()))
