"""The requests, responses and reads of phones, and the claims that must hold once everything has arrived.

The log of the match is replayed here without the server's code for rows: hands and undo stack are plain Python, scores
are played again by the rules. Everything that anybody read or was promised is compared with that.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from scorekeeper.games.engine import play
from tests.simulation.world import Reply

# Kinds of changes over which others may write, and undo and redo may: these are not on the undo stack.
HARMLESS = {"annotate", "decline", "sit", "confirm"}
NOT_ON_THE_STACK = {"start", "decline", "sit", "confirm"}
KINDS = {"note": "annotate", "side": "sit"}  # of acts that have another name


class Sent(NamedTuple):
    """A write as it left a phone."""

    phone: str
    key: str
    act: str
    hand: int | None
    fields: dict[str, str]
    seen: Any


class Read(NamedTuple):
    """A state that a phone received; `least` is the newest version that any phone had before the request."""

    phone: str
    kind: str
    at: float
    least: int
    answer: dict[str, Any]
    since: int = 0


class Line(NamedTuple):
    """A line of the match's log."""

    number: int
    key: str
    kind: str
    hand: int | None
    before: dict[str, Any]
    after: dict[str, Any]
    target: int | None


class Wrong(Exception):
    """Raised for a violated claim; the message names it."""


class Story:
    """Everything that happened at the phones' side of one match."""

    def __init__(self) -> None:
        self.base = ""
        self.newest = 0
        self.sent: dict[str, list[tuple[Sent, int]]] = {}  # by key, each with the version its user had been shown
        self.typed: dict[str, tuple[str, int]] = {}  # phone and seen version of each change, in the order of saving
        self.shown: dict[str, int] = {}  # the server's newest version that each phone's page has shown
        self.asked: dict[str, int] = {}  # the newest version over which each user has decided
        self.acked: dict[str, int] = {}  # version of the response to each saved change
        self.refused: set[str] = set()
        self.declines: dict[str, str] = {}  # key of a discarded change → key of its line, once it is confirmed
        self.told: set[str] = set()  # keys of lines about discarded changes that were sent
        self.reads: list[Read] = []
        self.wrong: list[str] = []

    def began(self, base: str) -> None:
        """The match has this address on the server."""
        self.base = base

    def acknowledged(self) -> int:
        """The newest version that anybody has got."""
        return self.newest

    def type(self, phone: str, key: str, seen: int) -> None:
        """A user has pressed the key of a form."""
        self.typed.pop(key, None)  # pressed again after a conflict
        # A page without a network may show an older version than before, if that is what the phone has stored.
        self.typed[key] = (phone, max(seen, self.shown.get(phone, 0)))

    def show(self, phone: str, version: int) -> None:
        """A page shows a version of the server."""
        self.shown[phone] = max(self.shown.get(phone, 0), version)

    def decide(self, phone: str, version: int) -> None:
        """A user was shown a conflict with the state of this version."""
        self.asked[phone] = max(self.asked.get(phone, 0), version)

    def send(self, sent: Sent) -> None:
        """A write leaves a phone."""
        typed = self.typed.setdefault(sent.key, (sent.phone, sent.seen))  # a planted fault may have renamed it
        knew = max(typed[1], self.asked.get(sent.phone, 0))
        self.sent.setdefault(sent.key, []).append((sent, knew))

    def answer(self, phone: str, key: str, reply: Reply) -> None:
        """A response to a write has arrived."""
        if reply.status == 200:
            version = reply.answer["state"]["version"]
            self.acked[key] = version
            self.newest = max(self.newest, version)
        elif reply.status not in (409, 422):
            self.wrong.append(f"{phone} got {reply.status} for {key}: {reply.answer}")

    def read(self, read: Read) -> None:
        """A phone got a state or the stored match."""
        self.reads.append(read)
        self.newest = max(self.newest, version_of(read.answer))

    def compared(self, phone: str, said: list[str]) -> None:
        """The server has compared a phone's scores with its own."""
        if said:
            self.wrong.append(f"{phone} is told of other scores: {said}")

    def decline(self, line: str) -> None:
        """A phone sends a discarded change to the server; its log line has this key."""
        self.told.add(line)

    def declined(self, key: str, line: str) -> None:
        """The server has logged a discarded change."""
        self.declines[key] = line


def version_of(answer: dict[str, Any]) -> int:
    """Returns the version of a state or of a stored match."""
    return int(answer["kept"]["version"] if "kept" in answer else answer["version"])


