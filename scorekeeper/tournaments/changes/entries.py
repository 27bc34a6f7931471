"""Changes of entrants: entering (from a form or a pasted list), late entries, renaming, withdrawals, substitutes."""

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from scorekeeper.games.engine.base import N_, Problem, Refusal, problem, refuse
from scorekeeper.games.engine.checks import is_printable, trimmed
from scorekeeper.tournaments.changes.forbidden import without_forbidden
from scorekeeper.tournaments.changes.results import Document, checked, read_incomplete
from scorekeeper.tournaments.document import MOST, MOST_PLAYERS
from scorekeeper.tournaments.fields import LONGEST_NAME, LONGEST_NUMBER, LONGEST_PLAYER
from scorekeeper.tournaments.model import NAME_SEPARATOR, is_still_in
from scorekeeper.tournaments.substitutes import RULE, sitting_in

TWICE = N_("A player is listed twice here")
BETWEEN_PLAYERS = re.compile(r",|&|\+|/| [-–—] ")


class Newcomer(NamedTuple):
    """A new entrant. `numbers` holds the players' member numbers in order, empty texts for those without."""

    name: str
    players: tuple[str, ...]
    club: str = ""
    numbers: tuple[str, ...] = ()


class WrongLine(NamedTuple):
    """A line that cannot be entered: its number from 1, its text, and the problem."""

    number: int
    text: str
    problem: Problem


class Lines(NamedTuple):
    """The result of reading a list: the valid entrants with their line numbers, and the wrong lines."""

    good: list[tuple[int, Newcomer]]
    wrong: list[WrongLine]


def read_lines(text: str, side: int = 2) -> Lines:
    """Reads all entrants of a list, one per line; empty lines are skipped but counted. Raises Refusal for too many.

    `side` is the usual number of players of an entrant, see `read_line`.
    """
    rows = [(number, trimmed(row)) for number, row in enumerate(text.lstrip("\ufeff").splitlines(), 1)]
    filled = [(number, row) for number, row in rows if row]
    if len(filled) > MOST:
        raise refuse("lines", None, N_("At most {most} entries are possible"), most=MOST)
    lines = Lines([], [])
    for number, row in filled:
        try:
            lines.good.append((number, read_line(row, side)))
        except Refusal as refusal:
            lines.wrong.append(WrongLine(number, row, refusal.problems[0]))
    return lines


def read_line(row: str, side: int = 2) -> Newcomer:
    """Reads an entrant from `name: players; club; member numbers`, where all but the players is optional.

    The cells of a spreadsheet may also have one player each, as many as `side`. Raises Refusal.
    """
    cells = [trimmed(cell) for cell in row.split("\t" if "\t" in row else ";")]
    while cells and not cells[-1]:
        cells.pop()
    if "\t" in row and side > 1 and ":" not in cells[0] and not BETWEEN_PLAYERS.search(cells[0]):
        return _from_cells(cells, side)
    if len(cells) > 3:
        raise refuse("lines", None, N_("Write players, club and member numbers, separated by semicolons"))
    players, club, numbers = cells + [""] * (3 - len(cells))
    name, colon, members = players.rpartition(":")
    return read_newcomer(BETWEEN_PLAYERS.split(members if colon else players), club, _split_numbers(numbers), name)


def _from_cells(cells: list[str], side: int) -> Newcomer:
    """Reads an entrant from cells with one player each, then club and member numbers in any order.

    Each player's number may also follow in the next cell.
    """
    names, beside = cells[: 2 * side : 2], cells[1 : 2 * side : 2]
    if any(beside) and all(map(_is_number, filter(None, beside))):
        others, numbers = cells[2 * side :], beside
    else:
        names, others, numbers = cells[:side], cells[side:], []
    club = next((cell for cell in others if cell and not _has_digit(cell)), None)
    if club is None and others and not _is_number(others[0]):
        club = others[0]
    if club is not None:
        others.remove(club)
    numbers += [number for cell in others for number in _split_numbers(cell) or [""]]
    return read_newcomer([name for name in names if name], club or "", numbers)


def _is_number(cell: str) -> bool:
    return _has_digit(cell) and not any(sign.isalpha() for sign in cell)


def _has_digit(text: str) -> bool:
    return any(sign.isdigit() for sign in text)


def _split_numbers(text: str) -> list[str]:
    return [trimmed(number) for number in re.split(r"[,/]", text)] if text else []


