"""Entries of a club's tournament: entering, renaming, withdrawals, member numbers, and erasing a person's name."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.clubs import results
from scorekeeper.clubs.recognising import People
from scorekeeper.clubs.tournaments.categories import without
from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.clubs.tournaments.keeping import Detail, change, change_desk
from scorekeeper.clubs.tournaments.reseating import CORRECTED, change_seats
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.i18n import gettext
from scorekeeper.ledger.erasing import erased_options
from scorekeeper.ledger.names import Names
from scorekeeper.store.club_models import Club, Player
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Registration, Tournament
from scorekeeper.tournaments.changes import entries
from scorekeeper.tournaments.changes import forbidden as twos
from scorekeeper.tournaments.changes.entries import (
    TWICE,
    Lines,
    Newcomer,
    WrongLine,
    find_duplicates,
    folded,
    number_key,
    read_lines,
)
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.document import LONGEST_REASON
from scorekeeper.tournaments.fields import LONGEST_NAME, LONGEST_PLAYER
from scorekeeper.tournaments.model import NAME_SEPARATOR

Entrant = dict[str, Any]
Numbers = dict[int, tuple[str, ...]]  # member numbers in the order of the players, by the entrant's id


PAIR = 2
NumberByName = dict[str, str]  # member numbers on the roster, by the player's folded name


def players_of_a_side(tournament: Tournament) -> int:
    """Returns the usual number of players per entrant: a side of the game, or 1 if players enter alone."""
    document = tournament.document
    if document["system"].get("singles"):
        return 1
    game = find_game(document.get("game") or "")
    if game is None:
        return PAIR
    variant = document.get("variant") or game.presets[0]["slug"]
    options = {**(game.preset(variant) or game.presets[0])["options"], **desk_of(tournament)["options"]}
    of_two = [players for sides, players in game.shapes(variant, options) if sides == 2]
    return min(of_two, key=lambda players: abs(players - PAIR), default=1)


def enter(tournament: Tournament, news: Sequence[Newcomer], actor: str) -> list[int]:
    """Adds entrants, as `recognised`; returns their ids. Raises Refusal."""
    with_numbers = recognised(tournament, news)
    who = ", ".join(newcomer.name for newcomer in with_numbers)
    _change(tournament, lambda document: entries.enter(document, with_numbers), actor, "enter", {"who": who})
    ids = [entrant["id"] for entrant in tournament.document["entrants"][-len(news) :]]
    set_numbers(tournament, {number: newcomer.numbers for number, newcomer in zip(ids, with_numbers, strict=True)})
    return ids


def enter_lines(tournament: Tournament, text: str, actor: str) -> Lines:
    """Enters the entrants of a pasted list, or none if a line is wrong; returns the good and the wrong lines."""
    lines = read_lines(text, players_of_a_side(tournament))
    numbered = recognised(tournament, [newcomer for _line, newcomer in lines.good])
    good = [(line, newcomer) for (line, _before), newcomer in zip(lines.good, numbered, strict=True)]
    texts = dict(enumerate(text.lstrip("\ufeff").splitlines(), 1))
    duplicates = find_duplicates(good, names_of(tournament), numbers_of(tournament))
    wrong = sorted([*lines.wrong, *(WrongLine(line, texts[line].strip(), problem) for line, problem in duplicates)])
    if good and not wrong:
        enter(tournament, [newcomer for _line, newcomer in good], actor)
    return Lines(good, wrong)


def names_of(tournament: Tournament) -> dict[str, str]:
    """Returns the entrants' names by their folded form."""
    return {folded(entrant["name"]): entrant["name"] for entrant in tournament.document["entrants"]}


def numbers_of(tournament: Tournament) -> dict[str, str]:
    """Returns the entrants' names by their players' member numbers without zeros."""
    return _numbers(tournament, desk_of(tournament))


def _numbers(tournament: Tournament, desk: Desk) -> dict[str, str]:
    names = {str(entrant["id"]): entrant["name"] for entrant in tournament.document["entrants"]}
    return {
        number_key(number): names[entrant]
        for entrant, numbers in desk["numbers"].items()
        if entrant in names
        for number in numbers
        if number
    }


def recognised(tournament: Tournament, news: Sequence[Newcomer]) -> list[Newcomer]:
    """Returns the newcomers with the names and member numbers of those who are recognised on the roster.

    The roster's number replaces any other. Raises Refusal if two players of a newcomer are one person.
    """
    people = People(tournament.club_id) if news else None
    return [recognised_newcomer(new, people) for new in news] if people else []


