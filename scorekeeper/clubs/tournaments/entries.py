"""Entries of a tournament: who plays, changes of players, and a person's name erased from documents and logs."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.clubs import results
from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.clubs.tournaments.keeping import Detail, change, change_desk
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.ledger.names import Names
from scorekeeper.store.club_models import Club, Player, Tournament
from scorekeeper.store.models import db
from scorekeeper.tournaments.changes import entries
from scorekeeper.tournaments.changes.entries import Lines, Newcomer, WrongLine, find_duplicates, folded, read_lines
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.document import LONGEST_REASON
from scorekeeper.tournaments.fields import LONGEST_NAME, LONGEST_PLAYER

Numbers = dict[int, tuple[str, ...]]  # member numbers in the order of the players, by the entrant's id


def enter(tournament: Tournament, news: Sequence[Newcomer], actor: str) -> list[int]:
    """Enter them; returns their ids. Raises Refusal. Players of the roster bring their member numbers along."""
    with_numbers = with_roster_numbers(tournament, news)
    who = ", ".join(each.name for each in with_numbers)
    _change(tournament, lambda document: entries.enter(document, with_numbers), actor, "enter", {"who": who})
    made = [each["id"] for each in tournament.document["entrants"][-len(news) :]]
    _give_numbers(tournament, {number: each.numbers for number, each in zip(made, with_numbers, strict=True)})
    return made


def enter_lines(tournament: Tournament, text: str, actor: str) -> Lines:
    """Enter everybody on a list, or nobody where a line of it is wrong: then the answer says which and why."""
    found = read_lines(text)
    numbered = with_roster_numbers(tournament, [each for _line, each in found.good])
    good = [(line, each) for (line, _before), each in zip(found.good, numbered, strict=True)]
    texts = dict(enumerate(text.lstrip("\ufeff").splitlines(), 1))
    twice = find_duplicates(good, names_of(tournament), numbers_of(tournament))
    wrong = sorted([*found.wrong, *(WrongLine(line, texts[line].strip(), each) for line, each in twice)])
    if good and not wrong:
        enter(tournament, [each for _line, each in good], actor)
    return Lines(good, wrong)


def names_of(tournament: Tournament) -> dict[str, str]:
    """The entrants' names by how they are compared."""
    return {folded(each["name"]): each["name"] for each in tournament.document["entrants"]}


def numbers_of(tournament: Tournament) -> dict[str, str]:
    """The name of the entrant by each member number, compared as names are."""
    return _numbers(tournament, desk_of(tournament))


def _numbers(tournament: Tournament, desk: Desk) -> dict[str, str]:
    names = {str(each["id"]): each["name"] for each in tournament.document["entrants"]}
    return {
        folded(number): names[entrant]
        for entrant, numbers in desk["numbers"].items()
        if entrant in names
        for number in numbers
        if number
    }


def with_roster_numbers(tournament: Tournament, news: Sequence[Newcomer]) -> list[Newcomer]:
    """The newcomers, with the member numbers of the roster where a player's own was left out."""
    names = {name for each in news for name in each.players}
    ids = results.players_of(db.session, tournament.club_id, names)
    found = db.session.query(Player.id, Player.number).where(Player.id.in_(set(ids.values())))
    of_roster = {row.id: row.number for row in found}
    filled = []
    for each in news:
        own = each.numbers or ("",) * len(each.players)
        known = [of_roster.get(ids.get(results.name_key(name), 0), "") for name in each.players]
        filled.append(each._replace(numbers=tuple(typed or kept for typed, kept in zip(own, known, strict=True))))
    return filled


