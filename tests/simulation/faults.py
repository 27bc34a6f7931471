"""Faults that are planted to prove that the simulation sees them: each makes server or phone break one promise.

Each is a function that patches one thing; `planted` undoes the patches afterwards.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.games.engine import history as rules
from scorekeeper.ledger import commands, log, offline_copy, read_models, rows, writing
from scorekeeper.store import claiming
from scorekeeper.store.models import db
from scorekeeper.web import links, match_page, not_modified
from scorekeeper.web.views import board
from tests.simulation.phone import Browsers

Fault = Callable[[pytest.MonkeyPatch], None]
FAULTS: dict[str, Fault] = {}
_more = count()


def fault(plant: Fault) -> Fault:
    """Registers a fault under its function's name."""
    FAULTS[plant.__name__] = plant
    return plant


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Plants a fault."""
    with pytest.MonkeyPatch.context() as patch:
        FAULTS[name](patch)
        yield


# on the server


@fault
def keys_are_not_recognised(patch: pytest.MonkeyPatch) -> None:
    """A repeated key is a new write."""
    tidy_key = log.tidy_key
    patch.setattr(writing, "tidy_key", lambda key: f"{tidy_key(key)}{next(_more)}")


class _Database:
    """A replacement for `db` with another `commit`."""

    def __init__(self, commit: Callable[[], None]) -> None:
        self.session = self
        self.commit = commit

    def __getattr__(self, name: str) -> Any:
        return getattr(db.session, name)


@fault
def acknowledged_without_a_commit(patch: pytest.MonkeyPatch) -> None:
    """Every third change is acknowledged, and its commit has failed."""

    def some() -> None:
        if next(_more) % 3:
            db.session.commit()
        else:
            db.session.rollback()

    patch.setattr(match_page, "db", _Database(some))


@fault
def committed_in_two_steps(patch: pytest.MonkeyPatch) -> None:
    """The match is committed before its hands and the line of its log."""
    store_hands = rows.store_hands

    def later(match: Any, *about: Any) -> Any:
        db.session.commit()
        return store_hands(match, *about)

    patch.setattr(writing, "store_hands", later)


@fault
def stale_writes_are_accepted(patch: pytest.MonkeyPatch) -> None:
    """Writes ignore changes that their sender has not seen: the last one wins."""
    patch.setattr(writing, "is_overtaken", lambda *_about: False)


@fault
def corrections_overwrite_what_was_not_seen(patch: pytest.MonkeyPatch) -> None:
    """A lost update: a correction needs no current version."""
    correct = commands.correct

    def blind(match: Any, number: int, entry: Any, write: Any, **options: Any) -> Any:
        return correct(match, number, entry, write._replace(seen=None), **options)

    patch.setattr(ledger, "correct", blind)


@fault
def undo_takes_back_what_was_not_seen(patch: pytest.MonkeyPatch) -> None:
    """Undo of another's hand."""
    undo = commands.undo
    patch.setattr(ledger, "undo", lambda match, write: undo(match, write._replace(seen=None)))


@fault
def undo_minds_no_note(patch: pytest.MonkeyPatch) -> None:
    """Undo accepts a note that its sender has not seen, and takes that back."""
    patch.setattr(commands, "_leaves_undo_stack_unchanged", log.is_harmless)


@fault
def notes_overwrite_each_other(patch: pytest.MonkeyPatch) -> None:
    """A note goes over another one of the same hand."""
    patch.setattr(commands, "_but_for_note", lambda _number: log.is_harmless)


@fault
def the_version_is_not_compared(patch: pytest.MonkeyPatch) -> None:
    """The UPDATE that claims a match accepts any version, and the hands are stored regardless."""
    claim = claiming.claim

    def by_key(row: Any, counter: str, new: Any, *about: Any, **more: Any) -> None:
        try:
            claim(row, counter, new, *about, **more)
        except claiming.ClaimLost:
            return

    patch.setattr(writing, "claim", by_key)


@fault
def versions_are_swapped(patch: pytest.MonkeyPatch) -> None:
    """The response has the version before the change."""
    answer = match_page.jsonify

    def older(**values: Any) -> Any:
        state = values.get("state")
        return answer(**(values | ({"state": state | {"version": state["version"] - 1}} if state else {})))

    patch.setattr(match_page, "jsonify", older)


@fault
def since_is_one_too_high(patch: pytest.MonkeyPatch) -> None:
    """A poll leaves out the hand that changed next."""
    state = read_models.state

    def later(match: Any, since: Any = None, *about: Any, **more: Any) -> Any:
        return state(match, since + 1 if since else since, *about, **more)

    patch.setattr(board.ledger, "state", later)


