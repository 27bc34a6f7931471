"""The first page, with the sittings a browser or phone knows, and the page of past evenings with who won how often."""

from collections import OrderedDict
from typing import Any, TypedDict

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.needs import reached
from scorekeeper.games.engine.side_names import is_placeholder
from scorekeeper.i18n import called, say
from scorekeeper.pages.start_page import named


class MatchHead(TypedDict):
    """How a match stands, in a line. `reached`: how much of the target each side has, in percent, None without one."""

    number: int
    game: str
    setup: Setup
    table: Table
    status: str
    winner: "int | None"
    reached: "list[int | None]"


class OwnSitting(TypedDict):
    """A sitting behind a link (`token`). `opened_at` is a date and time, or a text where there is none to format."""

    token: str
    name: str
    place: str
    opened_at: Any
    may_score: bool
    match: "MatchHead | None"


def match_head(number: int, setup: Setup, table: Table, status: str) -> MatchHead:
    """How a match stands, from its table after the last hand."""
    return {
        "number": number,
        "game": setup["game"],
        "setup": setup,
        "table": table,
        "status": status,
        "winner": table["winner"],
        "reached": [reached(setup, total) for total in table["totals"]],
    }


FINISHED = 3  # evenings whose newest match is over; the others are found among the past evenings


def home_page(own: list[OwnSitting], played: list[Setup], tables: "list[Any] | None" = None) -> "dict[str, Any]":
    """The page: the sittings in the given order, and games that were named in matches `played`, the newest first.

    The games that were played last come first. `tables` may be played at again (see `evenings_page.Table`).
    """
    last = [each["match"]["game"] for each in own if each["match"]]
    usual = [game.slug for game in GAMES]
    return {
        # MicroPython's sort does not keep the order of equals.
        "games": sorted(GAMES, key=lambda game: ((last + usual).index(game.slug), usual.index(game.slug))),
        "named": named(played),
        "own": own,
        "going": [each for each in own if not _is_over(each)],
        "finished": [each for each in own if _is_over(each)][:FINISHED],
        "tables": tables or [],
    }


def _is_over(each: OwnSitting) -> bool:
    return each["match"] is not None and each["match"]["status"] != "in_progress"


SHOWN = 100  # matches on the page
PEOPLE = 40  # in the table
TABLES = 4  # offered to be played again
NAMES = 60  # offered at seats


