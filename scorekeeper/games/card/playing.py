"""Plays a hand by a card: what is known before it, its lines and checks, the counters, the end, the deal."""

from typing import Any

from ..engine.base import Entry, Line, Outcome, Setup, Table, _, line, outcome, refuse, win
from ..engine.elimination import best_of
from .computing import IN, LEAST, MOST, TOO_LARGE, State
from .entering import enter
from .formulas import Formula
from .reading import Card, card_of, worths_of


def state_before(card: Card, setup: Setup, table: Table) -> State:
    """Returns what is known before the next hand: settings, totals, counters, and the early values.

    Raises Refusal if a value cannot be computed.
    """
    out = sides_out(table)
    sides = range(len(setup["sides"]))
    state: State = {"sides": len(sides), IN: [side for side in sides if side not in out], "hand": table["hands"] + 1}
    state.update(_settings(card, setup["options"]["settings"]))
    state["total"] = list(table["totals"])
    state["dealer"] = [side == setup["seat_sides"][table["dealer"] or 0] for side in sides]
    state.update(counters_of(card, setup, table))
    _compute(card, state, late=False)
    return state


def _settings(card: Card, agreed: "dict[str, Any]") -> State:
    state: State = {}
    for setting in card.settings:
        value = agreed[setting.name]
        if setting.kind == "choice":
            state[setting.name + "."] = value
            value = worths_of(setting.choices)[value]
        state[setting.name] = value
    return state


def state_at_first(card: Card, agreed: "dict[str, Any]", sides: int) -> State:
    """Returns what is known before the first hand."""
    state = _settings(card, agreed)
    state["sides"] = sides
    state[IN] = list(range(sides))
    return state


def sides_out(table: Table) -> "list[int]":
    """Returns the sides that are out."""
    return list(table.get("private", {}).get("out", []))


def counters_of(card: Card, setup: Setup, table: Table) -> "dict[str, Any]":
    """Returns the counters before the next hand, by name: a number, or a list of one for each side."""
    if "private" in table:
        kept: dict[str, Any] = table["private"]["counters"]
        return {counter.name: kept[counter.name] for counter in card.counters}
    sides = len(setup["sides"])
    state = state_at_first(card, setup["options"]["settings"], sides)
    counters: dict[str, Any] = {}
    for counter in card.counters:
        start = 0 if counter.start is None else counter.start.of(state)
        counters[counter.name] = [start] * sides if counter.per_side else start
    return counters


def _compute(card: Card, state: State, late: bool) -> None:
    """Adds the late values to the state, or the early ones, in order."""
    for value in card.values:
        if value.late == late:
            if value.per_side:
                state[value.name] = value.worth.of_each(state, state["sides"])
            else:
                state[value.name] = value.worth.of(state)