@fault
def tags_do_not_change(patch: pytest.MonkeyPatch) -> None:
    """The ETag is the one of every second version."""
    for module in (board.ledger, not_modified):
        patch.setattr(module, "fingerprint", lambda match, version, _called=None: f"{match}.{version // 2}")


@fault
def polls_read_a_cache(patch: pytest.MonkeyPatch) -> None:
    """Each process remembers the version of a match after its first poll."""
    glance = links.glance_at_match
    remembered: dict[Any, Any] = {}

    def cached(token: str, number: int) -> Any:
        from flask import current_app

        return remembered.setdefault((id(current_app._get_current_object()), token), glance(token, number))

    patch.setattr(board.links, "glance_at_match", cached)


@fault
def struck_hands_still_count(patch: pytest.MonkeyPatch) -> None:
    """A struck hand is stored without its mark."""
    columns = rows.hand_columns
    patch.setattr(rows, "hand_columns", lambda hand: columns(hand) | {"struck": False})


@fault
def corrections_score_once_only(patch: pytest.MonkeyPatch) -> None:
    """The totals after a correction stay as they were."""
    claim = claiming.claim

    def with_old_totals(row: Any, counter: str, new: Any, *about: Any, **more: Any) -> None:
        kept = {"table": row.table} if "table" in new and new.get("hand_count", 0) == row.hand_count else {}
        claim(row, counter, {**new, **kept}, *about, **more)

    patch.setattr(writing, "claim", with_old_totals)


@fault
def redo_does_not_forget(patch: pytest.MonkeyPatch) -> None:
    """A new change leaves the stack of undone changes as it was."""
    stacked = rules.stacked

    def kept(kind: str, number: int, undo_top: Any, redo_top: Any, linked: Any) -> Any:
        links_of_line = stacked(kind, number, undo_top, redo_top, linked)
        return links_of_line if kind in ("undo", "redo") else {**links_of_line, "redo_top": redo_top}

    patch.setattr(rules, "stacked", kept)


@fault
def offline_copies_lack_the_last_hand(patch: pytest.MonkeyPatch) -> None:
    """A phone stores the version before."""
    read = read_models.hands
    patch.setattr(offline_copy, "hands", lambda match: read(match)[:2])


@fault
def copies_are_torn(patch: pytest.MonkeyPatch) -> None:
    """Version and hands of a stored match are read at two moments."""

    def any_version(match: Any, since: Any = None, first: int = 1, last: int = read_models.LAST) -> Any:
        values = {"match": match.id, "since": since or 0, "first": first, "last": last}
        return [row.Hand for row in db.session.execute(read_models.HANDS_AND_VERSION, values) if row.Hand is not None]

    patch.setattr(offline_copy, "hands", any_version)
    patch.setattr(read_models, "hands", any_version)


# on the phone, in the shipped scripts


def in_script(patch: pytest.MonkeyPatch, script: str, text: str, instead: str) -> None:
    """Replaces a text in a script of static/js."""
    patch.setattr(Browsers, "fault", {"script": f"static/js/{script}.js", "text": text, "instead": instead})


@fault
def the_outbox_drops_conflicts(patch: pytest.MonkeyPatch) -> None:
    """A write that gets 409 is removed without a question to the user."""
    stops = "if (reply.status === 409) return stop(base, own, reply.answer);"
    in_script(patch, "phone/sync", stops, 'if (reply.status === 409) return removeWrite(own.id).then(() => "stopped");')


@fault
def the_outbox_is_sent_backwards(patch: pytest.MonkeyPatch) -> None:
    """The newest write is sent first."""
    in_script(patch, "phone/sync", "(await writesOf(current))[0]", "(await writesOf(current)).at(-1)")


@fault
def retries_have_a_new_key(patch: pytest.MonkeyPatch) -> None:
    """A write that was sent without a response is sent again as another one."""
    renamed = '["key", sentKeys.has(write.key) ? `${write.key}-again` : (sentKeys.add(write.key), write.key)]'
    in_script(
        patch, "phone/request", '["key", write.key]', renamed.replace("sentKeys", "(globalThis.sent ??= new Set())")
    )


@fault
def the_phone_believes_any_response(patch: pytest.MonkeyPatch) -> None:
    """After a retry the phone takes the newest version for its own change's, although others wrote since."""
    newest = "removeSent(base, own, { ...reply.answer, version: undefined })"
    in_script(patch, "phone/sync", "removeSent(base, own, reply.answer)", newest)


@fault
def polls_are_dropped_while_ahead(patch: pytest.MonkeyPatch) -> None:
    """News that a poll returned while changes were unsent is never requested again."""
    back = "setVersion(version) {\n    this.version = version;"
    in_script(
        patch, "shared/poll", back, back.replace("= version;", "= version > this.version ? version : this.version;")
    )
