"""Entries of hands in a few words."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Field, english, field
from scorekeeper.games.engine.thirds import mixed
from scorekeeper.games.engine.words import short, told_by_fields
from tests.documents import GAMES as DOCUMENTS
from tests.games.table import THREE_PAIRS, document, singly

CASES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    (
        "belote", {"variant": "coinche"},
        {"taker": 0, "player": "Anna", "contract": 90, "coinche": 2, "points": [100, 62]},
        "taken by ● · 90 · × 2 · points 100–62 · Anna",
    ),
    ("tresette", {}, {"points": [7, 4]}, "points 7–4"),
    (
        "tresette", {}, {"aces": [3, 1], "figures": [12, 8], "last_trick": 0},
        "aces 3–1 · figures 12–8 · last trick ●",
    ),
    (
        "tresette", {},
        {"aces": [4, 0], "figures": [18, 2], "last_trick": 1, "tricks": [9, 1], "solo": {"player": "Anna"}},
        "aces 4–0 · figures 18–2 · last trick ▲ · tricks 9–1 · all by Anna",
    ),
    (
        "tresette", {"variant": "mcleod"},
        {
            "points": [7, 4],
            "honours": [
                {"player": "Dino", "kind": "four", "rank": "A"},
                {"player": "Anna", "kind": "three", "rank": "3", "missing": "coins"},
                {"player": "Dino", "kind": "four", "rank": "2"},
            ],
        },
        "points 7–4 · honours Anna 3 · honours Dino 8",
    ),
    (
        "tresette", {}, {"claim": {"side": 1, "aces": 2, "figures": 7, "last_trick": True}},
        "claim ▲ · aces 2 · figures 7 · last trick",
    ),
    ("tresette", {}, {"decima": "Carla"}, "napoletana decima Carla"),
    ("truco", {}, {"winner": 1, "stake": 3}, "3 for ▲"),
    ("truco", {}, {"winner": None}, "drawn"),
    ("truco", {}, {"tricks": [0, None, 1]}, "tricks ● = ▲"),
    (
        "truco", {},
        {
            "tricks": [1, 0],
            "truco": {"trick": 2, "side": 0, "proposals": 2, "answer": "accept", "tied_card_before_call": True},
        },
        "tricks ▲ ● · truco ● in trick 2 · 6 accepted · tied card before the call",
    ),
    (
        "truco", {"variant": "mineiro"},
        {"tricks": [], "truco": {"trick": 1, "side": 1, "proposals": 1, "answer": "run"}},
        "truco ▲ in trick 1 · ran from 4",
    ),
    ("truco", {}, {"fold": True}, "gave up the hand"),
    ("scopa", {"variant": "cirulla"}, {"claim": {"side": 1, "accusi": {"3": 2}}}, "called out ▲ · accusi of 3 2"),
    ("albastini", {}, {"points": [70, 50], "next_dealer": "Bruno"}, "points 70–50 · Bruno deals next"),
    (
        "albastini", {"sides": singly(5)}, {"points": [60, 30, 15, 4, 0], "undrawn": "A"},
        "points 60–30–15–4–0 · undrawn A",
    ),
    (
        "albastini", {}, {"cards": {"Q": [2, 2], "A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0]}},
        "A 3–1 · 7 2–2 · K 1–3 · J 4–0 · Q 2–2",
    ),
    ("albastini", {}, {"stop": True}, "stopped"),
    (
        "buraco", {},
        {
            "sides": [
                {"melds": 345, "clean": 1, "dirty": 1, "hand": 45, "pot": "played"},
                {"melds": {"3-7": 10, "8-K": 6, "A": 2, "2": 1}, "hand": {"A": 2}, "pot": "unplayed", "pot_cards": 85},
            ],
            "went_out": 0,
        },
        "melds 345–160 · clean 1–0 · dirty 1–0 · hand 45–30 · pot unplayed ▲ 85 · out ●",
    ),
    (
        "buraco", {"variant": "three-teams", "sides": THREE_PAIRS, "options": {"unplayed_pot": "flat"}},
        {
            "sides": [
                {"melds": 60, "hand": 0, "pot": "none", "failed_melds": 2},
                {"melds": 0, "hand": 120, "pot": "unplayed"},
                {"melds": 0, "hand": 120, "pot": "played", "cut_bonus": True},
            ],
        },
        "melds 60–0–0 · hand 0–120–120 · no pot ● · pot unplayed ▲ · failed melds 2–0–0 · cut ■",
    ),
]  # fmt: skip


@pytest.mark.parametrize("game, head, entry, words", CASES)
def test_an_entry_is_told_in_a_few_words(game: str, head: dict[str, Any], entry: dict[str, Any], words: str) -> None:
    setup = play.begin(document(game, **head))
    assert " · ".join(english(message, params) for message, params in short(setup, entry)) == words


@pytest.mark.parametrize("game", DOCUMENTS)
def test_every_game_tells_its_entries(game: str) -> None:
    setup = play.begin(DOCUMENTS[game].going_on[0])
    assert all(short(setup, entry) for entry in DOCUMENTS[game].going_on[0]["hands"])


def test_a_final_result_from_paper_is_called_so() -> None:
    assert short(play.begin(document("truco")), {"final": [12, 3]}) == [["final result", {}]]


@pytest.mark.parametrize(
    "described, value, words",
    [
        (field("won", "flag", "Won"), True, ["{label}", {"label": "Won"}]),
        (
            field("by", "choice", "By", choices=[["k", "knocking"], ["g", "gin"]]), "g",
            ["{label} {choice}", {"label": "By", "choice": "gin"}],
        ),
        (field("out", "side", "Out"), 1, ["{label} {value}", {"label": "Out", "value": "▲"}]),
        (field("out", "side", "Out"), None, ["{label} {value}", {"label": "Out", "value": "–"}]),
        (field("left", "shares", "Left"), [3, None], ["{label} {value}", {"label": "Left", "value": "3–×"}]),
        (field("took", "tricks", "Took"), [0, 1, None], ["{label} {value}", {"label": "Took", "value": "● ▲ –"}]),
        (field("all", "list", "All"), [True, False, 2], ["{label} {value}", {"label": "All", "value": "✓ – 2"}]),
        (field("it", "group", "It"), {"b": 2, "a": 1}, ["{label} {value}", {"label": "It", "value": "a 1 b 2"}]),
    ],
)  # fmt: skip
def test_a_field_is_told_by_its_label_where_a_game_has_no_words(described: Field, value: Any, words: list[Any]) -> None:
    told = told_by_fields(
        play.begin(document("truco")), {described["name"]: value}, [{"slug": "", "title": "", "fields": [described]}]
    )
    assert told == [words]


@pytest.mark.parametrize("thirds, text", [(0, "0"), (1, "⅓"), (2, "⅔"), (3, "1"), (4, "1⅓"), (23, "7⅔"), (33, "11")])
def test_thirds_are_written_as_players_do(thirds: int, text: str) -> None:
    assert mixed(thirds) == text
