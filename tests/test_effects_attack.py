"""Effects that attacks know by name: each moves an exact value to one worked out by hand, simulated as well."""

import shlex
from math import comb

import pytest
from run import run

from odds import OddsError, exact, parse, parse_target, simulate
from odds.core.events import axes_needed
from odds.core.subject import subject_of
from odds.factions.attacks.beside import Beside
from odds.factions.attacks.query import parse_attack, read_attack
from odds.factions.attacks.situation import Situation
from odds.factions.effects.elsewhere import IN_ATTACKS, IN_NUMBERS
from odds.factions.volleys.query import read_volley


def at_least(hits, dice):
    """The chance of so many Hits of dice that hit every second time, without a Luck Die."""
    return sum(comb(dice, n) for n in range(hits, dice + 1)) / 2**dice


TWO = "2P P5 L0 at E2 HP1"  # falls with two Hits: 1/4
ONE = "1P P5 L0 no bonus dice at E4 HP1 harm 3"  # a Hit is Excess Harm, an Injury, and it falls: 1/2
LUCKY = "1P P5 L1"  # half the time its Luck Die survives, and half of these times Fortune Smiles hits as well
FRIEND = f"{TWO} friend I5 L0"  # takes its Test a quarter of the time, and fails it a quarter of these times
RADIANT = "3P P5 L0 at E3 HP1 radiation 1"  # Endurance 2
PISTOL = {"weapon": ".44 Pistol"}  # 4A, 14 inches, Pierce
FAR = {**PISTOL, "moment": Situation(distance=14 + 4)}
CROWD = {"weapon": ".44 Pistol", "moment": Situation(supporters=5)}
THROWN = {"weapon": "Frag Grenades", "moment": Situation(distance=10 + 3)}  # 3A, 10 inches, CQB

