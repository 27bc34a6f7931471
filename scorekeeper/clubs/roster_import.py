"""Imports lists of people into a roster: compares a list with the roster, writes the plan, and undoes an import.

Names are unique on a roster: a Roman numeral distinguishes people of the same name (`roster.free_name`).
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sqlalchemy import select, update

from scorekeeper.clubs import results, roster
from scorekeeper.clubs.person_details import Details, Entry, as_texts, details_of, read_day, set_details
from scorekeeper.clubs.tournaments import entries as tournaments
from scorekeeper.games.engine.base import N_, Problem, Refusal, problem
from scorekeeper.ledger.names import common_name, name_key, person_key, skeleton
from scorekeeper.store.club_models import Club, Player, Result, RosterList
from scorekeeper.store.models import db
from scorekeeper.tournaments.changes.entries import number_key

NEW, KNOWN, DOUBTFUL, WRONG = "new", "known", "doubtful", "wrong"
SAME, OTHER, SKIP = "same", "other", "skip"  # choices for a doubtful row
TAKE = "take"  # the choice for any other row that changes something, beside SKIP
MOST_LISTS = 5  # newest imports of a club that can be undone


@dataclass(eq=False)
class Person:
    """A person on the roster, or a new person of the list.

    `player` is the id on the roster, or 0; `line` the line of the list that adds the person, or 0.
    """

    name: str
    texts: dict[str, str]  # by field of Details
    player: int = 0
    line: int = 0
    active: bool = True

    @property
    def number(self) -> str:
        """The member number, or an empty text."""
        return self.texts.get("number", "")


@dataclass(eq=False)
class Row:
    """A row of a list and its effect: `verdict` is NEW, KNOWN, DOUBTFUL or WRONG.

    `why` is the reason. Of the `choices`, the first counts unless another one is the `answer`. `person` is who the row
    adds or adds to; None if it changes nothing.
    """

    entry: Entry
    verdict: str
    name: str
    why: Problem | None = None
    choices: tuple[str, ...] = ()
    answer: str = ""
    person: Person | None = None
    filled: dict[str, str] = field(default_factory=dict)  # details that the row adds to a person on the roster
    kept: list[str] = field(default_factory=list)  # fields that stay, though the row has something else


class Plan(NamedTuple):
    """The changes that a list would make to a roster."""

    rows: list[Row]
    people: list[Person]  # who would be added, in the list's order

    def count(self, verdict: str) -> int:
        """Returns the number of rows with this verdict."""
        return sum(row.verdict == verdict for row in self.rows)

    @property
    def digest(self) -> str:
        """Returns a hash of the changes that the plan would write."""
        added = [(person.name, person.active, sorted(person.texts.items())) for person in self.people]
        filled = [(row.person.player, sorted(row.filled.items())) for row in self.rows if row.person and row.filled]
        return hashlib.sha256(repr((added, filled)).encode("utf-8", "backslashreplace")).hexdigest()[:32]

    @property
    def changes(self) -> int:
        """The number of people who are added or get more details."""
        return len(self.people) + sum(bool(row.filled) for row in self.rows)


class _Comparing:
    """The people of a roster and of the rows so far, by name, number and look of the name."""

    def __init__(self, club: Club) -> None:
        self.names: dict[str, list[Person]] = {}
        self.numbers: dict[str, Person] = {}
        self.looks: dict[str, Person] = {}  # by `skeleton`: names that look alike
        self.added: list[Person] = []
        players = db.session.scalars(select(Player).where(Player.club_id == club.id)).all()
        people = {
            player.id: Person(player.name, as_texts(details_of(player)), player.id, active=player.active)
            for player in players
            if player.merged_into is None
        }
        for player in players:
            self._know(people[player.merged_into or player.id], player.name)

    def _know(self, person: Person, name: str) -> None:
        people = self.names.setdefault(person_key(common_name(name)), [])
        if person not in people:
            people.append(person)
        self.looks.setdefault(skeleton(name), person)
        if person.number:
            self.numbers.setdefault(number_key(person.number), person)

    def row(self, entry: Entry, answer: str) -> Row:
        """Returns the row for an entry, with its effect on the roster; remembers its person for later rows."""
        if entry.problem:
            return Row(entry, WRONG, entry.name, entry.problem)
        if entry.number and entry.name.endswith(f" ({entry.number})"):  # as former versions distinguished namesakes
            entry = entry._replace(name=entry.name.removesuffix(f" ({entry.number})"))
        people = self._called(entry.name)
        if entry.number:
            if same := next((person for person in people if _folded(person.number) == _folded(entry.number)), None):
                return self._known_row(entry, same, answer)
            holder = self.numbers.get(number_key(entry.number))
            if holder:
                zeros = holder in people
                text = SAME_BUT_FOR_ZEROS if zeros else NUMBER_OF_ANOTHER
                why = problem(None, None, text, number=holder.number if zeros else entry.number, name=holder.name)
                return self._doubtful_row(entry, holder, why, (SAME, OTHER, SKIP) if zeros else (SKIP, SAME), answer)
        if people and entry.number and all(person.number for person in people):
            return self._namesake_row(entry, people[0], answer)
        if people:
            return self._maybe_known_row(entry, people, answer)
        if like := self.looks.get(skeleton(entry.name)):
            why = problem(None, None, LOOKS_LIKE, name=like.name)
            return self._doubtful_row(entry, like, why, (SAME, SKIP), answer)
        return self._new_row(entry, entry.name, answer)

    def _called(self, name: str) -> list[Person]:
        """Returns the people with this name, in either order; only one if the name has a numeral or their order."""
        people = self.names.get(person_key(common_name(name)), [])
        exact = [person for person in people if name_key(person.name) == name_key(name)]
        in_order = [person for person in people if name_key(common_name(person.name)) == name_key(name)]
        return exact if exact and common_name(name) != name else in_order or people

    def _maybe_known_row(self, entry: Entry, people: Sequence[Person], answer: str) -> Row:
        """Returns the row for a name on the roster if the member numbers leave open whether it is the same person."""
        person = next((person for person in people if not person.number), people[0])
        if not entry.number and len(people) > 1:
            why = problem(None, None, SEVERAL_OF_THE_NAME, name=entry.name)
            return self._doubtful_row(entry, person, why, (SKIP,), answer)
        if not entry.number and not person.number and person.player:
            return self._known_row(entry, person, answer)
        text = SAME_NAME_IN_LINE if person.line else SAME_NAME
        why = problem(None, None, text, name=person.name, line=person.line)
        return self._doubtful_row(entry, person, why, (SAME, OTHER, SKIP) if entry.number else (SAME, SKIP), answer)

    def _known_row(self, entry: Entry, person: Person, answer: str) -> Row:
        row = Row(entry, KNOWN, person.name)
        if person.line:
            row.why = problem(None, None, TWICE, line=person.line)
        if answer == SKIP:
            return replace(row, choices=(TAKE, SKIP), answer=SKIP)
        filled = self._fill(row, person)
        return replace(filled, choices=(TAKE, SKIP), answer=TAKE) if filled.filled else filled

    def _fill(self, row: Row, person: Person) -> Row:
        """Fills in the person's missing details; `fee_until` is also replaced by a later day."""
        for name, text in row.entry.texts.items():
            before = person.texts.get(name, "")
            after = _stored(name, text)
            if not before or (name == "fee_until" and after > before):
                person.texts[name] = after
                if person.player:
                    row.filled[name] = after
                if name == "number":
                    self.numbers.setdefault(number_key(after), person)
            elif before != after:
                row.kept.append(name)
        row.person = person if row.filled else None
        return row

    def _doubtful_row(self, entry: Entry, person: Person, why: Problem, choices: tuple[str, ...], answer: str) -> Row:
        chosen = answer if answer in choices else choices[0]
        row = Row(entry, DOUBTFUL, entry.name, why, choices, chosen)
        if chosen == SAME:
            return self._fill(row, person)
        if chosen == OTHER:
            new = self._namesake_row(entry, person)
            return replace(row, name=new.name, person=new.person) if new.person else replace(row, why=new.why)
        return row

    def _namesake_row(self, entry: Entry, person: Person, answer: str = TAKE) -> Row:
        """Returns the row for a namesake, whose name gets a numeral."""
        name = roster.free_name(entry.name, lambda name: skeleton(name) in self.looks)
        row = self._new_row(entry, name, answer)
        row.why = row.why or problem(None, None, NAMESAKE, name=person.name, number=person.number)
        return row

    def _new_row(self, entry: Entry, name: str, answer: str) -> Row:
        if len(name) > roster.LONGEST_NAME:
            return Row(entry, WRONG, name, problem("name", None, roster.NAME_LENGTH))
        if skeleton(name) in self.looks:
            return Row(entry, WRONG, name, problem("name", None, roster.LOOKS_THE_SAME))
        if answer == SKIP:
            return Row(entry, WRONG, name, choices=(TAKE, SKIP), answer=SKIP)
        texts = {field: _stored(field, text) for field, text in entry.texts.items()}
        person = Person(name, texts, line=entry.line, active=entry.active)
        self.added.append(person)
        self._know(person, name)
        return Row(entry, NEW, name, choices=(TAKE, SKIP), answer=TAKE, person=person)


