"""A club's matches, nights, tournaments and standings as JSON: for programs with a token, and in webhooks' messages."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, TypedDict, cast

from scorekeeper.clubs import nights
from scorekeeper.clubs.night_ranking import ranking
from scorekeeper.clubs.places import Placed
from scorekeeper.clubs.series import UNRANKED, championship
from scorekeeper.clubs.standings import Line
from scorekeeper.clubs.tournaments.holding import shown_document
from scorekeeper.clubs.tournaments.json_lines import without_numbers
from scorekeeper.clubs.tournaments.snapshots import Snapshot, load_summary, snapshot
from scorekeeper.games.engine.game import game_of
from scorekeeper.i18n import called, say
from scorekeeper.store.club_models import Club, Night, Player, Series
from scorekeeper.store.models import Match
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.standings import standings


class SideJson(TypedDict):
    """A side of a match: `total` as screens show it."""

    name: str
    players: list[str]
    total: int
    won: bool


class MatchJson(TypedDict):
    """A match and its result so far; `number` is its number at the table."""

    id: int
    number: int
    version: int
    game: str
    title: str
    status: str
    started: str
    hands: int
    sides: list[SideJson]


class PlayerJson(TypedDict):
    """A player of the roster."""

    name: str
    active: bool


class RankedJson(TypedDict):
    """A line of a night's ranking."""

    place: int
    name: str
    played: int
    won: int
    lost: int


class StandingJson(RankedJson):
    """A line of a club's standings; without points and rating if they are of several games."""

    games: int
    points: int | None
    points_against: int | None
    rating: int | None


class NightHead(TypedDict):
    """A night in a list."""

    number: int
    name: str
    day: str
    place: str
    closed: bool


class NightTableJson(TypedDict):
    """A table of a night: who is planned to play there, and its matches, newest first."""

    table: int
    planned: list[str]
    matches: list[MatchJson]


class NightJson(NightHead):
    """A night with its tables, its ranking, and that of partners together."""

    tables: list[NightTableJson]
    ranking: list[RankedJson]
    pairs: list[RankedJson]


class ChampionshipHead(TypedDict):
    """A championship in a list."""

    number: int
    name: str


class PartJson(TypedDict):
    """A part of a championship, a `tournament` or a `night`; `over` if its results count."""

    kind: str
    number: int
    name: str
    day: str
    weight: float
    over: bool


class ScoreJson(TypedDict):
    """The points of one part; `counts` is false if they are dropped."""

    place: int
    points: float
    counts: bool


class ChampionJson(TypedDict):
    """A line of a championship: `scores` by the parts that are over, null for a missed one.

    Without a place it has too few parts.
    """

    place: int | None
    name: str
    total: float
    parts: int
    scores: list[ScoreJson | None]


class ChampionshipJson(ChampionshipHead):
    """A championship: how it counts (`scheme`, as in exports), its parts, earliest first, and its standings."""

    scheme: dict[str, Any]
    parts: list[PartJson]
    standings: list[ChampionJson]


class TournamentHead(TypedDict):
    """A tournament in a list."""

    number: int
    name: str
    day: str
    place: str
    game: str | None
    closed: bool
    version: int


class TournamentJson(TournamentHead):
    """A tournament with its document, without member numbers, and its standings once a round is complete.

    Rounds from `held_from` on are left out, because their results are held back; None if all are there.
    """

    rounds: int
    complete: int
    finished: bool
    held_from: int | None
    document: dict[str, Any]
    standings: dict[str, Any] | None


def moment(time: datetime) -> str:
    """Returns a time in UTC, in ISO 8601."""
    return f"{time:%Y-%m-%dT%H:%M:%SZ}"


