"""Tests that a model of the catalogue makes: its numbers, perks and chems, in every command that takes --model."""

import pytest
from run import run

import odds
from odds import OddsError
from odds.factions.attacks.fighters import OF_OTHERS
from odds.factions.rolling import person_of, read_rolled, rolled_by
from odds.factions.special.query import read

SCAVVER = "Scavver/Operators"
NUMBER = "number 1 of those compared: "
EXACT = ("--method", "exact")

#: query, model -> the Test as it would be written with numbers
SAME = {
    ("4P", SCAVVER): "4P P4 L2",
    ("6S", "Master +1S +1L"): "6S S7 L4",
    ("4P", "Knight with Day Tripper"): "4P P5 L2 with Day Tripper",
    ("Confusion", "Brute"): "Confusion I4 L2",
    ("Evade Test (3A)", "Alpha/Pack"): "Evade A5 L3",
    ("Luck", "Master"): "Luck L3",
    ("4L", "Master +1L with Nuka-Cola Dark"): "4L L4 with Nuka-Cola Dark",
    ("6S melee", "Master with Big Leagues"): "6S S6 L3 melee with Big Leagues",
    ("6S", "Master with Super Sledge, Big Leagues"): "6S S6 L3 melee with Big Leagues",
    ("", "Master with Super Sledge"): "6S S6 L3",
    ("4P higher", "Scavver/Operators with Hunting Rifle: 4P, Trigonometry"): "4P P4 L2 higher rifle with Trigonometry",
    ("4P rifle not moved", "Scavver/Operators with Steady Aim"): "4P P4 L2 rifle not moved with Steady Aim",
    ("4P", "Scavver/Operators with Four Leaf Clover"): "4P P4 L2 with Four Leaf Clover",
    ("4S with Thin the Herd", "Made Man"): "4S S4 L2 Champion with Thin the Herd",
    ("4P ranged", "Scavver/Operators with Steady"): "4P P4 L2 ranged with Steady",
    ("3E", "Knight with Whiskey"): "3E E6 L2 with Whiskey",
    ("4P L5", SCAVVER): "4P P4 L5",
    ("4P P7", SCAVVER): "4P P7 L2",
    ("6S/5/1", "Master"): "6S S5 L1",
    ("4P unlucky +2 dice reroll 1 >=2", SCAVVER): "4P P4 L2 unlucky +2 dice reroll 1 >=2",
}


@pytest.mark.parametrize(("query", "model"), SAME)
def test_a_model_stands_for_its_numbers(query, model):
    made = odds.parse(query, model=model)
    assert made == odds.parse(SAME[query, model])
    assert odds.parse(made.text) == made


@pytest.mark.parametrize(("query", "model"), SAME)
def test_the_answer_is_that_of_the_numbers(query, model):
    by_name, by_number = (odds.exact(test) for test in (odds.parse(query, model=model), odds.parse(SAME[query, model])))
    assert by_name.probabilities.tolist() == by_number.probabilities.tolist()


def test_numbers_by_hand():
    # Perception 4, Luck 2: two Luck Dice and two Standard Dice hit 4 times in 10, survivors roll one die more
    found = odds.exact(odds.parse("4P", model=SCAVVER))
    assert float(found.mean("hits")) == pytest.approx(4 * 0.4 + 2 * 0.4 * 0.4)
    raised = odds.exact(odds.parse("4P", model=f"{SCAVVER} +1P with Day Tripper"))
    assert float(raised.mean("hits")) == pytest.approx(4 * 0.5 + 4 * 0.5 * 0.5)


@pytest.mark.parametrize("unit", [unit.label for unit in odds.catalogue().units][::6])
@pytest.mark.parametrize("letter", "SPECIAL")
def test_every_unit_makes_every_test(unit, letter):
    person = odds.model(unit)
    test = odds.parse(f"4{letter}", model=unit)
    assert test.value == person.special.value(letter)
    assert test.luck == person.luck
    assert test.effects == ()
    assert test.fortune_dice == 1 + ("Four Leaf Clover" in person.perks)


