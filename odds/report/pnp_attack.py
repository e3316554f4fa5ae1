"""An attack of Fallout PnP in words and as fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from typing import TYPE_CHECKING, Any

from odds.core.subject import subject_of
from odds.report.board import doubts
from odds.report.numbers import percent, plain
from odds.report.pnp import Metric, actions_words, both, measured, outcomes, table
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.core.distribution import Distribution
    from odds.pnp.attacks.rules import PnpAttack

PLAIN = (
    "bonus", "defense", "rof", "dt", "edt", "ap", "luck", "lucky", "burning", "lethal", "spread", "splash", "cover",
    "height", "visibility", "lobbed", "called", "vats", "two_weapons", "pistol_whip", "distance", "min_range",
    "max_range", "warm_up", "hp", "turns", "need", "shots",
)  # fmt: skip
#: axis -> what its mean is called in tables and in JSON
MEANS = {
    "damage": ("damage", "damage_mean"),
    "burn": ("damage of the fire", "burn_mean"),
    "points": ("action points spent", "points_mean"),
}
MOST_TURNS = 12  # rows of a fire


def subtitle(attack: PnpAttack) -> str:
    """The attack in words."""
    shots = "1 shot" if attack.shots == 1 else f"{attack.shots} shots"
    kinds = {"physical": "DT", "energy": "EDT"}
    dts = " and ".join(f"{kinds[kind]} {attack.dt_against(kind)}" for kind in attack.weapon.kinds)
    hp = "" if attack.hp is None else f", {attack.hp} HP"
    return f"Fallout PnP, attack: 3d6 must show {attack.need}, {shots}, {attack.weapon.text} against {dts}{hp}"


def value_name(attack: PnpAttack) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(attack: PnpAttack) -> str:
    """What action points are spent on."""
    words = actions_words(attack.actions)
    return f"if the attack misses and it can help: {words}" if words else ""


def facts(attack: PnpAttack) -> dict[str, Any]:
    """The fields for JSON."""
    made: dict[str, Any] = {name: getattr(attack, name) for name in PLAIN}
    made |= {"damage": attack.damage.text, "penalties": list(attack.penalties), "actions": list(attack.actions.names)}
    return made | {"armor_vulnerable": float(attack.armor_vulnerable), "brutal": float(attack.brutal)}


def is_amount(attack: PnpAttack) -> bool:  # noqa: ARG001
    """Hits are a number of something."""
    return True


def event_words(event: str) -> str:
    """An event in words.

    Examples
    --------
    >>> event_words("dead_by_2"), event_words("critical")
    ('dead by attack 2', 'critical')
    """
    return event.replace("dead_by_", "dead by attack ").replace("_", " ")


def charted(attack: PnpAttack) -> str:  # noqa: ARG001
    """The axis that a chart shows."""
    return "damage"


# ---------------------------------------------------------------------------------------------- tables
def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:  # noqa: ARG001
    """Damage, means, and what happens turn by turn."""
    attack: PnpAttack = answer.question
    rows: list[tuple[str, Metric]] = []
    for axis, (name, _) in MEANS.items():
        if axis in answer.best.axes:
            rows.append((f"mean {name}", f"mean({axis})"))
    if attack.burning:
        rows.append(("mean turns it burns", _turns(attack.burning)))
    given = _conditional(answer)
    if "hit" in given:
        rows.insert(1, ("mean damage if it hits", given["hit"]))
    if "enough" in given:
        rows.append((f"mean attacks, if {attack.turns} are enough", given["enough"]))
    grids = [outcomes(answer, "damage", "Damage"), table(answer, "", rows)]
    if any(name.startswith("turn") for name in answer.beside):
        grids.append(_by_turn(answer))
    if (neighbors := answer.beside.get("neighbors")) is not None:
        grids.append(table(neighbors, "", [("mean damage to neighbors", "mean(neighbor_damage)")]))
    if attack.burning:
        grids.append(_fire(answer))
    return tuple(grids), tuple(_lines(answer))


def _lines(answer: Answer) -> Iterator[Line]:
    attack: PnpAttack = answer.question
    yield from doubts(answer)
    if attack.hp is not None and answer.exact is not None:
        from odds.pnp.attacks.waiting import mean_attacks

        mean = mean_attacks(attack)
        if mean is None:
            yield Line("It may never die: these attacks can come to a stop.", "note")
        else:
            yield Line(f"Until it is dead, however long that takes: {plain(mean)} attacks on average (exact).")


def _by_turn(answer: Answer) -> Grid:
    """A Warm-Up weapon while it gains speed."""
    rows = []
    for number, part in enumerate(_turns_of(answer), 1):
        cells = [text for metric in ("mean(hits)", "mean(damage)") for text in both(part, metric)[:2]]
        rows.append((str(number), str(part.question.shots), *cells))
    engines = [("exact", answer.exact is not None), ("simulated", answer.simulated is not None)]
    columns, kept = [Column("turn", "key"), Column("RoF", "key")], [0, 1]
    for n, name in enumerate(("mean hits", "mean damage")):
        for m, (role, asked) in enumerate(engines):
            if asked:
                first = role == "exact" or answer.exact is None
                columns.append(Column(name if first else "simulated", role))
                kept.append(2 + 2 * n + m)
    return Grid(tuple(columns), tuple(tuple(row[k] for k in kept) for row in rows))


def _turns_of(answer: Answer) -> list[Answer]:
    """This attack and those after it, while a Warm-Up weapon gains speed."""
    return [answer, *(part for name, part in answer.beside.items() if name.startswith("turn"))]


def _fire(answer: Answer) -> Grid:
    """What the fire that this attack lights deals, turn by turn."""
    return table(answer, "", _fires(answer))


def _fires(answer: Answer) -> list[tuple[str, Metric]]:
    attack: PnpAttack = answer.question
    turns = min(ceil(answer.best.most("burn") / attack.burning), MOST_TURNS)
    rows: list[tuple[str, Metric]] = [
        (f"the fire's damage in turn {turn}", _burns(attack.burning, turn)) for turn in range(1, turns + 1)
    ]
    return rows or [("the fire's damage", "mean(burn)")]


def _turns(cap: int) -> Callable[[int], int]:
    """The turns that a fire of so much in all burns."""
    return lambda burn: ceil(burn / cap)


def _burns(cap: int, turn: int) -> Callable[[int], int]:
    """The damage that a fire of so much in all deals in a turn."""
    return lambda burn: min(cap, max(0, burn - cap * (turn - 1)))


# ---------------------------------------------------------------------------------------------- JSON
def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: hit, critical, damage_mean, kill, cripple, damage, attacks, turns and more means."""
    attack: PnpAttack = answer.question
    made: dict[str, Any] = {"hit": measured(answer, "hit"), "critical": measured(answer, "critical")}
    for axis, (_, key) in MEANS.items():
        made[key] = measured(answer, f"mean({axis})") if axis in answer.best.axes else None
    neighbors = answer.beside.get("neighbors")
    made["neighbor_damage_mean"] = None if neighbors is None else measured(neighbors, "mean(neighbor_damage)")
    made["burning_turns_mean"] = measured(answer, _turns(attack.burning)) if attack.burning else None
    for event in ("kill", "cripple"):
        made[event] = None if attack.hp is None else measured(answer, event)
    made["damage"] = [
        {"damage": k, **measured(answer, f"damage == {k}"), "at_least": measured(answer, f"damage >= {k}")}
        for k in range(answer.best.most("damage") + 1)
    ]
    made["attacks"] = made["attacks_mean"] = None
    if attack.hp is not None:
        numbers = range(1, attack.turns + 1)
        made["attacks"] = [{"attacks": n, **measured(answer, f"attacks == {n}")} for n in numbers]
        made["attacks"].append({"attacks": None, **measured(answer, f"attacks > {attack.turns}")})
        if answer.exact is not None:
            made["attacks_mean"] = _until_dead(attack)
    given = _conditional(answer)
    made["damage_if_hit_mean"] = measured(answer, given["hit"]) if "hit" in given else None
    made["attacks_if_enough_mean"] = measured(answer, given["enough"]) if "enough" in given else None
    made["turns"] = [
        {
            "turn": number,
            "rof": part.question.shots,
            "hits_mean": measured(part, "mean(hits)"),
            "damage_mean": measured(part, "mean(damage)"),
        }
        for number, part in enumerate(_turns_of(answer), 1)
    ]
    return made


