"""Buraco in Italy and Brazil: groups, great runs, values of cards, pots (BUR-22 to BUR-31)."""

from typing import Any

import pytest

from scorekeeper.games.buraco import GAME
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from tests.games.buraco.test_scores import hand
from tests.games.table import document, last_hand, messages, refused, rules_of, scored, singly

NOTHING = {"melds": 0, "hand": 0, "pot": "played"}
NO_POT = {"melds": 120, "hand": 60, "pot": "none"}
LEAST = [("thirteen", 100, 500), ("thirteen_dirty", 85, 250), ("fourteen", 115, 1000), ("eight", 40, 250),
         ("eight_dirty", 40, 200)]  # fmt: skip
WITH_A_TWO = ("thirteen", "thirteen_dirty", "fourteen")
ALL_GREAT = {name: bonus for name, _points, bonus in LEAST}

# The table of the rules: a row for each preset, a column for each option.
PRESETS = {
    "us": (2, True, (2, 2), 2000, 0, "clean"),
    "classic": (2, False, (2, 2), 2000, 0, "clean"),
    "three-teams": (3, True, (3, 2), 2000, 0, "clean"),
    "two-by-three": (3, True, (2, 3), 2000, 0, "clean"),
    "timed": (2, True, (2, 2), None, 0, "clean"),
    "burraco": (2, True, (2, 2), 2005, 150, "any"),
    "burraco-fitab": (2, True, (2, 2), 2005, 150, "any"),
    "burraco-3": (2, True, (3, 1), 1505, 150, "any"),
    "aberto": (2, True, (2, 2), 3000, 0, "clean"),
    "fechado": (2, True, (2, 2), 3000, 0, "any"),
    "stbl": (2, True, (2, 2), 3000, 0, "clean"),
}
BESIDES: dict[str, tuple[Any, ...]] = {
    "groups": ("any", "any", "any", "none", "any", "none"),
    "ace": ("one_end", "one_end", "one_end", "both", "both", "both"),
    "semi_clean_wild": ("end", "end", "end", "anywhere", "anywhere", "anywhere"),
    "semi_clean_groups": ("eight", "eight_or_more", "eight", "none", "none", "none"),
    "unplayed_pot": ("cards", "cards", "cards", "flat", "flat", "flat"),
    "missed_pot": ("if_taken", "always", "if_taken", "always", "always", "always"),
    "exact_cut": (0, 0, 0, 0, 0, 0),
    "thirteen": (0, 300, 0, 500, 500, 500),
    "thirteen_dirty": (0, 250, 0, 0, 0, 0),
    "fourteen": (0, 0, 0, 1000, 1000, 1000),
    "eight": (0, 250, 0, 0, 0, 0),
    "eight_dirty": (0, 200, 0, 0, 0, 0),
    "two_points": (20, 20, 20, 10, 10, 10),
    "joker_points": (30, 30, 30, 20, 20, 20),
    "pot_to_stock": (False, False, False, True, True, True),
    "lone_hand_until": (0, 0, 1000, 0, 0, 0),
    "without_clean": ("count",) * 6,
    "hands": (None,) * 6,
    "failed_meld_increment": (15,) * 6,
}


def options_of(variant: str) -> dict[str, Any]:
    options: dict[str, Any] = next(preset["options"] for preset in GAME.presets if preset["slug"] == variant)
    return options


@pytest.mark.parametrize("variant", PRESETS)
def test_what_each_preset_agrees_on(variant: str) -> None:
    options = options_of(variant)
    packs, jokers, shape, target, semi_clean, out = PRESETS[variant]
    names = ("packs", "jokers", "target", "semi_clean", "go_out_with")
    assert [options[name] for name in names] == [packs, jokers, target, semi_clean, out]
    assert GAME.shapes(variant) == [shape]
    usual = variant in ("us", "classic", "three-teams", "two-by-three", "timed")
    assert options["first_meld"] == ([[0, 50], [1500, 75]] if usual else [])


def test_every_preset_of_the_rules_is_there_and_no_other() -> None:
    assert [preset["slug"] for preset in GAME.presets] == list(PRESETS)


