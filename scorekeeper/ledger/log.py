"""The match's log: what a line of it stores, and what a write has to bring.

A line stores the facts that it changed, before and after: what people entered. Scores are never facts; they follow.
Facts are `{"hands": {"3": {"entry": {…}, "struck": false, "corrected": false, "at": "2026-11-21T20:15:00+00:00"}}}`,
with null for a hand that was not there; `{"stopped": true}`; or what changed of the `{"setup": …}`.
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
MOST_TOLD = 50  # of the changes that somebody missed: what is older is in the log
# Kinds of changes that leave every hand, name and result as it was.
HARMLESS = frozenset(("annotate", "clock", "confirm", "confirming", "decline", "sit"))

Accepts = Callable[[str, int | None], bool]  # of a change's kind and hand


class Write(NamedTuple):
    """Who writes, and what they had seen.

    `actor` is the name that the log shows. The same `key` again is answered with the first result. `seen` is the
    version of the match that the sender knows, None where that does not matter. `device` marks the browser.
    """

    actor: str
    key: str = ""
    seen: int | None = None
    device: str = ""


class Stale(Exception):
    """The sender missed a change that conflicts with its write. `changes` are all it missed, oldest first.

    Nothing was written. The match is still locked: the code that catches this (or a Refusal) rolls the session back
    before it does anything that lasts.
    """

    def __init__(self, match: Match, changes: list[Change]) -> None:
        super().__init__(f"match {match.id} stands at version {match.version}")
        self.match = match
        self.changes = changes
        self.version = match.version


def tidy(text: str) -> str:
    """Free text on one line: no control characters, single spaces."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def tidy_key(key: str) -> str:
    """A key that fits its column. A write without a key gets one of its own, and cannot be repeated safely."""
    if not key:
        return secrets.token_urlsafe(16)
    return key if len(key) <= LONGEST_KEY else hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def is_harmless(kind: str, _hand: int | None) -> bool:
    """True if a change that the sender had not seen conflicts with nothing that a table writes."""
    return kind in HARMLESS


def is_overtaken(match: Match, seen: int | None, accepts: Accepts = is_harmless) -> bool:
    """True if the match, as it is loaded, has a change after version `seen` that `accepts` returns False for."""
    if seen is None or seen == match.version:
        return False
    if seen > match.version:
        return True
    missed = select(Change.kind, Change.hand).where(Change.match_id == match.id, Change.number > seen)
    return not all(accepts(kind, hand) for kind, hand in session_of(match).execute(missed))


def changes_since(match: Match, seen: int, most: int | None = None) -> list[Change]:
    """The log's lines after that version, oldest first; of many the newest `most`."""
    found = select(Change).where(Change.match_id == match.id, Change.number > seen).order_by(Change.number.desc())
    return [marked(change, match) for change in session_of(match).scalars(found.limit(most))][::-1]


def marked(change: Change, match: Match) -> Change:
    """The line, knowing whether it was imported: then anybody may have written it, and who stands in it."""
    change.imported = change.number <= (match.imported or 0)
    return change


def input_of(hand: Hand) -> HandInput:
    """What was entered for a stored hand, without anything that follows from it (see `games.engine.play`)."""
    return {"entry": hand.entry, "struck": hand.struck, "corrected": hand.corrected, "at": hand.at.isoformat()}


def line_row(number: int, key: str, actor: str, change: Any, **about: Any) -> dict[str, Any]:
    """The columns of the log's line about a change (`games.engine.history.Change`), but for those in `about`."""
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


SAID = {"entry", "struck", "corrected", "at"}
LONGEST_KIND = 16
Check = Callable[[Any, Setup], bool]


def are_good_facts(facts: Any, setup: Setup) -> bool:
    """Whether these may stand before or after a change in a match with this setup."""
    return isinstance(facts, dict) and all(name in CHECKS and CHECKS[name](facts[name], setup) for name in facts)


def is_text(text: Any, longest: int) -> bool:
    """Whether it is a text of one line."""
    return isinstance(text, str) and len(text) <= longest and is_printable(text)


def _hands(hands: Any, _setup: Setup) -> bool:
    return isinstance(hands, dict) and len(hands) > 0 and all(_number(key) and _said(hands[key]) for key in hands)


