"""The match elsewhere: on a phone without a network, on another server, on a page that is open, and a player erased."""

import json
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scorekeeper import ledger
from scorekeeper.clubs import accounts, erasing, exporting, importing
from scorekeeper.clubs.standings import Period
from scorekeeper.i18n import say
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.stateful.match_checks import MatchChecks
from tests.stateful.match_steps import PICKS, Step, apply, is_accepted
from tests.stateful.plain_match import translated, typed
from tests.stateful.running import emptied
from tests.support.offline_phone import LonePhone


class Offline(MatchChecks):
    """A phone that loses its network, and sends its changes later."""

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
    @rule(times=st.integers(1, 2))
    def comes_back(self, times: int) -> None:
        """The phone sends its changes; if others made one that matters, it discards its own, which are logged."""
        assert self.phone is not None
        phone, missed = self.phone, self.lines[self.left_at :]
        is_accepted_now = not self.model.locked and (
            not self.steps or is_accepted(self.steps[0].act, self.steps[0].hand, missed)
        )
        for number, (step, sent) in enumerate(zip(self.steps, phone.unsent, strict=True), 1):
            answers = [phone.send_one(sent) for _time in range(times)]
            if is_accepted_now:
                assert [answer.status_code for answer in answers] == [200] * times
                assert apply(self.model, step)
                self.lines.append(step.line)
            else:
                answer = answers[0]
                assert answer.status_code == (422 if self.model.locked else 409)
                self.decline(phone, sent, f"declined {self.writes} {number}")
        phone.take()
        self.phone = None

    def decline(self, phone: LonePhone, sent: dict[str, Any], key: str) -> None:
        """Logs a change that the phone discards."""
        form = {"kind": sent["act"], "hand": str(sent["hand"] or ""), "key": key}
        answer = phone.client.post(f"{self.base}/declined", data={**form, "entry": json.dumps(dict(sent["fields"]))})
        assert answer.status_code == 200
        self.lines.append(("decline", sent["hand"]))


class Elsewhere(MatchChecks):
    """Export and import, erasing, and a page that polls."""

    @precondition(lambda self: self.phone is None)
    @rule()
    def move_to_another_server(self) -> None:
        """Exports the club's matches and imports them into an empty database, which is used from then on."""
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
        self.match, self.sent, self.stake = match.id, [], 0
        self.log = [{**line, "key": f"import-{line['number']}"} for line in before]
        self.look()

    @precondition(lambda self: self.phone is None)
    @rule(seat=PICKS)
    def erase(self, seat: int) -> None:
        """Erases a player of the match; in the log only the name changes."""
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
        self.sent = []
        self.look()
        self.check_erased()

    @rule()
    def poll(self) -> None:
        """An open page requests the news; with them, it is the same as a new page."""
        match = self.stored
        news = self.as_json(ledger.state(match, self.shown["version"], say=say))
        rows = {row["number"]: row for row in [*self.shown["hands"], *news["hands"]]}
        news["hands"] = [rows[number] for number in sorted(rows) if number <= match.hand_count]
        self.look()
        assert {**news, "since": None, "first": 1} == {**self.shown, "first": 1}
