"""The page of a new match: the first of an evening, or the next one at the same table."""

from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Refusal, Setup
from scorekeeper.games.engine.setup import begin
from scorekeeper.pages.agreement import agreement_of
from scorekeeper.pages.start_form import StartForm, shape_text


def agreed(form: StartForm, sent: "dict[str, str]") -> "Setup | None":
    """The match to start, where Start was pressed, its seats were shown and nothing is wrong; else None.

    What is wrong stands in the form afterwards.
    """
    if "start" not in sent or sent.get("shown_shape") != shape_text(form.shape):
        return None
    form.check_minutes()
    try:
        setup = begin(form.head)
    except Refusal as refusal:
        form.refuse(refusal.problems)
        return None
    return None if form.problems else setup


def start_page(
    form: StartForm,
    *,
    token: "str | None",
    sitting_name: str,
    key: str,
    more_names: bool = False,
    named: "list[dict[str, Any]] | None" = None,
    tables: "list[Any] | None" = None,
) -> "dict[str, Any]":
    """The page around a form. `token` is of the evening's link, None for its first match.

    `named`: games of the club that its members named (`scorekeeper.pages.agreement`). `more_names`:
    the club has more names than the form offers, to be found as one types. `tables`: of evenings before, to be filled
    in as they were (see `evenings_page.Table`).
    """
    return {
        "form": form,
        "games": GAMES,
        "token": token,
        "sitting_name": sitting_name,
        "key": key,
        "more_names": more_names,
        "tables": tables or [],
        "named": named or [],
        "agreement": agreement_of(form),
    }