#: effect -> attack without it, what is beside that; words that bring it in or what is then beside; metric, by hand
HANDS = {
    "Better Criticals": (f"{LUCKY} crit Ignite 1 at E4 A5 HP1", {}, {"effects": ["Better Criticals"]}, "incapacitated",
                         1 / 4 * 1 / 8 + 1 / 4 * 1 / 2),  # one Hit and all 3 dice, or two Hits and at least 2 of 3
    "Penetrator": ("6P P5 L0 at E5 HP1", {}, {"effects": ["Penetrator"]}, "incapacitated", at_least(4, 6)),
    "Burly": (ONE, {}, " burly", "incapacitated", 0.0),
    "Power Armor": (ONE, {}, " power armor", "harm >= 4", 1 / 2),
    "Hardy": (f"{LUCKY} crit Suppress 1 at E4 I5 HP1", {}, " hardy", "fatigue", 0.0),
    "Machine": (f"{LUCKY} crit Poison 3 at E5 HP1", {}, " machine", "mean(harm)", 1 / 2),
    "Disposable": (FRIEND, {}, {"instead": f"{TWO} disposable friend I5 L0"}, "mean(confused)", 0.0),
    "Odd Anatomy": (f"{LUCKY} crit Maim at E5 L0 HP1", {}, " odd anatomy", "harm >= 2", 1 / 2 * 1 / 4),
    "Shrug It Off": (f"{LUCKY} crit Maim at E5 L0 HP1", {}, " Shrug It Off", "harm >= 2", 1 / 2 * 1 / 4),
    "Toughness": ("2P P5 L0 at E2 L0 HP1", {}, " toughness", "incapacitated", 1 / 4 * (1 - 2 / 10) ** 2),
    "Moving Target": ("4P P5 L0 at E1 HP1", {}, " moving target", "incapacitated", at_least(3, 4)),
    "Survivalist": ("1P P5 L0 at E4 HP1", {}, " survivalist", "mean(harm)", 0.0),
    "Malfunction": ("2P P5 L0 at E4 HP1", {}, " malfunction", "malfunction", 1 / 4),
    "Rad Resistant": (RADIANT, {}, " rad resistant", "incapacitated", at_least(3, 3)),
    "Rad-X": (RADIANT, {}, " Rad-X", "incapacitated", at_least(3, 3)),
    "Power of Prayer": (RADIANT, {}, " Power of Prayer", "incapacitated", at_least(3, 3)),
    "Med-X": (TWO, {}, " Med-X", "incapacitated", 0.0),
    "Basher": ("1S S5 L1 melee at E4 S5 HP1", {}, {"effects": ["Basher"]}, "mean(inches)", 1 / 2 * 4 * 1 / 2),
    "Iron Fist": ("S5 L0 at E4 HP1", {"weapon": "Makeshift Weapon"}, {"weapon": None, "effects": ["Iron Fist"]},
                  "incapacitated", at_least(4, 5)),
    "Guns Akimbo": ("A5 L0 at E4 HP1", PISTOL, {"effects": ["Guns Akimbo", "That's Real Professional"]}, "mean(hits)",
                    (4 + 1) / 2),
    "Gunslinger": ("A5 L4 at E4 HP1", FAR, {"effects": ["Gunslinger"]}, "mean(hits)",
                   4 / 2 + 4 / 4),  # out of range it is Unlucky: no Fortune Smiles
    "Grenadier": ("A5 L0 at E4 I4 HP1", THROWN, {"effects": ["Grenadier"]}, "mean(hits)", 3 / 2),
    "Ricochet": ("2P P5 L0 at E4 HP1", {}, {"effects": ["Ricochet"], "ricochet": "E1 HP1"}, "any_down",
                 1 / 4 * 3 / 4),  # nothing hits, then anything does
    "Mysterious Stranger": ("1P P5 L4 at E9 HP1", {}, {"effects": ["Mysterious Stranger"]}, "mean(hits)",
                            1 / 2 + 1 / 4 + 4 / 10 * (4 * 0.6 + 3 * 0.36 + 1 / 2 * 0.6)),  # a die more for the Harm
    "Grim Reaper's Sprint": ("2P P5 L2 at E2 HP1", {}, {"effects": ["Grim Reaper's Sprint"]}, "sprint", 1 / 4),
    "Natural Leader": (f"{FRIEND}, friend I9 L0", {}, " Natural Leader", "mean(confused)", 1 / 4 * (1 / 10) ** 2),
    "Mentats": (FRIEND, {}, " Mentats", "mean(confused)", 0.0),
    "Stimpak": (ONE, {}, " Stimpak", "harm == 2", 1 / 2),
    "Lifegiver": (ONE, {}, " Lifegiver", "harm == 2", 1 / 2),
    "Medic": (ONE, {}, " Medic", "mean(harm)", 1 / 2),
    "Nuka-Cola": ("A5 C2 L0 at E4 HP1", CROWD, {"effects": ["Nuka-Cola"]}, "mean(hits)", (4 + 5) / 2),
    "Inspirational": ("A5 C3 L0 at E4 HP1", CROWD, {"effects": ["Inspirational"]}, "mean(hits)", (4 + 5) / 2),
    "Daddy-O": ("A5 C3 L0 at E4 HP1", CROWD, {"effects": ["Daddy-O"]}, "mean(hits)", (4 + 5) / 2),
    "Awareness": ("A5 C1 L0 at E4 HP1", CROWD, {"effects": ["Awareness"]}, "mean(hits)", (4 + 5) / 2),
    "Coordinate Fire": ("A5 C1 L0 at E4 HP1", CROWD, {"effects": ["Coordinate Fire"]}, "mean(hits)", (4 + 5) / 2),
}  # fmt: skip
NO_OTHER_VALUE = {"Grim Reaper's Sprint"}  # an event that is there without it, and told with it


def with_it(name):
    text, beside, brings, metric, by_hand = HANDS[name]
    more = {} if isinstance(brings, str) else dict(brings)
    text = text + brings if isinstance(brings, str) else more.pop("instead", text)
    return parse_attack(text, **{**beside, **more}), metric, by_hand


def value(question, metric, law=exact, **settings):
    subject = subject_of(question)
    axes = tuple(axes_needed([metric], subject.events(question), subject.axes))
    return law(question, axes=axes, **settings).metric(metric)


def test_every_effect_is_worked_out_by_hand():
    assert set(HANDS) == set(IN_ATTACKS)


