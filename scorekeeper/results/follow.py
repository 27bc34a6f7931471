"""The rows of one match: one for each seat, made anew from the match as it stands."""

import unicodedata
from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session, object_session

from scorekeeper.club_models import Club, ClubSitting, Player, Result
from scorekeeper.database import take_turn
from scorekeeper.models import Match
from scorekeeper.results.rating import START, rate_from


def follow(match: Match) -> None:
    """Make the results of a match of a club follow from how it stands: rows for a finished one, else none.

    Ratings of all later matches of the game follow too. A match outside a club has no results.
    """
    session = object_session(match)
    if session is None:
        raise ValueError("the match belongs to no session")
    club = session.scalar(select(ClubSitting.club_id).where(ClubSitting.sitting_id == match.sitting_id))
    if club is None:
        return
    wait_for(session, club)
    session.execute(delete(Result).where(Result.match_id == match.id))
    if match.status == "finished":
        session.add_all(_rows(match, club, players_of(session, club, match.setup["seats"])))
        session.flush()
    rate_from(session, club, match.game, match.started_at, match.id)


def enter(session: Session, club: int, matches: Sequence[Match]) -> None:
    """The results of many matches that are new to the club; ratings follow once, from the first of each game on."""
    firsts: dict[str, Match] = {}
    for match in sorted(matches, key=lambda match: (match.started_at, match.id)):
        firsts.setdefault(match.game, match)
    for match in matches:
        if match.status == "finished":
            session.add_all(_rows(match, club, players_of(session, club, match.setup["seats"])))
    session.flush()
    for game, first in firsts.items():
        rate_from(session, club, game, first.started_at, first.id)


def wait_for(session: Session, club: int) -> None:
    """Until the commit nobody else writes results of this club: its ratings build on each other."""
    take_turn(session)
    session.execute(select(Club.id).where(Club.id == club).with_for_update())


def replay(session: Session, club: int, games: Sequence[str] | None = None) -> None:
    """Work the ratings of whole games out again, from their first match on: for when players became others."""
    wait_for(session, club)
    played = session.scalars(select(Result.game).where(Result.club_id == club).distinct()).all()
    for game in games if games is not None else played:
        rate_from(session, club, game)


def name_key(name: str) -> str:
    """A name as names are compared: however it is written, with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def players_of(session: Session, club: int, names: Sequence[str]) -> dict[str, int]:
    """The roster's player for each folded name; names of guests are not in it."""
    keys = {name_key(name) for name in names}
    found = session.execute(
        select(Player.name_key, Player.id, Player.merged_into).where(Player.club_id == club, Player.name_key.in_(keys))
    )
    return {row.name_key: row.merged_into or row.id for row in found}


def _rows(match: Match, club: int, players: dict[str, int]) -> list[Result]:
    totals, games = match.table["totals"], match.table["games"]
    rows = []
    for seat, name in enumerate(match.setup["seats"]):
        side = match.setup["seat_sides"][seat]
        key = name_key(name)
        rows.append(
            Result(
                match_id=match.id,
                seat=seat,
                club_id=club,
                player_id=players.get(key),
                name=name,
                name_key=key,
                side=side,
                game=match.game,
                played_at=match.started_at,
                won=int(match.winner == side),
                lost=int(match.winner not in (side, None)),
                games=games[side],
                games_against=sum(games) - games[side],
                points_for=totals[side],
                points_against=sum(totals) - totals[side],
                mu=START.mu,
                sigma=START.sigma,
                rating=START.shown,
            )
        )
    return rows
