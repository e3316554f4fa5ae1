"""A volley in words and as fields: its plays side by side, every order, and who should support instead.

Further keys of its JSON:

    states, summary                as of an attack, for the play that was asked for
    plays [{play, order, incapacitated, attacks_mean}]      order is null where it is not fixed
    orders [{order, incapacitated}]         best first; simulated in the orders that are played; [] above 6 attackers
    adaptive {exact, simulated, std_error, low, high}       the next attacker chosen after each result
    policy [{attack, left, target, attacker}]               what adaptive play does wherever it can come to
    support_or_shoot [{attacker, helps, shoot, support, better}]   for the play that was asked for

Attackers have the numbers 1, 2, ... as they were given. Orders and support are always worked out exactly, and each
support is simulated as well: the volley of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from odds.core.text import listed
from odds.factions.attacks.exact import SAME
from odds.factions.volleys.orders import Order, best_order, orders
from odds.factions.volleys.policy import Node, order_of, worth_of
from odds.factions.volleys.policy import policy as steps_of
from odds.factions.volleys.rules import MOST_ORDERED, Volley
from odds.factions.volleys.support import Support, supporting, supports
from odds.report import attack as attack_report
from odds.report import attack_words as words
from odds.report import special, volley_support
from odds.report.jsonout import measured
from odds.report.long import cut
from odds.report.numbers import percent, plain
from odds.report.pnp import both, table
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from odds.core.answer import Answer

DOWN = "P(incapacitated)"
NAMES = {"given": "the order given", "best": "the best fixed order", "adaptive": "chosen after each result"}
MOST_ROWS = 12
PERCENT = 100
NOT_SIMULATED: dict[str, Any] = {"exact": None, "simulated": None, "std_error": None, "low": None, "high": None}


def subtitle(volley: Volley) -> str:
    """The volley in words."""
    attackers = special.number_of(len(volley.attacks), "attacker", "attackers")
    target = words.target_words(volley.target)
    return f"{attackers}, {NAMES[volley.play]}; target: {target}"


def value_name(volley: Volley) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(volley: Volley) -> str:
    """How re-rolls are used."""
    every = (words.chain_policy(attack, f"{DOWN} in the end") for attack in volley.attacks)
    return listed(list(dict.fromkeys(filter(None, every))), "and")


def facts(volley: Volley) -> dict[str, Any]:
    """The fields for JSON."""
    assert volley.supporters is not None
    assert volley.supported is not None
    roles = zip(volley.attacks, volley.supporters, volley.supported, strict=True)
    return {
        "play": volley.play,
        "attackers": [
            {
                "attacker": n,
                "text": text_of(volley, n - 1),
                "bonus_dice": [each._asdict() for each in attack.bonus_dice],
                "critical_effects": [each.text for each in attack.effects],
                "can_support": supporter,
                "can_be_supported": supported and attack.takes_bonus,
            }
            for n, (attack, supporter, supported) in enumerate(roles, 1)
        ],
        "target": words.facts(volley.attacks[0])["target"],
    }


def is_amount(volley: Volley) -> bool:  # noqa: ARG001
    """Harm is written as 0 for a fallen model, so that "at least" says nothing."""
    return False


def text_of(volley: Volley, attacker: int) -> str:
    """An attacker's text, without the target."""
    text = volley.attacks[attacker].text
    return text[: text.index(" at ")]


def order_text(order: Order) -> str:
    """An order with the attackers' numbers.

    Examples
    --------
    >>> order_text((1, 0))
    '2, 1'
    """
    return ", ".join(str(attacker + 1) for attacker in order)


# ---------------------------------------------------------------------------------------------- tables
def plays(answer: Answer) -> dict[str, Answer]:
    """The answers by play: the one that was asked for, and those beside it."""
    found = {answer.question.play: answer, **answer.beside}
    return {play: found[play] for play in NAMES if play in found}


def tables(answer: Answer) -> tuple[Grid, ...]:
    """The attackers, the plays side by side, and the ends of the play that was asked for."""
    metrics = [(DOWN, DOWN), ("P(injury)", "P(injury)"), ("mean Harm", "mean(harm)"), ("mean attacks", "mean(attacks)")]
    asked = [(text, text) for text in answer.metrics]
    return _attackers(answer), _plays(answer), attack_report.states_grid(answer), table(answer, "", [*metrics, *asked])


def _attackers(answer: Answer) -> Grid:
    volley: Volley = answer.question
    rows = tuple((str(n + 1), text_of(volley, n)) for n in range(len(volley.attacks)))
    return Grid((Column("", "key"), Column("attacker", "text")), rows)


