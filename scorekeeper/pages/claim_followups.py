"""What a verdict carries into the form of the hand: honours, a meld's points and runs, a failed first meld."""

from typing import Any, TypedDict

from scorekeeper.games.engine.base import Setup
from scorekeeper.games.engine.entry_text import typed_entry
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import say
from scorekeeper.pages.entry_form import EntryForm


class Followup(TypedDict):
    """A link into the hand's form: its text, a side or None, and what is put into its fields or (`add.`) added."""

    text: str
    side: "int | None"
    fields: dict[str, str]


def followups(setup: Setup, form: EntryForm, verdict: "dict[str, Any]") -> list[Followup]:
    """What can be carried over from this verdict, in a match that still goes on."""
    kind = form.way.slug
    if kind == "honours" and verdict["upheld"]:
        return [_honours(form)]
    if kind == "meld" and verdict["upheld"]:
        return [_meld(setup, side, verdict["effect"]) for side in range(len(setup["sides"]))]
    if kind == "first_meld":
        return [_first_meld(setup, form, verdict)]
    return []


def _honours(form: EntryForm) -> Followup:
    fields = typed_entry({"honours": form.entry.get("honours", [])})
    return {"text": _("Put these honours into the hand"), "side": None, "fields": fields}


def _meld(setup: Setup, side: int, effect: "dict[str, Any]") -> Followup:
    fields = {f"add.sides.{side}.melds": str(effect["points"])}
    if effect["run"]:
        fields[f"add.sides.{side}.{effect['run']}"] = "1"
    text = say("{points} for {who}", {"points": effect["points"], "who": setup["sides"][side]["name"]})
    return {"text": text, "side": side, "fields": fields}


def _first_meld(setup: Setup, form: EntryForm, verdict: "dict[str, Any]") -> Followup:
    side = int(form.entry["side"])
    who = setup["sides"][side]["name"]
    if verdict["upheld"]:
        text = _("Put the points of these melds into the hand of %(who)s", who=who)
        return {"text": text, "side": side, "fields": {f"add.sides.{side}.melds": str(verdict["effect"]["points"])}}
    text = _("Note the failed attempt of %(who)s", who=who)
    return {"text": text, "side": side, "fields": {f"add.sides.{side}.failed_melds": "1"}}