def read_newcomer(players: list[str], club: str = "", numbers: list[str] | None = None, name: str = "") -> Newcomer:
    """Returns a checked new entrant, named after its players if it has no name. Raises Refusal."""
    names, member_numbers = _filled(players), _filled(numbers or [])
    _check_players(names)
    if len(member_numbers) > len(names):
        raise refuse("numbers", None, N_("More member numbers than players: remove some"))
    for number in member_numbers:
        _check_number(number)
    full_name = _one_line(name) or NAME_SEPARATOR.join(names)
    if len(full_name) > LONGEST_NAME:
        raise refuse("name", None, N_("The names are too long together: begin the line with a team name and a colon"))
    if len(_one_line(club)) > LONGEST_NAME:
        raise refuse("club", None, N_("Enter 1 to {longest} characters"), longest=LONGEST_NAME)
    padding = ("",) * (len(names) - len(member_numbers))
    return Newcomer(full_name, tuple(names), _one_line(club), (*member_numbers, *padding))


def _filled(texts: list[str]) -> list[str]:
    """Returns the texts, each on one line, without the empty ones at the end."""
    filled = [_one_line(text) for text in texts]
    while filled and not filled[-1]:
        filled.pop()
    return filled


def _check_players(names: list[str]) -> None:
    if not any(names):
        raise refuse("players", None, N_("Enter a name"))
    if len(names) > MOST_PLAYERS:
        raise refuse("players", None, N_("There must be 1 to {most} players"), most=MOST_PLAYERS)
    for name in names:
        if not name:
            raise refuse("players", None, N_("A name is missing between two commas"))
        if len(name) > LONGEST_PLAYER:
            text = N_("{name}: use at most {longest} characters for a player’s name")
            raise refuse("players", None, text, name=name, longest=LONGEST_PLAYER)
    if len({folded(name) for name in names}) < len(names):
        raise refuse("players", None, TWICE)


def _check_number(number: str) -> None:
    if len(number) > LONGEST_NUMBER:
        raise refuse(
            "numbers", None, N_("Use at most {longest} characters for a member number"), longest=LONGEST_NUMBER
        )
    if number and not _has_digit(number):
        raise refuse("numbers", None, N_("“{number}” is not a member number: a digit is missing"), number=number)


def folded(name: str) -> str:
    """Returns the form of a name that is used to compare names: case folded, with single spaces."""
    return " ".join(name.casefold().split())


def number_key(number: str) -> str:
    """Returns a member number for comparison: without leading zeros and spaces; empty without a number."""
    key = "".join(number.casefold().split())
    return key.lstrip("0") or key[:1]


def find_duplicates(
    news: list[tuple[int, Newcomer]], names: dict[str, str], numbers: dict[str, str]
) -> list[tuple[int, Problem]]:
    """Returns problems, with line numbers, of lines whose name or member number is already used.

    `names` and `numbers` map the folded names and the keys of member numbers already entered to the entrant's name.
    """
    names, numbers, wrong = dict(names), dict(numbers), []
    for line, newcomer in news:
        key = folded(newcomer.name)
        duplicates = [
            (number, numbers[number_key(number)]) for number in newcomer.numbers if number_key(number) in numbers
        ]
        if key in names:
            wrong.append((line, problem("name", None, N_("{name} is already entered"), name=names[key])))
        elif duplicates:
            number, whose = duplicates[0]
            text = N_("Member number {number} is already entered, with {name}")
            wrong.append((line, problem("numbers", None, text, number=number, name=whose)))
        names[key] = newcomer.name
        numbers.update({number_key(number): newcomer.name for number in newcomer.numbers if number})
    return wrong


def _one_line(text: str) -> str:
    """Returns the text on one line: single spaces, no unprintable characters."""
    return " ".join("".join(sign if is_printable(sign) else " " for sign in text).split())


Entrant = dict[str, Any]


def next_id(document: Document) -> int:
    """Returns the id of the next entrant."""
    ids: list[int] = [entrant["id"] for entrant in document["entrants"]]
    return max([0, *ids]) + 1


def next_round(document: Document) -> int:
    """Returns the number of the next round."""
    return len(document.get("rounds") or []) + 1


NO_ROUND_LEFT = N_("No round is left, so nobody can be added. For another round, change the settings first.")


