"""The pages of claims: what can be claimed in a match, and one claim with its verdict."""

from typing import Any

from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.entries import claims_of
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.pages.claim_followups import followups
from scorekeeper.pages.entry_form import EntryForm


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
