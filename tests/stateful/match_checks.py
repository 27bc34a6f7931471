"""Invariants: rows, log, confirmations, stakes, phones and exports agree with the plain model of a match."""

import json
from typing import Any

from hypothesis.stateful import invariant
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import exporting
from scorekeeper.clubs.standings import Period
from scorekeeper.games.engine import play
from scorekeeper.i18n import ENGLISH, say, speaking
from scorekeeper.ledger.rescoring import differences
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Match, Sitting, db
from tests.clubs.test_erasing import traces
from tests.offline.test_phone import ask, comparable
from tests.stateful.match_base import MatchBase
from tests.stateful.plain_match import PlainMatch


class MatchChecks(MatchBase):
    """The checks after each step that changed anything, and at the end."""

    checked: Any = None

    def teardown(self) -> None:
        """Runs the checks that are too slow for every step, and leaves the database without a transaction."""
        try:
            if self.lines:
                match = self.stored
                assert differences(session_of(match), match) == []
                self.check_erased()
        finally:
            db.session.rollback()
            self.context.pop()

    @invariant()
    def everything_agrees(self) -> None:
        """Compares the database with the model, if anything was changed or sent."""
        at_home = (len(self.lines), self.stake, self.match, len(self.erased), self.model.now)
        state = (at_home, self.phone and self.phone.kept)
        if state == self.checked:
            assert db.session.scalar(select(Match.version).where(Match.id == self.match)) == len(self.lines)
            return
        self.checked = state
        with speaking(ENGLISH):
            match = self.stored
            self.check_hands(match)
            self.check_log(match)
            self.check_confirmations(match)
            self.check_stakes(match)
            self.check_phone(match)
            self.check_the_phone_that_is_away()

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

    def lines_of(self, match: Match) -> list[dict[str, Any]]:
        """All columns of the log."""
        names = [column.name for column in Change.__table__.columns if column.name != "match_id"]
        return [self.as_json({name: getattr(line, name) for name in names}) for line in ledger.changes(match)]

    def check_log(self, match: Match) -> None:
        """The log has all earlier lines as they were, and a new one for each change."""
        log = self.lines_of(match)
        assert log[: len(self.log)] == self.log
        assert [
            (line["kind"], hand and line["hand"]) for line, (_kind, hand) in zip(log, self.lines, strict=True)
        ] == self.lines
        assert match.version == len(log)
        self.log = log

    def check_confirmations(self, match: Match) -> None:
        """A side's confirmation of a hand is valid until the hand changes, or the side contests it."""
        expected, contested = self.words()
        agreed = ledger.state(match)["agreed"]
        assert [each["hand"] for each in (agreed or {"contested": []})["contested"]] == contested
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

    def check_phone(self, match: Match) -> None:
        """A phone that stores the match now shows the same as the server."""
        kept = self.as_json(ledger.offline_copy_of(match, say))
        shown = ask({"ask": "state", "kept": kept})
        server = self.as_json(ledger.state(match, say=say))
        own = {"call": None, "can": None, "bids": None}
        if match.setup.get("former"):  # a phone stores the present names only, also for earlier hands
            for row in [*shown["hands"], *server["hands"]]:
                row["dealer"] = row["lines"] = None
        assert comparable({**shown, **own}) == comparable({**server, **own})
        assert self.offered(shown) == self.can(self.model.on_a_phone())
        assert self.offered(server) == self.can(self.model)

    def check_the_phone_that_is_away(self) -> None:
        """The phone shows the changes made on it."""
        if self.phone is None:
            return
        hands = [
            (hand["entry"].get("note", ""), hand["struck"], hand["corrected"]) for hand in self.phone.kept["hands"]
        ]
        assert hands == [(hand.note, hand.struck, hand.corrected) for hand in self.alone.now.hands]
        state = ask({"ask": "state", "kept": self.phone.kept})
        assert self.offered(state) == self.can(self.alone)
        totals = [row["totals"] for row in state["hands"]]
        assert totals[-1:] == [self.alone.result()["totals"]][: len(totals)]

    @staticmethod
    def offered(state: dict[str, Any]) -> dict[str, bool]:
        """Returns for undo and redo whether their keys have labels."""
        return {name: bool(label) for name, label in state["can"].items()}

    @staticmethod
    def can(model: PlainMatch) -> dict[str, bool]:
        """Returns for undo and redo whether there is anything to do."""
        return {"undo": bool(model.done) and not model.locked, "redo": bool(model.undone) and not model.locked}

    def check_erased(self) -> None:
        """No table and no export has a name that was erased."""
        if self.erased:
            names = [name.casefold() for name in self.erased]
            assert traces(*names) == []
            exported = "".join(exporting.match_lines(self.the_club, Period()))
            assert not any(name in json.dumps(json.loads(exported), ensure_ascii=False).casefold() for name in names)
