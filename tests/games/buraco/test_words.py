"""Buraco in words and forms: hands of three players, great runs, pots."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.play import next_hand
from scorekeeper.games.engine.words import before_the_hand, how_it_ended, short
from scorekeeper.pages.entry_form import Way, blank_form, filled_form, posted_form, ways
from scorekeeper.pages.match_page import next_form
from tests.games.table import document, singly

THREE: dict[str, Any] = {"variant": "burraco-3", "sides": singly(3)}
ALONE = {"melds": 410, "clean": 1, "hand": 0, "pot": "played"}
PAIR = {"melds": 220, "dirty": 1, "hand": 95, "pot": "none"}
LONE = {"lone": 2, "alone": ALONE, "pair": PAIR, "went_out": 2}
TO_1000 = {"lone": 0, "alone": {**ALONE, "melds": 500, "clean": 2}, "pair": PAIR, "went_out": 0}
NO_POT = {"melds": 0, "hand": 50, "pot": "none"}

TOLD: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (THREE, LONE, "alone ■ · melds 410–220 · clean 1–0 · dirty 0–1 · hand 0–95 · no pot ●▲ · out ■"),
    (
        THREE,
        {"lone": 1, "alone": {**ALONE, "pot": "unplayed", "pot_cards": 105}, "pair": PAIR, "went_out": 0},
        "alone ▲ · melds 410–220 · clean 1–0 · dirty 0–1 · hand 0–95 · pot unplayed ▲ 105 · no pot ●■ · out ●",
    ),
    (THREE, {"sides": [NO_POT] * 3}, "melds 0–0–0 · hand 50–50–50 · no pot ● · no pot ▲ · no pot ■"),
    (
        {"variant": "burraco-fitab"},
        {
            "sides": [
                {"melds": 300, "thirteen": 1, "eight": 1, "hand": 0, "pot": "played"},
                {"melds": 215, "thirteen_dirty": 1, "eight_dirty": 1, "hand": 60, "pot": "none"},
            ],
            "went_out": 0,
        },
        "melds 300–215 · thirteen 1–0 · thirteen with a wild card 0–1 · group of eight 1–0"
        " · group of eight with a wild card 0–1 · hand 0–60 · no pot ▲ · out ●",
    ),
    (
        {"variant": "aberto"},
        {
            "sides": [
                {"melds": {"2": 2, "8-K": 20}, "fourteen": 1, "hand": {"joker": 1}, "pot": "stock"},
                {"melds": 0, "hand": 0, "pot": "played"},
            ]
        },
        "melds 220–0 · ace to ace 1–0 · hand 20–0 · pot to the stock ●",
    ),
]


@pytest.mark.parametrize("head, entry, words", TOLD)
def test_a_hand_is_told_in_a_few_words(head: dict[str, Any], entry: dict[str, Any], words: str) -> None:
    setup = play.begin(document("buraco", **head))
    assert " · ".join(english(*sentence) for sentence in short(setup, entry)) == words


@pytest.mark.parametrize(
    "head, hands, texts",
    [
        (THREE, [], ["Pots of 18 and 11 cards: the first to take the 18 plays alone"]),
        (THREE, [LONE], ["Pots of 18 and 11 cards: the first to take the 18 plays alone"]),
        (THREE, [TO_1000], ["Three pots of 11 cards: everybody plays for himself"]),
        ({}, [], []),
    ],
)
def test_three_players_are_told_which_pots_to_make(head: dict[str, Any], hands: list[Any], texts: list[str]) -> None:
    setup, _hands, table = play.opened(document("buraco", *hands, **head))
    assert [english(*sentence) for sentence in before_the_hand(setup, table)] == texts


@pytest.mark.parametrize(
    "melds, text",
    [
        (100, "The agreed hands are played; the highest total wins: 100 – 0"),
        (0, "The agreed hands are played: equal points, a draw"),
    ],
)
def test_the_end_after_an_agreed_number_of_hands_is_told(melds: int, text: str) -> None:
    other = {"melds": 0, "hand": 0, "pot": "played"}
    hand = {"sides": [{**other, "melds": melds}, other]}
    setup, _hands, table = play.opened(document("buraco", hand, options={"hands": 1}))
    assert [english(*sentence) for sentence in how_it_ended(setup, table)] == [text]


def test_a_claim_of_three_players_leads_nowhere_as_it_does_not_say_who_plays_alone() -> None:
    setup = play.begin(document("buraco", **THREE))
    claim = {"cards": ["3S", "4S", "5S"]}
    verdict = {"upheld": True, "effect": {"points": 15, "run": None}}
    assert game_of(setup).follow_ups(setup, "meld", claim, verdict) == []
    assert game_of(setup).follow_ups(play.begin(document("buraco")), "meld", claim, verdict)


def fields_of_a_side(variant: str, **options: Any) -> dict[str, Any]:
    setup = play.begin(document("buraco", variant=variant, options=options))
    fields: dict[str, Any] = way(setup, "hand").fields["sides"]["fields"]
    return fields


def way(setup: Any, slug: str) -> Way:
    return next(listed for listed in ways(setup) if listed.slug == slug)


@pytest.mark.parametrize(
    "variant, absent",
    [
        ("us", {"semi_clean", "thirteen", "thirteen_dirty", "fourteen", "eight", "eight_dirty"}),
        ("burraco", {"cut_bonus", "thirteen", "thirteen_dirty", "fourteen", "eight", "eight_dirty"}),
        ("burraco-fitab", {"cut_bonus", "fourteen"}),
        ("aberto", {"cut_bonus", "semi_clean", "thirteen_dirty", "eight", "eight_dirty"}),
    ],
)
def test_the_form_asks_only_for_what_is_played(variant: str, absent: set[str]) -> None:
    every = {"semi_clean", "thirteen", "thirteen_dirty", "fourteen", "eight", "eight_dirty", "cut_bonus"}
    assert every - set(fields_of_a_side(variant)) == absent


@pytest.mark.parametrize("variant, pots", [("us", 3), ("burraco", 3), ("aberto", 4), ("stbl", 4)])
def test_a_pot_becomes_the_stock_only_where_it_can(variant: str, pots: int) -> None:
    assert len(fields_of_a_side(variant)["pot"]["choices"]) == pots


def test_the_lone_player_is_not_asked_whether_he_took_a_pot() -> None:
    lone = way(play.begin(document("buraco", **THREE)), "lone").fields
    assert [value for value, _label in lone["alone"]["fields"]["pot"]["choices"]] == ["played", "unplayed"]
    assert [value for value, _label in lone["pair"]["fields"]["pot"]["choices"]] == ["played", "unplayed", "none"]


@pytest.mark.parametrize("variant", ["us", "burraco", "aberto", "timed"])
def test_a_lone_hand_is_entered_only_by_three_players(variant: str) -> None:
    assert [listed.slug for listed in ways(play.begin(document("buraco", variant=variant)))] == ["hand"]


@pytest.mark.parametrize("until, slugs", [(1000, ["lone", "hand"]), (None, ["lone", "hand"]), (0, ["hand"])])
def test_three_players_have_a_lone_hand_unless_they_agreed_on_none(until: Any, slugs: list[str]) -> None:
    setup = play.begin(document("buraco", **THREE, options={"lone_hand_until": until}))
    assert [listed.slug for listed in ways(setup)] == slugs


@pytest.mark.parametrize(
    "hands, last, slug",
    [
        ([], None, "lone"),
        ([LONE], LONE, "lone"),
        ([TO_1000], TO_1000, "hand"),
        ([TO_1000, {"sides": [NO_POT] * 3}], {"sides": [NO_POT] * 3}, "hand"),
    ],
)
def test_the_form_is_the_one_that_the_pots_ask_for(hands: list[Any], last: Any, slug: str) -> None:
    setup, _hands, table = play.opened(document("buraco", *hands, **THREE))
    assert next_form(setup, next_hand(setup, table), last, []).way.slug == slug
    assert next_form(setup, next_hand(setup, table), last, [("way", "hand")]).way.slug == "hand"


def test_without_knowing_the_pots_the_form_is_that_of_the_last_hand() -> None:
    setup = play.begin(document("buraco", **THREE))
    assert blank_form(setup, None, TO_1000).way.slug == "lone"


def test_what_is_typed_of_a_lone_hand_is_its_entry_and_can_be_corrected() -> None:
    setup = play.begin(document("buraco", **THREE))
    texts = {
        "way": "lone", "lone": "2", "alone.melds": "410", "alone.clean": "1", "alone.hand": "0", "alone.pot": "played",
        "pair.melds": "220", "pair.dirty": "1", "pair.hand": "95", "pair.pot": "none", "went_out": "2",
    }  # fmt: skip
    assert posted_form(setup, texts.items()).entry == LONE
    form = filled_form(setup, 1, LONE)
    assert (form.way.slug, form.entry) == ("lone", LONE)
    assert filled_form(setup, 1, {"sides": [NO_POT] * 3}).way.slug == "hand"
