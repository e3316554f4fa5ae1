"""Attacks as text: what is read, what gives itself back, and what is refused."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds import SpecialTest, exact, parse
from odds.core.errors import OddsError
from odds.factions.attacks.area.rules import AreaAttack
from odds.factions.attacks.beside import Beside
from odds.factions.attacks.critical import EFFECTS, Critical
from odds.factions.attacks.query import parse_attack, read_attack
from odds.factions.attacks.rules import OBJECTIVE, Attack, Bonus
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.target import FLAGS, Target
from odds.factions.attacks.target_query import parse_target, read_target
from odds.factions.attacks.until.rules import UntilDown
from odds.factions.attacks.worthwhile import rerolled_for
from odds.factions.switches import BOOK

CLOSE = 1e-12
STATS = dict.fromkeys(("strength", "perception", "charisma", "intelligence", "agility", "luck"), st.integers(0, 12))


@st.composite
def targets(draw, friends=True):
    flags = draw(st.sets(st.sampled_from(sorted(FLAGS))))
    health = draw(st.integers(1, 5))
    near = parse("Confusion I4 L3"), parse("Confusion I5 +1")
    return Target(
        endurance=draw(st.integers(0, 12)),
        health=health,
        **{field: draw(values) for field, values in STATS.items()},
        **dict.fromkeys(flags, True),
        harm=draw(st.integers(0, 3)),
        injuries=draw(st.integers(0, health - 1)),
        radiation=draw(st.integers(0, 2)),
        endurance_bonus=draw(st.integers(0, 2)),
        endurance_dice=draw(st.integers(0, 2)),
        friends=draw(st.lists(st.sampled_from(near), max_size=2)) if friends else (),
    )


@st.composite
def attacks(draw):
    names = draw(st.lists(st.sampled_from(sorted(EFFECTS)), max_size=3, unique=True))
    test = SpecialTest(
        draw(st.integers(1, 8)),
        draw(st.sampled_from("SPA")),
        draw(st.integers(0, 10)),
        draw(st.integers(0, 5)),
        bonus=draw(st.integers(0, 2)),
        unlucky=draw(st.booleans()),
        rerolls=draw(st.integers(0, 2)),
    )
    attack = Attack(
        test,
        draw(targets()),
        tuple(Critical(name, draw(st.integers(1, 3)) if EFFECTS[name] else None) for name in names),
        draw(st.sampled_from([(), (Bonus("Wide Open", 1),), (Bonus("Supporting Fire", 2), Bonus("Wide Swings 2", 2))])),
        plain=draw(st.booleans()),
        penetrator=draw(st.booleans()),
        better_criticals=draw(st.booleans()),
        non_lethal=draw(st.booleans()),
        crackshot=draw(st.integers(0, 2)),
        strength=draw(st.integers(1, 9)),
        objective=draw(st.sampled_from(["P(incapacitated)", "mean(harm)", "P(injury)"])),
        rules=BOOK.rules(
            draw(st.sampled_from(sorted(BOOK.editions))), draw(st.sampled_from([{}, {"suppress": "each"}]))
        ),
    )
    return rerolled_for(attack)


@given(targets())
def test_a_target_gives_itself_back(target):
    assert parse_target(target.text) == target


@given(attacks())
def test_an_attack_gives_itself_back(attack):
    again = parse_attack(attack.text)
    assert again == attack
    assert again.text == attack.text


@given(attacks())
def test_attacks_of_every_kind_give_themselves_back(attack):
    others = (Target(5, 2, **dict.fromkeys(STATS, 4)),)
    until = UntilDown(replace(attack, objective=OBJECTIVE))  # it is for the fewest attacks, and nothing else
    for whole in (Attacks((attack, attack)), until, AreaAttack(attack, others)):
        if whole.text != attack.text:
            assert parse_attack(whole.text).text == whole.text
            assert type(parse_attack(whole.text)) is type(whole)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("E6 HP3 harm 2 power armor", "E6 HP3 harm 2 power armor"),
        ("e6, hp 3; Harm: 2 & Power-Armor", None),
        ("Endurance 6, Health 3, 2 Harm", "E6 HP3 harm 2"),
        ("HP1 E4 1 injury", None),
        ("HP2 E4 1 injury", "E4 HP2 injuries 1"),
        ("E4 HP1 with Buffout and The Next Stage", "E4 HP1 endurance bonus 3"),
        ("E4 HP1 Med-X", "E4 HP2"),
        ("E4 HP1 Rad-X", "E4 HP1 rad resistant"),
        ("E4 HP1, 2 friends I4", "E4 HP1 2 friends I4 L2"),
        ("E4 HP1 friend I4 with Brutality", "E4 HP1 friend I4 L2 >=2"),
        ("Paladin", "S7 P5 E7 C6 I5 A4 L2 HP4 power armor"),
        ("Master +1E +1HP with Toughness, harm 2", "S6 P5 E7 C5 I5 A5 L3 HP4 harm 2 burly toughness rad resistant"),
    ],
)
def test_targets_as_people_type_them(typed, meant):
    if meant is None:
        with pytest.raises(OddsError):
            parse_target(typed)
    else:
        assert parse_target(typed).text == meant


def test_a_perk_that_is_paid_for_waits_for_a_word():
    assert read_target("E4 HP1 moving target").target.moving_target
    assert read_target("Eyebot/Automatrons").eye_catching


@pytest.mark.parametrize(
    ("text", "beside", "meant"),
    [
        ("6S S6 L3", {"criticals": ["maim"]}, "6S S6 L3 crit Maim at E4 HP1"),
        ("6S S6 L3 crit ignite (2), Pierce", {}, None),
        ("4P P5 L2 with Psycho", {"moment": Situation(wide_open=True)}, "4P P5 L2 Wide Open +1 Psycho +2 at E4 HP1"),
        ("6S S6 L3 melee with Big Leagues", {}, "6S S6 L4 at E4 HP1"),
        ("4P P5 L2 ranged with Omens", {}, "4P P5 L2 unlucky at E4 HP1"),
        ("4P P5 L2 ranged with Overwatch", {"words": ["target moved"]}, "4P P5 L2 Overwatch +1 at E4 HP1"),
        ("S6 L3", {"weapon": "Super Sledge"}, "6S S6 L3 crit Maim at E4 HP1"),
        ("S5 L3", {"weapon": "Super Sledge", "moment": Situation(charge=True)},
         "6S S5 L3 charge +1 no bonus dice crit Maim at E4 HP1"),
        ("Master", {"weapon": "Super Sledge", "effects": ["Psycho"]}, "6S S6 L3 Psycho +2 crit Maim at E4 HP1"),
        ("Master with Big Leagues", {"weapon": "Super Sledge"}, "6S S6 L4 crit Maim at E4 HP1"),
        ("Master with Super Sledge and Penetrator", {}, "6S S6 L3 crit Maim at E4 HP1"),
        ("P5 L2", {"weapon": "Hunting Rifle: 4P; Aim (2)", "moment": Situation(aim=True)},
         "4P P5 L2 Aim +2 crit Pierce at E4 HP1"),
        ("P5 L2 C3", {"weapon": "Hunting Rifle", "moment": Situation(supporters=2, distance=40)},
         "3P P5 L2 unlucky Supporting Fire +2 crit Pierce at E4 HP1"),
        ("P5", {"weapon": "Hunting Rifle", "effects": ["Steady Aim"], "words": ["not moved"]},
         "3P P5 L2 Steady Aim +1 crit Pierce at E4 HP1"),
        ("S4", {"weapon": "makeshift weapon", "moment": Situation(bladed=True)}, "2S S4 L2 Bladed +1 at E4 HP1"),
        ("4P P5 L2", {"traits": ["Storm 2"], "moment": Situation(band="half")}, "4P P5 L2 Storm +2 at E4 HP1"),
        ("4P P5 L2", {"effects": ["Penetrator", "Better Criticals"]},
         "4P P5 L2 penetrator better criticals at E4 HP1"),
    ],
)  # fmt: skip
def test_attackers_as_people_type_them(text, beside, meant):
    if meant is None:
        with pytest.raises(OddsError, match="Agility"):
            parse_attack(text, targets=["E4 HP1"], **beside)
    else:
        assert parse_attack(text, targets=["E4 HP1"], **beside).text == meant


def test_one_die_for_a_target_that_is_wide_open():
    """Overwatch makes the target Wide Open, which it cannot be twice."""
    once = parse_attack("4P P5 L2 ranged target moved with Overwatch at E4 HP1", moment=Situation(wide_open=True))
    assert once.bonus_dice == (Bonus("Wide Open", 1),)


def test_eye_catching_makes_a_shot_wide_open():
    reading = read_attack("P5 L2", Beside(weapon="Hunting Rifle", targets=["Eyebot/Automatrons"]))
    assert reading.question.bonus_dice == (Bonus("Wide Open", 1),)
    assert "Eye Catching: the target is Wide Open" in reading.notes


def test_effects_on_friends():
    attack = parse_attack("6S S6 L3 with Psycho and Brutality at E4 HP1 friend I4", effects=["Intimidation"])
    assert attack.target.friends == (SpecialTest(2, "I", 3, 2, name="Confusion", at_least=2),)


def test_effects_are_worth_what_they_say():
    """Psycho: two dice more; Buffout: Endurance 6 in place of 4; Day Tripper: two Luck Dice more."""
    at = ["E4 HP1"]
    plain = [
        exact(parse_attack(text, targets=at)).probability("incapacitated")
        for text in ("6S S6 L3", "8S S6 L3", "6S S6 L5")
    ]
    for number, name in enumerate(["", " with Psycho", " with Day Tripper"]):
        shot = parse_attack(f"6S S6 L3{name}", targets=at)
        assert exact(shot).probability("incapacitated") == pytest.approx(plain[number], abs=CLOSE)
    tough = [parse_attack("6S S6 L3", targets=[text]) for text in ("E4 HP1 with Buffout", "E6 HP1")]
    ends = [exact(each).probability("incapacitated") for each in tough]
    assert ends[0] == pytest.approx(ends[1], abs=CLOSE)
    assert ends[0] < plain[0] - 0.1


def test_rules_change_what_an_effect_brings():
    champion = {"words": ["Champion"], "effects": ["Thin the Herd"], "targets": ["E4 HP1"]}
    new = parse_attack("6S S6 L3", **champion)
    old = parse_attack("6S S6 L3", edition="CORE2025", **champion)
    assert [each.bonus_dice[0].dice for each in (new, old)] == [3, 1]
    notes = read_attack("6S S6 L3", Beside(**champion)).notes
    assert "Thin the Herd depends on rule thin-the-herd: see odds rules" in notes


def test_rerolls_are_for_what_the_attack_is_for():
    """The best of both: no fixed use of the re-roll brings more of what is wanted."""
    for goal in ("P(incapacitated)", "P(harm >= 1)", "mean(injuries)"):
        text = "3P P5 L2 reroll 1 crit Maim at E3 HP2 harm 2"
        best = float(exact(parse_attack(text, objective=goal)).metric(goal).value)
        for policy in ("duds-luck-first", "duds-standard-first", "fortune-smiles-only", "never"):
            other = parse_attack(text.replace("reroll 1", f"reroll 1 policy {policy}"), objective=goal)
            assert float(exact(other).metric(goal).value) <= best + CLOSE
    assert parse_attack("3P P5 L2 reroll 1 at E3 HP1").rolled.goal.__name__ == "P(incapacitated)"


@pytest.mark.parametrize(
    ("text", "beside", "sentence"),
    [
        ("6S S6 L3", {"targets": []}, "needs a target"),
        ("", {}, "nobody attacks"),
        ("6S L3", {}, "needs numbers"),
        ("Mastr", {"weapon": "Super Sledge"}, "did you mean Master"),
        ("Master", {}, "say which weapon 'Master' attacks with"),
        ("S6", {}, "say what it attacks with"),
        ("6S S6", {"weapon": "Super Sledge"}, "is a Test already"),
        ("S6", {"weapon": "Super Slege"}, "did you mean Super Sledge"),
        ("L3", {"weapon": "Super Sledge"}, "needs the attacker's Strength"),
        ("P5", {"weapon": "Hunting Rifle", "moment": Situation(supporters=1)}, "Charisma"),
        ("6S S6 L3 crit Miam", {}, "did you mean Maim"),
        ("6S S6 L3", {"criticals": ["Ignite"]}, "needs its number"),
        ("6S S6 L3", {"criticals": ["Ignite 2"]}, "target's Agility: add A4"),
        ("6S S6 L3", {"effects": ["Psyco"]}, "did you mean Psycho"),
        ("6S S6 L3 Psycho +2", {"effects": ["Psycho"]}, "twice"),
        ("6S S6 L3", {"effects": ["Steady Aim"]}, "needs rifle or heavy"),
        ("6S S6 L3", {"words": ["rainy"]}, "no condition"),
        ("6S S6 L3", {"moment": Situation(aim=True)}, '--trait "Aim 1"'),
        ("6S S6 L3", {"moment": Situation(distance=3)}, "--distance needs a weapon"),
        ("6S S6 L3", {"pays_crackshot": True}, "Crackshot"),
        ("S6", {"weapon": "Super Sledge", "moment": Situation(wide_open=True)}, "means nothing here"),
        ("6S S6 L3", {"attacks": 0}, "1 to 20"),
        ("6S S6 L3", {"attacks": 2, "until_down": True}, "until its target is down"),
        ("6S S6 L3", {"targets": ["E4 HP1", "E5 HP1"]}, "only a weapon with Area"),
        ("6S S6 L3", {"targets": ["E4 HP1", "E5 HP1"], "traits": ["Area 1"], "attacks": 2}, "several targets"),
        ("6S S6 L3; 4P P5 L2", {"attacks": 2}, "several attackers"),
        ("6S S6 L3", {"objective": "sd(harm)"}, "cannot be an objective"),
        ("6S S6 L3 for mean(harm)", {"objective": "P(injury)"}, "given twice"),
        ("6S S6 L3", {"edition": "X"}, "unknown edition"),
        ("6S S6 L3 rule suppress=any", {"rules": {"suppress": "each"}}, "given twice"),
        ("6S S6 L3", {"friends_near": 2}, "need their Intelligence"),
        ("6S S6 L3", {"friends_near": 21, "friends": "I4"}, "0 to 20"),
        ("6S S6 L3", {"friends": "I4"}, "how many"),
        ("6S S6 L3 with Brutality", {}, "--friends-near"),
        ("6S S6 L3", {"targets": ["E4"]}, "Health is missing"),
        ("6S S6 L3", {"targets": ["HP4"]}, "Endurance is missing"),
        ("6S S6 L3", {"targets": ["E4 HP1 E5"]}, "twice"),
        ("6S S6 L3", {"targets": ["E4 HP1 hram 2"]}, "did you mean harm"),
        ("6S S6 L3", {"targets": ["E4 HP1 harm"]}, "number is missing"),
        ("6S S6 L3", {"targets": ["E4 HP1 harm 9"]}, "Harm Limit"),
        ("6S S6 L3", {"targets": ["Paladine"]}, "did you mean Paladin"),
        ("6S S6 L3", {"targets": ["E4.5 HP1"]}, "no whole number"),
        ("6S S6 L3", {"targets": [" "]}, "empty"),
        ("6S S6 L3", {"targets": ["x" * 501]}, "at most 500"),
        ("x" * 2001, {}, "at most 2,000"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said(text, beside, sentence):
    with pytest.raises(OddsError, match=sentence.replace("(", r"\(").replace("+", r"\+")):
        parse_attack(text, **{"targets": ["E4 HP1"], **beside})


@given(st.text(max_size=60), st.text(max_size=30))
def test_any_text_is_read_or_refused(text, place):
    for words, at in ((text, "E4 HP1"), ("6S S6 L3", place), (f"6S S6 L3 {text}", f"E4 HP1 {place}")):
        try:
            question = parse_attack(words, targets=[at])
        except OddsError:
            continue
        assert parse_attack(question.text).text == question.text
