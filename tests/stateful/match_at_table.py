"""Changes of hands, and of the agreements at the table: names, clock, sides, confirmations, approval, stakes."""

from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scorekeeper import ledger
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import Change, Match, Sitting, db
from tests.stateful.match_checks import MatchChecks
from tests.stateful.match_steps import ACTS, HERE, NOTES, PICKS, SENDERS, Sender, Step, Voice


class Hands(MatchChecks):
    """The scorers' commands."""

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

    @rule(times=st.integers(1, 3), sender=SENDERS)
    def back_and_forth(self, times: int, sender: Sender) -> None:
        """Undoing some changes and redoing them changes nothing, also on the phone that is away."""
        is_away = self.phone is not None and sender.is_offline
        if self.alone.locked if is_away else not self.may_write(sender):
            return
        model = self.alone if is_away else self.model
        times = min(times, len(model.done))
        before = model.now
        for act in ["undo"] * times + ["redo"] * times:
            self.change(Step(act), sender._replace(behind=0))
            self.everything_agrees()
        assert model.now == before

    @rule(acts=st.tuples(ACTS, ACTS), hands=st.tuples(PICKS, PICKS), pick=PICKS, sender=SENDERS)
    def at_once(self, acts: tuple[str, str], hands: tuple[int, int], pick: int, sender: Sender) -> None:
        """Two people make changes at the same time, mostly of the same hand: neither has seen the other's."""
        if self.model.locked:
            return
        for behind, act in enumerate(acts):
            number = self.numbered(hands[behind] if hands[1] > 8 else hands[0])
            step = Step(act, number, self.hands[(pick + behind) % len(self.hands)], f"note {self.writes}")
            step = step if act in ("correct", "note", "strike") else Step(act, entry=step.entry)
            before = len(self.lines)
            self.change(step, sender._replace(behind=behind, is_offline=False, repeats=False))
            if len(self.lines) == before:
                return

    @rule(stands=st.booleans(), sender=SENDERS)
    def stop(self, stands: bool, sender: Sender) -> None:
        """Ends the match early."""
        self.change(Step("finish", flag=stands), sender)

    @precondition(lambda self: self.sent)
    @rule(pick=PICKS)
    def retry(self, pick: int) -> None:
        """Sends one of the newest changes once more: nothing happens."""
        self.repeat(-1 - pick % len(self.sent))


class Agreements(MatchChecks):
    """Changes of the agreements at the table."""

    @precondition(lambda self: self.unused)
    @rule(seat=PICKS, sender=SENDERS)
    def rename(self, seat: int, sender: Sender) -> None:
        """Another player takes a seat."""
        number = seat % len(self.tokens)
        names = [*self.model.now.names]
        names[number] = name = self.unused.pop(0)
        renamed = self.model.now._replace(names=tuple(names))
        self.write(
            "seat",
            lambda match, write: ledger.seat(match, number, name, write),
            lambda: self.model.move("seat", renamed),
            sender,
        )

    @rule(minutes=st.sampled_from([0, 30]), sender=SENDERS)
    def set_clock(self, minutes: int, sender: Sender) -> None:
        """Sets or removes the clock."""
        timed = self.model.now._replace(minutes=minutes)
        self.write(
            "clock",
            lambda match, write: ledger.set_clock(match, minutes, write),
            lambda: self.model.move("clock", timed),
            sender,
        )

    @rule(what=st.sampled_from(["", "hands", "result"]), sender=SENDERS)
    def change_confirming(self, what: str, sender: Sender) -> None:
        """Sets the things that both sides confirm."""
        self.set_confirming(what, sender)

    @rule(side=PICKS, sender=SENDERS)
    def sit_down(self, side: int, sender: Sender) -> None:
        """A phone chooses its side."""
        self.sit(side, sender)

    @rule(side=PICKS, hand=PICKS, of_result=st.booleans(), sender=SENDERS)
    def confirm(self, side: int, hand: int, of_result: bool, sender: Sender) -> None:
        """A side confirms a hand or the result, also on the phone of a side where it has none itself."""
        number = side % len(self.model.head["sides"])
        which = None if of_result else self.numbered(hand)
        content = self.contents().get(which)
        is_possible = content is not None and not (which is None and self.words()[1])
        voice = Voice(number, sender.device, which, content)
        self.speak(
            "confirm", lambda match, write: ledger.confirm(match, number, which, write), voice, is_possible, sender
        )

    @rule(side=PICKS, hand=PICKS, pick=PICKS, sender=SENDERS)
    def contest(self, side: int, hand: int, pick: int, sender: Sender) -> None:
        """A side says that a hand was another one."""
        number, which, entry = (
            side % len(self.model.head["sides"]),
            self.numbered(hand),
            self.hands[pick % len(self.hands)],
        )
        voice = Voice(number, sender.device, which, (entry, False), contests=True)

        def call(match: Match, write: ledger.Write) -> Change:
            return ledger.contest(match, number, which, self.real(entry), write)

        self.speak("contest", call, voice, self.model.may_be(which, entry), sender)

    def speak(
        self,
        kind: str,
        call: Callable[[Match, ledger.Write], Change],
        voice: Voice,
        is_possible: bool,
        sender: Sender,
    ) -> None:
        """A side confirms or contests something on a phone, which is its own unless the side has none."""
        own = self.seats.get(voice.device, voice.side)
        is_allowed = own == voice.side or voice.side not in self.seats.values()
        if self.write(kind, call, lambda: is_allowed and is_possible, sender._replace(behind=0)):
            self.used.add(voice.device)
            self.voices.append(voice)

    @rule(is_stopped=st.sampled_from([False, False, True]), sender=SENDERS)
    def approve(self, is_stopped: bool, sender: Sender) -> None:
        """An arbiter approves the result, perhaps of a match that is stopped for it."""
        if is_stopped:
            self.stop(stands=True, sender=HERE)
        sender = sender._replace(behind=0, is_arbiter=True)
        is_over = self.model.status != "in_progress" and not self.model.locked
        if self.write("approve", lambda match, write: ledger.approve(match, write), lambda: is_over, sender):
            self.model.locked = True

    @precondition(lambda self: self.model.locked)
    @rule(sender=SENDERS)
    def reopen(self, sender: Sender) -> None:
        """An arbiter withdraws the approval."""
        sender = sender._replace(behind=0)
        if self.write("reopen", lambda match, write: ledger.reopen(match, write), lambda: True, sender):
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