@pytest.mark.parametrize("name", HANDS)
def test_an_effect_moves_a_value_to_the_one_worked_out_by_hand(name):
    question, metric, by_hand = with_it(name)
    assert float(value(question, metric)) == pytest.approx(by_hand, abs=1e-12)
    sampled = value(question, metric, simulate, trials=400_000, seed=11)
    assert float(sampled) == pytest.approx(by_hand, abs=6.5 * (sampled.std_error or 0) + 1e-12)
    assert parse_attack(question.text) == question


@pytest.mark.parametrize("name", [name for name in HANDS if name not in NO_OTHER_VALUE])
def test_without_it_the_value_is_another_or_there_is_none(name):
    text, beside, _, metric, by_hand = HANDS[name]
    try:
        without = float(value(parse_attack(text, **beside), metric))
    except OddsError:
        return
    assert abs(without - by_hand) > 1e-3


def test_sprint_is_told_of_whoever_has_it():
    words = 'attack "2P P5 L2" --at "E2 HP1" --method exact --json'
    assert "sprint" not in run(*shlex.split(words)).json["summary"]
    made = run(*shlex.split(words), "--effect", "Grim Reaper's Sprint").json
    assert made["summary"]["sprint"]["exact"] == pytest.approx(1 / 4, abs=1e-12)
    assert run(*shlex.split(words), "--ask", "P(sprint)").json["ask"][0]["exact"] == pytest.approx(1 / 4, abs=1e-12)
    unlucky = parse_attack("2P P5 L2 unlucky at E2 HP1")
    assert float(value(unlucky, "sprint")) == 0  # its Luck Dice are as any others


def test_basher_adds_to_a_pushback_and_needs_a_brawl():
    pushes = parse_attack("1S S5 L1 melee crit Pushback 1 at E4 S5 HP1", effects=["Basher"])
    assert float(value(pushes, "mean(inches)")) == pytest.approx(1 / 2 * (1 + 2) * 1 / 2, abs=1e-12)
    assert "inches" not in subject_of(parse_attack("1P P5 L1 at E4 S5 HP1", effects=["Basher"])).shown
    unsaid = read_attack("Master with Basher", _beside("Machete", "E4 HP1"))
    assert "Pushback" not in unsaid.question.text  # nobody said it, and the target's Strength is not known
    assert "Pushback 4" in read_attack("Master with Basher", _beside("Machete", "E4 S4 HP1")).question.text


def _beside(weapon, at):
    return Beside(weapon=weapon, targets=(at,))


def test_models_use_what_they_have():
    pistol = _beside(".44 Pistol", "E4 HP1")
    near = parse_attack("Master with Gunslinger", weapon=".44 Pistol", targets=["E4 HP1"], moment=FAR["moment"])
    assert not near.test.unlucky
    assert parse_attack("Master", weapon=".44 Pistol", targets=["E4 HP1"], moment=FAR["moment"]).test.unlucky
    assert parse_attack("Master with Iron Fist at E4 HP1").test.notation == "5S"
    assert type(parse_attack("Master with Mysterious Stranger", weapon=".44 Pistol", targets=["E4 HP1"])).__name__ == (
        "Stranger"
    )
    assert any("Ricochet is not used" in note for note in read_attack("Master with Ricochet", pistol).notes)
    twice = parse_attack("Master with Mysterious Stranger", weapon=".44 Pistol", targets=["E4 HP1"], attacks=2)
    assert len(twice.attacks) == 2


def test_a_larger_control_area_is_noted_and_has_its_end():
    few = Beside(weapon=".44 Pistol", targets=("E4 HP1",), effects=("Nuka-Cola",), moment=Situation(supporters=5))
    assert any("5 may" in note for note in read_attack("A5 C2 L0", few).notes)
    with pytest.raises(OddsError, match="at most 4 friends can give Supporting Fire, the attacker's Control Area"):
        read_attack("A5 C1 L0", few)


@pytest.mark.parametrize(
    ("text", "harm"),
    [
        ("Paladin with Stimpak, harm 3", 3 - 2),
        ("Paladin, harm 4, Medic and Stimpak", 0),  # not below 0
        ("Grand Zealot Richter, harm 2", 2),  # its own Lifegiver: the Harm is said as it stands
        ("Grand Zealot Richter, harm 3, Lifegiver", 3 - 2),
    ],
)
def test_harm_that_was_recovered_is_gone(text, harm):
    assert parse_target(text).harm == harm