class Replay:
    """The match after each line of its log."""

    def __init__(self, setup: Any, lines: list[Line]) -> None:
        self.setup, self.lines = setup, lines
        self.hands: list[dict[int, Any]] = [{}]  # by version
        self.stopped = [False]
        self.piles: list[tuple[int, int]] = [(0, 0)]  # sizes of the undo and redo stacks
        self.wrong: list[str] = []
        self._played: dict[int, Any] = {}
        done: list[Line] = []
        undone: list[Line] = []
        for number, line in enumerate(lines, 1):
            if line.number != number:
                self.wrong.append(f"line {line.number} where {number} should be")
            self._turn(line, done, undone)
            self.hands.append(self._after(line))
            self.stopped.append(line.after.get("stopped", self.stopped[-1]))
            self.piles.append((len(done), len(undone)))

    def _turn(self, line: Line, done: list[Line], undone: list[Line]) -> None:
        source, goal = (done, undone) if line.kind == "undo" else (undone, done)
        if line.kind in ("undo", "redo"):
            turned = source.pop() if source else None
            facts = (turned.after, turned.before) if turned and line.kind == "undo" else None
            facts = (turned.before, turned.after) if turned and line.kind == "redo" else facts
            if turned is None or facts != (line.before, line.after):
                self.wrong.append(f"line {line.number}, {line.kind}, is not about the change on top of the stack")
            else:
                goal.append(turned)
        elif line.kind not in NOT_ON_THE_STACK:
            done.append(line)
            undone.clear()

    def _after(self, line: Line) -> dict[int, Any]:
        hands = dict(self.hands[-1])
        for number, hand in line.before.get("hands", {}).items():
            if hands.get(int(number)) != hand:
                self.wrong.append(f"line {line.number}, {line.kind}, began with another hand {number}")
        for number, hand in line.after.get("hands", {}).items():
            hands.pop(int(number), None)
            if hand is not None:
                hands[int(number)] = hand
        return hands

    def played(self, version: int) -> Any:
        """Returns the hands as played again, and the table after them."""
        if version not in self._played:
            hands = self.hands[version]
            if sorted(hands) != list(range(1, len(hands) + 1)):
                self.wrong.append(f"the hands of version {version} are {sorted(hands)}")
            rows = play.play_all(self.setup, [hands[number] for number in sorted(hands)])
            self._played[version] = rows, rows[-1]["table"] if rows else play.first_table(self.setup)
        return self._played[version]


def problems(story: Story, replay: Replay) -> Iterator[str]:
    """Yields the violated claims, in plain sentences."""
    yield from story.wrong
    yield from replay.wrong
    yield from of_writes(story, replay)
    for read in story.reads:
        yield from of_read(read, replay)


def of_writes(story: Story, replay: Replay) -> Iterator[str]:
    """Every acknowledged change is in the log, once; every other was refused; no change went over an unseen one."""
    by_key = {line.key: line for line in replay.lines}
    notes = [line.after["hands"][str(line.hand)]["entry"].get("note") for line in replay.lines if line.kind == "record"]
    if len(set(notes)) != len(notes):
        yield "a hand was recorded twice"
    if len(by_key) != len(replay.lines):
        yield "a key is in the log twice"
    for key, version in story.acked.items():
        if key not in by_key:
            yield f"{key} was acknowledged, and is not in the log"
        elif by_key[key].number > version:
            yield f"{key} was acknowledged with version {version}, before its own"
    for key, line_key in story.declines.items():
        if line_key not in by_key:
            yield f"the discarded {key} is not in the log"
        elif key in by_key and by_key[key].number > by_key[line_key].number:  # else its user sees it from now on
            yield f"{key} was discarded, and is in the log"
    for key in story.typed:
        if key not in by_key and key not in story.refused and key not in story.declines:
            yield f"{key} was lost"
    for phone in {phone for phone, _seen in story.typed.values()}:
        keys = [key for key, (typed_on, _seen) in story.typed.items() if typed_on == phone and key in story.acked]
        numbers = [by_key[key].number for key in keys if key in by_key]
        if numbers != sorted(numbers):
            yield f"the changes of {phone} are in the log in another order"
    for line in replay.lines[1:]:
        if line.key not in story.sent:
            if line.key not in story.told:
                yield f"line {line.number}, {line.kind}, was sent by nobody"
        else:
            yield from of_line(story, line, replay)


