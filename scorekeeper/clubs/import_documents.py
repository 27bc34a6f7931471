"""A match document as exports write it, read as the rows of its match."""

from datetime import datetime
from typing import Any

from scorekeeper import ledger
from scorekeeper.clubs.import_duplicates import Document, key_of
from scorekeeper.clubs.tournaments.exported import KEYS as TOURNAMENT_KEYS
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.store.models import now

MOST_HANDS = 2_000  # of one match
TOO_MANY = _("This match has {hands} hands; at most {most} can be imported")
EXPORTED_KEYS = (
    "played",
    "opened",
    "stopped",
    "table",
    "place",
    "night",
    "night_day",
    "night_place",
    *TOURNAMENT_KEYS,
)  # keys that exports add to `about`; here they are columns of the sitting


def hands_of(document: Any) -> int:
    """How many hands a document has. Raises Refusal for more than MOST_HANDS."""
    hands = document.get("hands") if isinstance(document, dict) else None
    count = len(hands) if isinstance(hands, list) else 0
    if count > MOST_HANDS:
        raise refuse("hands", None, TOO_MANY, hands=count, most=MOST_HANDS)
    return count


def rows_of(document: Any, actor: str) -> ledger.MatchRows:
    """The rows of a document's match, from its hands or, where it has a log, from that. Raises Refusal."""
    if not isinstance(document, dict):
        raise refuse(None, None, _("This is not a match document"))
    hands, about = document.get("hands", []), document.get("about", {})
    if not isinstance(hands, list):
        raise refuse("hands", None, _("This is not a list of hands"))
    head = {name: value for name, value in document.items() if name != "hands"}
    if not isinstance(about, dict):
        ledger.rows_from_hands(head, [], [now()], actor="", key="")  # raises the Refusal for it
    started, key = played_at(document), key_of(document)
    head["about"] = {name: value for name, value in about.items() if name not in EXPORTED_KEYS}
    if "log" in document:
        rows = ledger.rows_from_log(head, hands, document["log"], key=key)
    else:
        moments = [started, *(_entered_at(entry) or started for entry in hands)]
        rows = ledger.rows_from_hands(head, hands, moments, actor=actor, key=key, stopped=bool(about.get("stopped")))
    rows.match.started_at = started
    return rows


def _entered_at(entry: Any) -> datetime | None:
    return ledger.moment_of(entry.get("at")) if isinstance(entry, dict) else None


def played_at(document: Document) -> datetime:
    """When a match was played: as its `about` says, else when its first hand was entered, else now."""
    hands = document.get("hands") or [{}]
    return ledger.moment_of(document.get("about", {}).get("played")) or _entered_at(hands[0]) or now()