class PastMatch(TypedDict):
    """A match of an evening. `day` is as it is read, `date` as `2026-11-22`; empty where they are not known.

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
    """What is looked for; empty where that does not matter. `one` and `other` are two people who met."""

    q: str
    game: str
    since: str
    until: str
    one: str
    other: str


class Person(TypedDict):
    """How somebody did: matches that are over, those won, and the share of them in per cent."""

    name: str
    played: int
    won: int
    percent: int


class Meeting(TypedDict):
    """Two people in matches that are over: how often each won against the other, and what they did as partners."""

    met: int
    won: list[int]
    together: int
    won_together: int


def search_of(query: "list[tuple[str, str]]") -> Search:
    """What an address asks for."""
    asked = dict(query)
    found: Any = {name: asked.get(name, "").strip()[:80] for name in ("q", "game", "since", "until", "one", "other")}
    return found  # type: ignore[no-any-return]


def fits(past: PastMatch, search: Search) -> bool:
    """Whether a match is among those that are looked for."""
    if search["game"] and past["match"]["game"] != search["game"]:
        return False
    if (search["since"] and past["date"] < search["since"]) or (search["until"] and past["date"] > search["until"]):
        return False
    return not search["q"] or search["q"].lower() in _words_of(past)


def _words_of(past: PastMatch) -> str:
    """All names of a match in which a search may find something."""
    setup = past["match"]["setup"]
    sides = [called(side["name"]) for side in setup["sides"]]
    return "\n".join([past["sitting"], past["place"]] + sides + setup["seats"]).lower()


def is_over(past: PastMatch) -> bool:
    """Whether a match counts: it is over, by the rules or as its players stopped with a result."""
    return past["match"]["table"]["status"] == "finished"


def people_of(found: list[PastMatch]) -> list[Person]:
    """Everybody who has a name, whoever played most first."""
    rows: Any = OrderedDict()
    for past in found:
        if is_over(past):
            for name, side in _seats(past["match"]["setup"]):
                row = rows.setdefault(name.lower(), {"name": name, "played": 0, "won": 0, "percent": 0})
                row["played"] += 1
                row["won"] += int(past["match"]["winner"] == side)
    for row in rows.values():
        row["percent"] = (100 * row["won"] + row["played"] // 2) // row["played"]
    return sorted(rows.values(), key=lambda row: (-row["played"], -row["won"], row["name"].lower()))


def _seats(setup: Setup) -> "list[tuple[str, int]]":
    """The players who have a name, each with the side."""
    return [pair for pair in zip(setup["seats"], setup["seat_sides"]) if not is_placeholder(pair[0])]


def meeting_of(found: list[PastMatch], one: str, other: str) -> Meeting:
    """How two people did, against each other and together."""
    told: Meeting = {"met": 0, "won": [0, 0], "together": 0, "won_together": 0}
    for past in found:
        sides = {name.lower(): side for name, side in _seats(past["match"]["setup"])}
        pair = [sides.get(one.lower()), sides.get(other.lower())]
        if not is_over(past) or None in pair:
            continue
        winner = past["match"]["winner"]
        if pair[0] == pair[1]:
            told["together"] += 1
            told["won_together"] += int(winner == pair[0])
        else:
            told["met"] += 1
            for at in (0, 1):
                told["won"][at] += int(winner is not None and winner == pair[at])
    return told


def names_of(found: list[PastMatch]) -> list[str]:
    """The names of the last matches, the newest first: offered at the seats of a new one."""
    names: list[str] = []
    for past in found:
        names += [name for name, _side in _seats(past["match"]["setup"]) if name not in names]
    return names[:NAMES]


class PastTable(TypedDict):
    """A table to be played at again: the same people, game and house rules. `like` names its match in an address.

    `names` are those of its players in the order of play; `weekday` is that of the last match, empty as in PastMatch.
    """

    like: str
    game: str
    title: str
    preset: str
    sides: str
    names: list[str]
    weekday: str


def tables_of(found: list[PastMatch], game: str = "") -> list[PastTable]:
    """The last tables that differ from each other, the newest first; `game`: of that one only."""
    known: list[Any] = []
    tables: list[PastTable] = []
    for past in found:
        setup = past["match"]["setup"]
        same = [setup["game"], setup["variant"], setup["options"], setup["sides"]]
        if same not in known and (not game or game == setup["game"]) and any(_seats(setup)):
            known.append(same)
            tables.append(_table(past))
    return tables[:TABLES]


def _table(past: PastMatch) -> PastTable:
    setup = past["match"]["setup"]
    own = game_of(setup)
    preset = own.preset(setup["variant"])
    return {
        "like": past["token"] + ":" + str(past["match"]["number"]),
        "game": setup["game"],
        "title": own.title_of(setup["options"], say),
        "preset": say(preset["title"], {}) if preset and len(own.presets) > 1 else "",
        "sides": " – ".join([called(side["name"]) for side in setup["sides"]]),
        "names": [name for name, _side in _seats(setup)],
        "weekday": past["weekday"],
    }


def evenings_page(past: list[PastMatch], search: Search) -> "dict[str, Any]":
    """The page. `past`: all matches that are known, the newest first."""
    found = [each for each in past if fits(each, search)]
    people = people_of(found)
    both = bool(search["one"] and search["other"])
    return {
        "search": search,
        "games": [game for game in GAMES if any(each["match"]["game"] == game.slug for each in past)],
        "found": found[:SHOWN],
        "more": max(len(found) - SHOWN, 0),
        "known": len(past),
        "people": people[:PEOPLE],
        "names": sorted([person["name"] for person in people_of(past)], key=lambda name: name.lower()),
        "meeting": meeting_of(found, search["one"], search["other"]) if both else None,
    }