def play(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Returns the outcome of a hand. Raises Refusal, also if the hand after it could not be played (CAR-27)."""
    card = card_of(setup["options"])
    state = state_before(card, setup, table)
    enter(card, state, entry)
    _compute(card, state, late=True)
    _check(card, state, False)
    lines = _lines(card, state)
    _check(card, state, True)
    result = outcome(setup, table, lines)
    result["points"] = state["points"]
    _count_on(card, state, table)
    still_in = _end(card, setup, table, state, result)
    out = [side for side in range(state["sides"]) if side not in still_in]
    result["private"] = {"counters": {counter.name: state[counter.name] for counter in card.counters}, "out": out}
    if result["won_by"] is None:
        result["next_dealer"] = _next_dealer(card, setup, table, state, still_in)
        after = dict(table)
        after.update(
            {
                "hands": table["hands"] + 1,
                "totals": state["total"],
                "dealer": result["next_dealer"],
                "private": result["private"],
            }
        )
        state_before(card, setup, after)  # type: ignore[arg-type]  # a Table
    return result


def _check(card: Card, state: State, of_points: bool) -> None:
    """Makes the checks that look at points, or the others."""
    for check in card.checks:
        if ("points" in check.unless.used) == of_points and not check.unless.of(state):
            raise refuse(None, check.rule, "{label}", label=check.label)


def _lines(card: Card, state: State) -> "list[Line]":
    """Adds up the lines in the state's `points`, each for all sides that are in; returns those that are shown."""
    points = [0] * state["sides"]
    state["points"] = points
    lines: list[Line] = []
    for each in card.lines:
        gained = [
            (side, each.worth.of(state, side)) for side in state[IN] if each.when is None or each.when.of(state, side)
        ]
        for side, worth in gained:
            points[side] += worth
            _bounded(points[side], each.worth)
            if each.when is not None or worth:
                lines.append(line(side, each.rule, "{label}", worth, label=each.label))
    return lines


def _bounded(number: int, formula: Formula) -> None:
    if not LEAST <= number <= MOST:
        raise formula.refused(TOO_LARGE)


def _count_on(card: Card, state: State, table: Table) -> None:
    """Puts the totals and counters after the hand in place of those before it."""
    totals = [total + points for total, points in zip(table["totals"], state["points"])]
    for side in state[IN]:
        _bounded(totals[side], card.lines[-1].worth)
    following: dict[str, Any] = {}
    for counter in card.counters:
        if counter.per_side:
            following[counter.name] = list(state[counter.name])
            for side in state[IN]:
                following[counter.name][side] = counter.next.of(state, side)
        else:
            following[counter.name] = counter.next.of(state)
    state.update(following)
    state["total"] = totals


def _end(card: Card, setup: Setup, table: Table, state: State, result: Outcome) -> "list[int]":
    """Ends the match if it is over; returns the sides that are still in (CAR-24)."""
    playing, totals = state[IN], state["total"]
    target = setup["options"]["target"]
    if target and max([totals[side] for side in playing]) >= target:
        _win_at(card, state, result, "target")
    if result["won_by"] is None and card.when is not None and card.when.of(state):
        _win_at(card, state, result, "condition")
    if result["won_by"] is not None:
        return list(playing)
    still_in = list(playing)
    if card.out is not None:
        still_in = [side for side in playing if not card.out.of(state, side)]
    if len(still_in) == 1:
        win(result, still_in[0], "last_in")
    elif not still_in:
        win(result, _best(card, state, playing), "last_in")
    elif setup["options"]["hands"] and table["hands"] + 1 >= setup["options"]["hands"]:
        win(result, _best(card, state, still_in), "hands_played")
    return still_in


def _win_at(card: Card, state: State, result: Outcome, won_by: str) -> None:
    """Ends the match, unless the best total is shared and another hand decides."""
    winner = _best(card, state, state[IN])
    if winner is not None or card.draws:
        win(result, winner, won_by)


def _best(card: Card, state: State, sides: "list[int]") -> "int | None":
    """Returns the side with the best total of these, if `winner` holds for any of those only; None if it is shared."""
    if card.winner is not None:
        sides = [side for side in sides if card.winner.of(state, side)] or sides
    return best_of(sides, state["total"], card.lowest)


def _next_dealer(card: Card, setup: Setup, table: Table, state: State, still_in: "list[int]") -> int:
    """Returns the seat that deals next (CAR-26)."""
    seats = len(setup["seats"])
    round_the_table = [((table["dealer"] or 0) + step) % seats for step in range(1, seats + 1)]
    order = [seat for seat in round_the_table if setup["seat_sides"][seat] in still_in]
    if card.deal is not None:
        for seat in order:
            if card.deal.of(state, setup["seat_sides"][seat]):
                return seat
    return order[0]


def known_before(setup: Setup, table: Table) -> "dict[str, Any]":
    """Returns the early values and the counters by name, and the sides that are out if the card has `out`."""
    card = card_of(setup["options"])
    state = state_before(card, setup, table)
    names = [value.name for value in card.values if not value.late] + [counter.name for counter in card.counters]
    known = {name: state[name] for name in names}
    if card.out is not None:
        known["out"] = sides_out(table)
    return known


OUT_OF_BOUNDS = _("This must be a number from {least} to {most}")
LONGEST_MATCH = 999_999


def end_at_first(card: Card, agreed: "dict[str, Any]", sides: int) -> "dict[str, int | None]":
    """Returns `target` and `hands` as they are computed once, before the first hand; None for none. Raises Refusal."""
    state = state_at_first(card, agreed, sides)
    ends: dict[str, int | None] = {}
    for name, formula in (("target", card.target), ("hands", card.hands)):
        number = 0 if formula is None else formula.of(state)
        if not 0 <= number <= LONGEST_MATCH:
            raise refuse("end." + name, None, OUT_OF_BOUNDS, least=0, most=LONGEST_MATCH)
        ends[name] = number or None
    return ends


def table_at_first(setup: Setup) -> Table:
    """Returns what a card looks at on the table before the first hand."""
    table: Any = {"hands": 0, "totals": [0] * len(setup["sides"]), "dealer": setup["first_dealer"]}
    made: Table = table
    return made
