"""Attacks in words: who attacks whom, Bonus Dice, and which Critical Effect is used when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from odds.core.text import listed
from odds.factions.attacks.target import FLAGS, STATISTICS
from odds.report import special
from odds.report.long import cut
from odds.report.view import Column, Grid, Line

if TYPE_CHECKING:
    from odds.factions.attacks.damage import State
    from odds.factions.attacks.link import Tactic
    from odds.factions.attacks.rules import Attack
    from odds.factions.attacks.target import Target

Rule = tuple[tuple[str, str], ...]
"""Hits, as "1-3" or "4+", and the effect that is used with them."""


def target_words(target: Target) -> str:
    """The target in words.

    Examples
    --------
    >>> from odds.factions.attacks.target_query import parse_target
    >>> target_words(parse_target("E6 HP3 harm 2 power armor"))
    'Endurance 6, Health 3, Harm 2 of 4, Power Armor'
    """
    words = [f"Endurance {target.endurance}"]
    if target.toughened != target.endurance:
        words[0] += f" (now {target.toughened})"
    words += [f"Health {target.health}", f"Harm {target.harm} of {target.limit}"]
    if target.injuries:
        words.append(injuries_words(target.injuries))
    words += [name for field, name in FLAGS.items() if getattr(target, field)]
    if target.friends:
        words.append(special.number_of(len(target.friends), "friend near", "friends near"))
    return ", ".join(words)


def who(attack: Attack) -> str:
    """Who attacks with what and whom, by name, before what follows; empty if nobody has a name.

    Examples
    --------
    >>> from odds.factions.attacks.query import parse_attack
    >>> who(parse_attack("Master", weapon="Super Sledge", targets=["Paladin"])), who(parse_attack("4P P5 at E4 HP1"))
    ('Master with Super Sledge at Paladin: ', '')
    """
    named = [attack.name, f"at {attack.target.name}" if attack.target.name else ""]
    return f"{' '.join(filter(None, named))}: " if any(named) else ""


def numbered(number: int, target: Target) -> str:
    """One of several targets: its number, its name if it has one, and what every attack needs of it.

    Examples
    --------
    >>> from odds.factions.attacks.target_query import parse_target
    >>> numbered(1, parse_target("E4 HP1")), numbered(2, parse_target("Paladin, harm 2"))
    ('1 (E4 HP1)', '2 Paladin (E7 HP4)')
    """
    name = f"{number} {target.name}" if target.name else str(number)
    return f"{name} (E{target.endurance} HP{target.health})"


def injuries_words(injuries: int) -> str:
    """A number of Injuries with its noun.

    Examples
    --------
    >>> injuries_words(1)
    '1 Injury'
    """
    return special.number_of(injuries, "Injury", "Injuries")


def state_name(harm: int | None, injuries: int | None, *, down: bool) -> str:
    """How a model stands, in a few words.

    Examples
    --------
    >>> state_name(2, 1, down=False), state_name(0, 0, down=False), state_name(None, None, down=True)
    ('Harm 2, 1 Injury', 'unhurt', 'Incapacitated')
    """
    if down:
        return "Incapacitated"
    words = [f"Harm {harm}"] * bool(harm) + [injuries_words(injuries or 0)] * bool(injuries)
    return ", ".join(words) or "unhurt"


def bonus_line(attack: Attack) -> Line:
    """Where the Bonus Dice come from."""
    if attack.bonus_dice:
        return Line(f"Bonus Dice: {', '.join(f'{each.source} {each.dice:+}' for each in attack.bonus_dice)}.")
    if attack.test.unlucky:
        return Line("No Bonus Dice: the Test is Unlucky.")
    return Line("No Bonus Dice." if attack.takes_bonus else "No Bonus Dice: the attack takes none.")


def critical_line(attack: Attack) -> Line | None:
    """Which Critical Effects there are; None if the weapon has none."""
    if not attack.criticals:
        return None
    if not attack.effects:
        return Line("No Critical Effect: the Test is Unlucky.")
    if len(attack.effects) == 1:
        return Line(f"Critical Effect: {attack.effects[0].text}, whenever a Luck Die survives.")
    names = listed([each.text for each in attack.effects])
    return Line(f"Critical Effect: {names}, once the Hits are seen; the better one for {attack.objective}.")


def rule(attack: Attack, by_hits: Sequence[int]) -> Rule:
    """Which effect is used with how many Hits, from 1; neighbors that are the same together.

    Examples
    --------
    >>> from odds.factions.attacks.query import parse_attack
    >>> rule(parse_attack("6S S6 L3 crit Maim, Pierce at E4 HP1"), [0, 0, 0, 1, 0, 0])
    (('1-2', 'Maim'), ('3', 'Pierce'), ('4+', 'Maim'))
    """
    runs = []
    numbered = list(enumerate(by_hits))[1:]
    for effect, group in groupby(numbered, key=lambda each: each[1]):
        hits = [n for n, _ in group]
        last = hits[-1] == len(by_hits) - 1
        shown = f"{hits[0]}+" if last else str(hits[0]) if len(hits) == 1 else f"{hits[0]}-{hits[-1]}"
        runs.append((shown, attack.effects[int(effect)].text))
    return tuple(runs)


def rules_of(attack: Attack) -> dict[str, Rule]:
    """Which effect an attack uses, by surviving Luck Dice where that matters: "" or "1", "2", ..."""
    from odds.factions.attacks.exact import choice

    columns = {str(left): rule(attack, row) for left, row in enumerate(choice(attack).T.tolist()) if left}
    if len(set(columns.values())) <= 1:
        return dict.fromkeys([""], columns["1"]) if columns else {}
    return columns


def rule_grid(attack: Attack) -> Grid | None:
    """The rule for several Critical Effects as a table; None where there is nothing to decide."""
    if len(attack.effects) < 2:
        return None
    rules = rules_of(attack)
    by_luck = "" not in rules
    columns = [Column("Luck Dice left", "key")] * by_luck + [Column("Hits", "key"), Column("Critical Effect", "name")]
    rows = [((left,) if by_luck else ()) + row for left, each in rules.items() for row in each]
    return Grid(tuple(columns), tuple(rows))


def chain_grid(attack: Attack, chosen: Sequence[tuple[str, dict[State, Tactic]]]) -> Grid | None:
    """The rule of attacks one after another, by how the target stands; None where there is nothing to decide."""
    if len(attack.effects) < 2:
        return None
    rows = []
    several = len(chosen) > 1
    for name, by_state in chosen:
        for state, tactic in sorted(by_state.items()):
            text = ", ".join(f"{hits}: {effect}" for hits, effect in rule(attack, tactic.effects))
            stands = state_name(state.harm, state.injuries, down=False) + (", Toughness used" if state.tough else "")
            rows.append(((name,) if several else ()) + (stands, text))
    columns = [Column("attack", "key")] * several + [Column("target stands", "name"), Column("effect by Hits", "text")]
    return Grid(tuple(columns), tuple(rows))


def shortened(grid: Grid | None) -> Grid | None:
    """A table as a page shows it: the first lines, and how many there are besides."""
    if grid is None:
        return None
    empty = [""] * (len(grid.columns) - 1)
    return grid._replace(rows=cut(grid.rows, lambda more: (*empty, f"{more}: --json has all")))


def chain_policy(attack: Attack, goal: str) -> str:
    """How the re-rolls of one of several attacks are used, which are for this together; empty where there are none."""
    from odds.factions.attacks.worthwhile import plays_for_the_end

    if plays_for_the_end(attack.test):
        return f"{special.policy(attack.rolled, goal)}, as the target then stands"
    found = special.policy(attack.rolled)
    return found and f"{found}; the same wherever the target stands"


def facts(attack: Attack) -> dict[str, Any]:
    """An attack's fields for JSON."""
    target = attack.target
    numbers = ("health", "harm", "injuries", "harm_limit", "radiation", "endurance_bonus", "endurance_dice")
    return {
        **special.facts(attack.rolled),
        "attacker": attack.name or None,
        "objective": attack.objective,
        "critical_effects": [each.text for each in attack.effects],
        "non_lethal": attack.non_lethal,
        "penetrator": attack.penetrator,
        "crackshot": attack.crackshot,
        "strength": attack.strength,
        "target": {
            "name": target.name or None,
            **{field: getattr(target, field) for field in STATISTICS},
            **{field: getattr(target, "limit" if field == "harm_limit" else field) for field in numbers},
            **{field: getattr(target, field) for field in FLAGS},
            "friends": [friend.text for friend in target.friends],
        },
    }


def steps(lines: Iterator[str]) -> tuple[Line, ...]:
    """Sentences with their numbers."""
    return tuple(Line(f"{n}. {step}") for n, step in enumerate(lines, 1))


def said(attack: Attack, of: Callable[[Attack], Line | None]) -> tuple[Line, ...]:
    """A line if there is one."""
    line = of(attack)
    return () if line is None else (line,)
