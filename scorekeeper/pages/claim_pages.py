"""The pages of claims: the list of claims, the form of a claim, its verdict and the next steps.

A claim is about a match or, without one, about a game in one of its variants, at the totals in the query.
"""

from collections import OrderedDict
from typing import Any, TypedDict

from scorekeeper.games.engine import offline_match, play
from scorekeeper.games.engine.base import Field, Refusal, Setup, Table
from scorekeeper.games.engine.cards import BACK, cards_typed
from scorekeeper.games.engine.claims import judge_for_reader
from scorekeeper.games.engine.entries import WON, YES, claims_of, spread
from scorekeeper.games.engine.game import find_game, game_of
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.i18n import called, card_name, say
from scorekeeper.i18n import gettext as _
from scorekeeper.pages.entry_form import EntryForm, Sent, Way, is_whole
from scorekeeper.pages.start_page import blank_form

# Names of the card picker's buttons: they add `field:card` to a field or drop `field:index` from it.
ADD, DROP = "add", "drop"
CHECK = "check"  # the name of the button that requests the verdict
HELPERS = (".suit", ".led")  # fields that only the picker uses


def claim_form(setup: Setup, slug: str, sent: Sent) -> "EntryForm | None":
    """Returns the form of a claim as it was sent; None if this match has no claim with this slug."""
    claim = next((claim for claim in claims_of(setup) if claim["slug"] == slug), None)
    if claim is None:
        return None
    way, texts = Way(claim, setup), spread(list(sent))
    _pick(texts)
    if CHECK in texts:
        _count_nothing(way.listed, texts)
    return EntryForm(setup, way, texts)


LONGEST_TOTAL = 6  # digits


def without_match(slug: str, sent: Sent) -> "tuple[Setup, Table, MatchState] | None":
    """Returns setup, table and state of a new match with the query's variant and totals; None for an unknown game."""
    texts = dict(sent)
    if find_game(slug) is None:
        return None
    wanted = {"game": slug, "variant": texts["variant"]} if "variant" in texts else {"game": slug}
    setup = play.begin(blank_form(wanted).head)
    table, state = play.first_table(setup), offline_match.state(offline_match.begun(setup), say)
    for side in state["sides"]:
        side["total"] = _total(texts.get(f"total.{side['index']}", ""))
    table["totals"] = [side["total"] for side in state["sides"]]
    return setup, table, state


def _total(text: str) -> int:
    """Returns a total as typed; 0 if it is blank or no number."""
    text = text.strip().replace("−", "-")
    digits = text.lstrip("-")[:LONGEST_TOTAL]
    total = int(digits) if is_whole(digits) else 0
    return -total if text.startswith("-") else total


def judged(setup: Setup, table: Table, form: EntryForm) -> "dict[str, Any] | None":
    """Returns the verdict on the form's claim; None if the claim is refused, with the form's `problems` set."""
    claim = dict(form.entry)
    claim["type"] = form.way.slug
    try:
        return judge_for_reader(setup, table, claim, say)
    except Refusal as refusal:
        form.problems = refusal.problems
        return None


def judged_without_match(setup: Setup, table: Table, form: EntryForm) -> "dict[str, Any] | None":
    """Returns the verdict as `judged` does; “We have won” is judged by the totals, as there are no hands."""
    verdict = judged(setup, table, form)
    if verdict is None or form.way.slug != WON["slug"]:
        return verdict
    over = play.over(setup, table["totals"], say)
    over["upheld"] = over["effect"]["winner"] == form.entry["side"]
    for reason in over["reasons"]:
        reason["holds"] = over["upheld"]
    return over


