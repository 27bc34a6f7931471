"""Rules of Albastini, from Tanzania: the side with most of the 120 card points wins one or two game points.

Source: pagat.com's rules of the game. Not covered: the trump, the exchange before play (otea) and the play itself.
Card points are the values of captured cards; game points are what the match counts.
"""

from ..engine.base import (
    Checks,
    Entry,
    Game,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    check_stop,
    highest,
    line,
    outcome,
    side_of,
    stopped,
    totals_after,
    win,
)
from .fields import COUNTED, COUNTING, VALUES

WORTH_ONE = 1
WORTH_TWO = 2
LOW_PER_PLAYER = 10  # card points for each player; a side below this makes the deal worth two game points (ALB-5)


class Rules(Game):
    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        if "stop" in entry:
            check_stop(checks, "ALB-8", setup["options"]["target"] is None)
        elif "next_dealer" in entry:
            _check_next_dealer(checks, setup)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "stop" in entry:
            return stopped(setup, table, "ALB-8")
        winner, _worth, lines = result_of(setup, entry)
        result = outcome(setup, table, lines)
        result["next_dealer"] = _next_dealer(setup, table, entry, winner)
        target = setup["options"]["target"]
        if winner is not None and target is not None:
            total = totals_after(table, result["points"])[winner]
            if total >= target:
                lines.append(line(winner, "ALB-8", _("Reaches {target} with {total}"), target=target, total=total))
                win(result, winner, "target")
        return result


def _check_next_dealer(checks: Checks, setup: Setup) -> None:
    player = checks.mapping["next_dealer"]
    winner = highest(COUNTED.points_of(checks.mapping, len(setup["sides"])))
    if winner is None:
        checks.refuse("next_dealer", "ALB-7", _("After a drawn deal the same dealer deals again"))
    elif side_of(setup, player) != winner:
        checks.refuse("next_dealer", "ALB-7", _("The winning side deals next, {player} is on another"), player=player)


def result_of(setup: Setup, entry: Entry) -> "tuple[int | None, int, list[Line]]":
    """Returns a deal's winner (None if drawn), the game points it wins, and the lines that explain them."""
    card_points = COUNTED.points_of(entry, len(setup["sides"]))
    lines = _card_lines(setup, entry, card_points)
    winner = highest(card_points)
    if winner is None:
        most = max(card_points)
        lines += [
            line(side, "ALB-3", _("Shares the most, {most}: the deal is drawn"), most=most)
            for side, taken in enumerate(card_points)
            if taken == most
        ]
        return None, 0, lines
    limit = LOW_PER_PLAYER * len(setup["sides"][0]["players"])
    low = [taken for side, taken in enumerate(card_points) if side != winner and taken < limit]
    lines.append(line(winner, "ALB-3", _("Has the most card points: {most}"), most=card_points[winner]))
    if low:
        text = _("Another side took {low}, less than {limit}: two game points")
        lines.append(line(winner, "ALB-5", text, WORTH_TWO, low=min(low), limit=limit))
        return winner, WORTH_TWO, lines
    lines.append(line(winner, "ALB-4", _("Wins the deal: one game point"), WORTH_ONE))
    return winner, WORTH_ONE, lines


def _card_lines(setup: Setup, entry: Entry, card_points: list[int]) -> list[Line]:
    lines = []
    for side, taken in enumerate(card_points):
        if "cards" in entry:
            counted = " + ".join([str(entry["cards"][rank][side]) + " × " + str(VALUES[rank]) for rank in COUNTING])
            lines.append(line(side, "ALB-1", _("Card points: {counted} = {taken}"), counted=counted, taken=taken))
        else:
            lines.append(line(side, "ALB-2", _("Card points: {taken}"), taken=taken))
    return lines


def _next_dealer(setup: Setup, table: Table, entry: Entry, winner: "int | None") -> int:
    """Returns the next dealer's seat: the winning side's player who dealt least, or the one entered (ALB-7)."""
    dealer = table["dealer"] or 0
    if winner is None:
        return dealer
    if "next_dealer" in entry:
        return setup["seats"].index(entry["next_dealer"])
    dealt = [count + (1 if seat == dealer else 0) for seat, count in enumerate(table["dealt"])]
    seats_of_winner = [seat for seat, side in enumerate(setup["seat_sides"]) if side == winner]
    return min(seats_of_winner, key=lambda seat: (dealt[seat], seat))