@pytest.mark.parametrize("option", BESIDES)
def test_what_italian_and_brazilian_presets_set_besides(option: str) -> None:
    variants = ("burraco", "burraco-fitab", "burraco-3", "aberto", "fechado", "stbl")
    assert tuple(options_of(variant)[option] for variant in variants) == BESIDES[option]


@pytest.mark.parametrize("variant", ["us", "classic", "three-teams", "two-by-three", "timed"])
def test_american_presets_have_the_first_value_of_every_new_option(variant: str) -> None:
    expected = {
        "groups": "court", "ace": "both", "semi_clean_wild": "anywhere", "semi_clean_groups": "none", "exact_cut": 100,
        "missed_pot": "always", "thirteen": 0, "thirteen_dirty": 0, "fourteen": 0, "eight": 0, "eight_dirty": 0,
        "two_points": 20, "joker_points": 30, "pot_to_stock": False, "without_clean": "count", "lone_hand_until": 0,
        "hands": None,
    }  # fmt: skip
    options = options_of(variant)
    assert {name: options[name] for name in expected} == expected


def test_example_six_an_italian_hand() -> None:
    entry = hand(
        {"melds": 310, "semi_clean": 1, "dirty": 1, "hand": 20, "pot": "played"},
        {"melds": 90, "hand": 75, "pot": "unplayed", "pot_cards": 130},
        went_out=0,
    )
    assert last_hand("buraco", entry, variant="burraco")["points"] == [640, -115]


@pytest.mark.parametrize(
    "variant, other, points, rule",
    [
        ("burraco", NO_POT, [60, 60], "BUR-27"),
        ("burraco-fitab", NO_POT, [-40, -40], "BUR-7"),
        ("burraco", NOTHING, [-40, 0], "BUR-7"),
        ("burraco", {**NOTHING, "pot": "unplayed", "pot_cards": 55}, [-40, -55], "BUR-7"),
    ],
)
def test_a_missed_pot_costs_by_fibur_only_where_some_side_took_one(
    variant: str, other: Any, points: list[int], rule: str
) -> None:
    entry = hand(NO_POT, other)
    assert last_hand("buraco", entry, variant=variant)["points"] == points
    assert rule in [cited for side, cited, _points in rules_of("buraco", entry, variant=variant) if side == 0]


def test_a_pot_that_became_the_stock_is_not_one_that_was_taken() -> None:
    options = {"missed_pot": "if_taken", "pot_to_stock": True}
    assert last_hand("buraco", hand(NO_POT, {**NOTHING, "pot": "stock"}), options=options)["points"] == [60, 0]


@pytest.mark.parametrize("run, least, bonus", LEAST)
def test_a_great_run_earns_its_bonus_and_needs_its_points(run: str, least: int, bonus: int) -> None:
    least += 20 if run in WITH_A_TWO else 0
    side = {**NOTHING, "melds": least, run: 1}
    assert last_hand("buraco", hand(side), options=ALL_GREAT)["points"][0] == least + bonus
    assert (0, "BUR-28", bonus) in rules_of("buraco", hand(side), options=ALL_GREAT)
    too_few = hand({**side, "melds": least - 5})
    assert refused("buraco", too_few, options=ALL_GREAT) == [("sides.0.melds", "BUR-28")]


@pytest.mark.parametrize("run, least, _bonus", LEAST)
def test_a_great_run_is_refused_where_it_is_not_played(run: str, least: int, _bonus: int) -> None:
    side = {**NOTHING, "melds": 300, run: 1}
    for variant in ("us", "burraco"):
        assert refused("buraco", hand(side), variant=variant) == [("sides.0." + run, "BUR-28")]
    assert refused("buraco", hand({**side, run: 0})) == [("sides.0." + run, "BUR-28")]


@pytest.mark.parametrize("cards, good", [(13, True), (12, False)])
def test_a_great_run_needs_its_cards_where_they_are_counted(cards: int, good: bool) -> None:
    melds = {"2": 8, "A": cards - 8}
    entry = hand({**NOTHING, "melds": melds, "thirteen": 1})
    if good:
        assert last_hand("buraco", entry, options=ALL_GREAT)["points"][0] == 160 + 75 + 500
    else:
        assert refused("buraco", entry, options=ALL_GREAT) == [("sides.0.melds", "BUR-28")]


