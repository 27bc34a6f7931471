"""Properties of any entry: sums, replay, the order of cards; junk is refused without an error."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Problem, Refusal
from tests.documents import random_claim, random_document
from tests.games.table import PAIRS, document, last_hand, scored, singly
from tests.support.fuzzing import tries

pytestmark = pytest.mark.fuzz

SEEDS = st.integers(0, 10**9)
SLUGS = st.sampled_from([game.slug for game in GAMES])
# Valid words: junk of random text alone would be refused at the first check.
WORDS = [
    "tresette", "truco", "albastini", "buraco", "points", "aces", "figures", "last_trick", "tricks", "honours",
    "solo", "decima", "claim", "winner", "stake", "fold", "trick", "side", "proposals", "answer", "accept",
    "run", "cards", "undrawn", "next_dealer", "stop", "sides", "melds", "clean", "dirty", "semi_clean", "hand",
    "pot", "pot_cards", "played", "unplayed", "none", "went_out", "cut_bonus", "failed_melds", "type", "won",
    "target", "meld", "first_meld", "go_out", "safe_win", "double", "deal", "vira", "player", "kind", "four",
    "three", "napoletana", "rank", "missing", "suit", "coins", "cups", "Anna", "Carla", "A", "2", "3", "7", "K",
    "JOKER", "AS", "2S", "back", "note", "at", "name", "players",
]  # fmt: skip
SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 130) | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from(WORDS)
)  # fmt: skip
JUNK = st.recursive(
    SCALARS,
    lambda inside: (
        st.lists(inside, max_size=4) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), inside, max_size=5)
    ),
    max_leaves=12,
)
GROUPS = st.dictionaries(st.sampled_from(WORDS), JUNK, max_size=6)


def shares(total: int, sides: int) -> st.SearchStrategy[list[int]]:
    """Returns a strategy for one share for each side; together they are `total`."""
    cuts = st.lists(st.integers(0, total), min_size=sides - 1, max_size=sides - 1).map(sorted)
    return cuts.map(lambda at: [after - before for before, after in zip([0, *at], [*at, total], strict=True)])


@given(aces=shares(4, 2), figures=shares(20, 2), last_trick=st.integers(0, 1))
def test_the_whole_points_of_a_tresette_deal_always_add_up_to_eleven(aces: Any, figures: Any, last_trick: int) -> None:
    hand = {"aces": aces, "figures": figures, "last_trick": last_trick}
    points = last_hand("tresette", hand, options={"special_wins": False})["points"]
    assert sum(points) == 11


@given(sides=st.integers(2, 6).flatmap(lambda sides: st.tuples(*[shares(4, sides)] * 5)))
def test_the_card_points_of_an_albastini_deal_always_add_up_to_120(sides: Any) -> None:
    cards = dict(zip(("A", "7", "K", "J", "Q"), sides, strict=True))
    players = len(sides[0])
    head = {"sides": singly(players)}
    out_of_play = 0
    entry: dict[str, Any] = {"cards": cards}
    if players == 5:  # the undrawn king is out of play: the side that has it gives it back
        cards["K"] = [count - (side == cards["K"].index(max(cards["K"]))) for side, count in enumerate(cards["K"])]
        entry["undrawn"] = "K"
        out_of_play = 4
    lines = last_hand("albastini", entry, **head)["lines"]
    counted = [int(line["text"].rsplit("= ", 1)[1]) for line in lines if line["rule"] == "ALB-1"]
    assert sum(counted) == 120 - out_of_play
    by_points = {name: value for name, value in entry.items() if name != "cards"} | {"points": counted}
    assert last_hand("albastini", by_points, **head)["points"] == last_hand("albastini", entry, **head)["points"]


@given(seed=SEEDS, slug=SLUGS)
@settings(max_examples=tries(50))
def test_hand_by_hand_equals_the_whole_document(seed: int, slug: str) -> None:
    written = random_document(Random(seed), slug)
    try:
        result = play.score(written)
    except Refusal:
        return
    setup = play.begin(written)
    table = play.first_table(setup)
    for number, entry in enumerate(written.get("hands", [])):
        assert play.problems(setup, table, entry) == []
        hand = play.score_hand(setup, table, entry)
        table = hand["table"]
        for key in ("dealer", "points"):
            assert hand[key] == result["hands"][number][key]
        assert table["totals"] == result["hands"][number]["totals"]
        of_lines = [sum(line["points"] for line in hand["lines"] if line["side"] == side) for side in range(12)]
        assert of_lines[: len(hand["points"])] == hand["points"]
    for key in ("totals", "status", "winner", "games", "won_by"):
        assert table[key] == result[key]  # type: ignore[literal-required]
    assert play.next_hand(setup, table) == result["next_hand"]
    assert play.score(play.document(setup, written.get("hands", []))) == result


@given(seed=SEEDS, slug=SLUGS)
@settings(max_examples=tries(40))
def test_scoring_changes_nothing_that_was_entered(seed: int, slug: str) -> None:
    written, twin = (random_document(Random(seed), slug) for _ in range(2))
    problems_of(lambda: play.score(written))
    assert repr(written) == repr(twin)


def only_refused(document_of_anything: Any, claim: Any = None) -> None:
    """Scores and judges; any error but a refusal with good problems fails."""
    for answer in (lambda: play.score(document_of_anything), lambda: play.claim(document_of_anything, claim)):
        for refusal in problems_of(answer):
            assert sorted(refusal) == ["field", "hand", "message", "params", "rule"]
            assert refusal["message"].format(**refusal["params"])


def problems_of(answer: Callable[[], Any]) -> list[Problem]:
    """Returns the problems in a refusal; an empty list for any other result."""
    try:
        answer()
    except Refusal as refusal:
        return refusal.problems
    return []


@given(junk=JUNK, claim=JUNK)
def test_junk_for_a_document_is_only_refused(junk: Any, claim: Any) -> None:
    only_refused(junk, claim)


@given(slug=SLUGS, hands=st.lists(GROUPS | JUNK, max_size=3), claim=GROUPS)
@settings(max_examples=tries(75))
def test_junk_for_a_hand_or_a_claim_is_only_refused(slug: str, hands: Any, claim: Any) -> None:
    only_refused(document(slug, *hands), claim)


@given(
    slug=SLUGS, head=st.dictionaries(st.sampled_from(["variant", "options", "sides", "first_dealer", "about"]), JUNK)
)
def test_junk_for_a_head_is_only_refused(slug: str, head: Any) -> None:
    only_refused({**document(slug), **head})


@given(seed=SEEDS, slug=SLUGS, junk=JUNK, hand=st.integers(0, 5), path=st.lists(st.integers(0, 9), max_size=4))
@settings(max_examples=tries(60))
def test_junk_anywhere_in_a_good_document_is_only_refused(
    seed: int, slug: str, junk: Any, hand: int, path: Any
) -> None:
    written = random_claim(Random(seed), slug)
    place: Any = written
    for step in [1 + hand, *path]:
        keys = sorted(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = keys[step % len(keys)]
        if not isinstance(place[key], (dict, list)) or not place[key]:
            place[key] = junk
            break
        place = place[key]
    only_refused(written.get("match"), written.get("claim"))


@given(digits=st.integers(5, 4299), sign=st.sampled_from([1, -1]), slug=SLUGS)
@settings(max_examples=tries(20))
def test_numbers_beyond_any_score_are_only_refused(digits: int, sign: int, slug: str) -> None:
    huge = sign * (10**digits - 1)
    nothing = {"melds": huge, "clean": huge, "hand": {"A": huge}, "pot": "unplayed", "pot_cards": huge}
    nearly = {"aces": [4, 0], "figures": [20, 0], "last_trick": 0, "tricks": [9, 1]}
    for hand in (
        {"points": [huge, huge]},
        {"aces": [huge, huge], "figures": [huge, -huge], "last_trick": huge, "tricks": [huge, huge]},
        {**nearly, "solo": {"player": "Anna", "aces": huge, "figures": huge}},
        {"winner": huge, "stake": huge},
        {"tricks": [huge], "truco": {"trick": huge, "side": 0, "proposals": huge, "answer": "run"}},
        {"cards": {"A": [huge, huge]}},
        {"sides": [nothing, nothing]},
    ):
        only_refused(document(slug, hand), {"type": "won", "side": huge})
    for options in ({"target": huge}, {"stakes": [1, huge]}, {"first_meld": [[huge, huge]]}):
        only_refused(document(slug, options=options))


@given(hands=st.lists(st.tuples(st.integers(0, 216), st.integers(0, 40)), min_size=1, max_size=6))
def test_a_buraco_hand_scores_what_it_adds_up_to(hands: list[tuple[int, int]]) -> None:
    played = [
        {"sides": [{"melds": 5 * (melds // 2), "hand": 5 * (held // 2), "pot": "none"},
                   {"melds": 0, "hand": 0, "pot": "played"}]}
        for melds, held in hands
    ]  # fmt: skip
    result = scored("buraco", *played, sides=PAIRS, options={"target": None})
    assert result["totals"] == [sum(5 * (melds // 2) - 5 * (held // 2) - 100 for melds, held in hands), 0]