def test_friends_that_pass_take_no_test():
    near = parse_attack("4P P5 L2", targets=["E4 HP1"], friends_near=3, friends="I4 L1 Mentats")
    assert near.target.friends == ()
    led = parse_target("E4 HP1, 2 friends I4 L1, friend I7 Natural Leader, friend Mentats")
    assert [friend.value for friend in led.friends] == [7, 7]
    with pytest.raises(OddsError, match="Intelligence"):
        parse_target("E4 HP1, friend Natural Leader")


def test_a_volley_leaves_out_what_brings_another_attack():
    reading = read_volley(["Master with Mysterious Stranger, Machete", "4P P5 L2"], "E4 HP1")
    assert any("Mysterious Stranger is not used" in note for note in reading.notes)
    assert all(type(attack).__name__ == "Attack" for attack in reading.volley.attacks)


@pytest.mark.parametrize("name", ["Recon Sensors", "Bog", "Barren", "City Ruins"])
def test_the_number_of_some_bonus_dice_is_said(name):
    assert parse_attack("4P P5 L0 at E4 HP1", effects=[f"{name} 2"]).rolled.dice == 4 + 2
    with pytest.raises(OddsError, match="needs the number of Bonus Dice"):
        parse(f"4P P5 with {name}")


# ------------------------------------------------------------------------------------------------ said in numbers
#: effect -> command without it, command with its numbers, how to read the answer, its value by hand
NUMBERS = {
    "Lucky Charm": ("test Luck L2", "test Luck L4", lambda made: made["summary"]["fail"]["exact"], (1 - 4 / 10) ** 4),
    "Wayfinder": ("test Scout P5 L0", 'test "Scout (Wayfinder) P5 L0"',
                  lambda made: made["summary"]["fail"]["exact"], 1 / 2**3),
    "Bloody Mess": ('attack "3P P5 L0" --at "E4 HP1"', 'attack "3P P5 L0" --at "E4 HP1 harm 1"',
                    lambda made: made["summary"]["incapacitated"]["exact"], at_least(4, 3 + 1)),
    "Kaboom!": ('attack "1P P5 L0" --at "E4 HP1"', 'attack "1P P5 L0" --at "E4 HP1 harm 3"',
                lambda made: made["summary"]["incapacitated"]["exact"], at_least(1, 1 + 3)),
    "Self-Destruct": ('attack "3P P5 L0" --at "E4 HP1"', 'attack "3P P5 L0" --at "E4 HP1 harm 1"',
                      lambda made: made["summary"]["incapacitated"]["exact"], at_least(4, 3 + 1)),
}  # fmt: skip
ALIASES = {"Know Your Enemy (Faction)", "Buffout (NW2024)", "Mentats (NW2024)"}


def test_every_effect_in_numbers_is_worked_out_by_hand():
    assert set(NUMBERS) | ALIASES == set(IN_NUMBERS)


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_say_what_no_name_does(name):
    before, words, of, by_hand = NUMBERS[name]
    plain, told = (of(run(*shlex.split(each), "--method", "exact", "--json").json) for each in (before, words))
    assert told == pytest.approx(by_hand, abs=1e-12)
    assert abs(plain - by_hand) > 1e-3


# ------------------------------------------------------------------------------------------------ Selective Fire
MINIGUN = "Minigun: Selective Fire (Area (1), Storm (3)) & no Storm (3)"  # 4S, Pierce


def test_selective_fire_is_chosen_for_the_objective():
    half = {"weapon": MINIGUN, "targets": ["E9 HP1"], "moment": Situation(band="half")}
    assert parse_attack("S6 L3", **half).rolled.dice == 4 + 3
    said = parse_attack("S6 L3", **half, traits=["Area 1"])
    assert (said.rolled.dice, said.plain) == (4, True)
    two = parse_attack("S6 L3", weapon=MINIGUN, targets=["E4 HP1", "E5 HP1"])
    assert len(two.attacks) == 2
    note = run("attack", "S6 L3", "--with", MINIGUN, "--at", "E9 HP1", "--half-range", "--method", "exact", "--json")
    assert any('Selective Fire: Storm 3, the best for P(incapacitated); say --trait "Area 1"' in each
               for each in note.json["notes"])  # fmt: skip