def _number(text: Any) -> bool:
    return isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 6 and text[0] != "0"


def _said(said: Any) -> bool:
    if said is None:
        return True
    return (
        isinstance(said, dict)
        and said.keys() == SAID
        and isinstance(said["entry"], dict)
        and _flag(said["struck"])
        and _flag(said["corrected"])
        and _moment(said["at"])
    )


def _declined(given_up: Any, _setup: Setup) -> bool:
    """What a phone had recorded without a network, and how."""
    return (
        isinstance(given_up, dict)
        and given_up.keys() == {"kind", "entry"}
        and is_text(given_up["kind"], LONGEST_KIND)
        and isinstance(given_up["entry"], dict)
        and _is_small(given_up)
    )


def _is_small(value: Any) -> bool:
    try:
        bounded_json.check(value, bounded_json.SMALL)
    except bounded_json.BadJson:
        return False
    return True


def _moment(text: Any) -> bool:
    """A moment with its zone, written as Python does."""
    try:
        moment = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return False
    return moment.tzinfo is not None and 1900 < moment.year < 2200


def _flag(value: Any, _setup: Setup | None = None) -> bool:
    return type(value) is bool


def _setup(fact: Any, setup: Setup) -> bool:
    """Names, and what was agreed besides the rules."""
    if not isinstance(fact, dict) or not fact.keys() <= {"sides", "seats", "former", "about"}:
        return False
    former = fact.get("former", [])
    named = [
        {name: fact[name] for name in ("sides", "seats") if name in fact},
        *(former if _is_list(former) else [None]),
    ]
    return _about(fact.get("about", {}), setup) and all(_names(each, setup) for each in named)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _names(names: Any, setup: Setup) -> bool:
    """`{"sides", "seats"}`, and of earlier names the hand `until` which they were true."""
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
        and type(until) is int
        and 0 < until < 100_000
    )


def _about(about: Any, setup: Setup) -> bool:
    return _begun(setup, about=about) is not None


def _begun(setup: Setup, **other: Any) -> Setup | None:
    head = rules.document(setup, [])
    try:
        return rules.begin({name: head[name] for name in ("format", "game", "variant", "options", "sides")} | other)
    except Refusal:
        return None


def _side(side: Any, setup: Setup) -> bool:
    return type(side) is int and 0 <= side < len(setup["sides"])


def _totals(totals: Any, setup: Setup) -> bool:
    """Points of each side, before and after newer rules scored the match."""
    if isinstance(totals, dict):
        return totals.keys() == {"was", "now"} and all(_totals(each, setup) for each in totals.values())
    return _is_list(totals) and len(totals) == len(setup["sides"]) and all(type(each) is int for each in totals)


def _scores(scores: Any, setup: Setup) -> bool:
    return isinstance(scores, dict) and all(
        _number(hand) and isinstance(scores[hand], dict) and _totals(scores[hand], setup) for hand in scores
    )


def _agreed(said: Any, _setup: Setup) -> bool:
    """What of a hand a side confirmed."""
    return (
        isinstance(said, dict)
        and said.keys() == {"entry", "struck"}
        and isinstance(said["entry"], dict)
        and _flag(said["struck"])
    )


def _refused(problem: Any, _setup: Setup) -> bool:
    """A problem that can be shown."""
    if not isinstance(problem, dict) or not {"message", "params", "hand"} <= problem.keys():
        return False
    message, params = problem["message"], problem["params"]
    if not isinstance(message, str) or not isinstance(params, dict) or type(problem["hand"]) is not int:
        return False
    return _is_small(problem) and is_plain(message, params)


def is_plain(message: str, params: dict[str, Any]) -> bool:
    """Whether a message is as the rules write theirs: each place a plain `{name}` that is given, nothing computed."""
    try:
        places = [(name, form, turned) for _text, name, form, turned in Formatter().parse(message) if name is not None]
    except ValueError:
        return False
    return all(name.isidentifier() and name in params and not form and not turned for name, form, turned in places)


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
    "said": _agreed,
    "scores": _scores,
    "refused": _refused,
}
