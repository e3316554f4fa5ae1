"""The story of a trial tells what was rolled and counts, and nothing else."""

import pytest
from run import run

from odds import SpecialTest, parse, simulate
from odds.core.lanes.program import Program
from odds.core.lanes.story import first_trials
from odds.core.subject import subject_of
from odds.factions.attacks.query import parse_attack
from odds.factions.attacks.until.exact import attacks_listed
from odds.factions.volleys.query import parse_volley

TRIALS = 300
FEW = ("--seed", "1", "--trials", "1000")
QUESTIONS = {
    "attacks": parse_attack("5S S6 L2; 5S S6 L2; 5S S6 L2 at E5 HP1, 2 friends I4 L2"),
    "until": parse_attack("until down: 5S S4 L2 at E5 HP1"),
    "tough": parse_attack("until down: 6S S8 L2 crit Pierce crit Meltdown at E5 HP1 L2 toughness odd anatomy"),
    "area": parse_attack("5S S6 L2", traits="Area 2", targets=["E5 L2 HP1 toughness, 1 friend I4", "E4 HP2"]),
    "ricochet": parse_attack("2S S3 L2", targets="E5 HP1", ricochet="E2 HP1, friend I4"),
    "stranger": parse_attack("3S S3 L4", effects="Mysterious Stranger", targets="E5 HP1"),
    "volley": parse_volley(["5S S6 L2", "4P P4 L2 reroll 1", "3A A4 L2"], "E5 HP1", "adaptive"),
}


def stories(question, trials=TRIALS):
    program = Program()
    return first_trials(program, subject_of(question).play(program, question), trials, 1)


def dice(told):
    """The dice of the Pool among what was told, and their Hits with those of Fortune Smiles and re-rolls."""
    pool = [each for label, what in told if label in ("Luck Dice", "Standard Dice") for each in what]
    smiles = sum(sum(what) for label, what in told if label == "Fortune Smiles Hits")
    return len(pool), sum(pool) + smiles


def parted(story):
    """What was told under each heading, in order."""
    found = [("", [])]
    for label, what in story.told:
        if label.endswith(":"):
            found.append((label, []))
        else:
            found[-1][1].append((label, what))
    return found


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_told_trial_is_a_counted_trial(name):
    question = QUESTIONS[name]
    told = stories(question, 1000)
    sampled = simulate(question, trials=1000, seed=1)
    for axis in sampled.axes:
        counts = sampled.marginal(axis).values.tolist()
        assert [sum(story.outcome[axis] == n for story in told) for n in range(len(counts))] == counts


def test_an_attack_has_the_dice_of_its_pool():
    """Each Harm is a Bonus Die: the Pool of the next attack is as large as the Harm told before it."""
    for story in stories(QUESTIONS["attacks"]):
        harm, hits, fell = 0, 0, False
        for heading, told in parted(story):
            if heading.startswith("attack"):
                assert not fell
                rolled, shown = dice(told)
                assert rolled == 5 + harm
                hits += shown
                harm, fell = harm + (shown > 0), ("Incapacitated", None) in told
            elif heading:
                assert heading.startswith("Confusion Test")
                assert fell
        assert hits == story.outcome["hits"]
        assert fell == bool(story.outcome["incapacitated"])


@pytest.mark.parametrize("name", ["until", "tough"])
def test_no_attack_is_told_after_the_fall(name):
    for story in stories(QUESTIONS[name]):
        attacks = sum(heading.startswith("attack") for heading, _ in parted(story))
        falls = sum(label == "Incapacitated" for label, _ in story.told)
        assert attacks == min(story.outcome["attacks"], attacks_listed(QUESTIONS[name]))
        assert falls <= 1
        tests = sum(heading == "Toughness Test:" for heading, _ in parted(story))
        assert tests >= falls if name == "tough" else not tests


def test_tests_are_told_where_they_are_made():
    seen = set()
    for story in stories(QUESTIONS["ricochet"]):
        headings = [heading for heading, _ in parted(story)]
        assert ("attack on target 2:" in headings) == bool(story.outcome["ricochets"])
        assert any("Confusion" in each for each in headings) == bool(story.outcome["incapacitated_2"])
        seen.add(story.outcome["ricochets"])
    for story in stories(QUESTIONS["stranger"]):
        headings = [heading for heading, _ in parted(story)]
        assert ("attack of the Stranger:" in headings) == bool(story.outcome["came"])
    for story in stories(QUESTIONS["area"]):
        headings = [heading for heading, _ in parted(story)]
        assert any("Confusion" in each for each in headings) == bool(story.outcome["incapacitated_1"])
    assert seen == {0, 1}


def test_a_volley_tells_who_attacks_next():
    for story in stories(QUESTIONS["volley"]):
        headings = [heading for heading, _ in parted(story) if heading.startswith("attack")]
        assert len(headings) == story.outcome["attacks"]
        assert len({each.rpartition(" ")[2] for each in headings}) == len(headings)


def test_re_rolled_dice_are_told_one_by_one():
    test = parse("6S S6 L3 reroll 2")
    assert isinstance(test, SpecialTest)
    most = 0
    for story in stories(test):
        again = [what for label, what in story.told if label.startswith("re-rolled")]
        most = max(most, sum(map(len, again)))
        assert sum(map(len, again)) <= 2
    assert most == 2
    assert "re-rolled Luck Dice" in run("6S", "S6", "L3", "reroll", "2", "--trace", "9", *FEW).out


@pytest.mark.parametrize(
    ("words", "said", "never"),
    [
        (("5S S6 L2", "--at", "E5 HP1", "--until-down"), "Incapacitated = 1 attack", "still standing"),
        (("2S S3 L2", "--at", "E5 HP1", "--ricochet", "E4 HP1"), "; model 2: incapacitated 0, confused 0", "_2"),
        (
            ("5S S6 L2", "--trait", "Area 2", "--at", "E5 HP1", "--at", "E4 HP2"),
            "model 2: 1 harm, 1 injury",
            "injurie ",
        ),
    ],
)
def test_outcomes_are_told_in_readable_words(words, said, never):
    out = " ".join(run("attack", *words, *FEW, "--trace", "30").out.split())
    told = out[out.index("The first 30") :]
    assert said in told
    assert never not in told
