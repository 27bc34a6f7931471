"""Spreadsheets: a club's results and standings as lines of CSV, which no spreadsheet takes for formulas."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import func, select

from scorekeeper.clubs import named_games
from scorekeeper.clubs.period import Period
from scorekeeper.clubs.places import Placed
from scorekeeper.clubs.standings import Line
from scorekeeper.games import GAMES
from scorekeeper.i18n import _, called
from scorekeeper.store.club_models import Club, Night, NightTable, Player, Result
from scorekeeper.store.models import Match, Sitting, db

RESULTS_AT_ONCE = 2_000  # results a query


def count_results(club: Club, period: Period) -> int:
    """How many rows `result_rows` writes, without the headings."""
    return db.session.scalar(select(func.count()).select_from(Result).where(*period.conditions(club.id))) or 0


def result_rows(club: Club, period: Period) -> Iterator[str]:
    """Every result of the period as CSV, with headings in the reader's language: a row a finished match and player.

    Days and times are the server's, written as every spreadsheet reads them.
    """
    yield csv_line((
        _("match"), _("played on"), _("time"), _("night"), _("table"), _("game"), _("player"), _("member"), _("guest"),
        _("side"), _("partners"), _("won"), _("lost"), _("games"), _("points"), _("points against"), _("rating"),
    ))  # fmt: skip
    titles = {game.slug: _(game.title) for game in GAMES} | named_games.titles(club)
    last = 0
    while rows := db.session.execute(_results_after(last, club.id, period)).all():
        # All seats of a match go together: the limit may have cut the last match, so that one is read again.
        complete = [row for row in rows if row[0].match_id < rows[-1][0].match_id]
        complete = complete if len(rows) == RESULTS_AT_ONCE else list(rows)
        for _match, seats in groupby(complete, lambda row: row[0].match_id):
            together = list(seats)
            yield "".join(csv_line(_cells(row, together, titles)) for row in together)
        last = complete[-1][0].match_id
        db.session.expunge_all()


def _results_after(last: int, club: int, period: Period) -> Any:
    return (
        select(Result, Player.name, Player.number, Sitting.name, NightTable.number, Night.name, Night.day)
        .outerjoin(Player, Player.id == Result.player_id)
        .join(Match, Match.id == Result.match_id)
        .join(Sitting, Sitting.id == Match.sitting_id)
        .outerjoin(NightTable, NightTable.sitting_id == Sitting.id)
        .outerjoin(Night, Night.id == NightTable.night_id)
        .where(*period.conditions(club), Result.match_id > last)
        .order_by(Result.match_id, Result.seat)
        .limit(RESULTS_AT_ONCE)
    )


def _cells(row: Any, together: Sequence[Any], titles: Mapping[str, str]) -> list[object]:
    result, name, number, sitting, table, night, day = row
    played = result.played_at.astimezone()
    partners = [each for each in together if each[0].side == result.side and each[0].seat != result.seat]
    return [
        result.match_id,
        (day or played.date()).isoformat(),
        played.strftime("%H:%M"),
        night or (day.isoformat() if day else ""),
        table or sitting,
        titles.get(result.game, result.game),
        name or called(result.name),
        number or "",
        "" if name else _("guest"),
        result.side + 1,
        ", ".join(each[1] or called(each[0].name) for each in partners),
        result.won,
        result.lost,
        result.games,
        result.points_for,
        result.points_against,
        result.rating,
    ]


def standings_rows(places: Sequence[Placed[Line]], *, one_game: bool) -> Iterator[str]:
    """Standings as CSV; ratings and points only where they are of `one_game`."""
    head = [_("position"), _("player"), _("won"), _("lost"), _("played"), _("games")]
    yield csv_line(head + ([_("points"), _("points against"), _("rating")] if one_game else []))
    for place, line in places:
        cells: list[object] = [place, line.name, line.won, line.lost, line.played, line.games]
        more = [line.points_for, line.points_against, "" if line.rating is None else line.rating]
        yield csv_line(cells + (more if one_game else []))


# What a spreadsheet takes for the start of a formula, in a cell or, where it cuts cells at other signs than commas, in
# the middle of one; the full-width signs are those that East Asian spreadsheets treat alike.
FORMULA = re.compile(r"(^|[;|\t\r\n])(\s*)(?=[=+\-@＝＋－＠|%])")


def csv_line(cells: Iterable[object]) -> str:
    """One line of CSV, every cell in quotes, and before what a spreadsheet would take for a formula an apostrophe."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n", quoting=csv.QUOTE_ALL).writerow([_defused(cell) for cell in cells])
    return written.getvalue()


def _defused(cell: object) -> object:
    return FORMULA.sub(r"\1'\2", cell) if isinstance(cell, str) else cell
