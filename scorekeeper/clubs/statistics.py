"""Statistics of one player in a period, and a search for a club's finished matches by players' names."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, CompoundSelect, Select, and_, case, func, or_, select, union
from sqlalchemy.orm import aliased, joinedload

from scorekeeper.clubs import results
from scorekeeper.clubs.standings import SUMS, Line, Period
from scorekeeper.games.engine.side_names import is_placeholder
from scorekeeper.i18n import called
from scorekeeper.store.club_models import ALL_GAMES, ALL_YEARS, Club, Player, Result, Tally
from scorekeeper.store.models import Match, db


class Companion(NamedTuple):
    """A partner or opponent of a player; `player` is None for a guest.

    `played` counts the matches together, `won` the wins of the player of the page, not the companion's.
    """

    player: int | None
    name: str
    played: int
    won: int


class Season(NamedTuple):
    """A player's results in a period: their sums, and the outcomes in the order of play, a letter for each match.

    W is a win, L a loss, D neither.
    """

    line: Line
    outcomes: str

    @property
    def longest_streak(self) -> int:
        """Returns the most matches won in a row."""
        return max(map(len, self.outcomes.replace("D", "L").split("L")))


def season_of(player: Player, period: Period) -> Season:
    """Returns the player's results, added up by the database: there may be tens of thousands."""
    outcome = case((Result.won == 1, "W"), (Result.lost == 1, "L"), else_="D").label("outcome")
    rows = select(outcome, *(getattr(Result, name) for name in SUMS[1:])).where(*period.of_player(player.id))
    in_order = rows.order_by(Result.played_at, Result.match_id).subquery().c
    sums = [func.coalesce(func.sum(in_order[name]), 0) for name in SUMS[1:]]
    # Both databases concatenate in the order of the subquery.
    outcomes, *totals = db.session.execute(select(func.aggregate_strings(in_order.outcome, ""), *sums)).one()
    return Season(Line(player.id, player.name, len(outcomes or ""), *totals), outcomes or "")


def newest_results(player: Player, period: Period) -> list[Result]:
    """Returns the player's results in the newest A_PAGE matches, newest first."""
    matches = select(Result.match_id).where(*period.of_player(player.id))
    newest = matches.order_by(Result.played_at.desc(), Result.match_id.desc()).limit(A_PAGE)
    rows = _rows_in(player, newest).order_by(Result.played_at.desc(), Result.match_id.desc())
    return list(db.session.scalars(rows))


def _rows_in(player: Player, matches: Select[int]) -> Select[Result]:
    return select(Result).where(Result.player_id == player.id, Result.match_id.in_(matches))


def biggest_win(player: Player, period: Period) -> Result | None:
    """Returns the win worth the most games, ties decided by point difference, then by time; None without a win."""
    wins = select(Result.match_id).where(*period.of_player(player.id), Result.won == 1)
    difference = Result.points_for - Result.points_against
    best_first = wins.order_by(Result.games.desc(), difference.desc(), Result.played_at, Result.match_id)
    return db.session.scalar(_rows_in(player, best_first.limit(1)))


def ratings_after(player: Player, period: Period, counts: Sequence[int]) -> list[int]:
    """Returns the player's rating after each of these numbers (ascending) of matches in the period."""
    number = func.row_number().over(order_by=(Result.played_at, Result.match_id)).label("number")
    matches = select(Result.match_id, number).where(*period.of_player(player.id)).subquery().c
    ratings = select(Result.rating).join(matches.match_id.table, matches.match_id == Result.match_id)
    chosen = ratings.where(Result.player_id == player.id, matches.number.in_(counts))
    return list(db.session.scalars(chosen.order_by(matches.number)))


def names_by_match(results: Sequence[Result]) -> dict[int, tuple[str, str]]:
    """Returns names by match id: the player's partners and the opponents, each as comma-separated text."""
    by_match = {row.match_id: row for row in results}
    query = select(Result.match_id, Result.seat, Result.side, Result.name, Player.name.label("roster_name"))
    query = query.outerjoin(Player, Player.id == Result.player_id).where(Result.match_id.in_(by_match))
    names: dict[int, tuple[list[str], list[str]]] = {match: ([], []) for match in by_match}
    for row in db.session.execute(query.order_by(Result.match_id, Result.seat)):
        if row.seat != by_match[row.match_id].seat:
            names[row.match_id][row.side != by_match[row.match_id].side].append(row.roster_name or called(row.name))
    return {match: (", ".join(beside), ", ".join(against)) for match, (beside, against) in names.items()}


class Company(NamedTuple):
    """The most frequent partners and opponents of a player, most frequent first."""

    partners: list[Companion]
    opponents: list[Companion]


def company_of(player: Player, period: Period, most: int = 20) -> Company:
    """Returns up to `most` partners and opponents of the player.

    Seats without a name are skipped: a different person may sit there each time.
    """
    result, other_result = aliased(Result), aliased(Result)
    beside, guest = (other_result.side == result.side).label("beside"), _guest_name(other_result)
    played, name, won = func.count(), func.max(other_result.name), func.sum(result.won)
    query = (
        select(other_result.player_id, name.label("name"), played.label("played"), won.label("won"), beside)
        .join(other_result, (other_result.match_id == result.match_id) & (other_result.seat != result.seat))
        .where(*period.of_player(player.id, result))
        .group_by(other_result.player_id, guest, beside)
    )
    rows = [row for row in db.session.connection().execute(query) if row.player_id or not is_placeholder(row.name)]
    rows.sort(key=lambda row: (-row.played, row.name))
    shown = [[row for row in rows if row.beside == same][:most] for same in (True, False)]
    names = _names([row.player_id for half in shown for row in half if row.player_id])
    return Company(
        *(
            [Companion(row.player_id, names.get(row.player_id, row.name), row.played, int(row.won)) for row in half]
            for half in shown
        )
    )


