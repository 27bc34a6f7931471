"""Result rows, one per seat of a match that counts.

A match counts if it is finished, or if an arbiter entered a result for its table at a tournament; the legs that decide
a match there count as one, in the rows of the first, and each has highlights. Sums of results are
in `sums`, those of pairs, partners, games and guests in `pairs`.

Highlights of matches, from which records are read, are replaced with the rows; matches of clubs from before an upgrade
get theirs in batches, `Club.highlights_from` on.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select, union, update
from sqlalchemy.orm import Session, aliased, object_session

from scorekeeper import ledger
from scorekeeper.clubs.named_games import keys_of
from scorekeeper.clubs.results.outcomes import Occasion, Score, moment_of, occasions, scores_of
from scorekeeper.clubs.results.pairs import company_in, keep_company
from scorekeeper.clubs.results.ratings import START, Place, add_to_backlog, rate_from
from scorekeeper.clubs.results.sums import add_up, add_up_all
from scorekeeper.games.engine.play import status_of
from scorekeeper.ledger.names import name_key
from scorekeeper.store.club_models import Club, ClubSitting, NightTable, Player, Result
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import Match
from scorekeeper.store.sum_models import MatchHighlight
from scorekeeper.store.tournament_models import TournamentTable

AT_ONCE = 50  # tables of a batch
FEW = 20  # matches whose ratings are recomputed at once


def follow(match: Match) -> None:
    """Replaces the result rows of a club's match, and of the others at a tournament's table. Called by the ledger.

    A match outside a club has no results.
    """
    session = object_session(match)
    if session is None:
        raise ValueError("the match belongs to no session")
    club = session.scalar(select(ClubSitting.club_id).where(ClubSitting.sitting_id == match.sitting_id))
    if club is None:
        return
    lock_results(session, club)
    for game, first in _replace_rows(session, club, [match]).items():
        rate_from(session, club, game, first)


def follow_tables(session: Session, club: int, sittings: Collection[int]) -> None:
    """Replaces the result rows of all matches at these tables, after their day or an entered result changed.

    The caller holds the club's lock, since before it locked a tournament. Ratings go to the backlog if many change.
    """
    matches = session.scalars(select(Match).where(Match.sitting_id.in_(sittings)).order_by(Match.id)).all()
    firsts = _replace_rows(session, club, matches)
    for game, first in firsts.items():
        if len(matches) > FEW:
            add_to_backlog(session, club, game, first)
        else:
            rate_from(session, club, game, first)


def add_results(session: Session, club: int, matches: Sequence[Match]) -> None:
    """Inserts the results of many new matches of the club. Their ratings go to the backlog (`rate_backlog`).

    The matches are in no session; those whose sides confirm are read again, because their logs count. The caller holds
    the club's lock (`lock_results`).
    """
    confirming = [match.id for match in matches if match.setup["about"].get("confirm")]
    read = {match.id: match for match in session.scalars(select(Match).where(Match.id.in_(confirming)))}
    matches = [read.get(match.id, match) for match in matches]
    for game, first in _replace_rows(session, club, matches).items():
        add_to_backlog(session, club, game, first)


def _replace_rows(session: Session, club: int, matches: Sequence[Match]) -> dict[str, Place]:
    """Replaces the result rows of these matches, and the sums that contain them.

    Returns the place of the first match of each game that has or had results, from which ratings are to be computed.
    """
    at = occasions(session, {match.sitting_id for match in matches})
    together = _by_sitting(session, matches, at)
    ids = [match.id for at_table in together.values() for match in at_table]
    columns = (Result.player_id, Result.played_at, Result.match_id, Result.game)
    before = session.execute(select(*columns).where(Result.match_id.in_(ids))).all()
    company = company_in(session, ids if before else ())
    if before:
        session.execute(delete(Result).where(Result.match_id.in_(ids)))
    scored = [
        (match, score, moment_of(match, at.get(sitting)))
        for sitting, at_table in together.items()
        for match, score in zip(at_table, scores_of(at_table, at.get(sitting)), strict=True)
        if score is not None
    ]
    rows = _rows(session, club, scored)
    if rows:
        session.execute(insert(Result), rows)
    keep_company(session, company, company_in(session, ids if rows else ()))
    in_hands = [row for row in rows if row["seat"] == 0 and not row["typed"]]
    counted = {row["match_id"]: Counted(club, row["game"], row["played_at"]) for row in in_hands}
    for sitting, at_table in together.items():
        if at_table[0].id in counted and sitting in at and at[sitting].scoring is not None:
            first = counted[at_table[0].id]
            counted = {leg.id: first for leg in at_table if leg.status == "finished"} | counted
    replace_highlights(session, ids, counted)
    add_up(
        session,
        club,
        [*(row.player_id for row in before), *(row["player_id"] for row in rows)],
        [*(row.played_at for row in before), *(row["played_at"] for row in rows)],
        {*(row.game for row in before), *(row["game"] for row in rows)},
    )
    firsts: dict[str, Place] = {}
    places = [(row.game, Place(row.played_at, row.match_id)) for row in before]
    for game, place in places + [(row["game"], Place(row["played_at"], row["match_id"])) for row in rows]:
        firsts[game] = min(place, firsts.get(game, place))
    return firsts


def _by_sitting(session: Session, matches: Sequence[Match], at: Mapping[int, Occasion]) -> dict[int, list[Match]]:
    """Returns the matches by sitting; for a tournament's table all of them, since they make one result."""
    together: dict[int, list[Match]] = {}
    for match in matches:
        together.setdefault(match.sitting_id, []).append(match)
    at_tournaments = [sitting for sitting in together if sitting in at and at[sitting].scoring is not None]
    query = select(Match).where(Match.sitting_id.in_(at_tournaments)).order_by(Match.number)
    together |= {sitting: [] for sitting in at_tournaments}
    for match in session.scalars(query) if at_tournaments else ():
        together[match.sitting_id].append(match)
    return together


