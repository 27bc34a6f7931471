"""The model of a match: a plain list of hands, and a pile of earlier positions for undo and redo.

Entries have a token instead of each player's name, so renaming or erasing a player changes none of them.
"""

import json
from collections.abc import Sequence
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal, Setup
from scorekeeper.games.engine.entries import typed_entry
from scorekeeper.games.engine.ways import way_of
from scorekeeper.ledger.seating import renamed
from scorekeeper.pages.entry_form import posted_form
from tests.documents import GAMES
from tests.documents.pieces import Document, Entry

NEVER_SCORES = ("note", "at")
MOST_HANDS = 12  # of a random match that are used


def tokens(count: int) -> list[str]:
    """Returns the names that players have in the model, by seat."""
    return [f"Seat {number}" for number in range(1, count + 1)]


def translated(value: Any, old: Sequence[str], new: Sequence[str]) -> Any:
    """Returns a JSON value with each text that is one of `old` replaced by the one of `new` in its place."""
    if isinstance(value, dict):
        return {name: translated(inner, old, new) for name, inner in value.items()}
    if isinstance(value, list):
        return [translated(inner, old, new) for inner in value]
    return new[old.index(value)] if value in old else value


def some_match(slug: str, seed: int) -> tuple[Document, list[Entry]]:
    """Returns the head of a random match, with tokens for names, and hands to record in it."""
    rng = Random(f"{slug} {seed}")
    document = next(match for match in iter(lambda: GAMES[slug].good(rng), None) if len(match["hands"]) > 1)
    setup = play.begin(document)
    names = tokens(len(setup["seats"]))
    own = [
        {"name": side["name"], "players": names[at :: len(setup["sides"])]} for at, side in enumerate(setup["sides"])
    ]
    head = {**document, "sides": own, "hands": []}
    if "first_dealer" in document:
        head["first_dealer"] = names[setup["seats"].index(document["first_dealer"].strip())]
    new = play.begin(head)
    to_token = dict(zip(setup["seats"], names, strict=True))
    hands = [renamed(setup, entry, to_token) for entry in document["hands"] if "stop" not in entry]
    return head, [as_typed(new, entry) for entry in hands[:MOST_HANDS]]


def typed(setup: Setup, entry: Entry) -> dict[str, str]:
    """Returns the texts of the form that enters a hand."""
    scoring = {name: value for name, value in entry.items() if name not in NEVER_SCORES}
    return {"way": way_of(play.game_of(setup).ways, scoring)["slug"], **typed_entry(scoring)}


def as_typed(setup: Setup, entry: Entry) -> Entry:
    """Returns the entry as a form stores it: without fields at their defaults."""
    return posted_form(setup, typed(setup, entry).items()).entry


class Hand(NamedTuple):
    """A hand of the model."""

    entry: Entry
    note: str = ""
    struck: bool = False
    corrected: bool = False

    @property
    def content(self) -> tuple[Entry, bool]:
        """The content that a side confirms."""
        return self.entry, self.struck


class Position(NamedTuple):
    """Everything that undo restores: hands, names by seat, and agreements."""

    hands: tuple[Hand, ...]
    names: tuple[str, ...]
    stopped: bool = False
    minutes: int = 0
    confirm: str = ""


class Past(NamedTuple):
    """A change that can be undone or redone, with the position before it or after it."""

    kind: str
    position: Position


OF_HANDS = ("record", "correct", "strike", "note", "finish")  # changes that a phone can undo offline


