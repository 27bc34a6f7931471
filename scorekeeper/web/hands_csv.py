"""Matches hand by hand as CSV, for people without a club: a line for each hand and side."""

from collections.abc import Iterable, Iterator

from scorekeeper import ledger
from scorekeeper.games.engine.base import Line
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.words import short
from scorekeeper.i18n import _, called, say
from scorekeeper.i18n.languages import csv_line
from scorekeeper.store.models import Hand, Match

MOST_HANDS = 20_000  # of a file; older matches beyond are left out


def within_bounds(matches: Iterable[Match]) -> Iterator[Match]:
    """Yields matches as long as a file may have their hands; the first one always."""
    hands = 0
    for match in matches:
        hands += match.hand_count
        if hands > MOST_HANDS and hands > match.hand_count:
            return
        yield match


def csv_of_hands(matches: Iterable[Match]) -> Iterator[str]:
    """Yields the headings and the lines of matches, in the user's language; times in the server's time zone."""
    yield csv_line((
        _("played on"), _("time"), _("place"), _("table"), _("match"), _("game"), _("hand"), _("dealer"), _("side"),
        _("name"), _("players"), _("entry"), _("points"), _("total"), _("reasons"), _("won"), _("remark"),
    ))  # fmt: skip
    for match in matches:
        head, remarks = _head(match), _remarks(match)
        for hand in ledger.hands(match):
            for cells in _sides(match, hand):
                yield csv_line([*head, hand.number, called(hand.dealer or ""), *cells, remarks[hand.struck]])


def _head(match: Match) -> list[object]:
    """Returns the cells that all lines of a match have."""
    started, sitting = match.started_at.astimezone(), match.sitting
    title = game_of(match.setup).title_of(match.setup["options"], say)
    day, time = started.date().isoformat(), started.strftime("%H:%M")
    return [day, time, sitting.place, called(sitting.name), match.number, title]


def _remarks(match: Match) -> tuple[str, str]:
    """Returns the remarks of hands that count, and of struck ones."""
    going_on = {"in_progress": _("in play"), "stopped": _("stopped")}
    return going_on.get(match.status, ""), _("struck out")


def _sides(match: Match, hand: Hand) -> Iterator[list[object]]:
    """Yields the cells of each side in a hand."""
    words = short(match.setup, ledger.with_current_names(match.setup, hand.number, hand.entry))
    entry = " · ".join([say(message, params) for message, params in words])
    for index, side in enumerate(match.setup["sides"]):
        yield [
            index + 1,
            called(side["name"]),
            ", ".join([called(player) for player in side["players"]]),
            entry,
            hand.points[index],
            hand.table["totals"][index],
            "; ".join([_reason(line) for line in hand.lines if line["side"] == index]),
            int(match.winner == index),
        ]


def _reason(line: Line) -> str:
    """Returns a line of the explanation, with its rule."""
    return f"{say(line['message'], line['params'])} ({line['rule']})"