@pytest.mark.parametrize(
    ("query", "model", "note"),
    [
        ("4P", SCAVVER, "Perception 4 and Luck 2 are those of Scavver/The Operators"),
        ("4P L5", SCAVVER, "Luck 5 is given: the model's 2 is not used"),
        ("4P P7", SCAVVER, "Perception 7 is given: the model's 4 is not used"),
        ("4P", f"{SCAVVER} with Rifleman", "Rifleman is not used: say rifle in the query if it holds"),
        ("4P rifle", f"{SCAVVER} with Big Leagues", "Big Leagues is not used: it is for another kind of weapon"),
        ("4P", f"{SCAVVER} with Okey Dokey", "Okey Dokey is not used: write with Okey Dokey in the query if it is"),
        ("4P", f"{SCAVVER} with Steady Aim", "Steady Aim is not used: say rifle and not moved in the query"),
        ("4P", f"{SCAVVER} with V.A.T.S.", "V.A.T.S. is not used: write with V.A.T.S. and the number of Hits"),
        ("4P", f"{SCAVVER} with Whiskey", "Whiskey changes nothing here: it is for Tests on Strength or Endurance"),
        ("Evade", f"{SCAVVER} with Psycho", "Psycho changes nothing here: it is for Attack Tests"),
        ("4P", f"{SCAVVER} with Jet", "Jet is out of scope: Fatigue and Actions; no die"),
        ("4P", f"{SCAVVER} with Lend Luck", "Lend Luck changes nothing here: it is for the Tests of others"),
        ("6S", "Master with Minigun", "Minigun is not used: this Test is not its Attack Test"),
        ("Confusion", "Eyebot/Automatrons", "Eyebot is a Machine and makes no Confusion Tests"),
        ("4P", "Zealot", "Zealot/Children of the Atom: printings of 2026 disagree on its profile"),
    ],
)
def test_what_is_used_and_what_is_not_is_noted(query, model, note):
    assert any(each.startswith(note) for each in read(query, model=model).notes)


def test_luck_of_a_model_is_given():
    assert not any(note.startswith("Luck not given") for note in read("4P", model=SCAVVER).notes)
    assert read("4P", model=SCAVVER, luck=5).test.luck == 5
    assert read("4P", model=SCAVVER, luck=2).notes == ("Perception 4 is that of Scavver/The Operators",)


@pytest.mark.parametrize("perk", OF_OTHERS)
def test_perks_for_the_tests_of_others_are_left_alone(perk):
    for query in ("4P rifle", "Confusion", "6S melee"):
        assert odds.parse(query, model=f"Knight with {perk}").effects == ()


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ("Scavver", "'Scavver' is the name of 4 units: write Scavver/The Disciples, Scavver/The Operators"),
        ("Mastr", "unknown unit 'Mastr': did you mean Master?"),
        ("Master +9S", "Strength would be 15: a statistic is 0 to 9"),
        ("Master with Lukc", "no perk, chem or weapon is called 'Lukc'"),
        ("", "the model's name is missing"),
        (3, "a model must be text, such as Master +1S"),
    ],
)
def test_a_model_that_is_none_is_one_sentence(model, sentence):
    with pytest.raises(OddsError) as error:
        odds.parse("4P", model=model)
    assert str(error.value).startswith(sentence)


def test_too_many_dice_are_refused():
    with pytest.raises(OddsError, match="at most 60 dice"):
        odds.parse("60P", model=f"{SCAVVER} with Psycho")


def test_a_model_that_is_looked_up_does_as_well():
    person = odds.model("Master +1S")
    assert person_of(person) is person
    assert read_rolled("6S", person, {}).test == odds.parse("6S S7 L3")
    assert rolled_by(person, odds.parse("6S")).test == odds.parse("6S S7 L3")


# ---------------------------------------------------------------------------------------------- the command line
def test_of_one_test():
    named, numbers = (
        run("test", *words, *EXACT, "--json").json for words in (["4P", "--model", SCAVVER], ["4P P4 L2"])
    )
    assert named.pop("model") == "Scavver/The Operators"
    assert named.pop("notes") == ["Perception 4 and Luck 2 are those of Scavver/The Operators"]
    numbers.pop("notes")
    assert named == numbers
    assert "Note: Perception 4 and Luck 2 are those of" in run("4P", "--model", SCAVVER, *EXACT).out
    assert run("4P", "--model", SCAVVER, "--perception", "7", *EXACT, "--json").json["query"] == "4P P7 L2"


def test_simulated_it_is_the_same_test():
    words = ["--trials", "20000", "--seed", "3", "--json"]
    named, numbers = (run(*query, *words).json for query in (["4P", "--model", SCAVVER], ["4P P4 L2"]))
    assert named["hits"] == numbers["hits"]


def test_of_many_tests_from_standard_input():
    result = run("-", "--model", "Master +1S", *EXACT, "--json", stdin="4P\n6S L1\nConfusion\n")
    assert [line["query"] for line in result.lines] == ["4P P5 L3", "6S S7 L1", "Confusion Test (2I) I5 L3"]
    assert {line["model"] for line in result.lines} == {"Master/Super Mutants +1S"}
    assert run("-", "--model", "Mastr", stdin="4P\n").err.startswith("odds: unknown unit 'Mastr'")


