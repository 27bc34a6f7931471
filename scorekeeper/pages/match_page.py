"""The match page with score, entry form and hands so far."""

from typing import Any

from scorekeeper.games.engine.base import Entry, Setup, Table
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.match_state import Called, MatchState
from scorekeeper.games.engine.play import may_stand
from scorekeeper.pages.entry_form import EntryForm, Sent, blank_form, carry, form_fields
from scorekeeper.pages.result_page import Series, ending_of
from scorekeeper.pages.start_page import options_of


def next_form(
    setup: Setup, next_hand: "dict[str, Any]", last: "Entry | None", query: Sent, typed: "dict[str, str] | None" = None
) -> EntryForm:
    """Returns the form for the next hand, in the way of `?way=`, else of the `last` entry, else the game's first way.

    Ways that `next_hand` rules out are not chosen. What has been announced of the hand (`typed`, see `engine.bids`) and
    the query's other parameters fill the form's fields.
    """
    pairs = list(query)
    form = blank_form(setup, dict(pairs).get("way"), last, next_hand)
    form.typed.update(typed or {})
    carry(form, pairs)
    return form


def match_page(
    token: str,
    *,
    sitting_name: str,
    setup: Setup,
    state: MatchState,
    table: Table,
    form: EntryForm,
    may_score: bool,
    own_side: "int | None",
    key: str,
    call: "dict[str, Any] | Called | None" = None,
    series: "Series | None" = None,
) -> "dict[str, Any]":
    """Returns the context of the match page. `own_side`: the side of this phone; `key`: the next idempotency key.

    `table` is the one before the hand in the form.
    `call` is the state of the next hand's calls (`games.engine.calls.shown`), None if the game has none.
    `series` are the matches won by each side, None while the match goes on.
    """
    return {
        "token": token,
        "sitting_name": sitting_name,
        "setup": setup,
        "agreed_query": dict(options_of(setup)),
        "state": state,
        "script_state": without_lines(state, call),
        "asked": game_of(setup).asked(setup, table, form.entry) if table["status"] == "in_progress" else {},
        "ending": ending_of(setup, state, series),
        "form": form,
        "may_score": may_score and game_of(setup).installed,
        "own_side": own_side,
        "form_fields": lambda entry: form_fields(setup, entry),
        "may_stand": may_stand(setup),
        "key": key,
        "call": call,
    }


def without_lines(state: MatchState, call: Any = None) -> "dict[str, Any]":
    """Returns the state for the page's scripts. The lines of hands are left out, as the page already shows them."""
    slim: dict[str, Any] = dict(state)
    slim["call"] = call
    slim["hands"] = [{name: value for name, value in hand.items() if name != "lines"} for hand in state["hands"]]
    return slim