def _give_numbers(tournament: Tournament, given: Numbers) -> None:
    """Put these member numbers on the desk. Raises Refusal for one that another entrant has."""

    def numbered(desk: Desk) -> Desk:
        others = {each: own for each, own in desk["numbers"].items() if int(each) not in given}
        taken = _numbers(tournament, {**desk, "numbers": others})
        names = {each["id"]: each["name"] for each in tournament.document["entrants"]}
        for entrant, own in given.items():
            for number in filter(None, own):
                if folded(number) in taken:
                    text = _("Member number {number} is already entered, with {name}")
                    raise refuse("numbers", None, text, number=number, name=taken[folded(number)])
            taken |= {folded(number): names[entrant] for number in own if number}
        return {**desk, "numbers": others | {str(each): list(own) for each, own in given.items() if any(own)}}

    if any(any(own) for own in given.values()) or any(str(each) in desk_of(tournament)["numbers"] for each in given):
        change_desk(tournament, numbered)


def rename(tournament: Tournament, entrant: int, was: str, new: Newcomer, actor: str) -> None:
    """Write an entrant's names, club and member numbers right; `was` is how it was called on the page.

    Raises Refusal, also where it was called otherwise by then.
    """
    if not _same(entries.find(tournament.document, entrant), new):

        def renamed(document: Document) -> Document:
            _check_was(document, entrant, was)
            return entries.rename(document, entrant, new)

        def detail(before: Document, _after: Document) -> Document:
            return {"was": entries.find(before, entrant)["name"], "who": new.name}

        _change(tournament, renamed, actor, "rename", detail)
    _give_numbers(tournament, {entrant: new.numbers})


def _check_was(document: Document, entrant: int, was: str) -> None:
    name = entries.find(document, entrant)["name"]
    if name != was:
        raise refuse(
            None, None, _("Someone else has renamed this entry to {name}. Check it, then save again."), name=name
        )


def _same(entrant: Document, new: Newcomer) -> bool:
    now = (entrant["name"], tuple(entrant["players"]), entrant.get("club") or "")
    return now == (new.name, new.players, new.club)


def substitute(
    tournament: Tournament, entrant: int, was: str, at: int, player: Newcomer, actor: str, reason: str = ""
) -> None:
    """Have `player`, a newcomer of one, play in that place of the entrant, from 0 on. Raises Refusal like `rename`."""
    name = player.players[0]

    def replaced(document: Document) -> Document:
        _check_was(document, entrant, was)
        return entries.substitute(document, entrant, at, name)

    def detail(before: Document, _after: Document) -> Document:
        return {"who": was, "was": entries.find(before, entrant)["players"][at], "player": name}

    _change(tournament, replaced, actor, "substitute", detail, reason)
    (numbered,) = with_roster_numbers(tournament, [player])
    places = len(entries.find(tournament.document, entrant)["players"])
    own = [*desk_of(tournament)["numbers"].get(str(entrant), []), *[""] * places][:places]
    own[at] = numbered.numbers[0]
    _give_numbers(tournament, {entrant: tuple(own)})


def withdraw(tournament: Tournament, gone: Collection[int], actor: str, reason: str = "") -> None:
    """Have them play no more, from the next round on; their results stay. Raises Refusal."""
    _change(tournament, lambda document: entries.withdraw(document, gone), actor, "withdraw", _who(gone), reason)


def reinstate(tournament: Tournament, entrant: int, actor: str) -> None:
    """Have one who withdrew play again. Raises Refusal."""
    _change(tournament, lambda document: entries.reinstate(document, entrant), actor, "return", _who([entrant]))


def remove(tournament: Tournament, gone: Collection[int], actor: str) -> None:
    """Take them off the list, before the first round is drawn. Raises Refusal."""
    _change(tournament, lambda document: entries.remove(document, gone), actor, "remove", _who(gone))
    left = {each["id"] for each in tournament.document["entrants"]}

    def forgotten(desk: Desk) -> Desk:
        numbers = {each: own for each, own in desk["numbers"].items() if int(each) in left}
        present, paid = (
            [each for each in desk["present"] if each in left],
            [each for each in desk["paid"] if each in left],
        )
        ticked = {each: at for each, at in desk["ticked"].items() if int(each.partition("-")[2]) in left}
        return {**desk, "numbers": numbers, "present": present, "paid": paid, "ticked": ticked}

    change_desk(tournament, forgotten)


