"""A match's log taken elsewhere beside its match document, and read there: the match is played again line by line.

`{"kind", "at", "actor", "device", "hand", "before", "after", "winner_changed", "reason"}` for each line, oldest first,
without what is empty. `before` stands only where names or an agreement changed: what was said of hands before, which
line undo would take back next, and all scores follow from the lines above. So no log can be taken in that does not
lead, by the rules that run, to the hands beside it.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Row as SqlRow

from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Entry, Refusal, Setup, Table, _, refuse
from scorekeeper.ledger.bulk_rows import Row, Whole, change_row, hand_row, new_match
from scorekeeper.ledger.log import LONGEST_ACTOR, Said, hand_facts
from scorekeeper.ledger.log_validation import are_good_facts, is_text
from scorekeeper.ledger.replay import Played, step_of
from scorekeeper.ledger.seating import now_named
from scorekeeper.store.models import Change, Match

# What a line must say, by its kind.
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
    "approve": ("locked",),
    "reopen": ("locked",),
    "rescore": (),
    "erase": (),
}
NOT_UNDONE = ("start", "decline", "sit", "confirm", "approve", "reopen", "rescore", "erase")
ALWAYS = ("kind", "at")
MAYBE = ("actor", "device", "hand", "before", "after", "winner_changed", "reason")
NAMES = {"sides", "seats", "former"}
LONGEST_REASON = 200


def log_lines(changes: Iterable[Change | SqlRow[Any]]) -> list[dict[str, Any]]:
    """A log as it goes elsewhere, from the lines or rows of them."""
    return [_line(change) for change in changes]


def _line(change: Change | SqlRow[Any]) -> dict[str, Any]:
    before = {name: fact for name, fact in change.before.items() if name == "setup"}
    line = {name: getattr(change, name) for name in MAYBE} | {"before": before}
    kept = {name: value for name, value in line.items() if value not in (None, "", {}, False)}
    return {"kind": change.kind, "at": change.at.isoformat(), **kept}


def retold(head: dict[str, Any], entries: list[Entry], log: Any, *, key: str) -> Whole:
    """The match that a log leads to, with all rows as they were; `entries` are those of its hands that count.

    Raises Refusal for a log that cannot be one, that the rules refuse, or that leads elsewhere.
    """
    setup = rules.begin({name: value for name, value in head.items() if name != "hands"})
    if not isinstance(log, list) or not log:
        raise refuse("log", None, _("This must be a list of changes"))
    for number, line in enumerate(log, 1):
        if not _is_good_line(line, setup, first=number == 1):
            raise _bad_line(number)
    story = _Story(_at_first(setup, log))
    for number, line in enumerate(log, 1):
        story.go_on(number, line)
    if story.entries() != entries or any(story.match.setup[name] != setup[name] for name in ("sides", "seats")):
        raise refuse("log", None, _("The log leads to other hands than those beside it"))
    return story.whole(key, setup["about"])


def _bad_line(number: int) -> Refusal:
    return refuse(f"log.{number}", None, _("This cannot be a line of the log"))


def _at_first(setup: Setup, log: list[dict[str, Any]]) -> Setup:
    """The setup with the names that the match began with."""
    for line in log:
        if line["kind"] == "seat":
            names = line["before"]["setup"]
            return {**setup, "sides": names["sides"], "seats": names["seats"]}
    return setup


def _is_good_line(line: Any, setup: Setup, *, first: bool) -> bool:
    """Whether everything in a line has the shape that the ledger gives it."""
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
        and (kind != "seat" or _setup_of(line, "before").keys() & _setup_of(line, "after").keys() >= NAMES)
        and (kind != "clock" or "about" in _setup_of(line, "after"))
        and (kind != "rescore" or "refused" in after or {"scores", "totals"} <= after.keys())
    )


def _setup_of(line: dict[str, Any], when: str) -> dict[str, Any]:
    found: dict[str, Any] = line.get(when, {}).get("setup", {})
    return found


def moment_of(text: Any) -> datetime | None:
    """A moment of our times in ISO 8601; one without a zone is in UTC."""
    try:
        moment = datetime.fromisoformat(text)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC) if 1900 < moment.year < 2200 else None
    except (TypeError, ValueError, OverflowError):
        return None


class _Piles(NamedTuple):
    """The lines that undo and redo would take next (see `ledger.history`)."""

    undo_top: int | None = None
    redo_top: int | None = None


class _Story:
    """A match while its log is read."""

    def __init__(self, setup: Setup) -> None:
        # A match that no session knows: the rules only ask who sat where.
        self.match = Match(setup=setup, stopped=False, locked=None)
        self.said: dict[int, Said] = {}
        self.steps: dict[int, Played] = {}
        self.touched: dict[int, int] = {}
        self.changes: list[Row] = []
        self.piles = _Piles()

    def go_on(self, number: int, line: dict[str, Any]) -> None:
        """One line more. Raises Refusal where the rules do not allow what it says."""
        after: dict[str, Any] = line.get("after", {})
        before = dict(line.get("before", {}))
        if "hands" in after:
            before |= hand_facts({int(hand): self.said.get(int(hand)) for hand in after["hands"]})
            self._say({int(hand): said for hand, said in after["hands"].items()}, number)
        if "stopped" in after:
            before["stopped"], self.match.stopped = self.match.stopped, after["stopped"]
        if "locked" in after:
            before["locked"] = self.match.locked is not None
            self.match.locked = number if after["locked"] else None
        self.match.setup = {**self.match.setup, **after.get("setup", {})}
        about = {name: line.get(name) for name in ("hand", "device", "reason")}
        row = change_row(line["kind"], number, moment_of(line["at"]), line.get("actor", ""), key=f"import-{number}")
        row |= about | {"before": before, "after": after, "winner_changed": line.get("winner_changed", False)}
        row |= self._pile(number, line["kind"])
        if row["target"] is not None:
            turned = self.changes[row["target"] - 1]
            if after != turned["before" if line["kind"] == "undo" else "after"]:
                raise _bad_line(number)
        self.changes.append(row)

    def _pile(self, number: int, kind: str) -> Row:
        """Which line this one takes back or makes again, and which lies under it."""
        done, undone = self.piles
        if kind in NOT_UNDONE:
            return {}
        if kind == "undo" and done is not None:
            self.piles = _Piles(self.changes[done - 1]["under"], number)
            return {"target": done, "under": undone}
        if kind == "redo" and undone is not None:
            undo = self.changes[undone - 1]
            self.piles = _Piles(undo["target"], undo["under"])
            return {"target": undo["target"]}
        if kind in ("undo", "redo"):
            raise _bad_line(number)
        self.piles = _Piles(number, None)
        return {"under": done}

    def _say(self, facts: dict[int, Said | None], number: int) -> None:
        """Make these facts hold, and play the hands from there on as far as anything differs."""
        for hand, said in facts.items():
            if said is None:
                if hand not in self.said:
                    raise _bad_line(number)
                del self.said[hand], self.steps[hand]
            else:
                self.said[hand], self.touched[hand] = said, number
        if sorted(self.said) != list(range(1, len(self.said) + 1)):
            raise _bad_line(number)
        first = min(*facts, len(self.said) + 1)
        table = self._table(first - 1)
        for hand in range(first, len(self.said) + 1):
            was = self.steps.get(hand)
            step = self.steps[hand] = step_of(self.match, table, self.said[hand], hand)
            table = step.table
            if was is not None and was.table == table and hand >= max(facts):
                break

    def _table(self, hand: int) -> Table:
        """The table as that hand left it."""
        return self.steps[hand].table if hand else rules.first_table(self.match.setup)

    def entries(self) -> list[Entry]:
        """The hands that count, with the names of now."""
        said = [(number, self.said[number]) for number in sorted(self.said)]
        return [now_named(self.match.setup, number, each["entry"]) for number, each in said if not each["struck"]]

    def whole(self, key: str, about: dict[str, str]) -> Whole:
        """The match with its rows."""
        hands = [
            hand_row(number, step.said, step._asdict(), self.touched[number])
            for number, step in sorted(self.steps.items())
        ]
        rescored = [row["number"] for row in self.changes if row["kind"] == "rescore"]
        standing = {
            "stopped": self.match.stopped,
            "locked": self.match.locked,
            "rescored": rescored[-1] if rescored else None,
            **self.piles._asdict(),
        }
        setup: Setup = {**self.match.setup, "about": about}
        match = new_match(key, setup, self._table(len(hands)), len(hands), self.changes, **standing)
        return Whole(match, hands, self.changes)