def shown_in(form: EntryForm) -> "list[tuple[str, str]]":
    """Returns the claim as (label, text) pairs, one per field; cards with the signs of their suits."""
    shown = []
    for name, field in form.way.fields.items():
        texts = [
            (path, text)
            for path, text in form.typed.items()
            if text and (path + ".").startswith(name + ".") and not path.endswith(HELPERS)
        ]
        cards = field["own"].cards_in(form.setup, field, dict(texts)) if "own" in field else None
        if cards is not None:
            shown += [(called(who), _cards(text, field.get("suits"))) for who, text in cards]
        elif name != "side" and texts:
            parts = [_field_text(field, name, path, text) for path, text in texts]
            shown.append((say(field["label"], {}), ", ".join(parts)))
    return shown


def _field_text(field: "dict[str, Any]", name: str, path: str, text: str) -> str:
    """Returns the text of one field, or of a part of it, for people to read."""
    if field["kind"] in ("cards", "trick", "melds", "card"):
        return _cards(text, field.get("suits"))
    inner = path[len(name) + 1 :]
    return f"{inner}: {text}" if inner else (_("yes") if text == YES else text)


def _cards(text: str, suits: "list[list[str]] | None" = None) -> str:
    """Typed cards as text: with suit signs, or in words if the game has its own suits."""
    cards = cards_typed(text, suits)
    return (
        " ".join([card_name(card) for card in cards])
        if suits is None
        else ", ".join([_card_in_words(card, suits) for card in cards])
    )


def _card_in_words(card: str, suits: "list[list[str]]") -> str:
    """Returns a card in words: “12 cups” for `"12C"`; `suits`: the game's, as (letter, name)."""
    if card == BACK:
        return _("face down")
    for letter, suit in suits:
        if card[-1:] == letter:
            return f"{card[:-1]} {_(suit)}"
    return card


def _count_nothing(fields: "list[Field]", texts: "dict[str, str]") -> None:
    """Sets blank required steppers to 0, the number that they show until they are used."""
    for field in fields:
        if field["kind"] == "count" and field["required"] and "typed" not in field and not texts.get(field["name"]):
            texts[field["name"]] = "0"


def _pick(texts: "dict[str, str]") -> None:
    """Applies a button of the card picker to the typed texts; without JavaScript each of them submits the form."""
    added, dropped = texts.pop(ADD, ""), texts.pop(DROP, "")
    if added:
        name, _colon, rank = added.partition(":")
        suit = texts.get(f"{name}.suit", "S")
        card = rank if rank in ("JOKER", "back") else rank + suit
        texts[name] = f"{texts.get(name, '')} {card}".strip()
    if dropped:
        name, _colon, index = dropped.partition(":")
        cards = texts.get(name, "").split()
        texts[name] = " ".join([card for at, card in enumerate(cards) if str(at) != index])


class Followup(TypedDict):
    """An action offered after a verdict: its button's text, its side or None, and values for the fields of a hand.

    A field with the prefix `add.` is added to the field's value. With `record` the fields are saved as a new hand.
    """

    text: str
    side: "int | None"
    fields: dict[str, str]
    record: bool


def followups(setup: Setup, form: EntryForm, verdict: "dict[str, Any]") -> list[Followup]:
    """Returns the actions to offer after a verdict: links to the form of a hand, or a hand to record."""
    game = game_of(setup)
    if form.way.slug not in game.claims:
        return []
    return [_followup(action) for action in game.follow_ups(setup, form.way.slug, form.entry, verdict)]


def _followup(followup: "dict[str, Any]") -> Followup:
    message, params = followup["text"]
    return {
        "text": say(message, params),
        "side": followup["side"],
        "fields": OrderedDict(sorted(followup["fields"].items())),
        "record": "record" in followup,
    }


def claims_page(token: str, number: int, setup: Setup, table: Table) -> "dict[str, Any]":
    """Returns the context of the list of claims; `token` is empty without a match. If `is_over`, none can be made."""
    return {
        "token": token,
        "number": number,
        "game": game_of(setup),
        "variant": setup["variant"],
        "claims": claims_of(setup),
        "is_over": table["status"] != "in_progress",
    }


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
    """Returns the template context of a claim's page; `token` is empty without a match.

    `key`: idempotency key for recording the verdict as a hand.
    """
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