def recognised_newcomer(new: Newcomer, people: People) -> Newcomer:
    """Returns a newcomer as `recognised` does, with the people of the roster."""
    numbers = new.numbers or ("",) * len(new.players)
    found = [people.recognise(name, number).person for name, number in zip(new.players, numbers, strict=True)]
    players = tuple(person.name if person else name for person, name in zip(found, new.players, strict=True))
    if len({folded(name) for name in players}) < len(players):
        raise refuse("players", None, TWICE)
    joined = NAME_SEPARATOR.join(players)
    is_named_after_players = new.name == NAME_SEPARATOR.join(new.players) and len(joined) <= LONGEST_NAME
    return new._replace(
        players=players,
        name=joined if is_named_after_players else new.name,
        numbers=tuple(
            (person.number if person else "") or number for person, number in zip(found, numbers, strict=True)
        ),
    )


def set_numbers(tournament: Tournament, new_numbers: Numbers) -> None:
    """Stores member numbers on the desk. Raises Refusal for a number of another entrant."""

    def numbered(desk: Desk) -> Desk:
        others = {
            entrant: player_numbers
            for entrant, player_numbers in desk["numbers"].items()
            if int(entrant) not in new_numbers
        }
        used = _numbers(tournament, {**desk, "numbers": others})
        names = {entrant["id"]: entrant["name"] for entrant in tournament.document["entrants"]}
        for entrant, player_numbers in new_numbers.items():
            for number in filter(None, player_numbers):
                if number_key(number) in used:
                    text = N_("Member number {number} is already entered, with {name}")
                    raise refuse("numbers", None, text, number=number, name=used[number_key(number)])
            used |= {number_key(number): names[entrant] for number in player_numbers if number}
        stored = {
            str(entrant): list(player_numbers) for entrant, player_numbers in new_numbers.items() if any(player_numbers)
        }
        return {**desk, "numbers": others | stored}

    replaced = desk_of(tournament)["numbers"].keys() & {str(entrant) for entrant in new_numbers}
    if replaced or any(any(player_numbers) for player_numbers in new_numbers.values()):
        change_desk(tournament, numbered)


def rename(tournament: Tournament, entrant: int, was: str, new: Newcomer, actor: str) -> None:
    """Corrects an entrant's names, club and member numbers; `was` is the entrant's name as the page showed it.

    The matches played so far get the corrected names. Raises Refusal, also if the entrant was renamed meanwhile.
    """
    (new,) = recognised(tournament, [new])
    if not _same(entries.find(tournament.document, entrant), new):

        def renamed(document: Document) -> Document:
            check_was(document, entrant, was)
            return entries.rename(document, entrant, new)

        def detail(before: Document, _after: Document) -> Document:
            return {"was": entries.find(before, entrant)["name"], "who": new.name}

        change_seats(tournament, entrant, renamed, actor, "rename", detail, gettext(CORRECTED))
    set_numbers(tournament, {entrant: new.numbers})


def check_was(document: Document, entrant: int, was: str) -> None:
    """Raises Refusal if the entrant is no longer called `was`."""
    name = entries.find(document, entrant)["name"]
    if name != was:
        raise refuse(
            None, None, N_("Someone else has renamed this entry to {name}. Check it, then save again."), name=name
        )


def _same(entrant: Document, new: Newcomer) -> bool:
    now = (entrant["name"], tuple(entrant["players"]), entrant.get("club") or "")
    return now == (new.name, new.players, new.club)


def withdraw(tournament: Tournament, withdrawn: Collection[int], actor: str, reason: str = "") -> None:
    """Withdraws entrants from the next round on; their results stay. Raises Refusal."""
    _change(
        tournament, lambda document: entries.withdraw(document, withdrawn), actor, "withdraw", _who(withdrawn), reason
    )


def reinstate(tournament: Tournament, entrant: int, actor: str) -> None:
    """Undoes a withdrawal. Raises Refusal."""
    _change(tournament, lambda document: entries.reinstate(document, entrant), actor, "return", _who([entrant]))