def why_closed(document: Document) -> Problem | None:
    """Returns why nobody can enter now; None if somebody can, as always before the first round."""
    number = next_round(document)
    if number == 1:
        return None
    tournament = read_incomplete(document)
    if 0 < tournament.system.rounds < number:
        return problem(None, None, NO_ROUND_LEFT)
    return tournament.system.why_closed(tournament, number)


def enter(document: Document, news: Sequence[Newcomer]) -> Document:
    """Adds entrants at the end, with ids from `next_id` on.

    After the first round they are late entries: their first round is the next one.
    """
    if why := why_closed(document):
        raise Refusal([why])
    if len(document["entrants"]) + len(news) > MOST:
        raise refuse("entrants", None, N_("At most {most} entries are possible"), most=MOST)
    _check_names(document["entrants"], [newcomer.name for newcomer in news])
    first, late = next_id(document), next_round(document)
    added = [_new_entrant(first + at, newcomer, late) for at, newcomer in enumerate(news)]
    return _with(document, [*document["entrants"], *added])


def _new_entrant(number: int, new: Newcomer, late: int) -> Entrant:
    entrant: Entrant = {"id": number, "name": new.name, "players": list(new.players)}
    return entrant | ({"club": new.club} if new.club else {}) | ({"late": late} if late > 1 else {})


def find(document: Document, entrant: int) -> Entrant:
    """Returns a copy of the entrant with this id. Raises Refusal if there is none."""
    for row in document["entrants"]:
        if row["id"] == entrant:
            return dict(row)
    raise refuse("entrant", None, N_("There is no entrant {entrant}"), entrant=entrant)


def rename(document: Document, entrant: int, new: Newcomer) -> Document:
    """Replaces an entrant's name, players' names and club; substitutes stay at their seats."""
    changed = find(document, entrant)
    changed.pop("club", None)
    if changed.get("substitutes"):
        changed["substitutes"] = _with_new_names(changed, new.players)
    changed |= {"name": new.name, "players": list(new.players)} | ({"club": new.club} if new.club else {})
    return change_entrant(document, changed)


def _with_new_names(entrant: Entrant, players: Sequence[str]) -> list[Entrant]:
    """Returns the substitutes of an entrant whose players are now `players`. Raises Refusal for a missing seat."""
    before, after, substitutes = list(entrant["players"]), list(players), []
    for row in entrant["substitutes"]:
        seat = before.index(row["out"])
        if seat >= len(after):
            raise refuse("players", None, N_("{player} has a substitute: undo that first"), player=row["out"])
        substitutes.append({**row, "out": after[seat]})
        before[seat] = after[seat] = row["in"]
    return substitutes


def withdraw(document: Document, entrants: Collection[int]) -> Document:
    """Withdraws entrants from the next round on."""
    number = next_round(document)
    for row in (find(document, entrant) for entrant in entrants):
        if row.get("out") is None:
            document = change_entrant(document, _gone(row, max(number, row.get("late") or 1)))
    return document


def _gone(entrant: Entrant, out: int) -> Entrant:
    """Returns the entrant withdrawn from round `out` on, without substitutes of later rounds."""
    staying = [row for row in entrant.pop("substitutes", ()) if row["round"] < out]
    return entrant | {"out": out} | ({"substitutes": staying} if staying else {})


def reinstate(document: Document, entrant: int) -> Document:
    """Undoes a withdrawal. Raises Refusal if a round was drawn without the entrant."""
    before = find(document, entrant)
    out = before.pop("out", None)
    if out is not None and out < next_round(document):
        raise refuse("entrant", None, N_("Round {round} was drawn without this entry: add it again"), round=out)
    return change_entrant(document, before)


def remove(document: Document, entrants: Collection[int]) -> Document:
    """Removes entrants and their rulings. Raises Refusal once a round is drawn."""
    if next_round(document) > 1:
        raise refuse("entrant", None, N_("A round is drawn, so entries can’t be deleted: withdraw it instead"))
    for entrant in entrants:
        find(document, entrant)
    remaining_entrants = [row for row in document["entrants"] if row["id"] not in entrants]
    rulings = document.get("rulings") or []
    remaining = [ruling for ruling in rulings if ruling["entrant"] not in entrants]
    document = {**document, "rulings": remaining} if len(remaining) < len(rulings) else document
    return _with(without_forbidden(document, entrants), remaining_entrants)


