"""The match page: the score, the form for the next hand or for one that is corrected, the hands so far."""

from typing import Any

from scorekeeper.games.engine.base import Entry, Setup
from scorekeeper.games.engine.match_state import Called, MatchState
from scorekeeper.games.engine.play import may_stand
from scorekeeper.pages.agreement import options_of
from scorekeeper.pages.ending import ending_of
from scorekeeper.pages.entry_form import EntryForm, Sent, blank_form, carry
from scorekeeper.pages.result_page import Series


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