def _who(ids: Collection[int]) -> Callable[[Document, Document], Document]:
    """What the log says of them: their names, and the number of the next round."""

    def detail(before: Document, _after: Document) -> Document:
        names = [entries.find(before, each)["name"] for each in ids]
        return {"who": ", ".join(names), "round": entries.next_round(before)}

    return detail


def reorder(tournament: Tournament, entrant: int, place: int, actor: str) -> None:
    """Move an entrant to that place of the order of entry, from 1 on. Raises Refusal."""
    _change(tournament, lambda document: entries.reorder(document, entrant, place), actor, "order", {})


def _change(
    tournament: Tournament,
    function: Callable[[Document], Document],
    actor: str,
    kind: str,
    detail: Detail,
    reason: str = "",
) -> None:
    """A change of the newest document, whoever changed it meanwhile: what it says of entrants holds all the same."""
    change(tournament, None, function, actor=actor, kind=kind, detail=detail, reason=reason)


Entrant = dict[str, Any]


def players_of(session: Session, club: Club) -> set[str]:
    """Everybody who has entered a tournament of the club."""
    documents = session.scalars(select(Tournament.document).where(Tournament.club_id == club.id))
    return {name for document in documents for each in document["entrants"] for name in each["players"]}


def erase(session: Session, club: Club, names: Names) -> None:
    """Erase the names from all tournaments of the club; pages that are open elsewhere are old from then on."""
    found = select(Tournament).where(Tournament.club_id == club.id).order_by(Tournament.id)
    for tournament in session.scalars(found.with_for_update()).all():
        document = _document(tournament.document, names)
        desk = _desk(tournament.desk, tournament.document, names)
        if document != tournament.document:
            tournament.document, tournament.version = document, tournament.version + 1
        if desk != tournament.desk:
            tournament.desk, tournament.desk_version = desk, tournament.desk_version + 1
    session.flush()


def _document(document: Document, names: Names) -> Document:
    entrants = [_entrant(each, names) for each in document["entrants"]]
    rulings = [
        {**each, "reason": names.text(each["reason"])[:LONGEST_REASON]} for each in document.get("rulings") or []
    ]
    new = {**document, "entrants": _told_apart(entrants)}
    if document.get("name"):
        new["name"] = names.text(document["name"])[:LONGEST_NAME]
    return {**new, "rulings": rulings} if rulings else new


def _entrant(each: Entrant, names: Names) -> Entrant:
    new = {**each, "name": names.name(each["name"])[:LONGEST_NAME]}
    new["players"] = [names.name(player)[:LONGEST_PLAYER] for player in each["players"]]
    return {**new, "club": names.text(each["club"])[:LONGEST_NAME]} if each.get("club") else new


def _told_apart(entrants: list[Entrant]) -> list[Entrant]:
    """No two have the same name, though one person may have entered twice under different ones."""
    taken: set[str] = set()
    for each in entrants:
        if each["name"] in taken:
            behind = f" ({each['id']})"
            each["name"] = each["name"][: LONGEST_NAME - len(behind)] + behind
        taken.add(each["name"])
    return entrants


def _desk(desk: dict[str, Any], document: Document, names: Names) -> dict[str, Any]:
    """The desk without the person's member number, and without the names in what was written on it."""
    new: dict[str, Any] = {
        part: names.text(value) if isinstance(value, str) and part in ("fee", "hall") else value
        for part, value in desk.items()
    }
    for each in document["entrants"]:
        owns = (desk.get("numbers") or {}).get(str(each["id"]))
        if owns:
            players = zip(owns, each["players"], strict=False)
            kept = [own if names.name(player) == player else "" for own, player in players]
            new["numbers"] = {**new["numbers"], str(each["id"]): kept}
    return new
