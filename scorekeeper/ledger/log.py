"""Parameters of a write, contents of log lines, and checks of imported log lines.

A line stores facts, that is the entered values before and after the change; never scores, which are computed.
Facts are `{"hands": {"3": {"entry": {…}, "struck": false, "corrected": false, "at": "2026-11-21T20:15:00+00:00"}}}`,
with null for a hand that did not exist; `{"stopped": true}`; or the changed parts of the setup, `{"setup": {…}}`.
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime
from string import Formatter
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper import bounded_json
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal, Setup
from scorekeeper.games.engine.checks import is_printable
from scorekeeper.games.engine.play import HandInput
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Hand, Match

LONGEST_KEY = 64
LONGEST_ACTOR = 80
MOST_TOLD = 50  # missed changes that a page shows; the log has the older ones
# Kinds of changes that leave every hand, name and result as it was.
HARMLESS = frozenset(("annotate", "clock", "confirm", "confirming", "contest", "decline", "sit"))

Accepts = Callable[[str, int | None], bool]  # takes the kind and the hand of a change


class Write(NamedTuple):
    """The sender of a write, and the version of the match that the sender saw.

    `actor` is the name that the log shows. `key` is the idempotency key: a repeated one returns the first result.
    `seen` is the match version that the sender saw, None to accept any version. `device` is the id of the browser.
    """

    actor: str
    key: str = ""
    seen: int | None = None
    device: str = ""


class Stale(Exception):
    """Raised if the sender missed a conflicting change. `changes` are the newest missed changes, oldest first.

    Nothing was written, but the match is still locked: code that catches this (or a Refusal) must roll the session
    back before it writes anything.
    """

    def __init__(self, match: Match, changes: list[Change]) -> None:
        super().__init__(f"match {match.id} is at version {match.version}")
        self.match = match
        self.changes = changes
        self.version = match.version


def tidy(text: str) -> str:
    """Returns a text on one line, without control characters and repeated spaces."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def tidy_key(key: str) -> str:
    """Returns a key of allowed length: hashed if too long; if empty a random one, so a retry is not recognised."""
    if not key:
        return secrets.token_urlsafe(16)
    return key if len(key) <= LONGEST_KEY else hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def declined_key(key: str) -> str:
    """Returns the key of the line that logs that a phone has discarded the change with this key."""
    return f"{key[:54]}-declined"  # as in static/js/phone/conflict-dialog.js


def is_harmless(kind: str, _hand: int | None) -> bool:
    """True if a missed change of this kind never conflicts with a write."""
    return kind in HARMLESS


def is_overtaken(match: Match, seen: int | None, accepts: Accepts = is_harmless) -> bool:
    """True if a change after version `seen` conflicts with the write, because `accepts` returns False for it."""
    if seen is None or seen == match.version:
        return False
    if seen > match.version:
        return True
    missed = select(Change.kind, Change.hand).where(Change.match_id == match.id, Change.number > seen)
    return not all(accepts(kind, hand) for kind, hand in session_of(match).execute(missed))


def changes_since(match: Match, seen: int, most: int | None = None) -> list[Change]:
    """Returns the log lines after version `seen`, oldest first; only the newest `most` if given."""
    query = select(Change).where(Change.match_id == match.id, Change.number > seen).order_by(Change.number.desc())
    return [marked(change, match) for change in session_of(match).scalars(query.limit(most))][::-1]


def notes_between(match: Match, seen: int, number: int) -> list[int]:
    """Returns the hands whose notes were changed after version `seen` and before change `number`."""
    if number <= seen + 1:
        return []
    between = (Change.match_id == match.id, Change.number > seen, Change.number < number)
    query = select(Change.hand).where(*between, Change.kind == "annotate").distinct().order_by(Change.hand)
    return [hand for hand in session_of(match).scalars(query) if hand is not None]


def marked(change: Change, match: Match) -> Change:
    """Sets `imported` on a log line and returns it. The contents and actor of imported lines may be forged."""
    change.imported = change.number <= (match.imported or 0)
    return change


def input_of(hand: Hand) -> HandInput:
    """Returns the input of a stored hand, without computed scores (see `games.engine.play`)."""
    return {"entry": hand.entry, "struck": hand.struck, "corrected": hand.corrected, "at": hand.at.isoformat()}


def line_row(number: int, key: str, actor: str, change: Any, **about: Any) -> dict[str, Any]:
    """Returns the columns of the log line for a `games.engine.history.Change`; `about` sets further columns."""
    return {
        "number": number,
        "key": key,
        "actor": actor,
        "device": None,
        "kind": change["kind"],
        "hand": change["hand"],
        "before": change["before"],
        "after": change["after"],
        "winner_changed": change["winner_changed"],
        "target": None,
        "under": None,
        "reason": None,
        **about,
    }


HAND_FACTS = {"entry", "struck", "corrected", "at"}
LONGEST_KIND = 16
Check = Callable[[Any, Setup], bool]


def are_good_facts(facts: Any, setup: Setup) -> bool:
    """True if these are valid facts (`before` or `after`) of a match with this setup."""
    return isinstance(facts, dict) and all(name in CHECKS and CHECKS[name](facts[name], setup) for name in facts)


def is_text(text: Any, longest: int) -> bool:
    """True if `text` is a string on one line, at most `longest` characters long."""
    return isinstance(text, str) and len(text) <= longest and is_printable(text)


def _hands(hands: Any, _setup: Setup) -> bool:
    return isinstance(hands, dict) and len(hands) > 0 and all(_number(key) and _hand(hands[key]) for key in hands)