NUMBER_OF_ANOTHER = N_("Number {number} is {name}’s")
SAME_BUT_FOR_ZEROS = N_("{name} has number {number}: the same person?")
SEVERAL_OF_THE_NAME = N_("There are several people called {name}: which one is it? Add the number")
SAME_NAME = N_("{name} is there already, and only one of the two has a number: the same person?")
LOOKS_LIKE = N_("{name} looks the same: the same person?")
SAME_NAME_IN_LINE = N_("{name} is in line {line}, too: the same person?")
NAMESAKE = N_("Another {name} has number {number}")
TWICE = N_("As in line {line}")


def _folded(number: str) -> str:
    return "".join(number.casefold().split())


def _stored(name: str, text: str) -> str:
    """Returns the text to compare and store: a day as 2026-12-31, any other text unchanged."""
    day = read_day(text) if name == "fee_until" else None
    return day.isoformat() if day else text


def plan(club: Club, people: Sequence[Entry], answers: Mapping[int, str]) -> Plan:
    """Compares a list with the roster; writes nothing. `answers` are the choices for doubtful rows, by line."""
    comparing = _Comparing(club)
    return Plan([comparing.row(entry, answers.get(entry.line, "")) for entry in people], comparing.added)


def write(club: Club, planned: Plan, actor: str) -> RosterList:
    """Writes a plan as an import that can be undone.

    The club's results must be locked since before the plan was made. The caller commits.
    """
    listed = RosterList(club_id=club.id, actor=actor[:80], filled={})
    db.session.add(listed)
    db.session.flush()
    listed.filled = apply(club, planned, listed.id)
    _forget_old_lists(club)
    db.session.flush()
    return listed