def _plays(answer: Answer) -> Grid:
    """The chance to bring it down, by play."""
    rows = []
    for play, found in plays(answer).items():
        order = order_of(found.question)
        exact, sampled, interval = both(found, DOWN)
        cells = [exact] * (answer.exact is not None) + [sampled, interval] * (answer.simulated is not None)
        rows.append((NAMES[play], "" if order is None else order_text(order), *cells))
    columns = [Column("Incapacitated", "name"), Column("order", "name")]
    columns += [Column("exact", "exact")] * (answer.exact is not None)
    columns += [Column("simulated", "simulated"), Column("95% interval", "interval", 3)] * (
        answer.simulated is not None
    )
    return Grid(tuple(columns), tuple(rows))


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:  # noqa: ARG001
    """The orders, who attacks next, shoot or support, and what it all comes to."""
    grids = (_orders(answer), _policy(answer), volley_support.grid(answer))
    return tuple(grid for grid in grids if grid is not None), tuple(_lines(answer))


def _orders(answer: Answer) -> Grid | None:
    """The best orders and the one given; None where there are just two, which the plays show already."""
    ranked = list(_ranked(answer.question).items())
    if len(ranked) <= 2:
        return None
    given = tuple(range(len(answer.question.attacks)))
    shown = [n for n, (order, _) in enumerate(ranked) if n < MOST_ROWS - 1 or order == given]
    rows = tuple((str(n + 1), order_text(ranked[n][0]), percent(ranked[n][1])) for n in shown)
    title = f"best of {len(ranked)} orders" if len(ranked) > MOST_ROWS else "orders"
    return Grid((Column("", "key"), Column(title, "name"), Column("exact", "exact")), rows)


def _ranked(volley: Volley) -> dict[Order, float]:
    """Every order, best first; none where there are too many."""
    return orders(volley.attacks) if len(volley.attacks) <= MOST_ORDERED else {}


def _policy(answer: Answer) -> Grid | None:
    """Who attacks next, where that depends on what has happened; None where it never does."""
    volley: Volley = answer.question
    rounds = steps_of(replace(volley, play="adaptive"))
    if all(len({step.attacker for step in steps.values()}) == 1 for steps in rounds):
        return None
    columns = (Column("attack", "key"), Column("left", "name"), Column("target stands", "text"), Column("next", "key"))
    rows = [
        (str(each["attack"]), ", ".join(map(str, each["left"])), each["target"], str(each["attacker"]))
        for each in policy_rows(volley)
    ]
    return Grid(columns, cut(rows, lambda more: ("", "", f"{more}: --json has all", "")))


def policy_rows(volley: Volley) -> list[dict[str, Any]]:
    """What adaptive play does; how the target may stand for one and the same attacker together."""
    rows = []
    for number, steps in enumerate(steps_of(replace(volley, play="adaptive")), 1):
        groups: dict[tuple[int, int], list[Node]] = {}
        for node, step in sorted(steps.items()):
            groups.setdefault((node.left, step.attacker), []).append(node)
        for (left, attacker), nodes in groups.items():
            ends = [_stands(node) for node in nodes]
            still = [n + 1 for n in range(len(volley.attacks)) if left >> n & 1]
            rows.append({"attack": number, "left": still, "target": "; ".join(ends), "attacker": attacker + 1})
    return rows


def _stands(node: Node) -> str:
    state = node.state
    return words.state_name(state.harm, state.injuries, down=False) + " (Toughness used)" * state.tough


def _lines(answer: Answer) -> Iterator[Line]:
    volley: Volley = answer.question
    given, adaptive = (worth_of(replace(volley, play=play)) for play in ("given", "adaptive"))
    if ranked := _ranked(volley):
        best = ranked[best_order(volley.attacks)]
        if len(ranked) > 1:
            yield Line(f"The best fixed order gains {_points(best - given)} over the order given (exact).")
            yield Line(
                f"Choosing after each result gains {_points(adaptive - best)} over the best fixed order (exact)."
            )
    else:
        yield Line(f"Choosing after each result gains {_points(adaptive - given)} over the order given (exact).")
        yield Line(f"Orders are compared up to {MOST_ORDERED} attackers.", "note")
    better = [str(each.attacker + 1) for each in supports(volley) if each.better == "support"]
    if better:
        yield Line(f"Better off supporting: attacker {listed(better, 'or')}.", "good")


def _points(gain: float) -> str:
    return f"{plain(PERCENT * gain)} percentage points" if gain > SAME else "nothing"