def _number(text: Any) -> bool:
    return isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 6 and text[0] != "0"


def _hand(hand: Any) -> bool:
    if hand is None:
        return True
    return (
        isinstance(hand, dict)
        and hand.keys() == HAND_FACTS
        and isinstance(hand["entry"], dict)
        and _flag(hand["struck"])
        and _flag(hand["corrected"])
        and _moment(hand["at"])
    )


def _declined(declined: Any, _setup: Setup) -> bool:
    """True if valid for a discarded offline change: `{"kind", "entry"}`."""
    return (
        isinstance(declined, dict)
        and declined.keys() == {"kind", "entry"}
        and is_text(declined["kind"], LONGEST_KIND)
        and isinstance(declined["entry"], dict)
        and _is_small(declined)
    )


def _is_small(value: Any) -> bool:
    try:
        bounded_json.check(value, bounded_json.SMALL)
    except bounded_json.BadJson:
        return False
    return True


def _moment(text: Any) -> bool:
    """True for a time with a time zone, in ISO 8601, between 1901 and 2199."""
    try:
        moment = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return False
    return moment.tzinfo is not None and 1900 < moment.year < 2200


def _flag(value: Any, _setup: Setup | None = None) -> bool:
    return type(value) is bool


def _setup(fact: Any, setup: Setup) -> bool:
    """True if valid for changed parts of a setup: current and earlier names, and `about` (see `play.with_facts`)."""
    if not isinstance(fact, dict) or not fact.keys() <= {"sides", "seats", "until", "former", "about"}:
        return False
    if "until" in fact and not ({"sides", "seats"} <= fact.keys() and _is_number(fact["until"], 0)):
        return False
    former = fact.get("former", [])
    named = [
        {name: fact[name] for name in ("sides", "seats") if name in fact},
        *(former if _is_list(former) else [None]),
    ]
    return _about(fact.get("about", {}), setup) and all(_names(names, setup) for names in named)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _names(names: Any, setup: Setup) -> bool:
    """True for valid names, `{"sides", "seats"}`; earlier ones may have `until`, the last hand they apply to."""
    if names == {}:
        return True
    if not isinstance(names, dict) or not {"sides", "seats"} <= names.keys() <= {"sides", "seats", "until"}:
        return False
    until = names.get("until", 1)
    begun = _begun(setup, sides=names["sides"])
    return (
        begun is not None
        and begun["sides"] == names["sides"]
        and begun["seats"] == names["seats"]
        and len(begun["seats"]) == len(setup["seats"])
        and len(begun["sides"]) == len(setup["sides"])
        and _is_number(until, 1)
    )


def _is_number(value: Any, least: int) -> bool:
    return type(value) is int and least <= value < 100_000


def _about(about: Any, setup: Setup) -> bool:
    return _begun(setup, about=about) is not None


def _begun(setup: Setup, **other: Any) -> Setup | None:
    """Returns the setup with some values replaced; None if the rules refuse it."""
    head = rules.document(setup, [])
    try:
        return rules.begin({name: head[name] for name in ("format", "game", "variant", "options", "sides")} | other)
    except Refusal:
        return None


def _side(side: Any, setup: Setup) -> bool:
    return type(side) is int and 0 <= side < len(setup["sides"])


def _totals(totals: Any, setup: Setup) -> bool:
    """True for a list of each side's points, or for `{"was": list, "now": list}`."""
    if isinstance(totals, dict):
        return totals.keys() == {"was", "now"} and all(_totals(value, setup) for value in totals.values())
    return _is_list(totals) and len(totals) == len(setup["sides"]) and all(type(total) is int for total in totals)


def _scores(scores: Any, setup: Setup) -> bool:
    return isinstance(scores, dict) and all(
        _number(hand) and isinstance(scores[hand], dict) and _totals(scores[hand], setup) for hand in scores
    )


def _confirmed_hand(hand: Any, _setup: Setup) -> bool:
    """True if valid for the content of a confirmed hand: `{"entry", "struck"}`."""
    return (
        isinstance(hand, dict)
        and hand.keys() == {"entry", "struck"}
        and isinstance(hand["entry"], dict)
        and _flag(hand["struck"])
    )


def _refused(problem: Any, _setup: Setup) -> bool:
    """True for a valid problem: a plain message with its parameters, and the number of a hand."""
    if not isinstance(problem, dict) or not {"message", "params", "hand"} <= problem.keys():
        return False
    message, params = problem["message"], problem["params"]
    if not isinstance(message, str) or not isinstance(params, dict) or type(problem["hand"]) is not int:
        return False
    return _is_small(problem) and is_plain(message, params)


def is_plain(message: str, params: dict[str, Any]) -> bool:
    """True if a message contains only plain `{name}` fields, each with a parameter; no format specs."""
    try:
        fields = [field for field in Formatter().parse(message) if field[1] is not None]
    except ValueError:
        return False
    return all(
        name and name.isidentifier() and name in params and not spec and not conversion
        for _text, name, spec, conversion in fields
    )


CHECKS: dict[str, Check] = {
    "hands": _hands,
    "stopped": _flag,
    "locked": _flag,
    "setup": _setup,
    "declined": _declined,
    "side": _side,
    "lent": _side,
    "status": lambda status, _setup: status in ("finished", "stopped"),
    "totals": _totals,
    "said": _confirmed_hand,
    "scores": _scores,
    "refused": _refused,
}
