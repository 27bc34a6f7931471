"""Ends of matches in which the lowest total may win: at a target, by staying in, after an agreed number of hands."""

from .base import best, line, win
from .checks import _
from .elimination import sides_in
from .game import game_of
from .shapes import Outcome, Setup, Table


def end_at_target_of_the_lowest(result: Outcome, totals: "list[int]", target: "int | None", rule: str) -> None:
    """Ends the match if a total has reached the target: the lowest wins; if it is shared, play goes on."""
    if target is None or max(totals) < target:
        return
    winner, lowest = best(totals, True), min(totals)
    if winner is None:
        text = _("The best total is shared at {total}: another hand is played")
        result["lines"] += [
            line(side, rule, text, total=lowest) for side, total in enumerate(totals) if total == lowest
        ]
        return
    text = _("{target} is reached: the lowest total wins, {total}")
    result["lines"].append(line(winner, rule, text, target=target, total=lowest))
    win(result, winner, "target")


def end_if_one_is_in(
    setup: Setup, result: Outcome, totals: "list[int]", playing: "list[int]", rule: str, win_rule: str = ""
) -> None:
    """Adds a line for each side that goes out; ends the match if at most one of those `playing` is left in.

    If none is, the lowest total of those that played wins; equal totals are a draw. `win_rule` is the number of the
    rule about winning, if it is not `rule`.
    """
    limit, still_in = game_of(setup).limit_of(setup["options"]), sides_in(setup, totals)
    for side in playing:
        if side not in still_in:
            text = _("Is out: {total}, the limit is {limit}")
            result["lines"].append(line(side, rule, text, total=totals[side], limit=limit))
    if len(still_in) > 1:
        return
    winner = still_in[0] if still_in else best_of(playing, totals, True)
    if winner is not None:
        text = _("Stays in and wins with {total}") if still_in else _("All are out: the lowest of them wins, {total}")
        result["lines"].append(line(winner, win_rule or rule, text, total=totals[winner]))
    win(result, winner, "last_in")


def end_after_hands_of(
    sides: "list[int]", setup: Setup, table: Table, result: Outcome, totals: "list[int]", rule: str
) -> None:
    """Ends the match after the agreed number of hands; the best total of these sides wins, a tie is a draw."""
    hands = setup["options"]["hands"]
    if result["won_by"] is not None or hands is None or table["hands"] + 1 < hands:
        return
    winner = best_of(sides, totals, game_of(setup).is_lowest_best(setup["options"]))
    if winner is not None:
        text = _("The agreed {hands} hands are played: wins with {total}")
        result["lines"].append(line(winner, rule, text, hands=hands, total=totals[winner]))
    win(result, winner, "hands_played")


def best_of(sides: "list[int]", totals: "list[int]", lowest: bool) -> "int | None":
    """Returns the side with the best total of these sides, or None if several share it."""
    winner = best([totals[side] for side in sides], lowest)
    return None if winner is None else sides[winner]
