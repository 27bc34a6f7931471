"""The home page with the sittings of a browser or phone, and the history page with search and statistics."""

from collections import OrderedDict
from typing import Any, TypedDict

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.progress import reached
from scorekeeper.games.engine.side_names import is_placeholder
from scorekeeper.i18n import called, say
from scorekeeper.pages.at_home import GAMES_AT_HOME, at_home
from scorekeeper.pages.games_page import all_games
from scorekeeper.pages.start_page import named


class MatchHead(TypedDict):
    """The score of a match, for a list. `reached`: each side's percentage of the target, None without one."""

    number: int
    game: str
    setup: Setup
    table: Table
    status: str
    winner: "int | None"
    reached: "list[int | None]"


class OwnSitting(TypedDict):
    """A sitting that can be opened with `token`. `opened_at` is a datetime, or a text that is already formatted."""

    token: str
    name: str
    place: str
    opened_at: Any
    may_score: bool
    match: "MatchHead | None"


def match_head(number: int, setup: Setup, table: Table, status: str) -> MatchHead:
    """Returns the score of a match for a list; `table`: the one after the last hand."""
    return {
        "number": number,
        "game": setup["game"],
        "setup": setup,
        "table": table,
        "status": status,
        "winner": table["winner"],
        "reached": [reached(setup, total) for total in table["totals"]],
    }


TILES = 8  # games on the page; all are on the page of games
FINISHED = 3  # sittings whose newest match is over; older ones are on the history page


def home_page(own: list[OwnSitting], played: list[Setup], tables: "list[Any] | None" = None) -> "dict[str, Any]":
    """Returns the context of the home page. `own`: its sittings in order; `played`: the newest matches first.

    The games that were played last come first, then games of the reader's country. `tables` can be played again
    (`PastTable`).
    """
    order = [sitting["match"]["game"] for sitting in own if sitting["match"]] + at_home(GAMES_AT_HOME)
    order += [game.slug for game in GAMES]
    offered = [game for game in GAMES if not game.named_by and not game.shelf]
    return {
        "games": sorted(offered, key=lambda game: order.index(game.slug))[:TILES],
        "more_games": len(all_games()),
        "own_games": [game for game in GAMES if game.named_by],
        "named": named(played),
        "own": own,
        "going": [sitting for sitting in own if not _is_over(sitting)],
        "finished": [sitting for sitting in own if _is_over(sitting)][:FINISHED],
        "tables": tables or [],
    }


def _is_over(sitting: OwnSitting) -> bool:
    return sitting["match"] is not None and sitting["match"]["status"] != "in_progress"


SHOWN = 100  # matches on the page
PEOPLE = 40  # in the table
TABLES = 4  # offered for another match
NAMES = 60  # suggested for the seats


class PastMatch(TypedDict):
    """A match of the history. `day` is formatted for reading, `date` is ISO (`2026-11-22`); both may be empty.

    `weekday` is the day's name if the match was in the last week before today, else empty.
    """

    token: str
    sitting: str
    place: str
    day: str
    date: str
    weekday: str
    may_score: bool
    match: MatchHead


class Search(TypedDict):
    """The filters of a search; empty ones match everything. `one` and `other` are two players to compare."""

    q: str
    game: str
    since: str
    until: str
    one: str
    other: str


class Person(TypedDict):
    """A player's statistics: finished matches, matches won, and their percentage."""

    name: str
    played: int
    won: int
    percent: int


class Meeting(TypedDict):
    """Two players in finished matches: matches against each other, wins of each, matches and wins as partners."""

    met: int
    won: list[int]
    together: int
    won_together: int


def search_of(query: "list[tuple[str, str]]") -> Search:
    """Returns the filters in a query string, each trimmed and at most 80 characters."""
    values = dict(query)
    search: Any = {name: values.get(name, "").strip()[:80] for name in ("q", "game", "since", "until", "one", "other")}
    return search  # type: ignore[no-any-return]


def fits(past: PastMatch, search: Search) -> bool:
    """True if a match passes the filters by game, dates and text. Does not check the filters by players."""
    if search["game"] and past["match"]["game"] != search["game"]:
        return False
    if (search["since"] and past["date"] < search["since"]) or (search["until"] and past["date"] > search["until"]):
        return False
    return not search["q"] or search["q"].lower() in _words_of(past)


