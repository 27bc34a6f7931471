"""A match at a club's table beside its plain model, and how a change is sent to both of them."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from flask import Flask
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize

from scorekeeper import ledger
from scorekeeper.clubs import accounts, tables
from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import say
from scorekeeper.store.models import Change, Match, db
from scorekeeper.web import links
from tests.stateful.match_steps import (
    ENTERING,
    HERE,
    KINDS,
    NAMES,
    PHONES,
    Line,
    Sender,
    Step,
    Voice,
    apply,
    is_accepted,
)
from tests.stateful.plain_match import MOST_HANDS, PlainMatch, some_match, tokens, translated
from tests.stateful.running import emptied
from tests.support.offline_phone import LonePhone

DONE, REFUSED, STALE = "done", "refused", "stale"


class MatchBase(RuleBasedStateMachine):
    """A match, its plain model, and a phone that may be offline.

    `lines` is what the log has to contain, `log` the log as it was last; `sent` are all writes that can be repeated,
    each with the number of its line; `shown` is a page that is open elsewhere.
    """

    def __init__(self, app: Flask) -> None:
        super().__init__()
        self.context = app.app_context()
        self.context.push()
        self.app = app
        emptied()
        self.lines: list[Line] = []
        self.log: list[dict[str, Any]] = []
        self.seats: dict[str, int] = {}
        self.used: set[str] = set()
        self.voices: list[Voice] = []
        self.erased: list[str] = []
        self.stake = 0
        self.writes = 0
        self.phone: LonePhone | None = None
        self.alone: PlainMatch  # the model of what was done on it
        self.sent: list[tuple[Callable[[], int], int]] = []
        self.shown: dict[str, Any] = {}

    @initialize(
        slug=st.sampled_from([game.slug for game in GAMES]),
        seed=st.integers(0, 999),
        recorded=st.sampled_from([0, 1, 3, MOST_HANDS]),
        confirm=st.sampled_from(["", "", "hands", "result"]),
        is_corrected=st.booleans(),
    )
    def start(self, slug: str, seed: int, recorded: int, confirm: str, is_corrected: bool) -> None:
        """A random match of a game at a table of a club, where some hands are played already."""
        head, self.hands = some_match(slug, seed)
        seats = len(play.begin(head)["seats"])
        self.unused = list(NAMES[seats:])
        self.model = PlainMatch(head, NAMES[:seats])
        self.tokens = tokens(seats)
        self.club = accounts.create_club("Bocce e Carte").id
        sitting = tables.open_table(self.the_club, "Corner")
        self.base = f"/s/{links.token(links.make_link(sitting, 'score'))}/m/1"
        self.match = ledger.start_match(sitting, self.real(head), actor=NAMES[0], key=f"{NAMES[0]} 0").id
        db.session.commit()
        self.lines.append(("start", None))
        self.play_on(recorded, confirm, is_corrected)
        self.look()

    def play_on(self, recorded: int, confirm: str, is_corrected: bool) -> None:
        """Records so many hands; the first one gets a note, and is perhaps corrected."""
        if confirm:
            self.set_confirming(confirm, HERE)
            for side, device in enumerate(PHONES[: len(self.model.head["sides"])]):
                self.sit(side, HERE._replace(device=device))
        for entry in self.hands[:recorded]:
            self.change(Step("record", entry=entry), HERE)
        if recorded:
            self.change(Step("note", 1, note=f"{NAMES[0]} was late"), HERE)
        if recorded and is_corrected:
            self.change(Step("correct", 1, self.hands[-1], flag=True), HERE)

    def set_confirming(self, what: str, sender: Sender) -> None:
        """Sets the things that both sides confirm; phones then choose their sides again."""
        agreed = self.model.now._replace(confirm=what)
        if self.write(
            "confirming",
            lambda match, write: ledger.set_confirming(match, what, write),
            lambda: self.model.move("confirming", agreed),
            sender,
        ):
            self.seats.clear()

    def sit(self, side: int, sender: Sender) -> None:
        """A phone chooses its side, which is final once it has entered or confirmed anything."""
        device, number = sender.device, side % len(self.model.head["sides"])
        is_free = device not in self.used or self.seats.get(device, number) == number
        sender = sender._replace(behind=0)
        if self.write("sit", lambda match, write: ledger.sit(match, number, write), lambda: is_free, sender):
            self.seats[device] = number
            self.used.discard(device)

    @property
    def the_club(self) -> Any:
        return db.session.get_one(accounts.Club, self.club)

    @property
    def stored(self) -> Match:
        """The match in the database."""
        return db.session.get_one(Match, self.match, populate_existing=True)

    def real(self, value: Any) -> Any:
        """Returns a value with the present names in place of tokens."""
        return translated(value, self.tokens, self.model.now.names)

    def key(self) -> ledger.Write:
        """A write by a player at the table, whose name is in its key too."""
        self.writes += 1
        name = self.model.now.names[self.writes % len(self.tokens)]
        return ledger.Write(name, f"{name} {self.writes}", len(self.lines))

    def numbered(self, pick: int) -> int:
        """The number of a hand: mostly one that there is."""
        return 1 + pick % (len(self.model.now.hands) + 1)

    def contents(self) -> dict[int | None, Any]:
        """Returns the things to confirm: the hands and, of a match that is over, the result (None)."""
        contents: dict[int | None, Any] = {number: hand.content for number, hand in enumerate(self.model.now.hands, 1)}
        if self.model.status != "in_progress":
            contents[None] = (self.model.status, self.model.result()["totals"])
        return contents

    def words(self) -> tuple[dict[int | None, set[int]], list[int]]:
        """Returns the sides that confirm each hand and the result, and the contested hands."""
        contents, last = self.contents(), dict[tuple[int | None, int], str]()
        for voice in self.voices if self.model.now.confirm else []:
            side = self.seats.get(voice.device) if voice.side is None else voice.side
            if side is None or voice.hand not in contents:
                continue
            if contents[voice.hand] == voice.content:
                last[voice.hand, side] = "yes"
            elif voice.contests:
                last[voice.hand, side] = "no"
            elif last.get((voice.hand, side)) == "no":
                del last[voice.hand, side]  # it has said something else since
        contested = sorted({hand for (hand, _side), word in last.items() if hand and word == "no"})
        confirmed: dict[int | None, set[int]] = {}
        for (hand, side), word in last.items():
            if word == "yes" and not (hand is None and contested):
                confirmed.setdefault(hand, set()).add(side)
        return confirmed, contested

    def call(self, step: Step, match: Match, write: ledger.Write) -> Change:
        """Makes a change in the ledger."""
        number = step.hand or 0
        if step.act == "record":
            return ledger.record(match, self.real(step.entry), write)
        if step.act == "correct":
            return ledger.correct(match, number, self.real(step.entry), write, strike_rest=step.flag)
        if step.act == "strike":
            return ledger.strike(match, number, write, strike_rest=step.flag)
        if step.act == "note":
            return ledger.annotate(match, number, step.note, write)
        if step.act == "finish":
            return ledger.finish(match, write, stands=step.flag)
        return (ledger.undo if step.act == "undo" else ledger.redo)(match, write)

    def write(
        self,
        kind: str,
        call: Callable[[Match, ledger.Write], Change],
        is_possible: Callable[[], bool],
        sender: Sender,
        hand: int | None = None,
    ) -> bool:
        """Sends a change to the server, which accepts or refuses it as the model does; True if it is accepted."""
        seen = len(self.lines) - min(sender.behind, len(self.lines) - 1)
        write = self.key()._replace(seen=seen, device=sender.device)
        if not self.may_write(sender):
            expected = REFUSED
        elif not is_accepted(kind, hand, self.lines[seen:]):
            expected = STALE
        else:
            expected = DONE if is_possible() else REFUSED

        def sent() -> int:
            match = self.stored
            with ledger.ruled(match, "The others agreed") if sender.is_arbiter else nullcontext():
                return call(match, write).number

        assert self.outcome(sent) == (expected, len(self.lines) + (expected == DONE))
        if expected == DONE:
            self.lines.append((KINDS.get(kind, kind), hand))
            self.sent.append((sent, len(self.lines)))
            if sender.repeats:
                self.repeat(-1)
        return expected == DONE

    def may_write(self, sender: Sender) -> bool:
        """True unless the result is approved and the sender is no arbiter."""
        return sender.is_arbiter or not self.model.locked

    def outcome(self, sent: Callable[[], int]) -> tuple[str, int]:
        """Sends a write; returns its outcome, and the number of its line, else the version of the match."""
        try:
            number = sent()
        except (ledger.Stale, Refusal) as problem:
            db.session.rollback()
            return STALE if isinstance(problem, ledger.Stale) else REFUSED, self.stored.version
        db.session.commit()
        return DONE, number

    def repeat(self, index: int) -> None:
        """Sends an earlier write once more: it gets its line, and nothing happens."""
        sent, number = self.sent[index]
        assert self.outcome(sent) == (DONE, number)

    def change(self, step: Step, sender: Sender) -> None:
        """Makes a change on the phone that is away, or on the server."""
        if self.phone and sender.is_offline:
            self.change_offline(step)
        elif self.write(
            step.act,
            lambda match, write: self.call(step, match, write),
            lambda: apply(self.model, step),
            sender,
            step.hand,
        ):
            self.entered(step, sender.device)

    def change_offline(self, step: Step) -> None:
        """Makes a change on the phone that is away."""
        raise NotImplementedError

    def entered(self, step: Step, device: str) -> None:
        """A hand that is entered is confirmed by the side of the phone."""
        if step.act not in ENTERING:
            return
        self.used.add(device)
        hand = step.hand or len(self.model.now.hands)
        if step.act != "finish" or self.model.now.hands[-1:] != self.model.done[-1].position.hands[-1:]:
            self.voices.append(Voice(None, device, hand, self.model.now.hands[hand - 1].content))

    @staticmethod
    def as_json(value: Any) -> Any:
        """Returns a value as a client gets it."""
        return json.loads(json.dumps(value, default=str))

    def look(self) -> None:
        """A page opens the match."""
        self.shown = self.as_json(ledger.state(self.stored, say=say))
