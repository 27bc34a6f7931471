"""A match kept on a phone goes the way of the server's ledger, whatever is done to it."""

from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper import ledger
from scorekeeper.games.engine import history as phone
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import Match
from tests.evenings import TRESETTE, TRUCO, points, start, won, write

Act = tuple[str, list[Any], dict[str, Any]]  # what is done, to what, and how


def do_on_server(match: Match, act: Act) -> str:
    name, about, options = act
    try:
        write(getattr(ledger, name), match, *about, **options)
    except (Refusal, ledger.CannotUndo) as refusal:
        return str(refusal)
    return "done"


def do_on_phone(kept: phone.Kept, act: Act) -> tuple[phone.Kept, str]:
    name, about, options = act
    times = {"at": "2026-11-21T20:15:00+00:00"} if name in ("record", "finish") else {}
    try:
        return getattr(phone, name)(kept, *about, key="a key", **times, **options), "done"
    except Refusal as refusal:
        return kept, str(refusal)


def some_act(rng: Random, hands: int, entry: Any) -> Act:
    number = rng.randint(1, hands + 1)
    rest = {"strike_rest": rng.random() < 0.5}
    acts: list[Act] = [
        ("correct", [number, entry(rng)], rest),
        ("strike", [number], rest),
        ("annotate", [number, rng.choice(["", "Dino was late", "x" * 201])], {}),
        ("undo", [], {}),
        ("undo", [], {}),
        ("redo", [], {}),
        ("finish", [], {}),
    ]
    return ("record", [entry(rng)], {}) if rng.random() < 0.5 else rng.choice(acts)


def of_truco(rng: Random) -> dict[str, Any]:
    return won(rng.choice([0, 1]), rng.choice([1, 3, 6, 2]))


def of_tresette(rng: Random) -> dict[str, Any]:
    ours = rng.randint(0, 11)
    return points(ours, 11 - ours)


@pytest.mark.parametrize("head, entry", [(TRUCO, of_truco), (TRESETTE, of_tresette)], ids=["truco", "tresette"])
@pytest.mark.parametrize("seed", range(12))
def test_phone_and_server_agree_after_every_step(app: Flask, head: Any, entry: Any, seed: int) -> None:
    rng = Random(seed)
    with app.test_request_context():
        match = start(head)
        kept = ledger.kept(match)
        for _step in range(30):
            act = some_act(rng, len(kept["hands"]), entry)
            told = do_on_server(match, act)
            kept, said = do_on_phone(kept, act)
            assert (said == "done") == (told == "done"), (act, said, told)
            assert shown(phone.state(kept)) == shown(ledger.state(match)), act


def shown(state: dict[str, Any]) -> dict[str, Any]:
    """All that a page shows; a moment is the phone's own."""
    hands = [{name: value for name, value in hand.items() if name != "at"} for hand in state["hands"]]
    return {**state, "hands": hands, "since": None}
