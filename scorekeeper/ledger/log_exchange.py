"""Exports a match's log as JSON lines beside the match document; imports it by replaying each line.

`{"kind", "at", "actor", "device", "hand", "before", "after", "winner_changed", "reason"}` for each line, oldest first,
without empty values. `before` is exported only for changes of the setup: earlier hands, the undo stack and all scores
are computed by replaying the log. So an imported log must lead, by the current rules, to the hands of the document.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row as SqlRow

from scorekeeper.games.engine import history
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import N_, Entry, Refusal, Setup, refuse
from scorekeeper.games.engine.play import Facts, input_of, rewrite
from scorekeeper.ledger.approval import LONGEST_REASON
from scorekeeper.ledger.log import LONGEST_ACTOR, are_good_facts, is_text
from scorekeeper.ledger.rows import MatchRows, RowBuilder
from scorekeeper.ledger.seating import with_current_names
from scorekeeper.store.models import Change

# The facts that a log line of each kind must have.
KINDS: dict[str, tuple[str, ...]] = {
    "start": (),
    "record": ("hands",),
    "correct": ("hands",),
    "strike": ("hands",),
    "annotate": ("hands",),
    "finish": (),
    "decline": ("declined",),
    "undo": (),
    "redo": (),
    "seat": ("setup",),
    "clock": ("setup",),
    "confirming": ("setup",),
    "sit": ("side",),
    "confirm": ("side",),
    "contest": ("side", "said"),
    "approve": ("locked",),
    "reopen": ("locked",),
    "rescore": (),
    "erase": (),
}
ALWAYS = ("kind", "at")
MAYBE = ("actor", "device", "hand", "before", "after", "winner_changed", "reason")


def log_lines(changes: Iterable[Change | SqlRow[Any]]) -> list[dict[str, Any]]:
    """Returns the exported form of log lines, given as ORM objects or rows."""
    return [_line(change) for change in changes]


def _line(change: Change | SqlRow[Any]) -> dict[str, Any]:
    before = {name: fact for name, fact in change.before.items() if name == "setup"}
    line = {name: getattr(change, name) for name in MAYBE} | {"before": before}
    filled = {name: value for name, value in line.items() if value not in (None, "", {}, False)}
    return {"kind": change.kind, "at": change.at.isoformat(), **filled}


def rows_from_log(head: dict[str, Any], entries: list[Entry], log: Any, *, key: str) -> MatchRows:
    """Replays an exported log and returns the rows of its match. `entries` are the match document's.

    Raises Refusal if the log is malformed, if the rules refuse a line, or if it results in other hands than
    `entries`.
    """
    setup = rules.begin(head)
    if not isinstance(log, list) or not log:
        raise refuse("log", None, N_("This must be a list of changes"))
    for number, line in enumerate(log, 1):
        if not _is_good_line(line, setup, first=number == 1):
            raise _bad_line(number)
    replay = _Replay(_at_first(setup, log))
    for number, line in enumerate(log, 1):
        replay.apply(number, line)
    if replay.entries() != entries or any(replay.rows.part.setup[name] != setup[name] for name in ("sides", "seats")):
        raise refuse("log", None, N_("The log leads to other hands than those beside it"))
    return replay.build(key, setup["about"])


def _bad_line(number: int) -> Refusal:
    return refuse(f"log.{number}", None, N_("This cannot be a line of the log"))


def _at_first(setup: Setup, log: list[dict[str, Any]]) -> Setup:
    """Returns the setup with the names from the start of the match, before any renaming."""
    for line in log:
        if line["kind"] == "seat":
            names = line["before"]["setup"]
            return {**setup, "sides": names["sides"], "seats": names["seats"]}
    return setup


def _is_good_line(line: Any, setup: Setup, *, first: bool) -> bool:
    """True if the line has the right members, with values of the right types."""
    if not isinstance(line, dict) or not {"kind", "at"} <= line.keys() <= {*ALWAYS, *MAYBE}:
        return False
    kind, after = line["kind"], line.get("after", {})
    if not isinstance(kind, str) or kind not in KINDS or (kind == "start") != first:
        return False
    hand, changed = line.get("hand"), line.get("winner_changed", False)
    return (
        moment_of(line["at"]) is not None
        and is_text(line.get("actor", ""), LONGEST_ACTOR)
        and is_text(line.get("device") or "", 16)
        and is_text(line.get("reason") or "", LONGEST_REASON)
        and (hand is None or (type(hand) is int and 0 < hand < 100_000))
        and type(changed) is bool
        and are_good_facts(after, setup)
        and are_good_facts(line.get("before", {}), setup)
        and set(KINDS[kind]) <= after.keys()
        and (kind != "seat" or _is_renaming(line))
        and (kind != "clock" or "about" in _setup_of(line, "after"))
        and (kind != "rescore" or "refused" in after or {"scores", "totals"} <= after.keys())
    )


def _is_renaming(line: dict[str, Any]) -> bool:
    """True if both facts hold all names, and `until`; before version 0.4 `former` (see `play.with_facts`)."""
    names = _setup_of(line, "before").keys() & _setup_of(line, "after").keys()
    return names >= {"sides", "seats"} and not names.isdisjoint({"until", "former"})


def _setup_of(line: dict[str, Any], when: str) -> dict[str, Any]:
    setup: dict[str, Any] = line.get(when, {}).get("setup", {})
    return setup


def moment_of(text: Any) -> datetime | None:
    """Returns a text in ISO 8601 as a time in UTC (the default zone); None if invalid or not in 1901–2199."""
    try:
        moment = datetime.fromisoformat(text)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC) if 1900 < moment.year < 2200 else None
    except (TypeError, ValueError, OverflowError):
        return None


class _Replay:
    """The replay of a log: the rows built so far, and the numbers of the approving and the last rescoring line."""

    def __init__(self, setup: Setup) -> None:
        self.rows = RowBuilder(setup)
        self.locked: int | None = None
        self.rescored: int | None = None

    def apply(self, number: int, line: dict[str, Any]) -> None:
        """Applies the next log line. Raises Refusal if the rules forbid it."""
        change = self._change(number, line)
        self._check_undo(number, line)
        about = {name: line.get(name) for name in ("device", "reason")}
        self.rows.add(change, moment_of(line["at"]), line.get("actor", ""), f"import-{number}", **about)
        if "locked" in change["after"]:
            self.locked = number if change["after"]["locked"] else None
        if change["kind"] == "rescore":
            self.rescored = number

    def _change(self, number: int, line: dict[str, Any]) -> history.Change:
        """Returns the change that the line describes, with the hands scored by the current rules."""
        part, after = self.rows.part, line.get("after", {})
        before = dict(line.get("before", {}))
        change = history.change_of(line["kind"], before, after, line.get("hand"))
        change["winner_changed"] = line.get("winner_changed", False)
        if "hands" in after:
            facts = {int(number): hand for number, hand in after["hands"].items()}
            was = {hand: input_of(part.hands[hand]) if hand in part.hands else None for hand in facts}  # by hand number
            before |= history.hand_facts(was)
            self._check_numbers(number, facts)
            change["hands"], change["match"], _before, _after = rewrite(part, facts)
        if "stopped" in after:
            before["stopped"], change["match"]["stopped"] = part.stopped, after["stopped"]
        if "locked" in after:
            before["locked"] = self.locked is not None
        if "setup" in after:
            change["match"]["setup"] = rules.with_facts(part.setup, after["setup"])
        return change

    def _check_numbers(self, number: int, facts: Facts) -> None:
        """Raises Refusal unless hands stay numbered without gaps, and only existing ones are removed."""
        hands = self.rows.part.hands
        removed = {number for number, hand in facts.items() if hand is None}
        numbers = sorted({*hands, *facts} - removed)
        if not removed <= hands.keys() or numbers != list(range(1, len(numbers) + 1)):
            raise _bad_line(number)

    def _check_undo(self, number: int, line: dict[str, Any]) -> None:
        """Raises Refusal unless an undo (redo) restores exactly the facts before (after) the change it concerns."""
        kind, changes = line["kind"], self.rows.changes
        if kind == "undo":
            if self.rows.undo_top is None:
                raise _bad_line(number)
            facts = changes[self.rows.undo_top - 1]["before"]
        elif kind == "redo":
            if self.rows.redo_top is None:
                raise _bad_line(number)
            facts = changes[changes[self.rows.redo_top - 1]["target"] - 1]["after"]
        else:
            return
        if line.get("after", {}) != facts:
            raise _bad_line(number)

    def entries(self) -> list[Entry]:
        """Returns the entries of the hands that are not struck, with the current names."""
        part = self.rows.part
        hands = [part.hands[number] for number in sorted(part.hands)]
        return [with_current_names(part.setup, hand["number"], hand["entry"]) for hand in hands if not hand["struck"]]

    def build(self, key: str, about: dict[str, str]) -> MatchRows:
        """Returns the rows of the match."""
        setup: Setup = {**self.rows.part.setup, "about": about}
        return self.rows.build(key, setup, locked=self.locked, rescored=self.rescored)