def of_line(story: Story, line: Line, replay: Replay) -> Iterator[str]:
    """A logged change is equal to the one sent, and changes nothing that its user had not been shown."""
    attempts = [pair for pair in story.sent[line.key] if kind_of(pair[0].act) == line.kind]
    if not attempts:
        yield f"line {line.number}, {line.kind}, was sent as something else"
        return
    missed = [other for other in replay.lines[: line.number - 1] if not goes_with(line, attempts[0][0], other)]
    least = line.target or 0 if line.kind == "undo" else 0  # what lies below the undone change makes no difference
    foreign = [other for other in missed if story.typed.get(other.key, ("", 0))[0] != attempts[0][0].phone]
    foreign = [other for other in foreign if other.number >= least]
    if all(any(other.number > sent.seen for other in missed) for sent, _knew in attempts):
        yield f"line {line.number}, {line.key}, went over a change that its request had not seen"
    if all(any(other.number > knew for other in foreign) for _sent, knew in attempts):
        yield f"line {line.number}, {line.key}, went over a change that its user was never shown"
    if line.kind in ("record", "correct") and not any(is_entry(line, sent) for sent, _knew in attempts):
        yield f"line {line.number}, {line.key}, has another entry than was sent"
    if line.kind in ("correct", "strike", "annotate") and line.hand not in {sent.hand for sent, _knew in attempts}:
        yield f"line {line.number}, {line.key}, is about another hand"


def kind_of(act: str) -> str:
    """Returns the kind of log line that an act leaves."""
    return KINDS.get(act, act)


def is_entry(line: Line, sent: Sent) -> bool:
    """True if the hand that a line stores is the one that was sent."""
    entry = line.after["hands"][str(line.hand)]["entry"]
    winner_and_stake = f"{entry.get('winner')},{entry.get('stake')}"
    return bool(winner_and_stake == sent.fields["winner,stake"] and entry.get("note") == sent.fields["note"])


def goes_with(line: Line, sent: Sent, other: Line) -> bool:
    """True if the line may be written by a phone that has not seen the other one."""
    if line.kind in ("decline", "sit"):
        return True
    if line.kind in ("undo", "redo"):
        return other.kind in HARMLESS & NOT_ON_THE_STACK
    same_note = other.kind == "annotate" and other.hand == line.hand and line.kind in ("annotate", "correct")
    return other.kind in HARMLESS and not same_note


def of_read(read: Read, replay: Replay) -> Iterator[str]:
    """A state that was read is the replay of a version, and of one that is new enough."""
    version, what = version_of(read.answer), f"{read.phone} at {read.at:.3f} read"
    if version < read.least:
        yield f"{what} version {version} after {read.least} had been shown"
    if version >= len(replay.hands):
        yield f"{what} version {version}, which never was"
        return
    if "kept" in read.answer:
        yield from of_stored(what, read.answer["kept"], replay)
    else:
        yield from of_state(what, read, replay)


def of_stored(what: str, kept: dict[str, Any], replay: Replay) -> Iterator[str]:
    """A phone's stored match is the replay of its version."""
    version = kept["version"]
    hands = replay.hands[version]
    if [facts(hand) for hand in kept["hands"]] != [facts(hands[number]) for number in sorted(hands)]:
        yield f"{what} other hands in its stored match of version {version}"
    if kept["stopped"] != replay.stopped[version]:
        yield f"{what} another end in its stored match of version {version}"
    if (len(kept["done"]), len(kept["undone"])) != replay.piles[version]:
        yield f"{what} another undo stack in its stored match of version {version}"


def facts(hand: dict[str, Any]) -> Any:
    """Returns the entered values of a hand."""
    return hand["entry"], hand["struck"], hand["corrected"]


def of_state(what: str, read: Read, replay: Replay) -> Iterator[str]:
    """A state has the scores of its version, and all hands that changed since the version in its request."""
    state, version = read.answer, read.answer["version"]
    rows, table = replay.played(version)
    if [side["total"] for side in state["sides"]] != table["totals"]:
        yield f"{what} other totals for version {version}"
    if state["hand"] != len(rows) + 1:
        yield f"{what} another number of hands for version {version}"
    if state["status"] != play.status_of(replay.stopped[version], table):
        yield f"{what} another status for version {version}"
    shown = {hand["number"]: hand for hand in state["hands"]}
    before = replay.hands[min(read.since, version)] if read.since else {}
    for number, row in enumerate(rows, 1):
        hand = shown.get(number)
        if hand is None:
            if before.get(number) != replay.hands[version][number]:
                yield f"{what} version {version} since {read.since} without hand {number}"
        elif (hand["points"], *facts(hand)) != (row["points"], *facts(row)):
            yield f"{what} another hand {number} for version {version}"