def _words_of(past: PastMatch) -> str:
    """Returns the text to search for a match: its sitting, place, sides and players, in lower case."""
    setup = past["match"]["setup"]
    sides = [called(side["name"]) for side in setup["sides"]]
    return "\n".join([past["sitting"], past["place"]] + sides + setup["seats"]).lower()


def is_over(past: PastMatch) -> bool:
    """True if a match has a result: it ended by the rules, or its players ended it with a winner."""
    return past["match"]["table"]["status"] == "finished"


def people_of(matches: list[PastMatch]) -> list[Person]:
    """Returns the statistics of all named players, those with most finished matches first."""
    rows: Any = OrderedDict()
    for past in matches:
        if is_over(past):
            for name, side in _seats(past["match"]["setup"]):
                row = rows.setdefault(name.lower(), {"name": name, "played": 0, "won": 0, "percent": 0})
                row["played"] += 1
                row["won"] += int(past["match"]["winner"] == side)
    for row in rows.values():
        row["percent"] = (100 * row["won"] + row["played"] // 2) // row["played"]
    return sorted(rows.values(), key=lambda row: (-row["played"], -row["won"], row["name"].lower()))


def _seats(setup: Setup) -> "list[tuple[str, int]]":
    """Returns (name, index of the side) pairs of the players with names."""
    return [pair for pair in zip(setup["seats"], setup["seat_sides"]) if not is_placeholder(pair[0])]


def meeting_of(matches: list[PastMatch], one: str, other: str) -> Meeting:
    """Returns the statistics of two players, against each other and as partners."""
    meeting: Meeting = {"met": 0, "won": [0, 0], "together": 0, "won_together": 0}
    for past in matches:
        sides = {name.lower(): side for name, side in _seats(past["match"]["setup"])}
        pair = [sides.get(one.lower()), sides.get(other.lower())]
        if not is_over(past) or None in pair:
            continue
        winner = past["match"]["winner"]
        if pair[0] == pair[1]:
            meeting["together"] += 1
            meeting["won_together"] += int(winner == pair[0])
        else:
            meeting["met"] += 1
            for at in (0, 1):
                meeting["won"][at] += int(winner is not None and winner == pair[at])
    return meeting


def names_of(matches: list[PastMatch]) -> list[str]:
    """Returns the players' names of the newest matches, to suggest for the seats of a new one."""
    names: list[str] = []
    for past in matches:
        names += [name for name, _side in _seats(past["match"]["setup"]) if name not in names]
    return names[:NAMES]


class PastTable(TypedDict):
    """An earlier match, offered again with its players, game and rules. `like`: its value in a query string.

    `names` are its players in the order of play; `weekday` as in PastMatch.
    """

    like: str
    game: str
    title: str
    preset: str
    sides: str
    names: list[str]
    weekday: str


def tables_of(matches: list[PastMatch], game: str = "") -> list[PastTable]:
    """Returns the newest matches with different players or rules that can be played again; with `game`, only its."""
    seen: list[Any] = []
    tables: list[PastTable] = []
    for past in matches:
        setup = past["match"]["setup"]
        same = [setup["game"], setup["variant"], setup["options"], setup["sides"]]
        if same not in seen and game_of(setup).installed and (not game or game == setup["game"]) and any(_seats(setup)):
            seen.append(same)
            tables.append(_table(past))
    return tables[:TABLES]


def _table(past: PastMatch) -> PastTable:
    setup = past["match"]["setup"]
    game = game_of(setup)
    return {
        "like": past["token"] + ":" + str(past["match"]["number"]),
        "game": setup["game"],
        "title": game.title_of(setup["options"], say),
        "preset": game.variant_title(setup["variant"], say),
        "sides": " – ".join([called(side["name"]) for side in setup["sides"]]),
        "names": [name for name, _side in _seats(setup)],
        "weekday": past["weekday"],
    }


def evenings_page(past: list[PastMatch], search: Search) -> "dict[str, Any]":
    """Returns the context of the history page. `past`: this browser's or phone's matches, newest first."""
    matches = [match for match in past if fits(match, search)]
    people = people_of(matches)
    has_two_players = bool(search["one"] and search["other"])
    return {
        "search": search,
        "games": [game for game in GAMES if any(match["match"]["game"] == game.slug for match in past)],
        "matches": matches[:SHOWN],
        "more": max(len(matches) - SHOWN, 0),
        "total": len(past),
        "people": people[:PEOPLE],
        "names": sorted([person["name"] for person in people_of(past)], key=lambda name: name.lower()),
        "meeting": meeting_of(matches, search["one"], search["other"]) if has_two_players else None,
    }