def test_the_least_of_all_runs_adds_up() -> None:
    side = {**NOTHING, "thirteen": 1, "eight": 1, "clean": 1}
    least = 120 + 40 + 35
    assert last_hand("buraco", hand({**side, "melds": least}), options=ALL_GREAT)["points"][0] == least + 950
    text = messages("buraco", hand({**side, "melds": least - 5}), options=ALL_GREAT)
    assert text == "The melds cannot hold these runs: they have 28 cards or more, worth 195 or more"


def test_the_two_of_a_great_run_has_the_agreed_value() -> None:
    side = {**NOTHING, "melds": 110, "thirteen": 1}
    assert last_hand("buraco", hand(side), variant="aberto")["points"][0] == 610
    assert refused("buraco", hand(side), options={"thirteen": 500}) == [("sides.0.melds", "BUR-28")]


@pytest.mark.parametrize("run, free", [("thirteen", True), ("thirteen_dirty", False), ("fourteen", True),
                                       ("eight", True), ("eight_dirty", False)])  # fmt: skip
def test_great_runs_without_a_wild_card_are_clean_for_going_out(run: str, free: bool) -> None:
    entry = hand({**NOTHING, "melds": 200, run: 1}, went_out=0)
    if free:
        assert last_hand("buraco", entry, options=ALL_GREAT)["points"][0] == 200 + ALL_GREAT[run] + 100
    else:
        assert refused("buraco", entry, options=ALL_GREAT) == [("went_out", "BUR-9")]
    any_run = {**ALL_GREAT, "go_out_with": "any"}
    assert last_hand("buraco", entry, options=any_run)["points"][0] == 200 + ALL_GREAT[run] + 100


@pytest.mark.parametrize("two, joker, packs_hold", [(20, 30, 1080), (10, 20, 960), (10, 50, 1080), (20, 50, 1160)])
def test_the_packs_hold_by_the_agreed_values(two: int, joker: int, packs_hold: int) -> None:
    options = {"two_points": two, "joker_points": joker}
    assert last_hand("buraco", hand({**NOTHING, "melds": {"2": 2, "joker": 1}}), options=options)["points"][0] == (
        2 * two + joker
    )
    assert last_hand("buraco", hand({**NOTHING, "melds": packs_hold}), options=options)["points"][0] == packs_hold
    assert refused("buraco", hand({**NOTHING, "melds": packs_hold + 5}), options=options) == [("sides", "BUR-1")]


@pytest.mark.parametrize("variant", ["burraco", "burraco-fitab", "aberto", "fechado", "stbl"])
def test_there_is_no_exact_cut_in_italy_and_brazil(variant: str) -> None:
    cut = hand(NOTHING, {**NOTHING, "cut_bonus": True})
    assert refused("buraco", cut, variant=variant) == [("sides.1.cut_bonus", "BUR-26")]
    assert last_hand("buraco", hand(NOTHING, {**NOTHING, "cut_bonus": False}), variant=variant)["points"] == [0, 0]


def test_example_nine_a_brazilian_hand() -> None:
    melds = {"3-7": 10, "8-K": 13, "A": 3, "2": 2}
    side = {"melds": melds, "thirteen": 1, "dirty": 1, "hand": 30, "pot": "stock"}
    other = {"melds": 160, "dirty": 1, "hand": 40, "pot": "played"}
    assert last_hand("buraco", hand(side, other, went_out=0), variant="aberto")["points"] == [915, 220]
    minus = {"without_clean": "minus"}
    assert last_hand("buraco", hand(side, other, went_out=0), variant="aberto", options=minus)["points"] == [915, -200]
    assert (1, "BUR-31", -160) in rules_of("buraco", hand(side, other, went_out=0), variant="aberto", options=minus)


def test_a_pot_that_became_the_stock_costs_nothing_and_lets_its_side_go_out() -> None:
    side = {"melds": 200, "clean": 1, "hand": 0, "pot": "stock"}
    assert last_hand("buraco", hand(side, went_out=0), variant="stbl")["points"] == [500, 0]
    assert (0, "BUR-30", 0) in rules_of("buraco", hand(side), variant="stbl")