def apply(club: Club, planned: Plan, list_id: int | None = None) -> dict[str, dict[str, list[str]]]:
    """Adds and completes the players of a plan; returns the added details as in `RosterList.filled`."""
    roster.add_compared(club, [_player(person, list_id) for person in planned.people])
    for row in planned.rows:
        if row.entry.also and row.verdict in (NEW, KNOWN) and (named := roster.find_by_name(club, row.name)):
            roster.add_former_names(named, row.entry.also)
    filled: dict[str, dict[str, list[str]]] = {}
    for row in planned.rows:
        if row.person and row.filled:
            player = db.session.get_one(Player, row.person.player)
            changes = filled.setdefault(str(player.id), {})
            for name, text in row.filled.items():
                changes[name] = [changes.get(name, [as_texts(details_of(player))[name]])[0], text]
                setattr(player, name, _value(name, text))
    return filled


def _player(person: Person, list_id: int | None) -> Player:
    player = Player(name=person.name, active=person.active, list_id=list_id)
    texts = {field: _value(field, text) for field, text in person.texts.items()}
    set_details(player, Details()._replace(**texts))
    return player


def _value(name: str, text: str) -> Any:
    return read_day(text) if name == "fee_until" else text


def _forget_old_lists(club: Club) -> None:
    for old in lists(club, skip=MOST_LISTS):
        _forget(old)


def _forget(listed: RosterList) -> None:
    db.session.execute(update(Player).where(Player.list_id == listed.id).values(list_id=None))
    db.session.delete(listed)


def lists(club: Club, skip: int = 0) -> list[RosterList]:
    """Returns the imports that can be undone, newest first, after the first `skip`."""
    query = select(RosterList).where(RosterList.club_id == club.id).order_by(RosterList.id.desc())
    return list(db.session.scalars(query.offset(skip)))


def forget_player(club: Club, player: Player) -> None:
    """Removes the details of an erased player from all imported lists."""
    for listed in lists(club):
        listed.filled = {number: changes for number, changes in listed.filled.items() if number != str(player.id)}


def find_list(club: Club, number: int) -> RosterList | None:
    """Returns the club's list with this id, or None."""
    listed = db.session.get(RosterList, number)
    return listed if listed is not None and listed.club_id == club.id else None


def players_of(listed: RosterList) -> list[Player]:
    """Returns the players that the import added and that still exist."""
    return list(db.session.scalars(select(Player).where(Player.list_id == listed.id).order_by(Player.name_key)))


def players_in_use(club: Club, players: Sequence[Player]) -> list[Player]:
    """Returns the players who have played, entered a tournament, or were renamed or merged."""
    entered = {results.name_key(name) for name in tournaments.players_of(db.session, club)}
    played = select(Result.player_id).where(Result.player_id.in_([player.id for player in players]))
    named = select(Player.merged_into).where(Player.club_id == club.id, Player.merged_into.is_not(None))
    used = {*db.session.scalars(played.distinct()), *db.session.scalars(named)}
    return [player for player in players if player.id in used or player.merged_into or player.name_key in entered]


def take_back(club: Club, listed: RosterList) -> int:
    """Undoes an import: deletes its players, and the details added to others; returns the number of deleted players.

    Keeps later changes. Raises Refusal while one of the players is in use. The caller commits.
    """
    results.lock_results(db.session, club.id)
    players = players_of(listed)
    if used := players_in_use(club, players):
        raise Refusal([problem(None, None, IN_USE, name=used[0].name, count=len(used))])
    for number, changes in listed.filled.items():
        player = db.session.get(Player, int(number))
        if player is not None and player.club_id == club.id:
            now = as_texts(details_of(player))
            for name, (before, after) in changes.items():
                if name in Details._fields and now[name] == after:
                    setattr(player, name, _value(name, before))
    _forget(listed)
    db.session.flush()
    for player in players:
        roster.unlink(player)
        db.session.delete(player)
    db.session.flush()
    return len(players)


IN_USE = N_("This list can’t be taken back: {name} has played or is entered in a tournament")
