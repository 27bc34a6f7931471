"""Random changes of a match by several senders: server, phone, log, exports and erasing agree with a plain list."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, NamedTuple

import pytest
from flask import Flask
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scorekeeper import ledger
from scorekeeper.clubs import accounts, erasing, exporting, importing, tables
from scorekeeper.clubs.standings import Period
from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import ENGLISH, say, speaking
from scorekeeper.ledger.rescoring import differences
from scorekeeper.offline.phone import dispatch
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Match, Sitting, db
from scorekeeper.web import links
from tests.clubs.test_erasing import traces
from tests.offline.test_phone import ask, comparable
from tests.stateful.database import emptied
from tests.stateful.plain_match import PlainMatch, some_match, tokens, translated, typed
from tests.support.fuzzing import FUZZING, tries
from tests.support.offline_phone import LonePhone

pytestmark = pytest.mark.fuzz

NAMES = (
    "Aurelio", "Benedikt", "Cosimo", "Dragana", "Ždeňka", "O'Hara", "Gioacchino", "Hildegard", "Isidoro", "Jolanda",
    "Ksenia", "Leopoldo", "Mafalda", "Ngozika", "Ottavio", "Pelagia", "Quirino", "Rosalba", "Saverio", "Tullia",
    "Ulderico", "Venceslao", "Wilhelmina", "Xiomara", "Yevgenia", "Zaccaria", "Ambrogio", "Brunilde", "Calogero",
    "Domitilla", "Eustachio", "Fiordaliso", "Guendalina", "Umberto", "Immacolata", "Jacopone",
)  # fmt: skip
# Kinds of changes that a sender may have missed; undo and redo mind those of them that can be undone.
QUIET = {"annotate", "clock", "confirm", "confirming", "decline", "sit"}
UNDOABLE_QUIET = {"annotate", "clock", "confirming"}
KINDS = {"note": "annotate"}  # of the log, where a command is called otherwise
ENTERING = ("record", "correct", "strike", "finish")
PHONES = ("blue", "green", "red")
DONE, REFUSED, STALE = "done", "refused", "stale"
JSON_ONLY = {"templates": {}, "root": "", "routes": {}, "static": "", "passing": {}}  # a phone that shows no page
NO_PAGES = {**JSON_ONLY, "games": [], "scripts": {}, "styles": {}}


class Sender(NamedTuple):
    """Somebody who changes the match: on which phone, as an arbiter or not, how many changes they have missed."""

    device: str
    is_arbiter: bool
    behind: int
    is_offline: bool


class Step(NamedTuple):
    """A change that works online and offline. `hand` is its number, `entry` has tokens for names."""

    act: str
    hand: int | None = None
    entry: Any = None
    note: str = ""
    flag: bool = False  # strike the rest; the leader wins


class Voice(NamedTuple):
    """A confirmation of a hand, or of the result (None): by a side, or by entering the hand on a phone."""

    side: int | None
    device: str
    hand: int | None
    content: Any


SENDERS = st.builds(
    Sender,
    device=st.sampled_from(PHONES),
    is_arbiter=st.booleans(),
    behind=st.sampled_from([0, 0, 0, 0, 1, 3]),
    is_offline=st.booleans(),
)
PICKS = st.integers(0, 11)
NOTES = st.sampled_from(["", "recounted", "{name} was late", "雨"])


def apply(model: PlainMatch, step: Step) -> bool:
    """Makes a change in the model; False if it is refused."""
    if step.act in ("undo", "redo"):
        return model.turn(step.act)
    number = step.hand or 0
    if step.act in ("correct", "strike", "note") and number > len(model.now.hands):
        return False
    commands: dict[str, Callable[[], Any]] = {
        "record": lambda: model.recorded(step.entry),
        "correct": lambda: model.corrected(number, step.entry, step.flag),
        "strike": lambda: model.struck(number, step.flag),
        "note": lambda: model.noted(number, step.note),
        "finish": lambda: model.finished(step.flag),
    }
    position = commands[step.act]()
    if position is not None:
        model.move(step.act, position)
    return position is not None


def is_accepted(act: str, hand: int | None, missed: list[tuple[str, int | None]]) -> bool:
    """True if a sender may have missed these lines of the log."""
    kinds = {kind for kind, _hand in missed}
    if not kinds <= QUIET or (act in ("undo", "redo") and kinds & UNDOABLE_QUIET):
        return False
    return act not in kinds and not (act == "note" and ("annotate", hand) in missed)


class AnyMatch(RuleBasedStateMachine):
    """A match at a club's table, its plain model, and at times a phone that is offline."""

    def __init__(self, app: Flask) -> None:
        super().__init__()
        self.context = app.app_context()
        self.context.push()
        self.app = app
        emptied()
        self.lines: list[tuple[str, int | None]] = []
        self.log: list[dict[str, Any]] = []
        self.seats: dict[str, int] = {}
        self.used: set[str] = set()
        self.voices: list[Voice] = []
        self.erased: list[str] = []
        self.stake = 0
        self.writes = 0
        self.phone: LonePhone | None = None
        self.again: Callable[[], int] | None = None
        self.shown: dict[str, Any] = {}

    def teardown(self) -> None:
        """Leaves the database without a transaction."""
        db.session.rollback()
        self.context.pop()

    @initialize(slug=st.sampled_from([game.slug for game in GAMES]), seed=st.integers(0, 999))
    def start(self, slug: str, seed: int) -> None:
        """A random match of a game, at a table of a club."""
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
        self.look()

    # What the rules need

    @property
    def the_club(self) -> Any:
        return db.session.get_one(accounts.Club, self.club)

    @property
    def stored(self) -> Match:
        """The match as it is in the database."""
        return db.session.get_one(Match, self.match, populate_existing=True)

    def real(self, value: Any) -> Any:
        """Returns a value with the present names in place of tokens."""
        return translated(value, self.tokens, self.model.now.names)

    def key(self) -> ledger.Write:
        """A write by somebody at the table, whose name is in its key too."""
        self.writes += 1
        name = self.model.now.names[self.writes % len(self.tokens)]
        return ledger.Write(name, f"{name} {self.writes}", len(self.lines))

    def numbered(self, pick: int) -> int:
        """The number of a hand: mostly one that there is."""
        return 1 + pick % (len(self.model.now.hands) + 1)

    def call(self, step: Step, write: ledger.Write) -> Change:
        """Makes a change in the ledger."""
        match, number = self.stored, step.hand or 0
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
        call: Callable[[ledger.Write], Change],
        is_possible: Callable[[], bool],
        sender: Sender,
        hand: int | None = None,
    ) -> bool:
        """Sends a change to the server, which accepts or refuses it as the model does; True if it is accepted."""
        behind = min(sender.behind, len(self.lines) - 1)
        missed = self.lines[len(self.lines) - behind :]
        write = self.key()._replace(seen=len(self.lines) - behind, device=sender.device)
        if self.model.locked and not sender.is_arbiter:
            expected = REFUSED
        elif not is_accepted(kind, hand, missed):
            expected = STALE
        else:
            expected = DONE if is_possible() else REFUSED

        def sent() -> int:
            match = self.stored
            with ledger.ruled(match, "The others agreed") if sender.is_arbiter else nullcontext():
                return call(write).number

        try:
            number = sent()
            db.session.commit()
            actual = DONE
        except ledger.Stale:
            db.session.rollback()
            actual = STALE
        except Refusal:
            db.session.rollback()
            actual = REFUSED
        assert actual == expected
        if actual == DONE:
            self.lines.append((KINDS.get(kind, kind), hand))
            assert number == len(self.lines)
            self.again = sent
        return actual == DONE

    def change(self, step: Step, sender: Sender) -> None:
        """Makes a change on the phone that is away, or on the server."""
        if self.phone and sender.is_offline:
            self.change_offline(step)
        elif self.write(
            step.act, lambda write: self.call(step, write), lambda: apply(self.model, step), sender, step.hand
        ):
            self.entered(step, sender.device)

    def entered(self, step: Step, device: str) -> None:
        """A hand that is entered is confirmed by the side of the phone."""
        if step.act not in ENTERING:
            return
        self.used.add(device)
        hand = step.hand or len(self.model.now.hands)
        if step.act != "finish" or self.model.now.hands[-1:] != self.model.done[-1].position.hands[-1:]:
            self.voices.append(Voice(None, device, hand, self.model.now.hands[hand - 1].content))

    # Hands

    @rule(pick=PICKS, sender=SENDERS)
    def record(self, pick: int, sender: Sender) -> None:
        """Records a hand."""
        self.change(Step("record", entry=self.hands[pick % len(self.hands)]), sender)

    @rule(pick=PICKS, hand=PICKS, rest=st.booleans(), sender=SENDERS)
    def correct(self, pick: int, hand: int, rest: bool, sender: Sender) -> None:
        """Corrects a hand."""
        entry = self.hands[pick % len(self.hands)]
        self.change(Step("correct", self.numbered(hand), entry, flag=rest), sender)

    @rule(hand=PICKS, rest=st.booleans(), sender=SENDERS)
    def strike(self, hand: int, rest: bool, sender: Sender) -> None:
        """Strikes a hand."""
        self.change(Step("strike", self.numbered(hand), flag=rest), sender)

    @rule(hand=PICKS, text=NOTES, sender=SENDERS)
    def note(self, hand: int, text: str, sender: Sender) -> None:
        """Writes a note, perhaps with a name."""
        note = text.replace("{name}", self.model.now.names[hand % len(self.tokens)])
        self.change(Step("note", self.numbered(hand), note=note), sender)

    @rule(sender=SENDERS)
    def undo(self, sender: Sender) -> None:
        """Undoes the newest change."""
        self.change(Step("undo"), sender)

    @rule(sender=SENDERS)
    def redo(self, sender: Sender) -> None:
        """Redoes the change that was undone last."""
        self.change(Step("redo"), sender)

    @rule(stands=st.booleans(), sender=SENDERS)
    def stop(self, stands: bool, sender: Sender) -> None:
        """Ends the match early."""
        self.change(Step("finish", flag=stands), sender)

    @precondition(lambda self: self.again is not None)
    @rule()
    def retry(self) -> None:
        """Sends the newest change once more: nothing happens."""
        assert self.again is not None
        assert self.again() == len(self.lines)
        db.session.commit()

    # What is agreed at the table

    @precondition(lambda self: self.unused)
    @rule(seat=PICKS, sender=SENDERS)
    def rename(self, seat: int, sender: Sender) -> None:
        """Somebody else takes a seat."""
        number = seat % len(self.tokens)
        names = [*self.model.now.names]
        names[number] = name = self.unused.pop(0)
        renamed = self.model.now._replace(names=tuple(names))
        self.write(
            "seat",
            lambda write: ledger.seat(self.stored, number, name, write),
            lambda: self.model.move("seat", renamed),
            sender,
        )

    @rule(minutes=st.sampled_from([0, 30]), sender=SENDERS)
    def set_clock(self, minutes: int, sender: Sender) -> None:
        """Sets or removes the clock."""
        timed = self.model.now._replace(minutes=minutes)
        self.write(
            "clock",
            lambda write: ledger.set_clock(self.stored, minutes, write),
            lambda: self.model.move("clock", timed),
            sender,
        )

    @rule(what=st.sampled_from(["", "hands", "result"]), sender=SENDERS)
    def set_confirming(self, what: str, sender: Sender) -> None:
        """Sets what both sides confirm; phones then choose their sides again."""
        agreed = self.model.now._replace(confirm=what)
        if self.write(
            "confirming",
            lambda write: ledger.set_confirming(self.stored, what, write),
            lambda: self.model.move("confirming", agreed),
            sender,
        ):
            self.seats.clear()

    @rule(side=PICKS, sender=SENDERS)
    def sit(self, side: int, sender: Sender) -> None:
        """A phone chooses its side, which is final once it has entered or confirmed anything."""
        device, number = sender.device, side % len(self.model.head["sides"])
        is_free = device not in self.used or self.seats.get(device, number) == number
        sender = sender._replace(behind=0)
        if self.write("sit", lambda write: ledger.sit(self.stored, number, write), lambda: is_free, sender):
            self.seats[device] = number
            self.used.discard(device)

    @rule(side=PICKS, hand=PICKS, of_result=st.booleans(), sender=SENDERS)
    def confirm(self, side: int, hand: int, of_result: bool, sender: Sender) -> None:
        """A side confirms a hand or the result, also on the phone of a side where it has none itself."""
        number, device = side % len(self.model.head["sides"]), sender.device
        which = None if of_result else self.numbered(hand)
        own = self.seats.get(device, number)
        is_allowed = own == number or number not in self.seats.values()
        content = self.contents().get(which)
        sender = sender._replace(behind=0)
        if self.write(
            "confirm",
            lambda write: ledger.confirm(self.stored, number, which, write),
            lambda: is_allowed and content is not None,
            sender,
        ):
            self.used.add(device)
            self.voices.append(Voice(number, device, which, content))

    def contents(self) -> dict[int | None, Any]:
        """What can be confirmed: the hands and, of a match that is over, the result (None)."""
        contents: dict[int | None, Any] = {number: hand.content for number, hand in enumerate(self.model.now.hands, 1)}
        if self.model.status != "in_progress":
            contents[None] = (self.model.status, self.model.result()["totals"])
        return contents

    @rule(sender=SENDERS)
    def approve(self, sender: Sender) -> None:
        """An arbiter approves the result."""
        sender = sender._replace(behind=0, is_arbiter=True)
        is_over = self.model.status != "in_progress" and not self.model.locked
        if self.write("approve", lambda write: ledger.approve(self.stored, write), lambda: is_over, sender):
            self.model.locked = True

    @precondition(lambda self: self.model.locked)
    @rule(sender=SENDERS)
    def reopen(self, sender: Sender) -> None:
        """An arbiter withdraws the approval."""
        sender = sender._replace(behind=0)
        if self.write("reopen", lambda write: ledger.reopen(self.stored, write), lambda: True, sender):
            self.model.locked = False

    @rule(amount=st.sampled_from([0, 1, 7]))
    def set_stake(self, amount: int) -> None:
        """Agrees on a stake, which an approval makes final."""
        try:
            ledger.play_for(db.session.get_one(Sitting, self.stored.sitting_id), str(amount or ""), "")
        except Refusal:
            db.session.rollback()
            assert self.model.locked
        else:
            db.session.commit()
            assert not self.model.locked
            self.stake = amount

    # The phone

    @precondition(lambda self: self.phone is None)
    @rule()
    def goes_offline(self) -> None:
        """A phone stores the match, and loses its network."""
        self.phone = LonePhone(self.app.test_client(), self.base)
        self.alone = self.model.on_a_phone()
        self.left_at = len(self.lines)
        self.steps: list[Step] = []

    def change_offline(self, step: Step) -> None:
        """Makes a change on the phone, which accepts or refuses it as the model does."""
        assert self.phone is not None
        fields: dict[str, str] = {"strike_rest": "on"} if step.flag else {}
        if step.entry is not None:
            entry = translated(step.entry, self.tokens, self.alone.now.names)
            fields |= typed(self.phone.kept["setup"], entry)
        fields |= {"note": {"note": step.note}, "finish": {"stands": str(int(step.flag))}}.get(step.act, {})
        result = self.phone.do(step.act, step.hand, **fields)
        is_possible = not self.alone.locked and apply(self.alone, step)
        assert ("problems" not in result) == is_possible, result
        if is_possible:
            self.steps.append(step)

    @precondition(lambda self: self.phone is not None)
    @rule()
    def comes_back(self) -> None:
        """The phone sends its changes; if others made one that matters, it discards its own, which are logged."""
        assert self.phone is not None
        phone, missed = self.phone, self.lines[self.left_at :]
        is_accepted_now = not self.model.locked and (
            not self.steps or is_accepted(self.steps[0].act, self.steps[0].hand, missed)
        )
        for number, (step, sent) in enumerate(zip(self.steps, phone.unsent, strict=True), 1):
            answer = phone._send(sent)
            if is_accepted_now:
                assert answer.status_code == 200, answer.text
                assert apply(self.model, step)
                self.lines.append((KINDS.get(step.act, step.act), step.hand))
            else:
                assert answer.status_code == (422 if self.model.locked else 409)
                self.decline(phone, sent, f"declined {self.writes} {number}")
        phone.take()
        self.phone = None
        self.again = None

    def decline(self, phone: LonePhone, sent: dict[str, Any], key: str) -> None:
        """Logs a change that the phone discards."""
        form = {"kind": sent["act"], "hand": str(sent["hand"] or ""), "key": key}
        answer = phone.client.post(f"{self.base}/declined", data={**form, "entry": json.dumps(dict(sent["fields"]))})
        assert answer.status_code == 200
        self.lines.append(("decline", sent["hand"]))

    # Exports and erasing

    @precondition(lambda self: self.phone is None)
    @rule()
    def move_to_another_server(self) -> None:
        """Exports the club's matches and imports them into an empty database, where all goes on."""
        before = self.log
        exported = [line.encode() for line in exporting.match_lines(self.the_club, Period())]
        emptied()
        self.club = accounts.create_club("Elsewhere").id
        assert importing.import_matches(self.the_club, exported, actor="") == 1
        db.session.flush()
        again = exporting.match_lines(self.the_club, Period())
        assert [json.loads(line) for line in again] == [json.loads(line) for line in exported]
        match = db.session.query(Match).one()
        self.base = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
        db.session.commit()
        self.match, self.again, self.stake = match.id, None, 0
        self.log = [{**line, "key": f"import-{line['number']}"} for line in before]
        self.look()

    @precondition(lambda self: self.phone is None)
    @rule(seat=PICKS)
    def erase(self, seat: int) -> None:
        """Erases somebody who plays; the log changes in nothing but the name."""
        name = self.model.now.names[seat % len(self.tokens)]
        if name.startswith("N. N."):
            return
        club = self.the_club
        instead = erasing.erase_person(club, erasing.find_person(club, name)).instead
        db.session.commit()
        self.model.erase(name, instead)
        self.erased.append(name)
        self.lines.append(("erase", None))
        old, new = (json.dumps(text, ensure_ascii=False)[1:-1] for text in (name, instead))
        self.log = [json.loads(json.dumps(line, ensure_ascii=False).replace(old, new)) for line in self.log]
        keys = {line["number"]: line["key"] for line in self.lines_of(self.stored)}
        self.log = [{**line, "key": keys[line["number"]]} for line in self.log]
        self.again = None
        self.look()

    # A page that is open elsewhere

    def look(self) -> None:
        """A page opens the match."""
        self.shown = self.as_json(ledger.state(self.stored, say=say))

    @rule()
    def poll(self) -> None:
        """A page that is open asks what has changed: with it, the page is as a new one."""
        match = self.stored
        news = self.as_json(ledger.state(match, self.shown["version"], say=say))
        rows = {row["number"]: row for row in [*self.shown["hands"], *news["hands"]]}
        news["hands"] = [rows[number] for number in sorted(rows) if number <= match.hand_count]
        self.look()
        assert {**news, "since": None, "first": 1} == {**self.shown, "first": 1}

    # What is always so

    @invariant()
    def everything_agrees(self) -> None:
        """Compares what is stored with the model."""
        with speaking(ENGLISH):
            match = self.stored
            self.check_hands(match)
            self.check_log(match)
            self.check_confirmations(match)
            self.check_stakes(match)
            self.check_phones(match)
            self.check_erased()

    def check_hands(self, match: Match) -> None:
        """Hands, names and totals are those of the model, and of a fresh replay of the document."""
        now = self.model.now
        expected = [
            (self.real(hand.entry) | ({"note": hand.note} if hand.note else {}), hand.struck, hand.corrected)
            for hand in now.hands
        ]
        rows = ledger.hands(match)
        entries = [ledger.with_current_names(match.setup, row.number, row.entry) for row in rows]
        assert [(entry, row.struck, row.corrected) for entry, row in zip(entries, rows, strict=True)] == expected
        assert match.setup["seats"] == [*now.names]
        assert (match.stopped, match.status) == (now.stopped, self.model.status)
        about = match.setup["about"]
        assert (about.get("confirm", ""), about.get("minutes", "0")) == (now.confirm, str(now.minutes))
        document = ledger.document(match)
        assert document["hands"] == [entry for entry, struck, _corrected in expected if not struck]
        scored, plain = play.score(document), self.model.result()
        assert match.table["totals"] == scored["totals"] == plain["totals"]
        assert match.table["winner"] == scored["winner"] == plain["winner"]
        assert [row.points for row in rows if not row.struck] == [hand["points"] for hand in scored["hands"]]
        assert differences(session_of(match), match) == []

    def lines_of(self, match: Match) -> list[dict[str, Any]]:
        """All columns of the log."""
        names = [column.name for column in Change.__table__.columns if column.name != "match_id"]
        return [self.as_json({name: getattr(line, name) for name in names}) for line in ledger.changes(match)]

    @staticmethod
    def as_json(value: Any) -> Any:
        """Returns a value as a client gets it."""
        return json.loads(json.dumps(value, default=str))

    def check_log(self, match: Match) -> None:
        """The log has all earlier lines as they were, and a new one for each change."""
        log = self.lines_of(match)
        assert log[: len(self.log)] == self.log
        assert [line["kind"] for line in log] == [kind for kind, _hand in self.lines]
        assert match.version == len(log)
        self.log = log

    def check_confirmations(self, match: Match) -> None:
        """A side has confirmed a hand as long as it is what the side has confirmed."""
        contents = self.contents()
        expected: dict[int | None, set[int]] = {}
        for voice in self.voices if self.model.now.confirm else []:
            side = self.seats.get(voice.device) if voice.side is None else voice.side
            if side is not None and voice.hand in contents and contents[voice.hand] == voice.content:
                expected.setdefault(voice.hand, set()).add(side)
        actual = {
            hand: {each.side for each in confirmations if each.stands}
            for hand, confirmations in ledger.confirmations(match).items()
        }
        assert {hand: sides for hand, sides in actual.items() if sides} == expected

    def check_stakes(self, match: Match) -> None:
        """Each side pays each other side the stake for every game that it won, and payments settle that."""
        sitting = db.session.get_one(Sitting, match.sitting_id, populate_existing=True)
        reckoned = ledger.reckon([sitting], lambda _matches: lambda match, seat: str(match.setup["seats"][seat]))
        assert len(reckoned) == bool(self.stake)
        for reckoning in reckoned:
            balances = dict(reckoning.balances)
            games, sides = match.table["games"], match.setup["sides"]
            for side, won in zip(sides, games, strict=True):
                expected = sum(self.stake * (won - others) for others in games) if match.winner is not None else 0
                assert sum(balances.get(name, 0) for name in side["players"]) == expected
            for payer, payee, amount in reckoning.payments:
                balances[payer] += amount
                balances[payee] -= amount
            assert set(balances.values()) <= {0}

    def check_phones(self, match: Match) -> None:
        """A phone that stores the match now shows what the server shows; one that is away, what was done on it."""
        kept = self.as_json(ledger.offline_copy_of(match, say))
        shown = ask({"ask": "state", "kept": kept})
        server = self.as_json(ledger.state(match, say=say))
        own = {"call": None, "can": None}
        if match.setup.get("former"):  # a phone stores the present names only, also for earlier hands
            for row in [*shown["hands"], *server["hands"]]:
                row["dealer"] = row["lines"] = None
        assert comparable({**shown, **own}) == comparable({**server, **own})
        assert shown["can"] == self.can(self.model.on_a_phone())
        assert server["can"] == self.can(self.model)
        if self.phone is None:
            return
        hands = [
            (hand["entry"].get("note", ""), hand["struck"], hand["corrected"]) for hand in self.phone.kept["hands"]
        ]
        assert hands == [(hand.note, hand.struck, hand.corrected) for hand in self.alone.now.hands]
        state = ask({"ask": "state", "kept": self.phone.kept})
        assert state["can"] == self.can(self.alone)
        totals = [row["totals"] for row in state["hands"]]
        assert totals[-1:] == [self.alone.result()["totals"]][: len(totals)]

    @staticmethod
    def can(model: PlainMatch) -> dict[str, bool]:
        """Whether there is anything to undo and to redo."""
        return {"undo": bool(model.done) and not model.locked, "redo": bool(model.undone) and not model.locked}

    def check_erased(self) -> None:
        """No table and no export has a name that was erased."""
        if self.erased:
            names = [name.casefold() for name in self.erased]
            assert traces(*names) == []
            exported = "".join(exporting.match_lines(self.the_club, Period()))
            assert not any(name in json.dumps(json.loads(exported), ensure_ascii=False).casefold() for name in names)


@pytest.fixture
def machine(app: Flask) -> Callable[[], AnyMatch]:
    """A function that makes a new machine; all of them use one database and one phone without pages."""
    dispatch.start(json.dumps(NO_PAGES), "", json.dumps({"locale": ENGLISH}))
    app.config["RATELIMIT_ENABLED"] = False
    return lambda: AnyMatch(app)


def test_a_match_is_what_was_done_to_it(machine: Callable[[], AnyMatch]) -> None:
    run_state_machine_as_test(
        machine, settings=settings(max_examples=tries(30), stateful_step_count=60 if FUZZING else 20)
    )