@pytest.mark.parametrize("variant", ["us", "burraco", "burraco-fitab"])
def test_no_pot_becomes_the_stock_elsewhere(variant: str) -> None:
    entry = hand({**NOTHING, "pot": "stock"})
    assert refused("buraco", entry, variant=variant) == [("sides.0.pot", "BUR-7")]


def test_a_pot_that_became_the_stock_has_no_cards_to_count() -> None:
    entry = hand({**NOTHING, "pot": "stock", "pot_cards": 55})
    assert refused("buraco", entry, variant="aberto") == [("sides.0.pot_cards", "BUR-8")]


@pytest.mark.parametrize(
    "side, points",
    [
        ({"melds": 160, "dirty": 1, "hand": 40}, -200),
        ({"melds": 160, "semi_clean": 1, "hand": 0}, -160),
        ({"melds": 160, "thirteen_dirty": 1, "hand": 0}, -160),
        ({"melds": 160, "clean": 1, "dirty": 1, "hand": 40}, 420),
        ({"melds": 160, "eight": 1, "hand": 0}, 410),
        ({"melds": 0, "hand": 0}, 0),
    ],
)
def test_without_a_clean_run_everything_melded_is_deducted_where_that_is_agreed(side: Any, points: int) -> None:
    options = {**ALL_GREAT, "semi_clean": 150, "without_clean": "minus"}
    assert last_hand("buraco", hand({**NOTHING, **side}), options=options)["points"][0] == points


@pytest.mark.parametrize("variant", ["us", "burraco", "aberto", "three-teams"])
def test_only_three_players_play_a_lone_hand(variant: str) -> None:
    sides = {"sides": [{"name": name} for name in "ABC"]} if variant == "three-teams" else {}
    for value in (1000, None):
        with pytest.raises(Refusal) as refusal:
            play.begin(document("buraco", variant=variant, options={"lone_hand_until": value}, **sides))
        problems = [(problem["field"], problem["rule"]) for problem in refusal.value.problems]
        assert problems == [("options.lone_hand_until", "BUR-32")]
    assert play.begin(document("buraco", variant=variant, options={"lone_hand_until": 0}, **sides))


def test_an_agreed_number_of_hands_ends_the_match() -> None:
    lead, back = hand({**NOTHING, "melds": 100}), hand(NOTHING, {**NOTHING, "melds": 60})
    result = scored("buraco", lead, back, options={"hands": 2})
    assert (result["status"], result["winner"], result["won_by"]) == ("finished", 0, "hands_played")
    assert scored("buraco", lead, options={"hands": 2})["status"] == "in_progress"
    drawn = scored("buraco", lead, hand(NOTHING, {**NOTHING, "melds": 100}), options={"hands": 2})
    assert (drawn["status"], drawn["winner"], drawn["won_by"]) == ("finished", None, "hands_played")
    assert "BUR-37" in [line["rule"] for line in drawn["hands"][-1]["lines"]]


def test_the_target_may_end_a_match_before_its_hands_are_played() -> None:
    result = scored("buraco", hand({**NOTHING, "melds": 600}), options={"hands": 2, "target": 500})
    assert (result["winner"], result["won_by"]) == (0, "target")


def test_a_round_without_a_target_may_be_stopped() -> None:
    head = {"options": {"hands": 4, "target": None}}
    result = scored("buraco", hand({**NOTHING, "melds": 600}), {"stop": True}, **head)
    assert (result["winner"], result["won_by"]) == (0, "stopped")
    assert refused("buraco", {"stop": True}, options={"hands": 4}) == [("stop", "BUR-15")]


def test_three_players_play_to_an_agreed_number_of_hands_too() -> None:
    parts = [{"melds": melds, "hand": 0, "pot": "none"} for melds in (50, 100, 20)]
    head = {"variant": "burraco-3", "sides": singly(3), "options": {"hands": 1}}
    result = scored("buraco", {"sides": parts}, **head)
    assert (result["winner"], result["won_by"]) == (1, "hands_played")