class PlainMatch:
    """A match as a list of hands. Commands return the new position, None if the rules refuse it."""

    def __init__(self, head: Document, names: Sequence[str]) -> None:
        self.head = head
        self.now = Position((), tuple(names))
        self.done: list[Past] = []
        self.undone: list[Past] = []
        self.locked = False
        self.scored: dict[str, Document | Refusal] = {}  # by the entries that count

    def on_a_phone(self) -> "PlainMatch":
        """Returns a copy as a phone stores it: it can undo and redo changes of hands only, down to another change."""
        other = PlainMatch(self.head, self.now.names)
        other.now, other.locked, other.scored = self.now, self.locked, self.scored
        for pile, copied in ((self.done, other.done), (self.undone, other.undone)):
            copied[:] = reversed(list(takewhile(lambda past: past.kind in OF_HANDS, reversed(pile))))
        return other

    def result(self, hands: Sequence[Hand] | None = None) -> Document:
        """Scores the hands from the first one on, unless these were scored before. Raises Refusal."""
        counted = [hand.entry for hand in (self.now.hands if hands is None else hands) if not hand.struck]
        key = json.dumps(counted)
        if key not in self.scored:
            try:
                self.scored[key] = dict(play.score({**self.head, "hands": counted}))
            except Refusal as refusal:
                self.scored[key] = refusal
        scored = self.scored[key]
        if isinstance(scored, Refusal):
            raise scored
        return scored

    @property
    def status(self) -> str:
        """`in_progress`, `finished`, or `stopped` without a result."""
        status = str(self.result()["status"])
        return "stopped" if self.now.stopped and status == "in_progress" else status

    def _is_possible(self, hands: Sequence[Hand]) -> bool:
        try:
            self.result(hands)
        except Refusal:
            return False
        return True

    def recorded(self, entry: Entry) -> Position | None:
        """Adds a hand."""
        hands = (*self.now.hands, Hand(entry))
        if self.status == "stopped" or not self._is_possible(hands):
            return None
        return self.now._replace(hands=hands)

    def corrected(self, number: int, entry: Entry, rest: bool) -> Position | None:
        """Replaces the entry of a hand, which counts again; `rest` strikes the later hands if one is impossible."""
        was = self.now.hands[number - 1]
        changed = was.corrected or entry != was.entry
        return self._put(number, was._replace(entry=entry, struck=False, corrected=changed), rest)

    def may_be(self, number: int, entry: Entry) -> bool:
        """True if a hand can have been this entry, which it is not, whatever was played after it."""
        hand = Hand(entry)
        is_other = number <= len(self.now.hands) and hand.content != self.now.hands[number - 1].content
        return is_other and self._is_possible((*self.now.hands[: number - 1], hand))

    def struck(self, number: int, rest: bool) -> Position | None:
        """Strikes a hand."""
        was = self.now.hands[number - 1]
        return None if was.struck else self._put(number, was._replace(struck=True), rest)

    def noted(self, number: int, note: str) -> Position:
        """Sets the note of a hand."""
        hands = [*self.now.hands]
        hands[number - 1] = hands[number - 1]._replace(note=note)
        return self.now._replace(hands=tuple(hands))

    def finished(self, stands: bool) -> Position | None:
        """Returns the match after an early end; None if it is over. A hand `stop` ends it if the rules allow that."""
        if self.status != "in_progress":
            return None
        last = (*self.now.hands, Hand({"stop": True}))
        if stands and self._is_possible(last):
            return self.now._replace(hands=last)
        return self.now._replace(stopped=True)

    def _put(self, number: int, hand: Hand, rest: bool) -> Position | None:
        hands = [*self.now.hands]
        hands[number - 1] = hand
        if not self._is_possible(hands):
            first = next(count for count in range(1, len(hands) + 1) if not self._is_possible(hands[:count]))
            if first <= number or not rest:
                return None
            hands[first - 1 :] = [later._replace(struck=True) for later in hands[first - 1 :]]
        return self.now._replace(hands=tuple(hands))

    def move(self, kind: str, position: Position) -> bool:
        """Makes this the position, which can be undone; returns True, as this is always possible."""
        self.done.append(Past(kind, self.now))
        self.undone.clear()
        self.now = position
        return True

    def turn(self, act: str) -> bool:
        """Undoes or redoes a change; False if there is none."""
        taken, put = (self.done, self.undone) if act == "undo" else (self.undone, self.done)
        if not taken:
            return False
        kind, position = taken.pop()
        put.append(Past(kind, self.now))
        self.now = position
        return True

    def erase(self, name: str, instead: str) -> None:
        """Replaces a name in all positions and notes."""

        def erased(position: Position) -> Position:
            hands = [hand._replace(note=hand.note.replace(name, instead)) for hand in position.hands]
            names = [instead if seat == name else seat for seat in position.names]
            return position._replace(hands=tuple(hands), names=tuple(names))

        self.now = erased(self.now)
        for pile in (self.done, self.undone):
            pile[:] = [Past(kind, erased(position)) for kind, position in pile]