def test_of_re_rolls():
    named, numbers = (
        run("reroll", *words, *EXACT, "--json").json
        for words in (["6S reroll 2", "--model", "Master"], ["6S S6 L3 reroll 2"])
    )
    assert named.pop("model") == "Master/Super Mutants"
    assert {**named, "notes": []} == {**numbers, "notes": []}


def test_of_failing_forward():
    for words, queries in (
        (["--model", "Brute"], "Confusion Test (2I) I4 L2; 4P P5 L2"),
        (["--model", "Brute", "--model", SCAVVER], "Confusion Test (2I) I4 L2; 4P P4 L2"),
    ):
        found = run("forward", "Confusion", "4P", *words, *EXACT, "--json").json
        assert found["query"] == queries
    assert found["model"] == "Brute/Super Mutants; Scavver/The Operators"


def test_of_a_sweep():
    words = ["sweep", "4P", "--model", f"{SCAVVER} with Psycho", "--luck", "0..5", "--csv"]
    assert run(*words).out == run("sweep", "4P P4 +2 dice", "--luck", "0..5", "--csv").out
    shown = run(*words[:-1]).out
    assert "Note: Perception 4 is that of Scavver/The Operators with Psycho." in shown
    assert "Luck 2" not in shown
    over_both = run("sweep", "4P", "--model", SCAVVER, "--perception", "2..4", "--luck", "2..3", "--csv").out
    assert over_both == run("sweep", "4P", "--perception", "2..4", "--luck", "2..3", "--csv").out
    table = odds.sweep("4P", {"luck": "0..2"}, model=SCAVVER)
    assert table["mean(hits)"].tolist() == odds.sweep("4P P4", {"luck": "0..2"})["mean(hits)"].tolist()


def test_of_a_comparison():
    found = run("compare", "4P", "--model", SCAVVER, "--model", "Brute", *EXACT, "--json").json
    assert [each["query"] for each in found["items"]] == ["4P P4 L2", "4P P5 L2"]
    assert [each["name"] for each in found["items"]] == ["4P by Scavver/The Operators", "4P by Brute/Super Mutants"]
    table = odds.compare("4P", "5P", model="Brute", metrics="mean(hits)", method="exact")
    assert table.exact[0] == pytest.approx(-0.5)
    assert (table.a[0], table.b[0]) == ("4P by Brute/Super Mutants", "5P by Brute/Super Mutants")
    equal = odds.compare("4P", "4P P5 L2", model="Brute", metrics="mean(hits)", trials=4096, seed=1)
    assert (equal.exact[0], equal.simulated[0]) == (0, 0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["4P", "--model", "Master", "--model", "Brute"],
            'one model makes a Test: several are compared by odds compare "4P" --model',
        ),
        (["reroll", "6S reroll 1", "--model", "Master", "--model", "Brute"], "one model makes a Test"),
        (["sweep", "4P", "--luck", "1..2", "--model", "Master", "--model", "Brute"], "one model makes a Test"),
        (["forward", "4P", "5P", "6S", "--model", "Brute", "--model", "Master"], "--model is given once for all Tests"),
        (["rolloff", "--model", "Master"], "no such option: --model"),
        (["sheet", "--model", "Master"], "no such option: --model"),
        (["4P", "--model", "Scavver"], "'Scavver' is the name of 4 units"),
        (
            ["compare", "4P at E4 HP1", "4P", "--model", "Brute"],
            NUMBER + "'4P at E4 HP1' is no Test",
        ),
        (
            ["compare", "Master", "4P", "--model", "Brute"],
            NUMBER + "'Master' is no Test of Factions",
        ),
        (["compare", "4P", "--model", "Brute"], "a comparison needs two things or more"),
        (
            ["compare", "4P", "5P", "--model", "Brute", "--at", "E4 HP1"],
            NUMBER + "a model makes Tests",
        ),
        (["sweep", "board test 1..2", "--model", "Brute"], "'board test 1' is no Test of Factions"),
        (["sweep", "Master with Minigun", "--model", "Brute", "--luck", "1..2"], "'Master with Minigun' is no Test"),
        (["sweep", "4P", "--model", "Brute", "--strength", "1..2"], "this Test uses Perception, not Strength"),
    ],
)
def test_what_is_wrong_is_one_sentence(words, sentence):
    result = run(*words, *([] if words[0] in ("rolloff", "sheet") else EXACT))
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"odds: {sentence}")
    assert "Traceback" not in result.err
