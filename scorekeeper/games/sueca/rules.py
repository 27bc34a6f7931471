"""Sueca: two partnerships share 120 card points; a deal won is worth one game, two or four, and four games win.

Sources: pagat's text as games4j.com has it, ludoteka.com, copag.com.br for Brazil. The penalty for a revoke is a
decision of this project. Not covered: trumps and the play itself. Card points are the values of captured cards; games
are what the match counts.
"""

from typing import Any

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
    stopped,
    totals_after,
    win,
)
from ..engine.counting import ALL_POINTS, CARDS_OF_A_RANK
from .fields import COUNTED, TRICKS_IN_A_DEAL

LOW_WIN = 1
HIGH_WIN = 2
BANDEIRA = 4
REVOKE = 4
HIGH_FROM = 91  # card points (SUE-4)
MOST_DOUBLINGS = 27  # so many that no deal gives more than any score can be (LARGEST)


def draws_before(table: Table) -> int:
    """Returns how many deals in a row were drawn just before the next one (SUE-6)."""
    return int(table.get("private", {}).get("draws", 0))


def raised(setup: Setup, table: Table, games: int) -> int:
    """Returns these games for winning the next deal, raised if the deals before it were drawn (SUE-6)."""
    draws = draws_before(table)
    if setup["options"]["after_draw"] == "double":
        return int(games * 2 ** min(draws, MOST_DOUBLINGS))
    if setup["options"]["after_draw"] == "one_more":
        return games + draws
    return games


class Rules(Game):
    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        """Returns `worth`, the games for the next deal: with 61 to 90 card points, with 91 or more, for a bandeira."""
        return {"worth": [raised(setup, table, games) for games in (LOW_WIN, HIGH_WIN, BANDEIRA)]}

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        if "stop" in entry:
            check_stop(checks, "SUE-7", setup["options"]["target"] is None)
        elif "revoke" not in entry:
            check_deal(checks, setup)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "stop" in entry:
            return stopped(setup, table, "SUE-7")
        if "revoke" in entry:
            winner: int | None = 1 - entry["revoke"]
            text = _("The other side did not follow suit though it could: {games} games")
            lines = [line(1 - entry["revoke"], "SUE-8", text, REVOKE, games=REVOKE)]
        else:
            winner, _games, _is_bandeira, lines = result_of(setup, table, entry)
        result = outcome(setup, table, lines)
        result["private"] = {"draws": draws_before(table) + 1 if winner is None else 0}
        target = setup["options"]["target"]
        if winner is not None and target is not None:
            total = totals_after(table, result["points"])[winner]
            if total >= target:
                lines.append(line(winner, "SUE-7", _("Reaches {target} with {total}"), target=target, total=total))
                win(result, winner, "revoke" if "revoke" in entry else "target")
        return result


def check_deal(checks: Checks, setup: Setup) -> None:
    """Refuses points, cards and tricks of a deal that contradict each other, and missing tricks (SUE-3, SUE-5)."""
    COUNTED.check(checks)
    tricks = checks.mapping.get("tricks")
    points = COUNTED.points_of(checks.mapping, 2)
    if tricks is not None:
        _check_tricks_hold(checks, points, tricks)
    elif ALL_POINTS in points and setup["options"]["bandeira"] == "tricks":
        checks.refuse("tricks", "SUE-5", _("All 120 points may be a bandeira: how many tricks were won?"))


def _check_tricks_hold(checks: Checks, points: "list[int]", tricks: "list[int]") -> None:
    """Refuses more points or counting cards than a side's tricks, of four cards each, can contain (SUE-3)."""
    for side in (0, 1):
        most = COUNTED.most_points(CARDS_OF_A_RANK * tricks[side])
        if points[side] > most:
            text = _("{points} points do not fit into {tricks} tricks, they hold {most} at most")
            checks.refuse("tricks", "SUE-3", text, points=points[side], tricks=tricks[side], most=most)
        elif "cards" in checks.mapping:
            cards = sum([shares[side] for shares in checks.mapping["cards"].values()])
            if cards > CARDS_OF_A_RANK * tricks[side]:
                text = _("{cards} cards that count do not fit into {tricks} tricks")
                checks.refuse("tricks", "SUE-3", text, cards=cards, tricks=tricks[side])


def result_of(setup: Setup, table: Table, entry: Entry) -> "tuple[int | None, int, bool, list[Line]]":
    """Returns the winner of the deal (None if drawn), its games, whether it is a bandeira, and the lines."""
    points = COUNTED.points_of(entry, 2)
    lines = [line(side, "SUE-1", _("Card points: {taken}"), taken=points[side]) for side in (0, 1)]
    winner = highest(points)
    if winner is None:
        lines += [line(side, "SUE-6", _("60 to 60: the deal is drawn")) for side in (0, 1)]
        return None, 0, False, lines
    is_bandeira = bandeira_of(setup, entry) is not None
    if is_bandeira:
        games, rule, text = BANDEIRA, "SUE-5", _("Bandeira: {games} games")
    elif points[winner] >= HIGH_FROM:
        games, rule, text = HIGH_WIN, "SUE-4", _("{taken} card points: {games} games")
    else:
        games, rule, text = LOW_WIN, "SUE-4", _("{taken} card points: one game")
    lines.append(line(winner, rule, text, games, games=games, taken=points[winner]))
    added = raised(setup, table, games) - games
    if added:
        lines.append(line(winner, "SUE-6", _("After a drawn deal: {more} more"), added, more=added))
    return winner, games + added, is_bandeira, lines


def bandeira_of(setup: Setup, entry: Entry) -> "int | None":
    """Returns the side that took all ten tricks, or all 120 points if a bandeira goes by points; else None (SUE-5)."""
    if TRICKS_IN_A_DEAL in entry.get("tricks", []):
        return int(entry["tricks"].index(TRICKS_IN_A_DEAL))
    points = COUNTED.points_of(entry, 2)
    if ALL_POINTS in points and setup["options"]["bandeira"] == "points":
        return points.index(ALL_POINTS)
    return None