def further(answer: Answer) -> Iterator[tuple[str, dict[str, Any]]]:
    """What CSV holds besides: the table of damage, means, how long the target lives, the fire turn by turn."""
    attack: PnpAttack = answer.question
    damage = range(answer.best.most("damage") + 1)
    metrics = [f"P(damage {sign} {k})" for sign in ("==", ">=") for k in damage]
    metrics += [f"mean({axis})" for axis in MEANS if axis in answer.best.axes]
    yield from ((metric, measured(answer, metric)) for metric in (*metrics, *_conditional(answer).values()))
    if attack.hp is not None and answer.exact is not None:
        yield "attacks until it is dead", _until_dead(attack)
    if attack.burning:
        yield "turns it burns", measured(answer, _turns(attack.burning))
        yield from ((label, measured(answer, metric)) for label, metric in _fires(answer))


def _conditional(answer: Answer) -> dict[str, str]:
    """The means that are given something that can happen."""
    turns, found = answer.question.turns, {}
    if float(answer.best.probability("hits >= 1")) > 0:
        found["hit"] = "mean(damage given hits >= 1)"
    if answer.question.hp is not None and float(answer.best.probability(f"attacks <= {turns}")) > 0:
        found["enough"] = f"mean(attacks given attacks <= {turns})"
    return found