def remove(tournament: Tournament, removed: Collection[int], actor: str) -> None:
    """Removes entrants, with ticks and member numbers. Raises Refusal, also once the first round is drawn."""
    _change(tournament, lambda document: entries.remove(document, removed), actor, "remove", _who(removed))
    remaining = {entrant["id"] for entrant in tournament.document["entrants"]}
    of_removed = (Registration.tournament_id == tournament.id, Registration.entrant.in_(removed))
    db.session.execute(update(Registration).where(*of_removed).values(state="withdrawn", entrant=None))

    def without_removed(desk: Desk) -> Desk:
        numbers = {
            entrant: player_numbers for entrant, player_numbers in desk["numbers"].items() if int(entrant) in remaining
        }
        present, paid = (
            [entrant for entrant in desk["present"] if entrant in remaining],
            [entrant for entrant in desk["paid"] if entrant in remaining],
        )
        ticked = {key: at for key, at in desk["ticked"].items() if int(key.partition("-")[2]) in remaining}
        marks = without(desk, remaining)
        return {
            **desk, "numbers": numbers, "present": present, "paid": paid, "ticked": ticked, "categories": marks
        }  # fmt: skip

    change_desk(tournament, without_removed)


def _who(ids: Collection[int]) -> Callable[[Document, Document], Document]:
    """Returns a function for the log detail of a change: the entrants' names and the number of the next round."""

    def detail(before: Document, _after: Document) -> Document:
        names = [entries.find(before, entrant)["name"] for entrant in ids]
        return {"who": ", ".join(names), "round": entries.next_round(before)}

    return detail


def reorder(tournament: Tournament, entrant: int, place: int, actor: str) -> None:
    """Moves an entrant to `place` (from 1) in the order of entry. Raises Refusal."""
    _change(tournament, lambda document: entries.reorder(document, entrant, place), actor, "order", {})


def forbid(tournament: Tournament, one: int, other: int, actor: str, *, forbidden: bool) -> None:
    """Sets whether two entrants must not meet (TOU-39); does nothing if it is so already. Raises Refusal."""
    is_forbidden = any(set(two) == {one, other} for two in twos.forbidden_of(tournament.document))
    if is_forbidden == forbidden:
        return
    names = [entries.find(tournament.document, entrant)["name"] for entrant in (one, other)]
    act, kind = (twos.forbid, "forbid") if forbidden else (twos.allow, "allow")
    detail = {"who": names[0], "other": names[1]}
    _change(tournament, lambda document: act(document, one, other), actor, kind, detail)


def _change(
    tournament: Tournament,
    function: Callable[[Document], Document],
    actor: str,
    kind: str,
    detail: Detail,
    reason: str = "",
) -> None:
    """Changes the newest document, whichever version the page showed: changes of entrants never conflict."""
    change(tournament, None, function, actor=actor, kind=kind, detail=detail, reason=reason)


def players_of(session: Session, club: Club) -> set[str]:
    """Returns the names of all players in the club's tournaments and in entries from home."""
    documents = session.scalars(select(Tournament.document).where(Tournament.club_id == club.id))
    entered = {name for document in documents for entrant in document["entrants"] for name in people_of(entrant)}
    registrations = session.scalars(select(Registration.players).join(Tournament).where(Tournament.club_id == club.id))
    return entered | {name for players in registrations for name in players}


def people_of(entrant: Entrant) -> list[str]:
    """Returns the names of an entrant's players and substitutes."""
    return [*entrant["players"], *(row["in"] for row in entrant.get("substitutes") or ())]


def erase(session: Session, club: Club, names: Names) -> None:
    """Erases the names from all tournaments of the club, which makes pages that are open stale."""
    query = select(Tournament).where(Tournament.club_id == club.id).order_by(Tournament.id)
    for tournament in session.scalars(query.with_for_update()).all():
        document = _document(tournament.document, names)
        desk = _desk(tournament.desk, tournament.document, names)
        if document != tournament.document:
            tournament.document, tournament.version = document, tournament.version + 1
        if desk != tournament.desk:
            tournament.desk, tournament.desk_version = desk, tournament.desk_version + 1
    session.flush()


def _document(document: Document, names: Names) -> Document:
    used = Counter(names.name(player) for entrant in document["entrants"] for player in people_of(entrant))
    entrants = [_entrant(entrant, names, used) for entrant in document["entrants"]]
    rulings = [
        {**ruling, "reason": names.text(ruling["reason"])[:LONGEST_REASON]} for ruling in document.get("rulings") or []
    ]
    new = {**document, "entrants": _with_unique_names(entrants)}
    if document.get("name"):
        new["name"] = names.text(document["name"])[:LONGEST_NAME]
    return {**new, "rulings": rulings} if rulings else new


