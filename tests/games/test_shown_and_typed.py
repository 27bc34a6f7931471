"""Pages of random matches; an entry typed into a form scores the same."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal, Setup, english
from scorekeeper.games.engine.entries import entry_typed, typed_entry
from scorekeeper.games.engine.match_state import Record, match_state
from scorekeeper.games.engine.ways import fields_of, way_of
from scorekeeper.games.engine.words import short
from tests.documents import random_document

SEEDS = st.integers(0, 10**9)
SLUGS = st.sampled_from([game.slug for game in GAMES])


def played(seed: int, slug: str) -> tuple[Setup, list[dict[str, Any]], Any]:
    """Returns a random match up to its first hand with problems."""
    written = random_document(Random(seed), slug)
    try:
        setup = play.begin(written)
    except Refusal:
        return played(seed + 1, slug)
    table = play.first_table(setup)
    hands: list[dict[str, Any]] = []
    for entry in written["hands"] if isinstance(written.get("hands"), list) else []:
        if play.problems(setup, table, entry):
            break
        hands.append(play.score_hand(setup, table, entry))
        table = hands[-1]["table"]
    return setup, hands, table


def a_record(table: Any, hands: int) -> Record:
    """Returns the record of a match without anything special."""
    return {
        "version": hands + 1, "since": None, "first": 1, "number": 1, "hands": hands, "status": table["status"],
        "seatings": [], "clock": None, "agreed": None, "rescored": None, "locked": None,
        "can": {"undo": None, "redo": None}, "started": "",
    }  # fmt: skip


@given(seed=SEEDS, slug=SLUGS)
def test_the_state_of_a_match_shows_what_was_scored(seed: int, slug: str) -> None:
    setup, hands, table = played(seed, slug)
    rows: Any = [
        {"number": number, "dealer": hand["dealer"], "points": hand["points"], "totals": hand["table"]["totals"],
         "entry": hand["entry"], "lines": hand["lines"], "struck": False, "corrected": False}
        for number, hand in enumerate(hands, 1)
    ]  # fmt: skip
    shown = match_state(setup, table, rows, a_record(table, len(rows)))
    assert [side["total"] for side in shown["sides"]] == table["totals"]
    assert [row["totals"] for row in shown["hands"]] == [hand["table"]["totals"] for hand in hands]
    assert [side["index"] for side in shown["sides"] if side["won"]] == (
        [] if table["winner"] is None else [table["winner"]]
    )
    dealing = [player["name"] for side in shown["sides"] for player in side["players"] if player["deals"]]
    assert dealing == ([] if table["dealer"] is None else [setup["seats"][table["dealer"]]])


@given(seed=SEEDS, slug=SLUGS)
def test_every_good_entry_can_be_said_shortly(seed: int, slug: str) -> None:
    setup, hands, _table = played(seed, slug)
    for hand in hands:
        texts = [english(message, params) for message, params in short(setup, hand["entry"])]
        assert texts
        assert all(texts)


@given(seed=SEEDS, slug=SLUGS)
def test_an_entry_typed_into_its_form_scores_the_same(seed: int, slug: str) -> None:
    setup, hands, _table = played(seed, slug)
    game = next(game for game in GAMES if game.slug == slug)
    table = play.first_table(setup)
    for hand in hands:
        way = way_of(game.ways_of(setup), hand["entry"])
        fields = fields_of(way["fields"], setup["options"], len(setup["seats"]))
        form = entry_typed(fields, typed_entry(hand["entry"]), len(setup["sides"]))
        again = play.score_hand(setup, table, form)
        assert (again["points"], again["lines"], again["table"]) == (hand["points"], hand["lines"], hand["table"])
        table = hand["table"]