def match_json(match: Match) -> MatchJson:
    """Returns a match from its row."""
    setup, table, game = match.setup, match.table, game_of(match.setup)
    totals = game.shown(table["totals"], setup["options"])
    return {
        "id": match.id,
        "number": match.number,
        "version": match.version,
        "game": match.game,
        "title": game.title_of(setup["options"], say),
        "status": match.status,
        "started": moment(match.started_at),
        "hands": table["hands"],
        "sides": [
            {
                "name": called(side["name"]),
                "players": [called(player) for player in side["players"]],
                "total": totals[at],
                "won": match.winner == at,
            }
            for at, side in enumerate(setup["sides"])
        ],
    }


def ranking_json(places: Sequence[Placed[Line]]) -> list[RankedJson]:
    """Returns the lines of a night's ranking."""
    return [_ranked(place, line) for place, line in places]


def _ranked(place: int, line: Line) -> RankedJson:
    return {"place": place, "name": line.name, "played": line.played, "won": line.won, "lost": line.lost}


def standings_json(places: Iterable[Placed[Line]], *, one_game: bool) -> list[StandingJson]:
    """Returns the lines of standings."""
    return [
        {
            **_ranked(place, line),
            "games": line.games,
            "points": line.points_for if one_game else None,
            "points_against": line.points_against if one_game else None,
            "rating": line.rating,
        }
        for place, line in places
    ]


def night_head(night: Night) -> NightHead:
    """Returns a night as lists have it."""
    return {
        "number": night.id,
        "name": night.name,
        "day": night.day.isoformat(),
        "place": night.place,
        "closed": night.closed_at is not None,
    }


def night_json(club: Club, night: Night) -> NightJson:
    """Returns a night; its ranking has approved results only, if the club approves them."""
    matches = nights.matches_by_table(night)
    tables: list[NightTableJson] = [
        {"table": number, "planned": plan.names, "matches": [match_json(match) for match in matches.get(number, [])]}
        for number, plan in nights.planned(night).items()
    ]
    ranks = ranking(night, approved=club.approving)
    players, pairs = ranking_json(ranks.players), ranking_json(ranks.pairs)
    return {**night_head(night), "tables": tables, "ranking": players, "pairs": pairs}


def player_json(player: Player) -> PlayerJson:
    """Returns a player as lists have it."""
    return {"name": player.name, "active": player.active}


def championship_head(series: Series) -> ChampionshipHead:
    """Returns a championship as lists have it."""
    return {"number": series.id, "name": series.name}


def championship_json(series: Series) -> ChampionshipJson:
    """Returns a championship with its standings."""
    added = championship(series)
    return {
        **championship_head(series),
        "scheme": added.scheme._asdict(),
        "parts": [
            {
                "kind": part.kind,
                "number": part.id,
                "name": part.name,
                "day": part.day.isoformat(),
                "weight": part.weight,
                "over": bool(part.placings),
            }
            for part in added.parts
        ],
        "standings": [
            {
                "place": None if place == UNRANKED else place,
                "name": line.name,
                "total": line.total,
                "parts": line.parts,
                "scores": [cast(ScoreJson, score._asdict()) if score else None for score in line.scores],
            }
            for place, line in added.lines
        ],
    }


def tournament_head(tournament: Tournament) -> TournamentHead:
    """Returns a tournament as lists have it."""
    return {
        "number": tournament.id,
        "name": tournament.document.get("name") or "",
        "day": tournament.day.isoformat(),
        "place": tournament.place,
        "game": tournament.document.get("game"),
        "closed": tournament.closed_at is not None,
        "version": tournament.version,
    }


def tournament_json(tournament: Tournament, *, everything: bool) -> TournamentJson:
    """Returns a tournament with its standings; only with `everything` with results that are held back."""
    summary = load_summary(tournament.id)
    state = snapshot(summary, everything=everything) if summary else Snapshot(tournament.document)
    shown = state.ranked
    return {
        **tournament_head(tournament),
        "rounds": len(shown.rounds),
        "complete": shown.complete,
        "finished": state.is_over and len(shown.rounds) == state.round,
        "held_from": state.held,
        "document": without_numbers(shown_document(tournament.document, state.held)),
        "standings": standings(shown) if state.has_ranking else None,
    }
