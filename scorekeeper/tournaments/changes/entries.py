"""Who plays: entries typed or pasted, late ones, changed names, substitutes and withdrawals."""

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from scorekeeper.games.engine.base import Problem, Refusal, _, problem, refuse
from scorekeeper.games.engine.checks import is_printable, trimmed
from scorekeeper.tournaments.changes.results import Document, checked
from scorekeeper.tournaments.document import MOST, MOST_PLAYERS
from scorekeeper.tournaments.fields import LONGEST_NAME, LONGEST_PLAYER

LONGEST_NUMBER = 20  # of a member number
BETWEEN_PLAYERS = re.compile(r",|&|\+|/| [-–—] ")
NAME_SEPARATOR = " – "


class Newcomer(NamedTuple):
    """Who is to enter. `numbers` are member numbers in the order of the players, empty where one has none."""

    name: str
    players: tuple[str, ...]
    club: str = ""
    numbers: tuple[str, ...] = ()


class WrongLine(NamedTuple):
    """A line that cannot be entered: its number, counted from 1, what it says, and what is wrong."""

    number: int
    text: str
    problem: Problem


class Lines(NamedTuple):
    """What a list says: its good lines with their numbers, and the wrong ones."""

    good: list[tuple[int, Newcomer]]
    wrong: list[WrongLine]


def read_lines(text: str) -> Lines:
    """All entrants of a list; empty lines count as lines and say nothing. Raises Refusal for far too many."""
    rows = [(number, trimmed(row)) for number, row in enumerate(text.lstrip("\ufeff").splitlines(), 1)]
    filled = [(number, row) for number, row in rows if row]
    if len(filled) > MOST:
        raise refuse("lines", None, _("At most {most} entries are possible"), most=MOST)
    found = Lines([], [])
    for number, row in filled:
        try:
            found.good.append((number, read_line(row)))
        except Refusal as refusal:
            found.wrong.append(WrongLine(number, row, refusal.problems[0]))
    return found


def read_line(row: str) -> Newcomer:
    """The entrant of one line. Raises Refusal."""
    cells = [trimmed(cell) for cell in row.split("\t" if "\t" in row else ";")]
    while cells and not cells[-1]:
        cells.pop()
    if len(cells) > 3:
        raise refuse("lines", None, _("Write players, club and member numbers, separated by semicolons"))
    players, club, numbers = cells + [""] * (3 - len(cells))
    name, colon, members = players.rpartition(":")
    given = [] if not numbers else [trimmed(each) for each in re.split(r"[,/]", numbers)]
    return read_newcomer(BETWEEN_PLAYERS.split(members if colon else players), club, given, name)


def read_newcomer(players: list[str], club: str = "", numbers: list[str] | None = None, name: str = "") -> Newcomer:
    """Who is to enter, checked; without a name of their own they are called by the players. Raises Refusal."""
    names, given = _filled(players), _filled(numbers or [])
    _check_players(names)
    if len(given) > len(names):
        raise refuse("numbers", None, _("More member numbers than players: remove some"))
    for each in given:
        _check_number(each)
    called = _one_line(name) or NAME_SEPARATOR.join(names)
    if len(called) > LONGEST_NAME:
        raise refuse("name", None, _("The names are too long together: begin the line with a team name and a colon"))
    if len(_one_line(club)) > LONGEST_NAME:
        raise refuse("club", None, _("Enter 1 to {longest} characters"), longest=LONGEST_NAME)
    return Newcomer(called, tuple(names), _one_line(club), tuple(given) + ("",) * (len(names) - len(given)))


def _filled(texts: list[str]) -> list[str]:
    """The texts, without empty ones at the end."""
    found = [_one_line(each) for each in texts]
    while found and not found[-1]:
        found.pop()
    return found


def _check_players(names: list[str]) -> None:
    if not any(names):
        raise refuse("players", None, _("Enter a name"))
    if len(names) > MOST_PLAYERS:
        raise refuse("players", None, _("There must be 1 to {most} players"), most=MOST_PLAYERS)
    for name in names:
        if not name:
            raise refuse("players", None, _("A name is missing between two commas"))
        if len(name) > LONGEST_PLAYER:
            text = _("{name}: use at most {longest} characters for a player’s name")
            raise refuse("players", None, text, name=name, longest=LONGEST_PLAYER)
    if len({folded(name) for name in names}) < len(names):
        raise refuse("players", None, _("A player is listed twice here"))


def _check_number(number: str) -> None:
    if len(number) > LONGEST_NUMBER:
        raise refuse("numbers", None, _("Use at most {longest} characters for a member number"), longest=LONGEST_NUMBER)
    if number and not any(sign.isdigit() for sign in number):
        raise refuse("numbers", None, _("“{number}” is not a member number: a digit is missing"), number=number)


def folded(name: str) -> str:
    """A name as names are compared here."""
    return " ".join(name.casefold().split())


def find_duplicates(
    news: list[tuple[int, Newcomer]], names: dict[str, str], numbers: dict[str, str]
) -> list[tuple[int, Problem]]:
    """What of the good lines is entered already, or stands twice in the list, by the number of the line.

    `names` and `numbers` are those that are entered, folded, with the name of whose they are.
    """
    names, numbers, wrong = dict(names), dict(numbers), []
    for line, each in news:
        key = folded(each.name)
        taken = [(number, numbers[folded(number)]) for number in each.numbers if folded(number) in numbers]
        if key in names:
            wrong.append((line, problem("name", None, _("{name} is already entered"), name=names[key])))
        elif taken:
            number, whose = taken[0]
            text = _("Member number {number} is already entered, with {name}")
            wrong.append((line, problem("numbers", None, text, number=number, name=whose)))
        names[key] = each.name
        numbers.update({folded(number): each.name for number in each.numbers if number})
    return wrong


