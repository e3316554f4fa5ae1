"""The five steps of a S.P.E.C.I.A.L. Test (Rulebook p. 16-17), walked through with one query's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.core.subject import subject_of
from odds.core.text import listed
from odds.factions.special.rules import SpecialTest
from odds.report.numbers import percent
from odds.report.special import dice_of, number_of, permissions, policy
from odds.report.subjects import describe
from odds.report.view import Line, Page

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.core.distribution import Distribution


def explain(answer: Answer) -> Page:
    """How the Test goes at the table, with its chances at every step.

    Parameters
    ----------
    answer
        An answer to a S.P.E.C.I.A.L. Test that gives its statistic's value.

    Raises
    ------
    OddsError
        If the statistic's value is left open: there are no numbers to tell then.

    Examples
    --------
    >>> from odds import answer, parse
    >>> explain(answer(parse("6S S6 L3"), method="exact")).lines[0].text[:68]
    '1. Create the Pool (Rulebook p. 16). You roll 6 dice: 3 Luck Dice an'
    """
    check(answer.question)
    if told := getattr(describe(answer.question), "explain", None):
        page: Page = told(answer)
        return page
    test: SpecialTest = answer.question.played
    law = subject_of(test).exact(test, axes=("hits", "luck_hits", "pool_hits"))
    steps = (_pool(test), _roll(test, law), _fortune(test, law), _critical(test, law), _outcome(test, law))
    lines = (f"{i}. {' '.join(step)}" for i, step in enumerate(steps, 1))
    return Page("How it goes at the table", grids=(), lines=tuple(Line(text) for text in lines))


def check(test: SpecialTest) -> None:
    """Refuses a Test that leaves its statistic's value open.

    Raises
    ------
    OddsError
        If it does.
    """
    if hasattr(describe(test), "explain"):
        return
    if not hasattr(test, "value"):
        raise OddsError("--explain walks through the steps of one Test: leave it out here")
    if test.value is None:
        raise OddsError(f"an explanation needs the statistic's value: add for example {test.stat}5 to {test.text}")


def _pool(test: SpecialTest) -> Iterator[str]:
    yield "Create the Pool (Rulebook p. 16)."
    bonus = "Bonus Die" if test.bonus == 1 else "Bonus Dice"
    if test.bonus and not test.unlucky:
        yield f"{number_of(test.pool, 'die', 'dice')} and {test.bonus} {bonus} make {test.dice}: {dice_of(test)}."
    else:
        yield f"You roll {number_of(test.dice, 'die', 'dice')}: {dice_of(test)}."
    if test.bonus and test.unlucky:
        yield f"Leave the {test.bonus} {bonus} on the table: an Unlucky Test gets none."
    if (test.luck or 0) > test.luck_dice:
        yield f"Your Luck of {test.luck} is more than the Pool has room for, so no Standard Die is needed."
    elif test.luck_dice:
        yield f"Your Luck of {test.luck} says how many are Luck Dice."
    else:
        yield "Without Luck there are no Luck Dice."


def _roll(test: SpecialTest, law: Distribution) -> Iterator[str]:
    yield "Roll, and take out the Duds (Rulebook p. 16)."
    chance = _one_die(test)
    if not chance:
        yield f"With a statistic of {test.value} no die can hit: the Test fails whatever you roll."
        return
    below = f"{test.value} or less" if test.value and test.value < 10 else "anything but a 10"
    yield f"A die hits on {below}, a chance of {percent(chance, 0)}; a 10 is always a Dud."
    if test.may_reroll:
        may = listed(permissions(test), "and")
        yield f"You may re-roll {may} (Rulebook p. 17), each die once; the new face stands."
        yield f"These numbers are for policy {policy(test).split(' (')[0]}; odds reroll shows it move by move."
        if test.rules["all-duds"] == "failed":
            yield "If nothing at all hit, it is too late for that."
    yield f"On average {_decimal(law.mean('pool_hits'))} of the {number_of(test.dice, 'die', 'dice')} stay."
    fails = law.metric("failed").value
    if fails > 0:
        yield f"{_chance(fails)} of the time nothing stays: the Test is Failed and ends here."


def _fortune(test: SpecialTest, law: Distribution) -> Iterator[str]:
    yield "Fortune Smiles (Rulebook p. 17)."
    if test.unlucky:
        yield "Skip it: the Test is Unlucky, so Luck Dice are like any others."
        return
    if not law.mean("luck_hits"):
        yield "Nothing to do: there are no Luck Dice left that could bring more."
        return
    if test.fortune_dice == 1:
        yield "Every Luck Die that hit brings one more Standard Die."
    elif test.clover_for_every:
        yield "Every Luck Die that hit brings two more Standard Dice (Four Leaf Clover)."
    else:
        yield "Every Luck Die that hit brings one more Standard Die, and one of them a second (Four Leaf Clover)."
    more = _decimal(law.mean("hits") - law.mean("pool_hits"))
    yield f"Expect {_decimal(law.mean('luck_hits'))} of your Luck Dice to be there still, and {more} Hits from the dice"
    yield "they bring; those bring no dice themselves."


def _critical(test: SpecialTest, law: Distribution) -> Iterator[str]:
    yield "Critical Effect (Rulebook p. 17)."
    if not test.has_critical:
        yield f"Only Attack Tests have one: the {test.name} Test skips it."
    elif test.unlucky:
        yield "Skip it: the Test is Unlucky."
    else:
        chance = _chance(law.metric("critical").value)
        yield "One Luck Die left in the Pool is enough, whatever its Fortune Smiles die shows."
        yield f"That is so {chance} of the time: then the weapon's Critical Effect, if it has one, triggers."


def _outcome(test: SpecialTest, law: Distribution) -> Iterator[str]:
    yield "The outcome (Rulebook p. 17)."
    yield f"You pass {_chance(law.metric('not failed').value)} of the time."
    yield f"Hits are {_decimal(law.mean('hits'))} on average, most often {law.mode('hits')};"
    yield f"nine times in ten {_between(law)}."
    goal = max(law.median("hits"), 1) if test.at_least is None else test.at_least
    yield f"You get {goal} or more {_chance(law.metric(f'hits >= {goal}').value)} of the time."


def _between(law: Distribution) -> str:
    low, high = law.quantile(0.05, "hits"), law.quantile(0.95, "hits")
    return f"{low}" if low == high else f"between {low} and {high}"


def _one_die(test: SpecialTest) -> float:
    """The chance that one die hits, from the exact engine: a Pool of a single die without any of its extras."""
    alone = SpecialTest(1, test.stat, test.value, test.luck, unlucky=True, rules=test.rules)
    return float(subject_of(alone).exact(alone, axes=("hits",)).mean("hits"))


def _chance(p: object) -> str:
    return percent(float(p), 2)  # type: ignore[arg-type]


def _decimal(x: object) -> str:
    return f"{float(x):.2f}"  # type: ignore[arg-type]
