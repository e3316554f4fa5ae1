"""The moment in an attacker's words means what the options mean, wherever attackers are read."""

import pytest
from run import run

from odds import OddsError
from odds.factions.attacks.beside import Beside
from odds.factions.attacks.query import parse_attack, read_attack
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.spoken import placed, spoken
from odds.factions.attacks.target_query import parse_target
from odds.factions.volleys.query import read_volley
from odds.studies.items import read_item

SLEDGE, SHOT = "Master with Super Sledge", "4P P5 C4 L2"
RIFLE = "Knight +2C with Assault Rifle"
#: attacker, words -> the moment
WORDS = {
    (SLEDGE, "charge"): Situation(charge=True),
    (SLEDGE, "Charging, and 2 engaged friends"): Situation(charge=True, engaged_friends=2),
    (SLEDGE, "unlucky"): Situation(unlucky=True),
    ("6S S6 L3", "charge, 1 engaged friend, overwhelm 2"): Situation(
        charge=True, engaged_friends=1, overwhelming_friends=2
    ),
    (SHOT, "wide open, 2 supporters"): Situation(wide_open=True, supporters=2),
    (SHOT, "half range"): Situation(band="half"),
    (SHOT, "out of range"): Situation(band="beyond"),
    (RIFLE, "wide-open and supporters: 2"): Situation(wide_open=True, supporters=2),
    (RIFLE, "distance 9"): Situation(distance=9),
    ("Knight with Hunting Rifle: 4P; Aim (2)", "aim"): Situation(aim=True),
    ("S4 L2 with Psycho", "bladed"): Situation(bladed=True),
}


@pytest.mark.parametrize(("who", "words"), WORDS)
def test_words_mean_what_the_options_mean(who, words):
    given = {"weapon": "Makeshift Weapon"} if who.startswith("S4") else {}
    beside = Beside(targets="E4 HP2", moment=WORDS[who, words], **given)
    meant = read_attack(who, beside)
    said = read_attack(f"{who}, {words}", Beside(targets="E4 HP2", **given))
    assert said.question.text == meant.question.text
    assert said.notes == meant.notes
    twice = read_attack(f"{who}, {words}", beside)
    assert twice.question == said.question
    assert parse_attack(said.question.text) == parse_attack(meant.question.text)
    if not given and ";" not in who:  # which parts the attackers of a volley
        volley = read_volley([f"{who}, {words}"], "E4 HP2").volley
        assert volley.attacks[0].text == read_volley([meant.question.text], "E4 HP2").volley.attacks[0].text
        rolled = read_item(f"{who}, {words}").question
        assert rolled.played.text.startswith(meant.question.rolled.played.text.partition(" at ")[0])
        assert read_item(f"{who}, {words}", at="E4 HP2").question.text == meant.question.text


@pytest.mark.parametrize("words", ["wide open", "half range", "out of range"])
def test_a_place_may_stand_behind_the_target(words):
    moment = {"wide open": {"wide_open": True}, "half range": {"band": "half"}, "out of range": {"band": "beyond"}}
    meant = parse_attack(RIFLE, targets="Paladin, harm 2", moment=Situation(**moment[words]))
    assert parse_attack(RIFLE, targets=f"Paladin, harm 2, {words}").text == meant.text
    assert parse_attack(f"{RIFLE} at Paladin, harm 2, {words}").text == meant.text
    assert read_volley([RIFLE], f"Paladin, harm 2, {words}").volley.attacks[0].text == meant.text


@pytest.mark.parametrize(
    ("text", "moment", "said"),
    [
        (f"{SHOT}, 2 supporters", Situation(supporters=3), "twice: as 3 and as 2"),
        (
            f"{SHOT}, half range",
            Situation(band="beyond"),
            "the range is given twice: as out of range and as half range",
        ),
        (f"{RIFLE}, half range", Situation(distance=9), "the range is given twice"),
        (f"{SHOT}, half range, out of range", Situation(), "the range is given twice"),
        (f"{SLEDGE}, wide open", Situation(), "Wide Open means nothing here"),
        (f"{SHOT}, pays crackshot", Situation(), "no Crackshot to pay for"),
    ],
)
def test_contradictions_are_one_sentence(text, moment, said):
    with pytest.raises(OddsError, match=said) as caught:
        parse_attack(text, targets="E4 HP1", moment=moment)
    assert "\n" not in str(caught.value)


def test_crackshot_is_paid_for_in_words():
    meant = parse_attack(SHOT, targets="E4 HP1", traits="Crackshot 1", pays_crackshot=True)
    assert parse_attack(f"{SHOT}, pays crackshot", targets="E4 HP1", traits="Crackshot 1") == meant


@pytest.mark.parametrize(
    "text",
    [
        "Master with Bladed Commie Whacker",
        "Knight with Hunting Rifle: 4P; Aim (2)",
        "Knight with Combat Rifle: Bladed",
        "4P P4 L2 with Steady Aim, not moved",
        "6S S6 L3 charge +1 Wide Open +1",
        "6S S6 L3 higher, from above, 2 inches higher",
    ],
)
def test_names_and_bonus_dice_stay_what_they_are(text):
    assert spoken(text.replace("charge +1 Wide Open +1", "charge +1"), of_model=True)[1] == []


def test_nothing_of_a_target_is_taken_for_its_place():
    assert placed("Paladin, harm 2, 2 friends I4 L2") == ("Paladin, harm 2, 2 friends I4 L2", [])


@pytest.mark.parametrize("command", ["compare", "sweep"])
def test_canonical_text_reads_back_everywhere(command):
    more = ["6S S6 L3, charge"] if command == "compare" else ["--strength", "5..6"]
    result = run(command, "6S S6 L3 charge +1" if more[0] != "--strength" else "6S L3 charge +1", *more,
                 "--method", "exact")  # fmt: skip
    assert (result.code, result.err) == (0, "")
    assert "5.2800" in result.out


@pytest.mark.parametrize("command", ["attack", "volley", "compare", "sweep"])
def test_a_perk_that_attacks_do_not_know_is_noted(command):
    words = [f"{SLEDGE}, Cannibal", *[SLEDGE] * (command == "compare"), "--at", "Paladin"]
    words += ["--harm", "0..1"] * (command == "sweep")
    assert "Cannibal is out of scope" in run(command, *words, "--method", "exact").out


def test_the_perk_charge_is_told_from_a_charge():
    both = run("attack", "Master with Charge and Super Sledge", "--at", "Paladin", "--method", "exact")
    assert "charge +1" in both.out
    assert "the perk of that name is out of scope" in " ".join(both.out.split())
    refused = run("attack", SLEDGE, "--effect", "Charge", "--at", "Paladin")
    assert refused.code == 2
    assert "--charge" in refused.err


def test_a_place_that_only_attacks_have_says_so():
    with pytest.raises(OddsError, match="--wide-open"):
        parse_target("E4 HP1 wide open")