def fraction_rows(answer: Answer) -> list[tuple[str, str]]:
    """Exact fractions: the plays, the ends of the one that was asked for, and what was asked of it."""
    rows = [
        (f"{DOWN}, {NAMES[play]}", found.exact.metric(DOWN)) for play, found in plays(answer).items() if found.exact
    ]
    assert answer.exact is not None
    metrics = [*map(attack_report.metric_of, attack_report.states(answer)), "mean(attacks)", *answer.metrics]
    rows += [(text, answer.exact.metric(text)) for text in dict.fromkeys(metrics) if text != DOWN and "sd(" not in text]
    return [(name, str(found.value)) for name, found in rows]


# ---------------------------------------------------------------------------------------------- JSON and CSV
def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides; see the module."""
    volley: Volley = answer.question
    summary = {
        name: measured(answer, text)
        for name, text in (("incapacitated", DOWN), ("injury", "P(injury)"), ("harm_mean", "mean(harm)"))
    }
    made = {
        "states": _states(answer),
        "summary": summary | {"attacks_mean": measured(answer, "mean(attacks)")},
    }
    every = plays(answer)
    adaptive = answer if len(volley.attacks) == 1 else every.get("adaptive")
    return made | {
        "plays": [_play(found) for found in every.values()],
        "orders": _order_rows(answer),
        "adaptive": None if adaptive is None else measured(adaptive, DOWN),
        "policy": policy_rows(volley),
        "support_or_shoot": [_support_row(answer, each) for each in supports(volley)],
    }


def _states(answer: Answer) -> list[dict[str, Any]]:
    rows = []
    for state in attack_report.states(answer):
        named = dict(zip(("harm", "injuries", "incapacitated"), state, strict=True))
        rows.append({**named, **measured(answer, attack_report.metric_of(state))})
    return rows


def _play(answer: Answer) -> dict[str, Any]:
    order = order_of(answer.question)
    return {
        "play": answer.question.play,
        "order": None if order is None else [attacker + 1 for attacker in order],
        "incapacitated": measured(answer, DOWN),
        "attacks_mean": measured(answer, "mean(attacks)"),
    }


def _order_rows(answer: Answer) -> list[dict[str, Any]]:
    """Every order, simulated where a play is in that order."""
    volley: Volley = answer.question
    simulated = {order_of(found.question): measured(found, DOWN) for found in reversed(plays(answer).values())}
    return [
        {
            "order": [attacker + 1 for attacker in order],
            "query": replace(volley, play="given", attacks=tuple(volley.attacks[n] for n in order)).text,
            "incapacitated": _known(simulated.get(order, NOT_SIMULATED), chance),
        }
        for order, chance in _ranked(volley).items()
    ]


def _known(numbers: dict[str, Any], exact: float) -> dict[str, Any]:
    """Numbers with the exact one, where they have none."""
    return numbers | {"exact": exact} if numbers["exact"] is None else numbers


def _support_row(answer: Answer, each: Support) -> dict[str, Any]:
    beside = answer.beside.get(each.name)
    return {
        "attacker": each.attacker + 1,
        "helps": each.helped + 1,
        "shoot": _known(measured(answer, DOWN), each.shoot),
        "support": _known(NOT_SIMULATED if beside is None else measured(beside, DOWN), each.support),
        "better": each.better,
        "query": dict(supporting(answer.question, each.attacker))[each.helped].text,
    }


def csv_rows(made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Rows of CSV: every end, the summary, what was asked; then every other order, which its query tells.

    Parameters
    ----------
    made
        The answer as JSON has it.
    """
    query = {"query": made["query"]}
    for row in made["states"]:
        state = (row["harm"], row["injuries"], row["incapacitated"])
        yield {**query, **row, "metric": attack_report.metric_of(state)}
    metrics = {"injury": "P(injury)", "harm_mean": "mean(harm)", "attacks_mean": "mean(attacks)"}
    for name, metric in metrics.items():
        yield {**query, "metric": metric, **made["summary"][name]}
    for row in made["ask"]:
        yield {**query, **row}
    played = [each["order"] for each in made["plays"]]
    if len(played) == 1 < len(made["test"]["attackers"]):
        return  # one of the other plays: the first has told the rest
    for row in made["orders"]:
        if row["order"] not in played:
            yield {"query": row["query"], "metric": DOWN, **row["incapacitated"]}


# ---------------------------------------------------------------------------------------------- more
def figure(answer: Answer) -> Figure:
    """The chart: the chance by play, and how it grows from attack to attack."""
    from odds.report.volley_chart import draw

    return draw(answer)


def explain(answer: Answer) -> Page:
    """How the volley goes at the table, with its chances."""
    from odds.report.volley_story import story

    return Page("How it goes at the table", lines=words.steps(story(answer.question)))
