"""What a verdict carries into the form of the hand: honours, a meld's points and runs, a failed first meld."""

from typing import Any

from scorekeeper.games.engine.entry_text import typed_entry
from scorekeeper.i18n import _, say
from scorekeeper.pages.entry_form import EntryForm
from scorekeeper.store.models import Match

RUN_TITLES = {"clean": "clean run", "semi_clean": "semi-clean run", "dirty": "dirty run"}


def carried(match: Match, form: EntryForm, verdict: dict[str, Any]) -> list[dict[str, Any]]:
    """Links into the hand's form: each a text, a side or None, and what is added to or put into its fields."""
    if match.status != "in_progress":
        return []
    kind = form.way.slug
    if kind == "honours" and verdict["upheld"]:
        return [_honours(form)]
    if kind == "meld" and verdict["upheld"]:
        return [_meld(match, side, verdict["effect"]) for side in range(len(match.setup["sides"]))]
    if kind == "first_meld":
        return [_first_meld(match, form, verdict)]
    return []


def _honours(form: EntryForm) -> dict[str, Any]:
    fields = typed_entry({"honours": form.entry.get("honours", [])})
    return {"text": _("Put these honours into the hand"), "side": None, "fields": fields}


def _meld(match: Match, side: int, effect: dict[str, Any]) -> dict[str, Any]:
    fields = {f"add.sides.{side}.melds": str(effect["points"])}
    if effect["run"]:
        fields[f"add.sides.{side}.{effect['run']}"] = "1"
    text = say("{points} for {who}", {"points": effect["points"], "who": match.setup["sides"][side]["name"]})
    return {"text": text, "side": side, "fields": fields}


def _first_meld(match: Match, form: EntryForm, verdict: dict[str, Any]) -> dict[str, Any]:
    side = int(form.entry["side"])
    who = match.setup["sides"][side]["name"]
    if verdict["upheld"]:
        text = _("Put the points of these melds into the hand of %(who)s", who=who)
        return {"text": text, "side": side, "fields": {f"add.sides.{side}.melds": str(verdict["effect"]["points"])}}
    text = _("Note the failed attempt of %(who)s", who=who)
    return {"text": text, "side": side, "fields": {f"add.sides.{side}.failed_melds": "1"}}
