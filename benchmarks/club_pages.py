"""The pages of a large club that `benchmarks.club` requests."""

import random
from collections.abc import Iterator

from sqlalchemy import select

from scorekeeper.clubs import tables
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import Sitting, db
from scorekeeper.store.sum_models import ALL_GAMES, ALL_YEARS, Tally
from scorekeeper.web import links

YEAR = "from=2025-01-01&to=2025-12-31"


def pages_of(club: Club, chance: random.Random, requests: int) -> Iterator[tuple[str, list[str]]]:
    """Returns addresses by the name of the page, one per request, each for another player."""
    place = f"/c/{club.slug}"
    people = chance.choices(db.session.scalars(select(Player.id).where(Player.club_id == club.id)).all(), k=requests)
    names = chance.choices(db.session.scalars(select(Player.name).where(Player.club_id == club.id)).all(), k=requests)
    pairs = [_met(player) for player in people]
    oldest = chance.choices(db.session.scalars(select(Result.match_id).where(Result.seat == 0)).all(), k=requests)
    sitting = tables.open_table(club, "Bench")
    db.session.commit()
    games = [("tresette", "truco", "albastini", "buraco")[each % 4] for each in range(requests)]
    by_matches = select(Tally.player_id).where(Tally.game == ALL_GAMES, Tally.year == ALL_YEARS)
    regular = db.session.scalar(by_matches.order_by(Tally.played.desc()).limit(1))
    yield "the club", [place] * requests
    yield "standings of a season, one game", [f"{place}/standings?game={game}&{YEAR}" for game in games]
    yield "standings of a season, all games", [f"{place}/standings?{YEAR}"] * requests
    yield "standings by rating", [f"{place}/standings?game={game}&{YEAR}&order=rating" for game in games]
    yield "standings of all time", [f"{place}/standings"] * requests
    yield "standings from day to day", [f"{place}/standings?from=2024-09-15&to=2025-06-15"] * requests
    yield "player, a season", [f"{place}/players/{player}?{YEAR}" for player in people]
    yield "player, all time", [f"{place}/players/{player}" for player in people]
    yield "the most active player, a season", [f"{place}/players/{regular}?{YEAR}"] * requests
    yield "the most active player, all time", [f"{place}/players/{regular}"] * requests
    yield "pair", [f"{place}/players/{one}/and/{two}" for one, two in zip(people, pairs, strict=True)]
    yield "records of all time", [f"{place}/records?game={game}" for game in games]
    yield "records of a year", [f"{place}/records?game={game}&year=2025" for game in games]
    yield "archive, newest", [f"{place}/matches"] * requests
    yield "archive, further on", [f"{place}/matches?before={match}" for match in oldest]
    yield "archive, a game in a season", [f"{place}/matches?game={game}&{YEAR}" for game in games]
    yield "search, a whole name", [f"{place}/matches?q={name}" for name in names]
    yield "search, a first name", [f"{place}/matches?q={name.split()[0]}" for name in names]
    yield "search, a first name in a season", [f"{place}/matches?q={name.split()[0]}&{YEAR}" for name in names]
    yield "search, one letter", [f"{place}/matches?q={name[0]}" for name in names]
    yield "log", [f"{place}/log"] * requests
    yield "log, undone", [f"{place}/log?kind=undo"] * requests
    yield "log, matches begun", [f"{place}/log?kind=start"] * requests
    yield "log, a first name", [f"{place}/log?who={name.split()[0]}" for name in names]
    yield "nights", [f"{place}/nights"] * requests
    yield "tournaments", [f"{place}/tournaments"] * requests
    yield "approvals", [f"{place}/approvals"] * requests
    yield "roster", [f"{place}/players"] * requests
    yield "roster, a whole name", [f"{place}/players?q={name}" for name in names]
    yield "roster, four letters", [f"{place}/players?q={name[:4]}" for name in names]
    yield "a new match at a table of the club", [f"/s/{_token(sitting.id)}/new"] * requests


def _met(player: int) -> int:
    """Returns a player whom the player has met."""
    own = select(Result.match_id).where(Result.player_id == player)
    others = select(Result.player_id).where(Result.match_id.in_(own), Result.player_id.not_in([player]))
    return db.session.scalar(others.limit(1)) or player


def _token(sitting: int) -> str:
    token = links.token(links.make_link(db.session.get_one(Sitting, sitting), "score"))
    db.session.commit()
    return token
