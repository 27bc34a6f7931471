"""The match page: the score, the form of a hand, the hands so far; and the page of what each side needs."""

from typing import Any, TypedDict

from scorekeeper.games.engine.base import Entry, Setup, Table
from scorekeeper.games.engine.match_state import Called, MatchState
from scorekeeper.games.engine.needs import needs
from scorekeeper.games.engine.play import may_stand
from scorekeeper.i18n import say
from scorekeeper.pages.entry_form import EntryForm, Sent, blank_form, carry
from scorekeeper.pages.result_page import Series, ending_of
from scorekeeper.pages.start_page import options_of


class NeedText(TypedDict):
    """What is needed, in a sentence, and its rule's number."""

    text: str
    rule: str


def needs_page(token: str, setup: Setup, table: Table, state: MatchState) -> "dict[str, Any]":
    """The page: `of_sides` by side, `of_match` for all of them; both empty once the match is over."""
    found = [(each["side"], _told(each)) for each in needs(setup, table)] if state["status"] == "in_progress" else []
    sides = range(len(setup["sides"]))
    return {
        "token": token,
        "state": state,
        "of_match": [text for side, text in found if side is None],
        "of_sides": [[text for whose, text in found if whose == side] for side in sides],
    }


def _told(each: Any) -> NeedText:
    return {"text": say(each["message"], each["params"]), "rule": each["rule"]}


def next_form(setup: Setup, next_hand: "dict[str, Any]", last: "Entry | None", query: Sent) -> EntryForm:
    """The form for the next hand: in the way that `?way=` names, else that of the `last` entry, else the game's first.

    What is known of the `next_hand` rules ways out. What else the address carries is put into the form's fields.
    """
    sent = list(query)
    form = blank_form(setup, dict(sent).get("way"), last, next_hand)
    carry(form, sent)
    return form


def match_page(
    token: str,
    *,
    sitting_name: str,
    setup: Setup,
    state: MatchState,
    form: EntryForm,
    may_score: bool,
    own_side: "int | None",
    key: str,
    call: "dict[str, Any] | Called | None" = None,
    series: "Series | None" = None,
) -> "dict[str, Any]":
    """The page around a form. `own_side` is the side that this phone sits with, `key` is for the next write.

    `call` is what is called in the next hand (`games.engine.calls.shown`), None where nothing can be.
    `series` is how the sides stand in matches, None while the match goes on.
    """
    return {
        "token": token,
        "sitting_name": sitting_name,
        "setup": setup,
        "agreed_query": dict(options_of(setup)),
        "state": state,
        "script_state": without_lines(state, call),
        "ending": ending_of(setup, state, series),
        "form": form,
        "may_score": may_score,
        "own_side": own_side,
        "may_stand": may_stand(setup),
        "key": key,
        "call": call,
    }


def without_lines(state: MatchState, call: Any = None) -> "dict[str, Any]":
    """The state that the page's scripts start from: of the hands no lines, they are on the page already."""
    started: dict[str, Any] = dict(state)
    started["call"] = call
    started["hands"] = [{name: value for name, value in hand.items() if name != "lines"} for hand in state["hands"]]
    return started