def _one_line(text: str) -> str:
    """Single spaces, and nothing that cannot be printed."""
    return " ".join("".join(sign if is_printable(sign) else " " for sign in text).split())


Entrant = dict[str, Any]
LATE_ENTRIES = ("draw", "danese")  # the others fix all rounds, groups or the bracket by who is there at first


def next_id(document: Document) -> int:
    """The id that the next entrant gets."""
    ids: list[int] = [each["id"] for each in document["entrants"]]
    return max([0, *ids]) + 1


def next_round(document: Document) -> int:
    """The number of the round that is drawn next."""
    return len(document.get("rounds") or []) + 1


def takes_entries(document: Document) -> bool:
    """Whether anybody can still enter."""
    return next_round(document) == 1 or document["system"]["kind"] in LATE_ENTRIES


def enter(document: Document, news: Sequence[Newcomer]) -> Document:
    """The document with these entrants behind the others, with ids from `next_id` on.

    Once rounds are drawn they have entered late: their first round is the next one.
    """
    if not takes_entries(document):
        raise refuse(None, None, _("The first round is drawn: this system takes no more entries"))
    if len(document["entrants"]) + len(news) > MOST:
        raise refuse("entrants", None, _("At most {most} entries are possible"), most=MOST)
    _check_names(document["entrants"], [each.name for each in news])
    first, late = next_id(document), next_round(document)
    made = [_made(first + at, each, late) for at, each in enumerate(news)]
    return _with(document, [*document["entrants"], *made])


def _made(number: int, new: Newcomer, late: int) -> Entrant:
    made: Entrant = {"id": number, "name": new.name, "players": list(new.players)}
    return made | ({"club": new.club} if new.club else {}) | ({"late": late} if late > 1 else {})


def find(document: Document, entrant: int) -> Entrant:
    """The entrant with that id. Raises Refusal."""
    for each in document["entrants"]:
        if each["id"] == entrant:
            return dict(each)
    raise refuse("entrant", None, _("There is no entrant {entrant}"), entrant=entrant)


def rename(document: Document, entrant: int, new: Newcomer) -> Document:
    """The document with other names and another club for the entrant: what was written wrong before."""
    changed = find(document, entrant)
    changed.pop("club", None)
    changed |= {"name": new.name, "players": list(new.players)} | ({"club": new.club} if new.club else {})
    return _changed(document, changed)


def substitute(document: Document, entrant: int, at: int, player: str) -> Document:
    """The document with another player in the place `at` of the entrant, from 0 on; results stay the entrant's.

    An entrant that is called by its players is called by the new ones.
    """
    before = find(document, entrant)
    if not 0 <= at < len(before["players"]):
        raise refuse("at", None, _("Choose who is replaced"))
    players = [player if place == at else each for place, each in enumerate(before["players"])]
    own_name = "" if before["name"] == NAME_SEPARATOR.join(before["players"]) else before["name"]
    new = read_newcomer(players, name=own_name)
    if len(new.players) < len(players):
        raise refuse("player", None, _("Enter a name"))
    return _changed(document, before | {"name": new.name, "players": list(new.players)})


def withdraw(document: Document, entrants: Collection[int]) -> Document:
    """The document in which these are not paired any more, from the next round on."""
    number = next_round(document)
    for each in (find(document, entrant) for entrant in entrants):
        if each.get("out") is None:
            document = _changed(document, each | {"out": max(number, each.get("late") or 1)})
    return document


def reinstate(document: Document, entrant: int) -> Document:
    """The document in which an entrant that withdrew plays again; while no round was drawn without it."""
    before = find(document, entrant)
    out = before.pop("out", None)
    if out is not None and out < next_round(document):
        raise refuse("entrant", None, _("Round {round} was drawn without this entry: add it again"), round=out)
    return _changed(document, before)


def remove(document: Document, entrants: Collection[int]) -> Document:
    """The document without these entrants, as long as no round is drawn."""
    if next_round(document) > 1:
        raise refuse("entrant", None, _("A round is drawn, so entries can’t be deleted: withdraw it instead"))
    for each in entrants:
        find(document, each)
    left = [each for each in document["entrants"] if each["id"] not in entrants]
    gone = [each for each in document.get("rulings") or [] if each["entrant"] in entrants]
    kept = [each for each in document.get("rulings") or [] if each not in gone]
    return _with({**document, "rulings": kept} if gone else document, left)


def _changed(document: Document, entrant: Entrant) -> Document:
    others = [each for each in document["entrants"] if each["id"] != entrant["id"]]
    _check_names(others, [entrant["name"]])
    return _with(document, [entrant if each["id"] == entrant["id"] else each for each in document["entrants"]])


def _check_names(others: list[Entrant], names: list[str]) -> None:
    """Raises Refusal where two of the names, or one of them and that of another entrant, read alike."""
    known = {folded(each["name"]): each["name"] for each in others}
    for name in names:
        if folded(name) in known:
            raise refuse("name", None, _("{name} is already entered"), name=known[folded(name)])
        known[folded(name)] = name


def _with(document: Document, entrants: list[Entrant]) -> Document:
    return checked({**document, "entrants": entrants})


def reorder(document: Document, entrant: int, place: int) -> Document:
    """The document with the entrant at that place of the order of entry, from 1 on; as long as no round is drawn."""
    if next_round(document) > 1:
        raise refuse("place", None, _("A round is drawn, so the order can’t be changed"))
    moved = find(document, entrant)
    others = [each for each in document["entrants"] if each["id"] != entrant]
    if not 1 <= place <= len(others) + 1:
        raise refuse("place", None, _("This can be {high} at most"), high=len(others) + 1)
    return _with(document, [*others[: place - 1], moved, *others[place - 1 :]])
