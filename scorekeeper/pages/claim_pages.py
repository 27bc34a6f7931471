"""The pages of claims: what can be claimed in a match, the form of one claim, its verdict, and what follows from it."""

from collections import OrderedDict
from typing import Any, TypedDict

from scorekeeper.games.engine.base import Refusal, Setup, Table
from scorekeeper.games.engine.cards import BACK, cards_typed
from scorekeeper.games.engine.claims import judge_for_reader
from scorekeeper.games.engine.entries import YES, claims_of, spread
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.i18n import called, card_name, say
from scorekeeper.i18n import gettext as _
from scorekeeper.pages.entry_form import EntryForm, Sent, Way

# What the picker's keys send: a card to add to a field or to take out of it, as `field:card` or `field:index`.
ADD, DROP = "add", "drop"
CHECK = "check"  # the key that asks for the verdict
HELPERS = (".suit", ".led")  # fields of the picker alone


def claim_form(setup: Setup, slug: str, sent: Sent) -> "EntryForm | None":
    """The form of a claim as it was sent, or None where this match has no such claim."""
    found = next((claim for claim in claims_of(setup) if claim["slug"] == slug), None)
    if found is None:
        return None
    way, typed = Way(found, setup), spread(list(sent))
    _pick(typed)
    if CHECK in typed:
        _count_nothing(way.listed, typed)
    return EntryForm(setup, way, typed)


def judged(setup: Setup, table: Table, form: EntryForm) -> "dict[str, Any] | None":
    """The verdict on that table; None where the form has problems, which it then shows."""
    claim = dict(form.entry)
    claim["type"] = form.way.slug
    try:
        return judge_for_reader(setup, table, claim, say)
    except Refusal as refusal:
        form.problems = refusal.problems
        return None


def shown_in(form: EntryForm) -> "list[tuple[str, str]]":
    """What was claimed, field by field: a label and a text, cards with their suits' signs."""
    shown = []
    for name, field in form.way.fields.items():
        texts = [
            (path, text)
            for path, text in form.typed.items()
            if text and (path + ".").startswith(name + ".") and not path.endswith(HELPERS)
        ]
        if field["kind"] == "cards_of_sides":
            shown += [
                (called(form.setup["sides"][int(path.split(".")[1])]["name"]), _cards(text))
                for path, text in sorted(texts)
            ]
        elif field["kind"] == "hands":
            shown += _hands(field, name, dict(texts))
        elif name != "side" and texts:
            said = [_shown(field, name, path, text) for path, text in texts]
            shown.append((say(field["label"], {}), ", ".join(said)))
    return shown


def _shown(field: "dict[str, Any]", name: str, path: str, text: str) -> str:
    """One typed text as it is read on paper."""
    if field["kind"] in ("cards", "trick", "melds", "card"):
        return _cards(text, field.get("suits"))
    inner = path[len(name) + 1 :]
    return f"{inner}: {text}" if inner else (_("yes") if text == YES else text)


def _hands(field: "dict[str, Any]", name: str, typed: "dict[str, str]") -> "list[tuple[str, str]]":
    """What each player held who showed it."""
    held = []
    for index in range(field["most"]):
        player = typed.get(f"{name}.{index}.who", "")
        if player:
            held.append((player, _cards(typed.get(f"{name}.{index}.cards", ""), field.get("suits"))))
    return held


def _cards(text: str, suits: "list[list[str]] | None" = None) -> str:
    """Cards that were typed, with their suits' signs; those of a game with suits of its own in words."""
    cards = cards_typed(text, suits)
    return (
        " ".join([card_name(card) for card in cards])
        if suits is None
        else ", ".join([_said(card, suits) for card in cards])
    )


def _said(card: str, suits: "list[list[str]]") -> str:
    """A card of a game with suits of its own (their letters and names): `"12C"` is 12 of its cups."""
    if card == BACK:
        return _("face down")
    for letter, suit in suits:
        if card[-1:] == letter:
            return f"{card[:-1]} {_(suit)}"
    return card


def _count_nothing(fields: "list[dict[str, Any]]", typed: "dict[str, str]") -> None:
    """An untouched stepper counts as the 0 that it shows."""
    for field in fields:
        if field["kind"] == "count" and field["required"] and not typed.get(field["name"]):
            typed[field["name"]] = "0"


def _pick(typed: "dict[str, str]") -> None:
    """Apply a key of the picker; without a script each of its keys sends the form."""
    added, dropped = typed.pop(ADD, ""), typed.pop(DROP, "")
    if added:
        name, _colon, rank = added.partition(":")
        suit = typed.get(f"{name}.suit", "S")
        card = rank if rank in ("JOKER", "back") else rank + suit
        typed[name] = f"{typed.get(name, '')} {card}".strip()
    if dropped:
        name, _colon, index = dropped.partition(":")
        cards = typed.get(name, "").split()
        typed[name] = " ".join([card for at, card in enumerate(cards) if str(at) != index])


class Followup(TypedDict):
    """Something to do with a verdict: its text, a side or None, and what is put into a hand's fields or (`add.`) added.

    With `record` the fields are sent as a hand of their own.
    """

    text: str
    side: "int | None"
    fields: dict[str, str]
    record: bool


def followups(setup: Setup, form: EntryForm, verdict: "dict[str, Any]") -> list[Followup]:
    """What can be done with this verdict, in a match that still goes on."""
    game = game_of(setup)
    if form.way.slug not in game.claims:
        return []
    found = game.follow_ups(setup, form.way.slug, form.entry, verdict)
    return [_told(each) for each in found]


def _told(followup: "dict[str, Any]") -> Followup:
    message, params = followup["text"]
    return {
        "text": say(message, params),
        "side": followup["side"],
        "fields": OrderedDict(sorted(followup["fields"].items())),
        "record": "record" in followup,
    }


def claims_page(token: str, number: int, setup: Setup, table: Table) -> "dict[str, Any]":
    """What can be claimed in the match of this number; with `is_over` nothing any more."""
    return {"token": token, "number": number, "claims": claims_of(setup), "is_over": table["status"] != "in_progress"}


def claim_page(
    token: str,
    *,
    setup: Setup,
    state: MatchState,
    form: EntryForm,
    verdict: "dict[str, Any] | None",
    may_score: bool,
    key: str,
) -> "dict[str, Any]":
    """A claim: its form, and the verdict once there is one. `key` is for the hand that may be recorded from it."""
    goes_on = verdict is not None and may_score and state["status"] == "in_progress"
    return {
        "token": token,
        "number": state["number"],
        "setup": setup,
        "state": state,
        "form": form,
        "verdict": verdict,
        "may_score": may_score,
        "key": key,
        "followups": followups(setup, form, verdict) if verdict is not None and goes_on else [],
    }