def lock_results(session: Session, club: int) -> None:
    """Locks the club's results until the commit, because each rating depends on those before it."""
    take_turn(session)
    session.execute(select(Club.id).where(Club.id == club).with_for_update())


def lock_tables(session: Session, club: int, sittings: Collection[int]) -> None:
    """Locks the club's results as `lock_results` does, for a change of these tables' results.

    To be called before a tournament is locked. Phones lock their match before the club, and rows refer to matches.
    """
    take_turn(session)
    matches = select(Match.id).where(Match.sitting_id.in_(sittings)).order_by(Match.id)
    session.execute(matches.with_for_update(read=True, key_share=True))
    lock_results(session, club)


def recount(session: Session, club: int) -> bool:
    """Computes the results of the next AT_ONCE tables that a migration marked; True if more are left.

    The caller holds the club's lock.
    """
    last = session.scalar(select(Club.recount_from).where(Club.id == club))
    if last is None:
        return False
    tables = union(select(NightTable.sitting_id), select(TournamentTable.sitting_id)).subquery()
    query = select(ClubSitting.sitting_id).where(ClubSitting.club_id == club, ClubSitting.sitting_id > last)
    query = query.where(ClubSitting.sitting_id.in_(select(tables.c.sitting_id))).order_by(ClubSitting.sitting_id)
    sittings = session.scalars(query.limit(AT_ONCE)).all()
    follow_tables(session, club, sittings)
    newest = sittings[-1] if sittings else None
    session.execute(update(Club).where(Club.id == club).values(recount_from=newest))
    return newest is not None


def reassign(session: Session, club: int, player: int, *whose: ColumnElement[bool]) -> None:
    """Assigns the results that match the conditions `whose` to a player; updates sums and ratings.

    The caller holds the club's lock.
    """
    moved = select(Result.game, Result.played_at, Result.match_id, Result.player_id).where(Result.club_id == club)
    firsts: dict[str, Place] = {}
    before, matches = set[int](), set[int]()
    for row in session.execute(moved.where(*whose)):
        place = Place(row.played_at, row.match_id)
        firsts[row.game] = min(place, firsts.get(row.game, place))
        before.add(row.player_id or player)
        matches.add(row.match_id)
    if firsts:
        company = company_in(session, matches)
        session.execute(update(Result).where(Result.club_id == club, *whose).values(player_id=player))
        keep_company(session, company, company_in(session, matches))
        add_up_all(session, club, {player, *before})
    for game, first in firsts.items():
        rate_from(session, club, game, first)


def rename_seats(session: Session, club: int, matches: Collection[int], keys: Collection[str], name: str) -> None:
    """Renames the results of people with these folded names in these matches, whose seats were renamed.

    The caller holds the club's lock.
    """
    company = company_in(session, matches)
    whose = (Result.club_id == club, Result.match_id.in_(matches), Result.name_key.in_(keys))
    session.execute(update(Result).where(*whose).values(name=name, name_key=name_key(name)))
    keep_company(session, company, company_in(session, matches))


def ids_matching(session: Session, club: int, key: str) -> set[int]:
    """Returns the ids of roster players whose folded name, present or earlier, contains `key`."""
    query = select(Player.id, Player.merged_into).where(
        Player.club_id == club, Player.name_key.contains(key, autoescape=True)
    )
    return {row.merged_into or row.id for row in session.execute(query)}


