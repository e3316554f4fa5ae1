"""The steps of an attack (Rulebook p. 20-23), walked through with one attack's numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from odds.report import special
from odds.report.attack_words import Rule, injuries_words, rules_of, state_name
from odds.report.numbers import percent, plain

if TYPE_CHECKING:
    from odds.factions.attacks.rules import Attack


def story(attack: Attack, rules: Mapping[str, Rule] | None = None) -> Iterator[str]:
    """The steps, a text each.

    Parameters
    ----------
    attack
        The attack.
    rules
        Which Critical Effect is used when, where that is decided for more than this attack.

    Examples
    --------
    >>> from odds.factions.attacks.query import parse_attack
    >>> next(story(parse_attack("6S S6 L3 crit Maim at E4 HP1 harm 2")))[:78]
    'Create the Pool (Rulebook p. 16, 20): 6 dice and 2 Bonus Dice (Harm +2) make 8'
    """
    from odds.factions.attacks.exact import exact

    law = exact(
        attack, axes=("harm", "injuries", "incapacitated", "fatigue", "inches", "confused", "hits", "luck_hits")
    )
    yield _pool(attack)
    yield _roll(attack, law)
    if attack.criticals:
        yield _critical(attack, law, rules_of(attack) if rules is None else rules)
    yield _table(attack)
    yield from _afterwards(attack)
    yield _end(attack, law)
    if attack.target.friends:
        yield _confusion(attack, law)


def _pool(attack: Attack) -> str:
    test = attack.rolled
    dice = special.number_of(attack.test.pool, "die", "dice")
    kinds = special.dice_of(test)
    if not attack.takes_bonus:
        why = "Unlucky" if test.unlucky else "one that takes no Bonus Dice"
        return f"Create the Pool (Rulebook p. 16, 20): {dice}, {kinds}. The attack is {why}."
    if attack.bonus_dice:
        sources = ", ".join(f"{each.source} {each.dice:+}" for each in attack.bonus_dice)
        bonus = special.number_of(sum(each.dice for each in attack.bonus_dice), "Bonus Die", "Bonus Dice")
        return f"Create the Pool (Rulebook p. 16, 20): {dice} and {bonus} ({sources}) make {test.dice}: {kinds}."
    return f"Create the Pool (Rulebook p. 16, 20): {dice}, {kinds}. Nothing gives Bonus Dice."


def _roll(attack: Attack, law: Any) -> str:
    test = attack.rolled
    said = f"Roll them (Rulebook p. 16-17): a die hits {percent(test.faces / 10, 0)} of the time."
    if test.may_reroll:
        said += f" Re-rolls: {special.policy(test)}."
    if test.luck_dice and not test.unlucky:
        said += " Each Luck Die that hits brings a Fortune Smiles die."
    chance = percent(float(law.probability("failed")), 2)
    return f"{said} {plain(float(law.mean('hits')), 2)} Hits on average; no Hit, and so nothing at all, {chance}."


def _critical(attack: Attack, law: Any, rules: Mapping[str, Rule]) -> str:
    if not attack.effects:
        return "An Unlucky Test has no Critical Effect (Rulebook p. 17)."
    chance = percent(float(law.probability("critical")), 2)
    said = f"A Luck Die survives {chance} of the time: then one Critical Effect is used (Rulebook p. 22)"
    if attack.target.odd_anatomy:
        said += ", unless a Shrug Test 2E has as many Hits as Luck Dice survived"
    if len(attack.effects) == 1:
        return f"{said}: {attack.effects[0].text}."
    named = [
        (f"with {left} left " if left else "") + ", ".join(f"{hits} Hits: {effect}" for hits, effect in each)
        for left, each in rules.items()
    ]
    return f"{said}: the best for {attack.objective} ({'; '.join(named)})."


def _table(attack: Attack) -> str:
    assert attack.rules is not None
    endurance, target = attack.endurance(), attack.target
    least = 2 * endurance + (attack.rules["outright"] == "more-than")
    said = f"Compare the Hits, the Damage, with Endurance {endurance} (Rulebook p. 21)"
    if any(each.name == "Pierce" for each in attack.effects):
        said += f", {attack.endurance(pierced=True)} with Pierce"
    spares = attack.non_lethal and attack.rules["non-lethal"] == "spares"
    out = "" if spares else f"{least} or more: Incapacitated; "
    injury = "1 Harm" if attack.non_lethal else "1 Injury and 1 Harm"
    excess = "" if attack.non_lethal else f", at Harm {target.limit} 1 Injury instead"
    return f"{said}. {out}{endurance} or more: {injury}; 1 or more: 1 Harm{excess}."


def _afterwards(attack: Attack) -> Iterator[str]:
    target = attack.target
    if attack.crackshot:
        yield f"Crackshot adds {attack.crackshot} Harm, up to the Harm Limit of {target.limit}."
    if target.toughness:
        yield "The first time it would fall, a Toughness Test 2E leaves it standing with Harm at its limit."
    if target.survivalist:
        yield "Survivalist: its Harm goes to a friend."


def _end(attack: Attack, law: Any) -> str:
    target = attack.target
    falls = f"It falls with {injuries_words(target.health)}" + (
        f", {target.health - target.injuries} more" if target.injuries else ""
    )
    chance = percent(float(law.probability("incapacitated")), 2)
    likely = _likeliest(law)
    return f"{falls}: Incapacitated {chance} of the time. Likeliest of all: {likely}."


def _likeliest(law: Any) -> str:
    import numpy as np

    chances = np.asarray(law.marginal("harm", "injuries", "incapacitated").probabilities, float)
    harm, injuries, down = np.unravel_index(int(chances.argmax()), chances.shape)
    name = state_name(int(harm), int(injuries), down=bool(down))
    return f"{name}, {percent(float(chances.max()), 2)}"


def _confusion(attack: Attack, law: Any) -> str:
    target = attack.target
    if not target.confuses:
        return "Its fall causes no Confusion Tests."
    friends = special.number_of(len(target.friends), "friend takes a Confusion Test", "friends take Confusion Tests")
    failed, any_ = plain(float(law.mean("confused")), 2), percent(float(law.probability("confused >= 1")), 2)
    given = ""
    if float(law.probability("incapacitated")) > 0:
        given = f" If it falls, {plain(float(law.metric('mean(confused given incapacitated)').value), 2)} fail."
    return f"If it falls, {friends} (2I): {failed} fail on average, somebody {any_} of the time.{given}"