def change_entrant(document: Document, entrant: Entrant) -> Document:
    """Returns the document with the entrant of this id replaced. Raises Refusal."""
    others = [row for row in document["entrants"] if row["id"] != entrant["id"]]
    _check_names(others, [entrant["name"]])
    return _with(document, [entrant if row["id"] == entrant["id"] else row for row in document["entrants"]])


def _check_names(others: list[Entrant], names: list[str]) -> None:
    """Raises Refusal if a name occurs twice or is another entrant's; case and extra spaces do not matter."""
    used = {folded(row["name"]): row["name"] for row in others}
    for name in names:
        if folded(name) in used:
            raise refuse("name", None, N_("{name} is already entered"), name=used[folded(name)])
        used[folded(name)] = name


def _with(document: Document, entrants: list[Entrant]) -> Document:
    """Returns the checked document with these entrants. Raises Refusal, naming no field of another entrant."""
    try:
        return checked({**document, "entrants": entrants}, document)
    except Refusal as refusal:
        for problem in refusal.problems:
            if (problem["field"] or "").startswith("entrants."):
                problem["field"] = None
        raise


def reorder(document: Document, entrant: int, place: int) -> Document:
    """Moves the entrant to `place` (from 1) in the order of entry. Raises Refusal once a round is drawn."""
    if next_round(document) > 1:
        raise refuse("place", None, N_("A round is drawn, so the order can’t be changed"))
    moved = find(document, entrant)
    others = [row for row in document["entrants"] if row["id"] != entrant]
    if not 1 <= place <= len(others) + 1:
        raise refuse("place", None, N_("This can be {high} at most"), high=len(others) + 1)
    return _with(document, [*others[: place - 1], moved, *others[place - 1 :]])


def first_substitutable(entrant: dict[str, Any]) -> int:
    """Returns the first round for which a substitute is recorded; before it, players are simply replaced."""
    return int(entrant.get("late") or 1) + 1


def substitute(
    document: Document, entrant: int, at: int, player: str, since: int | None = None, number: str = ""
) -> Document:
    """Records `player` as substitute at the entrant's seat `at` from round `since` on, by default the next one.

    Before the entrant's second round the player has not played, and is replaced for good. `number` is the
    substitute's member number. Raises Refusal.
    """
    before, last = find(document, entrant), next_round(document)
    first, since = first_substitutable(before), last if since is None else since
    if not 0 <= at < len(before["players"]):
        raise refuse("at", None, N_("Choose who is replaced"))
    (name,) = read_newcomer([player]).players
    if last < first:
        return _replace(document, before, at, name)
    if not first <= since <= last:
        raise refuse("since", RULE, N_("Choose a round from {first} to {last}"), first=first, last=last)
    _check_is_free(document, name, since)
    row = {"round": since, "out": sitting_in(before, since)[at], "in": name} | ({"number": number} if number else {})
    rows = sorted([*(before.get("substitutes") or ()), row], key=lambda row: row["round"])
    return change_entrant(document, before | {"substitutes": rows})


def _replace(document: Document, before: dict[str, Any], at: int, name: str) -> Document:
    """Replaces a player for good; an entrant named after its players is renamed after the new ones."""
    players = [name if place == at else player for place, player in enumerate(before["players"])]
    own_name = "" if before["name"] == NAME_SEPARATOR.join(before["players"]) else before["name"]
    new = read_newcomer(players, before.get("club") or "", name=own_name)
    return rename(document, before["id"], new)


def _check_is_free(document: Document, name: str, since: int) -> None:
    """Raises Refusal if a player of this name sits in round `since`; ignores case and extra spaces."""
    for other in document["entrants"]:
        if is_still_in(other.get("out"), since) and folded(name) in map(folded, sitting_in(other, since)):
            raise refuse("player", RULE, N_("{player} is already playing in this tournament"), player=name)


def undo_substitute(document: Document, entrant: int, at: int) -> Document:
    """Removes the substitute at index `at` of the entrant. Raises Refusal if another one has followed at that seat."""
    before = find(document, entrant)
    rows = list(before.pop("substitutes", ()))
    if not 0 <= at < len(rows):
        raise refuse(None, RULE, N_("This substitute is already removed"))
    undone = rows.pop(at)
    if any(row["out"] == undone["in"] and row["round"] >= undone["round"] for row in rows):
        raise refuse(None, RULE, N_("{player} has a substitute: undo that first"), player=undone["in"])
    return change_entrant(document, before | ({"substitutes": rows} if rows else {}))
