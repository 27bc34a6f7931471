"""Records of matches in one game, from plain values: the best hand, the longest match, streaks, partners.

A club reads the same records from what it stores (`clubs.records`).
"""

from typing import Any, TypedDict

from scorekeeper.games.engine.base import N_
from scorekeeper.games.engine.game import Game, find_game
from scorekeeper.games.engine.highlights import COMEBACK, HIGHEST, LEAST_STREAK, LONGEST, SPECIAL, Highlight

STREAK, PARTNERS = "streak", "partners"
KINDS = (HIGHEST, LONGEST, COMEBACK, STREAK, PARTNERS, SPECIAL)  # in the order of the page
OF_ONE_MATCH = (HIGHEST, LONGEST, COMEBACK, SPECIAL)
LEAST_TOGETHER = 3  # wins of two partners; fewer are no record

TITLES = {
    HIGHEST: N_("Most points in one hand"),
    LONGEST: N_("Longest match"),
    COMEBACK: N_("Greatest comeback"),
    STREAK: N_("Longest streak"),
    PARTNERS: N_("Most wins as partners"),
}


class FinishedMatch(TypedDict):
    """A finished match. `players` has (who, name) by seat, `who` identifies a player and is None for all others.

    `sides` has the side of each seat. `at` and `match` put matches in order; `at` is shown, `match` leads to the page.
    """

    match: Any
    at: Any
    year: int
    players: "list[tuple[Any, str]]"
    sides: list[int]
    winner: "int | None"
    highlights: list[Highlight]


class Record(TypedDict):
    """A record: its value, and the names of its holders; `match` and `at` are None for PARTNERS.

    `hand` is the hand's number, 0 if the record is of no single hand; `played` the matches that PARTNERS played
    together, else 0. `who` identifies the partners.
    """

    kind: str
    value: int
    names: list[str]
    match: Any
    at: Any
    hand: int
    played: int
    who: list[Any]


def record(kind: str, value: int, names: "list[str]", **about: Any) -> Record:
    """Returns a record; parts of it that are left out are empty."""
    made: Any = {"kind": kind, "value": value, "names": names, "match": None, "at": None, "hand": 0, "played": 0}
    made["who"] = []
    made.update(about)
    return made  # type: ignore[no-any-return]  # all keys are there


def records_page(
    records: "list[Record]", slug: str, game: str, titles: "dict[str, str]", year: "int | None", years: "list[int]"
) -> "dict[str, Any]":
    """Returns the context of a page of records. `slug`: of the game; `game`: its key in `titles`, empty for none."""
    rules = find_game(slug)
    return {
        "records": records,
        "headings": {kind: title_of(kind, rules) for kind in KINDS},
        "against": bool(rules and rules.lowest_wins is True),
        "game": game,
        "games": titles,
        "year": year,
        "years": years,
    }


def title_of(kind: str, game: "Game | None") -> str:
    """Returns the heading of a kind of record in a game, to be translated."""
    return game.special_title if kind == SPECIAL and game else TITLES.get(kind, "")


def records_of(matches: "list[FinishedMatch]", year: "int | None" = None) -> "list[Record]":
    """Returns the records of a year, or of all time, in the order of KINDS; kinds without one are left out.

    `matches` are all of one game, in the order of play. Of equals the first match has the record. A streak counts in
    the year of the win that made it so long.
    """
    chosen = [match for match in matches if year in (None, match["year"])]
    found = [_of_one_match(kind, chosen) for kind in OF_ONE_MATCH] + [_streak(matches, year), _partners(chosen)]
    by_kind = {each["kind"]: each for each in found if each is not None}
    return [by_kind[kind] for kind in KINDS if kind in by_kind]


def _of_one_match(kind: str, matches: "list[FinishedMatch]") -> "Record | None":
    best: tuple[Highlight, FinishedMatch] | None = None
    for match in matches:
        for each in match["highlights"]:
            if each["kind"] == kind and (best is None or each["value"] > best[0]["value"]):
                best = (each, match)
    if best is None:
        return None
    highlight, match = best
    names = [name for (_who, name), side in zip(match["players"], match["sides"]) if highlight["side"] in (None, side)]
    return record(kind, highlight["value"], names, match=match["match"], at=match["at"], hand=highlight["hand"])


def _streak(matches: "list[FinishedMatch]", year: "int | None") -> "Record | None":
    running: dict[Any, int] = {}
    best = None
    for match in matches:
        after = {}
        for (who, _name), side in zip(match["players"], match["sides"]):
            if who is not None:
                after[who] = running.get(who, 0) + 1 if side == match["winner"] else 0
        running.update(after)
        longest = max(list(after.values()) + [0])
        if year in (None, match["year"]) and longest >= (best["value"] + 1 if best else LEAST_STREAK):
            names = [name for who, name in match["players"] if who is not None and after[who] == longest]
            best = record(STREAK, longest, names, match=match["match"], at=match["at"])
    return best


def _partners(matches: "list[FinishedMatch]") -> "Record | None":
    """Returns the record of the two players with the most wins together; if equal, with fewer matches."""
    sums: dict[Any, list[int]] = {}
    names: dict[Any, str] = {}
    for match in matches:
        seats = [(who, side) for (who, _name), side in zip(match["players"], match["sides"]) if who is not None]
        names.update(dict(match["players"]))
        for who, side in seats:
            for other, other_side in seats:
                if who < other and side == other_side:
                    pair = sums.setdefault((who, other), [0, 0])
                    pair[0] += 1
                    pair[1] += int(side == match["winner"])
    pairs = sorted([(-sums[who][1], sums[who][0], who) for who in sums if sums[who][1] >= LEAST_TOGETHER])
    if not pairs:
        return None
    won, played, who = pairs[0]
    return record(PARTNERS, -won, [names[each] for each in who], played=played, who=list(who))
