"""Sentences about the needs of each side: points to win, points to lead, and its next first meld.

A game adds its own sentences (`Game.needs`).
"""

from typing import Any, TypedDict

from .base import step_at
from .checks import _
from .game import Game, game_of
from .shapes import Setup, Table


class Need(TypedDict):
    """A sentence about a side, or (None) about the match, and the number of its rule."""

    side: "int | None"
    rule: str
    message: str
    params: dict[str, Any]


def aim(setup: Setup) -> "int | None":
    """Returns the points that a match is played to: its target, or the limit at which a side is out; else None."""
    points: int | None = setup["options"].get("target")
    return game_of(setup).limit_of(setup["options"]) if points is None else points


def reached(setup: Setup, total: int) -> "int | None":
    """Returns a total as a percentage (0 to 100) of the target or limit; None if the match has neither."""
    points = aim(setup)
    return None if points is None else min(max(100 * total // points, 0), 100)


def goal(setup: Setup) -> "list[tuple[str, dict[str, Any]]]":
    """Returns the target or limit as a message with parameters; an empty list if there is none."""
    options, limit = setup["options"], game_of(setup).limit_of(setup["options"])
    if limit is not None:
        return [(_("out at {points}"), {"points": limit})]
    if options.get("target") is not None:
        lowest = game_of(setup).is_lowest_best(options)
        text = _("lowest total wins, to {points}") if lowest else _("to {points}")
        return [(text, {"points": options["target"]})]
    return []


def hands_left(setup: Setup, table: Table) -> "int | None":
    """Returns how many hands of the match are left to play; None if their number is not agreed."""
    game = game_of(setup)
    hands = game.hands_of(setup["options"])
    return None if hands is None else max(hands - game.hands_played(table), 0)


def need(side: "int | None", rule: str, message: str, **params: Any) -> Need:
    """Returns a Need: a message with parameters, about a side or (None) the match, and its rule."""
    return {"side": side, "rule": rule, "message": message, "params": params}


def needs(setup: Setup, table: Table) -> list[Need]:
    """Returns the needs of the match and of each side before the next hand; empty once the match is over."""
    if table["status"] != "in_progress":
        return []
    game = game_of(setup)
    sentences = _of_the_match(game, setup, table)
    for side in range(len(setup["sides"])):
        sentences += _to_win(game, setup, table, side) + _to_lead(game, setup, table, side)
        sentences += _to_open(game, setup, table, side)
    return sentences + game.needs(setup, table)


def _rule_of(game: Game, option: str) -> str:
    rules = [declared.get("rule") for declared in game.options if declared["name"] == option]
    return str((rules and rules[0]) or game.won_rule)


def _of_the_match(game: Game, setup: Setup, table: Table) -> list[Need]:
    left = hands_left(setup, table)
    if left is not None:
        return [need(None, _rule_of(game, "hands"), _("Hands left: {left}"), left=left)]
    if aim(setup) is None:
        return [need(None, game.won_rule, _("No target: you play until you stop"))]
    return []


def _to_win(game: Game, setup: Setup, table: Table, side: int) -> list[Need]:
    """Returns the points that a side lacks to the target, or to the limit at which it is out; empty without either."""
    options, total, limit = setup["options"], table["totals"][side], game.limit_of(setup["options"])
    if limit is not None:
        missing, rule = limit - total, _rule_of(game, "limit")
        if missing <= 0:
            return []
        text = _("Out with {missing} more: the limit is {limit}")
        return [need(side, rule, text, missing=missing, limit=limit)]
    target = options.get("target")
    if target is None:
        return []
    if total >= target:
        return [need(side, game.won_rule, _("Target of {target} reached: take the lead to win"), target=target)]
    text = _("{missing} to go")
    if game.is_lowest_best(options):
        text = _("{missing} more and the match ends at {target}: the lowest total wins")
    return [need(side, game.won_rule, text, missing=target - total, target=target)]


def _to_lead(game: Game, setup: Setup, table: Table, side: int) -> list[Need]:
    """Returns by how much a side leads alone, or how many points it needs to lead."""
    totals, rule = table["totals"], game.won_rule
    lowest = game.is_lowest_best(setup["options"])
    best, total = game.best_of(totals, setup["options"]), totals[side]
    behind = total - best if lowest else best - total
    if behind:
        leader = setup["sides"][totals.index(best)]["name"]
        text = _("{behind} behind {who}: {missing} more than theirs to lead")
        if lowest:
            text = _("{behind} behind {who}: {missing} fewer than theirs to lead")
        return [need(side, rule, text, who=leader, behind=behind, missing=behind + 1)]
    if totals.count(best) > 1:
        return [need(side, rule, _("Level at {total}"), total=total)]
    others = [other for index, other in enumerate(totals) if index != side]
    ahead = min(others) - total if lowest else total - max(others)
    text = _("Leads by {ahead} and stays ahead unless someone gains {ahead}")
    return [need(side, rule, text, ahead=ahead)]


def _to_open(game: Game, setup: Setup, table: Table, side: int) -> list[Need]:
    """Returns the first meld required at a side's total, and the total from which on another one is required."""
    steps, total = setup["options"].get("first_meld"), table["totals"][side]
    if not steps:
        return []
    rule, points = _rule_of(game, "first_meld"), step_at(steps, total)
    later = [step for step in steps if step[0] > total]
    if not later:
        return [need(side, rule, _("First meld: {points}"), points=points)]
    start, then = later[0]
    text = _("First meld: {points}; with {missing} more, from {start} on, {then}")
    return [need(side, rule, text, points=points, missing=start - total, start=start, then=then)]