def _until_dead(attack: PnpAttack) -> dict[str, Any]:
    from odds.pnp.attacks.waiting import mean_attacks

    return {"exact": mean_attacks(attack), "simulated": None, "std_error": None}


# ---------------------------------------------------------------------------------------------- explanation
def explain(answer: Answer) -> Page:
    """How the attack goes at the table, with its chances."""
    attack: PnpAttack = answer.question
    law = subject_of(attack).exact(attack)
    steps = enumerate((*_to_hit(attack, law), *_to_hurt(attack, law)), 1)
    return Page("How it goes at the table", lines=tuple(Line(f"{n}. {step}") for n, step in steps))


def _to_hit(attack: PnpAttack, law: Distribution) -> Iterator[str]:
    yield (
        f"Roll 3d6 and add {attack.to_hit:+d} in all: the target's Defense is {attack.need + attack.to_hit}, cover "
        f"counted, so the dice must show {attack.need}. You hit {_chance(law, 'hit')} of the time."
    )
    if words := actions_words(attack.actions):
        spent = plain(law.mean("points"), 2)
        yield f"Where that misses and it can help, action points roll again: {words}. {spent} points on average."
    if attack.shots > 1:
        lost = ", ".join(f"-{attack.penalty(shot)}" for shot in range(1, attack.shots))
        yield (
            f"The same roll counts for all {attack.shots} shots, the later ones with {lost}: "
            f"{plain(law.mean('hits'), 2)} hits on average."
        )
    sure = "on a triple six alone"
    if attack.critical_need <= 18:
        sure = f"when they show {attack.critical_need}, or a triple six"
    yield f"The first hit is a Critical {sure}: {_chance(law, 'critical')} of the time."


def _to_hurt(attack: PnpAttack, law: Distribution) -> Iterator[str]:
    dts = " and ".join(str(attack.dt_against(kind)) for kind in attack.weapon.kinds)
    far = "" if attack.splash is None else f" and {attack.splash} for the distance"
    yield (
        f"Each hit deals {attack.weapon.text}, less a DT of {dts}{far}; a Critical {float(attack.multiplier):g} "
        f"times as much. Expect {plain(law.mean('damage'), 2)} damage in all."
    )
    if attack.burning:
        yield (
            f"The fire is one more roll less EDT, {attack.burning} a turn: {plain(law.mean('burn'), 2)} damage over "
            f"{plain(law.metric(_turns(attack.burning)).value, 2)} turns on average."
        )
    if attack.spread:
        beside = attack.beside["neighbors"]
        mean = plain(subject_of(beside).exact(beside).mean("neighbor_damage"), 2)
        yield f"Half of that can hit {attack.spread} more beside the target: {mean} damage to neighbors on average."
    if attack.hp is not None:
        yield (
            f"{attack.kill_from} damage kill: {_chance(law, 'kill')} of the time. A quarter of the hit points "
            f"cripples: {_chance(law, 'cripple')}."
        )
        yield f"After {attack.turns} such attacks it is dead {_chance(law, f'attacks <= {attack.turns}')} of the time."


def _chance(law: Distribution, event: str) -> str:
    return percent(float(law.probability(event)), 2)