def players_of(session: Session, club: int, names: Iterable[str]) -> dict[str, int]:
    """Returns player ids by folded name; names that are not on the roster are left out."""
    keys = {name_key(name) for name in names}
    rows = session.execute(
        select(Player.name_key, Player.id, Player.merged_into).where(Player.club_id == club, Player.name_key.in_(keys))
    )
    return {row.name_key: row.merged_into or row.id for row in rows}


def _rows(session: Session, club: int, scored: Sequence[tuple[Match, Score, datetime]]) -> list[dict[str, Any]]:
    players = players_of(session, club, {name for match, _score, _moment in scored for name in match.setup["seats"]})
    games = keys_of(session, club, [match.setup for match, _score, _moment in scored])
    return [
        row
        for (match, score, moment), game in zip(scored, games, strict=True)
        for row in _rows_of(match, score, {"club_id": club, "game": game, "played_at": moment}, players)
    ]


def _rows_of(match: Match, score: Score, common: dict[str, Any], players: dict[str, int]) -> list[dict[str, Any]]:
    rows = []
    for seat, name in enumerate(match.setup["seats"]):
        side, key = match.setup["seat_sides"][seat], name_key(name)
        rows.append(
            {
                **common,
                "match_id": match.id,
                "seat": seat,
                "player_id": players.get(key),
                "name": name,
                "name_key": key,
                "side": side,
                "typed": score.typed,
                "confirmed": score.confirmed,
                "won": int(score.winner == side),
                "lost": int(score.winner not in (side, None)),
                "games": score.games[side],
                "games_against": sum(score.games) - score.games[side],
                "points_for": score.points[side],
                "points_against": sum(score.points) - score.points[side],
                "mu": START.mu,
                "sigma": START.sigma,
                "rating": START.shown,
            }
        )
    return rows


HIGHLIGHTS_AT_ONCE = 100  # matches of a batch


class Counted(NamedTuple):
    """The place of a match in statistics: its club, the key of its game, and its time."""

    club_id: int
    game: str
    played_at: datetime


def replace_highlights(session: Session, ids: Collection[int], counted: Mapping[int, Counted]) -> None:
    """Replaces the highlights of the matches `ids`; those that are not in `counted` have none."""
    session.execute(
        delete(MatchHighlight).where(MatchHighlight.match_id.in_(ids)), execution_options={"synchronize_session": False}
    )
    rows = [
        {"match_id": match, **counted[match]._asdict(), **highlight}
        for match, found in ledger.highlights_of(session, counted).items()
        for highlight in found
    ]
    if rows:
        session.execute(insert(MatchHighlight), rows)


def in_hands(session: Session, *which: ColumnElement[bool], most: int | None = None) -> dict[int, Counted]:
    """Returns the matches with these results that count as they were played, not as an arbiter entered them."""
    query = select(Result.match_id, Result.club_id, Result.game, Result.played_at)
    rows = session.execute(
        query.where(*which, Result.seat == 0, Result.typed.is_(False)).order_by(Result.match_id).limit(most)
    )
    return {row.match_id: Counted(row.club_id, row.game, row.played_at) for row in rows}


def legs_in_hands(session: Session, *which: ColumnElement[bool]) -> dict[int, Counted]:
    """Returns the later legs: the finished matches at the tables of the matches in `in_hands` with such a result."""
    first = aliased(Match)
    query = (
        select(Match.id, Match.stopped, Match.table, Result.club_id, Result.game, Result.played_at)
        .join_from(Result, first, first.id == Result.match_id)
        .join(TournamentTable, TournamentTable.sitting_id == first.sitting_id)
        .join(Match, Match.sitting_id == first.sitting_id)
        .where(*which, Result.seat == 0, Result.typed.is_(False))
        .where(TournamentTable.ended_at.is_(None), first.number == 1)
    )
    return {
        row.id: Counted(row.club_id, row.game, row.played_at)
        for row in session.execute(query)
        if status_of(row.stopped, row.table) == "finished"
    }


def add_missing_highlights(session: Session, club: int) -> bool:
    """Adds the highlights of the next HIGHLIGHTS_AT_ONCE matches from before an upgrade; True if more are left.

    The caller holds the club's lock.
    """
    last = session.scalar(select(Club.highlights_from).where(Club.id == club))
    if last is None:
        return False
    counted = in_hands(session, Result.club_id == club, Result.match_id > last, most=HIGHLIGHTS_AT_ONCE)
    newest = max(counted, default=None)
    if newest is not None:
        counted = legs_in_hands(session, Result.club_id == club, Result.match_id.between(last + 1, newest)) | counted
        replace_highlights(session, counted.keys(), counted)
    session.execute(update(Club).where(Club.id == club).values(highlights_from=newest))
    return newest is not None
