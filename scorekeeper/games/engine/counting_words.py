"""Words for games in which card points or cards are counted: what was entered, and a claimed deal to be recorded."""

from typing import Any

from .base import Entry, Words, _
from .entry_text import typed_entry
from .summary import each_share, shares


def counted(entry: Entry, classes: "list[list[Any]]") -> Words:
    """The card points of each side, or the cards of each rank; `classes` are those of the field of cards."""
    words = each_share(entry, (("points", _("points {shares}")),))
    for rank, label, _worth, _most in classes:
        if rank in entry.get("cards", {}):
            words.append([_("{rank} {shares}"), {"rank": label, "shares": shares(entry["cards"][rank])}])
    return words


def record_deal(claim: Entry) -> "dict[str, Any]":
    """The follow-up of a claim that counted a whole deal: the same, recorded as a hand."""
    fields = typed_entry({name: claim[name] for name in claim if name not in ("type", "side")})
    fields["way"] = "cards" if "cards" in claim else "points"
    return {"text": [_("Record this deal"), {}], "side": None, "fields": fields, "record": True}