def _guest_name(row: type[Result]) -> ColumnElement[str]:
    """Returns the SQL key that groups guests by name; empty for players, who may have several names."""
    return case((row.player_id.is_(None), row.name_key), else_="")


def _names(players: list[int]) -> dict[int, str]:
    rows = db.session.execute(select(Player.id, Player.name).where(Player.id.in_(players)))
    return {row.id: row.name for row in rows}


class Shared(NamedTuple):
    """The matches of two players on the same side, or against each other, as results of the first player.

    `newest` are the newest MOST_SHARED of them, newest first.
    """

    played: int
    won: int
    lost: int
    newest: list[Result]


class Pair(NamedTuple):
    """The matches of two players, on the same side and against each other."""

    together: Shared
    against: Shared


def pair(player: Player, other_player: Player, period: Period) -> Pair:
    """Returns the matches of two players together and against each other."""
    result, other_result = aliased(Result), aliased(Result)
    together = (result.side == other_result.side).label("together")
    shared = period.of_player(player.id, result)
    if _match_count(other_player) < _match_count(player):  # so that few matches are looked up
        theirs_alone = select(Result.match_id).where(*period.of_player(other_player.id))
        shared.append(result.match_id.in_(theirs_alone))
    theirs = (other_result.match_id == result.match_id) & (other_result.player_id == other_player.id)
    sums = select(func.count(), func.sum(result.won), func.sum(result.lost), together)
    rows = db.session.execute(sums.join(other_result, theirs).where(*shared).group_by(together))
    counts = {bool(row.together): (int(row[0]), int(row[1]), int(row[2])) for row in rows}
    results = select(result).join(other_result, theirs).where(*shared)
    newest_first = results.order_by(result.played_at.desc(), result.match_id.desc()).limit(MOST_SHARED)
    return Pair(
        *(
            Shared(*counts[same], list(db.session.scalars(newest_first.where(together == same))))
            if same in counts
            else Shared(0, 0, 0, [])
            for same in (True, False)
        )
    )


def _match_count(player: Player) -> int:
    """Returns the number of the player's matches."""
    of_all = (Tally.game == ALL_GAMES, Tally.year == ALL_YEARS)
    return db.session.scalar(select(Tally.played).where(*of_all, Tally.player_id == player.id)) or 0


A_PAGE = 30
MOST_SHARED = 50  # results of a pair that are shown
MANY = 100  # players: if more match, a search filters all matches instead of looking up each player's


class MatchPage(NamedTuple):
    """A page of matches, newest first; `more` is the `before` for the next page, None on the last one."""

    matches: list[Match]
    more: int | None


def search_matches(club: Club, period: Period, search: str = "", before: int | None = None) -> MatchPage:
    """Returns a page of the period's finished matches; `search` is part of a player's name.

    Guests are found by the beginning of their name only.
    """
    conditions = [*period.contains(Result.played_at), *period.counts(Result)]
    if before is not None:
        conditions.append(_earlier_than(before))
    of_club = [Result.club_id == club.id, *([Result.game == period.game] if period.game else [])]
    matches = select(Result.match_id, Result.played_at).where(*conditions)
    one_row_each = matches.where(*of_club, Result.seat == 0)
    newest: Select[int, datetime] | CompoundSelect[int, datetime] = one_row_each
    if search.strip():
        key = results.name_key(search)
        players = results.ids_matching(db.session, club.id, key)
        if len(players) > MANY:
            newest = one_row_each.where(_has_player_at_table(players, key))
        else:  # two queries, so that each uses its own index
            theirs = matches.where(Result.player_id.in_(players), period.of_games(Result.game))
            newest = union(theirs, matches.where(*of_club, *_guests_called(Result, key)))
    columns = newest.selected_columns
    query = newest.order_by(columns.played_at.desc(), columns.match_id.desc()).limit(A_PAGE + 1)
    ids = db.session.scalars(query).all()
    return page_of(ids, A_PAGE)


def page_of(ids: Sequence[int], size: int) -> MatchPage:
    """Returns a page with the matches of the first `size` ids; a further id means that there is a next page."""
    return MatchPage(matches_of(ids[:size]), ids[size - 1] if len(ids) > size else None)


def matches_of(ids: Sequence[int]) -> list[Match]:
    """Returns the matches with these ids, in this order, with their sittings."""
    query = select(Match).where(Match.id.in_(ids)).options(joinedload(Match.sitting))
    by_id = {match.id: match for match in db.session.scalars(query)}
    return [by_id[number] for number in ids]


def _guests_called(row: type[Result], key: str) -> tuple[ColumnElement[bool], ...]:
    """Returns the SQL conditions for guests whose name begins with the key, as the index requires."""
    return row.player_id.is_(None), row.name_key >= key, row.name_key < f"{key}\U0010ffff"


def _has_player_at_table(players: set[int], key: str) -> ColumnElement[bool]:
    """Returns the SQL condition for matches with one of these players, or a guest by the start of a name.

    For common names, which match nearly every match: a subquery per match, newest first.
    """
    seat = aliased(Result)
    is_named = or_(seat.player_id.in_(players), and_(*_guests_called(seat, key)))
    return select(seat.seat).where(seat.match_id == Result.match_id, is_named).exists()


def _earlier_than(match: int) -> ColumnElement[bool]:
    """Returns the SQL condition for results of matches before this one; its first half is for the index."""
    played_at = select(Result.played_at).where(Result.match_id == match).limit(1).scalar_subquery()
    return and_(Result.played_at <= played_at, or_(Result.played_at < played_at, Result.match_id < match))