def _entrant(entrant: Entrant, names: Names, used: Counter[str]) -> Entrant:
    new = {**entrant, "name": names.name(entrant["name"])[:LONGEST_NAME]}
    new["players"] = [names.name(player)[:LONGEST_PLAYER] for player in entrant["players"]]
    if entrant.get("substitutes"):
        new["substitutes"] = _substitutes(entrant, new["players"], names, used)
    return {**new, "club": names.text(entrant["club"])[:LONGEST_NAME]} if entrant.get("club") else new


def _substitutes(entrant: Entrant, players: list[str], names: Names, used: Counter[str]) -> list[Entrant]:
    """Returns the substitutes of an entrant whose players are called `players` now, without an erased one's number.

    A substitute's name is unique in the tournament: if another person has it too, the substitute's gets a suffix.
    """
    before, after, rows = list(entrant["players"]), list(players), []
    for row in entrant["substitutes"]:
        seat, name = before.index(row["out"]), names.name(row["in"])[:LONGEST_PLAYER]
        new = {**row, "out": after[seat], "in": name}
        if name != row["in"]:
            new.pop("number", None)
            suffix = f" ({entrant['id']}-{row['round']})" if used[name] > 1 else ""
            new["in"] = name[: LONGEST_PLAYER - len(suffix)] + suffix
        before[seat], after[seat] = row["in"], new["in"]
        rows.append(new)
    return rows


def _with_unique_names(entrants: list[Entrant]) -> list[Entrant]:
    """Returns the entrants, with the id appended to repeated names.

    Names may repeat after erasing, if one person has entered twice under different names.
    """
    used: set[str] = set()
    for entrant in entrants:
        if entrant["name"] in used:
            suffix = f" ({entrant['id']})"
            entrant["name"] = entrant["name"][: LONGEST_NAME - len(suffix)] + suffix
        used.add(entrant["name"])
    return entrants


def _desk(desk: dict[str, Any], document: Document, names: Names) -> dict[str, Any]:
    """Returns the desk without the person's member numbers, and without the names in its texts."""
    new: dict[str, Any] = {
        part: names.text(value) if isinstance(value, str) and part in ("fee", "hall") else value
        for part, value in desk.items()
    }
    if desk.get("options"):
        new["options"] = erased_options(document["game"], desk["options"], names)
    for entrant in document["entrants"]:
        numbers = (desk.get("numbers") or {}).get(str(entrant["id"]))
        if numbers:
            players = zip(numbers, entrant["players"], strict=False)
            remaining = [own if names.name(player) == player else "" for own, player in players]
            new["numbers"] = {**new["numbers"], str(entrant["id"]): remaining}
    return new


def document_with_numbers(tournament: Tournament) -> Document:
    """Returns the document with the member numbers of the roster, and of the desk for players without one there."""
    desk, entrants = desk_of(tournament)["numbers"], tournament.document["entrants"]
    on_roster = _roster_numbers(tournament, {name for entrant in entrants for name in people_of(entrant)})
    with_numbers = [_with_numbers(entrant, desk.get(str(entrant["id"]), []), on_roster) for entrant in entrants]
    return {**tournament.document, "entrants": with_numbers}


def _roster_numbers(tournament: Tournament, names: set[str]) -> NumberByName:
    ids = results.players_of(db.session, tournament.club_id, names)
    query = db.session.query(Player.id, Player.number).where(Player.id.in_(set(ids.values())))
    numbers = {row.id: row.number or "" for row in query}
    return {name: numbers.get(player, "") for name, player in ids.items()}


def _with_numbers(entrant: Document, desk: list[str], on_roster: NumberByName) -> Document:
    """Returns an entrant with its member numbers: from the document, the roster or the `desk` (by player)."""
    from_desk = {name: number for name, number in zip(entrant["players"], desk, strict=False) if number}

    def number_of(name: str) -> str | None:
        return on_roster.get(results.name_key(name)) or from_desk.get(name) or None

    own = entrant.get("numbers") or [None] * len(entrant["players"])
    changed = {
        "numbers": [number or number_of(name) for name, number in zip(entrant["players"], own, strict=True)],
        "substitutes": [
            row | ({} if row.get("number") or not number_of(row["in"]) else {"number": number_of(row["in"])})
            for row in entrant.get("substitutes") or []
        ],
    }
    return entrant | {name: value for name, value in changed.items() if any(value)}
