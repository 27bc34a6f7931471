"""The points of a deal of Belote, refusals, and the ends of a match."""

from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from scorekeeper.games.belote.rules import can_be
from scorekeeper.games.engine import play
from scorekeeper.pages.entry_form import posted_form
from tests.documents.pieces import Entry  # before the module of one game
from tests.games.belote.documents import POINTS, SAID, deal
from tests.games.table import document, head_refused, refused, rules_of, scored
from tests.support.fuzzing import chance, tries

VARIANTS = ("classic", "announcements", "coinche", "contree", "announced")


def took(first: int, taker: int = 0, **more: Any) -> Entry:
    """A deal in which the first side has so many points."""
    return {"taker": taker, "points": [first, (252 if first == 252 else 162) - first], **more}


def written(entry: dict[str, Any], variant: str, **options: Any) -> list[int]:
    points: list[int] = scored("belote", entry, variant=variant, options=options)["hands"][0]["points"]
    return points


@pytest.mark.parametrize("first", [each for each in POINTS if each != 81])
@pytest.mark.parametrize("taker", [0, 1])
def test_without_belote_the_points_of_a_deal_add_up_to_162(first: int, taker: int) -> None:
    assert sum(written(took(first, taker), "classic")) == 162
    assert sum(written({"taker": taker, "points": [252, 0]}, "classic")) == 252


def test_a_belote_adds_20_wherever_it_is_and_all_announcements_are_written_by_somebody() -> None:
    rng = chance("belote and announcements")
    setup = play.begin(document("belote", variant="announcements"))
    for _deal in range(tries(100)):
        entry = deal(rng, setup)
        if play.problems(setup, play.first_table(setup), entry):
            continue
        plain = {name: entry[name] for name in ("taker", "points")}
        worth = {"tierce": 20, "cinquante": 50, "cent": 100, "jacks": 200, "nines": 150}
        said = sum(worth.get(each, 100) for side in entry.get("announcements", []) for each in side)
        belote = 0 if entry.get("belote") is None else 20
        expected = 252 if 252 in plain["points"] else 162
        hand, pot = written(entry, "announcements"), scored("belote", entry, variant="announcements")["next_hand"]
        assert sum(hand) + pot["pot"] == expected + said + belote


@pytest.mark.parametrize("variant", ["coinche", "contree"])
@pytest.mark.parametrize("times", [2, 4])
def test_a_doubled_deal_goes_to_one_side_and_is_as_much_whoever_wins_it(variant: str, times: int) -> None:
    made, failed = took(100, contract=100, coinche=times), took(62, contract=100, coinche=times)
    assert (written(made, variant), written(failed, variant)) == ([260 * times, 0], [0, 260 * times])


@pytest.mark.parametrize(
    "entry, variant, options, expected",
    [
        (took(81, contract=80), "contree", {"litige": "made"}, [160, 80]),
        (took(81, contract=80), "contree", {"litige": "carry"}, [0, 80]),
        (took(81, contract=80, coinche=2), "contree", {"litige": "carry"}, [0, 480]),
        (took(81, contract=80, coinche=2), "contree", {"litige": "made"}, [480, 0]),
        (took(81, contract=80), "announced", {"litige": "carry"}, [0, 80]),
        (took(81, contract=80), "announced", {"litige": "made"}, [80, 0]),
        (took(81, contract=90), "contree", {"litige": "made"}, [0, 250]),
        (took(81), "classic", {"litige": "failed"}, [0, 162]),
        (took(81), "classic", {"litige": "made"}, [81, 81]),
        (took(81), "classic", {"scoring": "contract", "generale": True}, [0, 81]),
        (took(0, contract=80, belote=0), "contree", {}, [20, 240]),
        ({"taker": 0, "contract": 80, "points": [0, 252], "coinche": 2}, "contree", {}, [0, 480]),
        (took(252, contract="capot", coinche=2), "contree", {"rounding": False}, [1000, 0]),
        (took(252, contract="generale", alone=False, coinche=2), "contree", {"generale": True}, [0, 1320]),
        (took(252, contract="generale", alone=True, coinche=2), "contree", {"generale": True}, [1500, 0]),
        (took(252, contract="capot"), "announced", {}, [250, 0]),
        (took(150, contract="capot", belote=0), "announced", {}, [0, 250]),
        (took(102, contract=100), "contree", {"rounding": False}, [202, 60]),
        (took(60, contract=80), "contree", {"rounding": False}, [0, 240]),
        ({"fault": 0}, "classic", {"rounding": True}, [0, 160]),
        ({"fault": 1, "contract": "capot"}, "coinche", {}, [410, 0]),
        (took(92, contract=150, trump="none", announcements=[["tens"], []]), "coinche", {"no_trump": True}, [390, 70]),
        (took(60, trump="all", belote=[0, 4]), "classic", {"no_trump": True}, [0, 242]),
    ],
)  # fmt: skip
def test_what_both_sides_write(entry: Any, variant: str, options: Any, expected: list[int]) -> None:
    assert written(entry, variant, **options) == expected


def test_what_is_carried_over_is_rounded_separately_and_goes_to_the_winner_of_a_fault_too() -> None:
    rounded = {"rounding": True}
    hands = [took(81), {"passed": True}, took(91, belote=1), {"fault": 0}]
    results = [scored("belote", *hands[:count], options=rounded) for count in range(1, 5)]
    assert [result["next_hand"] for result in results] == [{"pot": 80}, {"pot": 80}, {"pot": 170}, {"pot": 0}]
    assert results[-1]["hands"][-1]["points"] == [0, 160 + 170]


ANNOUNCED, CONTREE = {"variant": "announcements"}, {"variant": "contree"}
WITHOUT_TRUMP: Entry = {"variant": "announcements", "options": {"no_trump": True}}
GENERALE: Entry = {"variant": "contree", "options": {"generale": True}}
REFUSED: list[Any] = [
    ({}, {}, [("taker", "BEL-9"), ("points", "BEL-2")]),
    (CONTREE, {"taker": 0}, [("points", "BEL-2")]),
    (CONTREE, took(100), [("contract", "BEL-13")]),
    ({}, took(100, contract=100), [("contract", "BEL-13")]),
    ({}, took(100, coinche=1), [("coinche", "BEL-13")]),
    (CONTREE, took(100, contract=105), [("contract", "BEL-13")]),
    (CONTREE, took(100, contract=70), [("contract", "BEL-13")]),
    (CONTREE, took(100, contract=190), [("contract", "BEL-13")]),
    ({"variant": "coinche"}, took(100, contract=660), [("contract", "BEL-13")]),
    (CONTREE, took(100, contract="generale"), [("contract", "BEL-13")]),
    (CONTREE, took(100, contract=100, coinche=3), [("coinche", "BEL-17")]),
    (GENERALE, took(252, contract="generale"), [("alone", "BEL-13")]),
    (GENERALE, took(252, contract="capot", alone=True), [("alone", "BEL-13")]),
    (GENERALE, took(100, contract="generale", alone=False), [("alone", "BEL-13")]),
    ({}, {"taker": 0, "points": [250, 2]}, [("points", "BEL-2")]),
    ({}, {"taker": 0, "points": [1, 161]}, [("points", "BEL-2")]),
    ({}, took(100, announcements=[["tierce"], []]), [("announcements", "BEL-5")]),
    (ANNOUNCED, took(100, announcements=[["tierce"], ["tierce"]]), [("announcements", "BEL-5")]),
    (ANNOUNCED, took(100, announcements=[["sept"], []]), [("announcements", "BEL-5")]),
    (ANNOUNCED, took(100, announcements=[["aces", "aces"], []]), [("announcements", "BEL-6")]),
    (ANNOUNCED, took(100, announcements=[["tierce"] * 5, []]), [("announcements", "BEL-6")]),
    (ANNOUNCED, took(18, announcements=[["jacks"], []]), [("points", "BEL-7")]),
    (WITHOUT_TRUMP, took(18, announcements=[["aces"], []], trump="none"), [("points", "BEL-7")]),
    (WITHOUT_TRUMP, took(12, announcements=[["jacks"], []], trump="all"), [("points", "BEL-7")]),
    ({}, took(100, belote=2), [("belote", "BEL-4")]),
    ({"options": {"no_trump": True}}, took(100, belote=0, trump="none"), [("belote", "BEL-4")]),
    ({"options": {"no_trump": True}}, took(100, belote=[1, 0], trump="S"), [("belote", "BEL-4")]),
    ({"options": {"no_trump": True}}, took(100, belote=[3, 2], trump="all"), [("belote", "BEL-4")]),
    (WITHOUT_TRUMP, took(100, belote=[0, 1], trump="all", announcements=[["queens"], []]), [("belote", "BEL-6")]),
    ({}, took(100, trump="none"), [("trump", "BEL-1")]),
    ({}, took(100, player="Carla"), [("player", "BEL-9")]),
    ({}, {"fault": 0, "contract": 100}, [("contract", "BEL-13")]),
    (CONTREE, {"fault": 0, "coinche": 2}, [("coinche", None)]),
    ({}, {"passed": True, "taker": 0}, [("taker", None)]),
    ({}, {"passed": False}, [("passed", "BEL-23")]),
    ({}, {"stop": True}, [("stop", "BEL-24")]),
    ({"options": {"target": None, "hands": 3}}, {"stop": True}, [("stop", "BEL-24")]),
]  # fmt: skip


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("belote", hand, **head) == expected


@pytest.mark.parametrize(
    "entry, variant, options",
    [
        (took(20, announcements=[["jacks"], []]), "announcements", {}),
        (took(13, announcements=[["jacks"], []], trump="all"), "announcements", {"no_trump": True}),
        (took(0, announcements=[["jacks"], []], trump="none"), "announcements", {"no_trump": True}),
        (took(100, announcements=[[], []]), "classic", {}),
        (took(100, belote=None, trump="none"), "classic", {"no_trump": True}),
        (took(100, belote=0, announcements=[["kings"], []]), "announcements", {}),
        (took(252, contract=650), "coinche", {}),
        (took(100, player="Bruno", trump="C"), "classic", {}),
    ],
)
def test_what_is_just_possible_is_accepted(entry: Any, variant: str, options: Any) -> None:
    assert scored("belote", entry, variant=variant, options=options)["hands"]


def test_announcements_fit_into_two_hands_or_not() -> None:
    assert can_be(["cent", "tierce", "tierce", "cent"])
    assert can_be(["jacks", "nines", "kings", "tens"])
    assert can_be(["nines", "cent"])  # 10 to A is left: five
    assert not can_be(["cent", "nines", "aces"])  # 10 to K is left: four
    assert not can_be(["cent", "cent", "cinquante"])
    assert not can_be(["jacks", "nines", "queens", "tierce"])  # 7 8, 10, K A
    assert not can_be(["nines", "kings", "cinquante"])  # 7 8, 10 J Q, A
    for said in combinations_with_replacement(SAID, 3):
        if "cent" in said and ("jacks" in said or "tens" in said):
            assert not can_be(list(said))


CONTRACT = took(150, contract=140)  # 290 and 10
BELOTE_LOST = took(60, contract=80, belote=0)  # 20 and 240


@pytest.mark.parametrize(
    "variant, options, hands, end",
    [
        ("contree", {"target": 300}, [CONTRACT, BELOTE_LOST, {"passed": True}], (None, None)),
        ("contree", {"target": 300}, [CONTRACT, BELOTE_LOST, took(20, 1, contract=80)], (1, "target")),
        ("contree", {"target": 300}, [CONTRACT, took(0, 1, contract=80, belote=0)], (0, "target")),
        ("contree", {"target": 300}, [CONTRACT, {**took(252, 1), "points": [0, 252], "contract": 80, "belote": 0}],
         (1, "target")),
        ("contree", {"target": 250}, [{"fault": 1, "contract": 90}], (0, "target")),
        ("contree", {"target": 600}, [CONTRACT, CONTRACT, BELOTE_LOST, {"fault": 0}], (None, None)),
        ("contree", {"target": None, "hands": 2}, [CONTRACT, BELOTE_LOST], (0, "hands_played")),
        ("classic", {"target": 182}, [took(70, belote=0), took(162, belote=1)], (None, None)),
        ("classic", {"target": 81}, [took(81)], (1, "target")),
        ("classic", {"target": None, "hands": 1}, [{"passed": True}, took(81)], (1, "hands_played")),
        ("classic", {"target": None}, [took(81), {"stop": True}], (1, "stopped")),
        ("classic", {"target": None}, [{"stop": True}], (None, "stopped")),
    ],
)  # fmt: skip
def test_how_a_match_ends(variant: str, options: Any, hands: Any, end: Any) -> None:
    result = scored("belote", *hands, variant=variant, options=options)
    assert (result["winner"], result["won_by"]) == end


def test_the_reasons_name_the_rules() -> None:
    lines = rules_of("belote", took(113, contract=110), variant="contree")
    assert [rule for side, rule, _points in lines if side == 0] == ["BEL-14", "BEL-2", "BEL-15", "BEL-19"]


@pytest.mark.parametrize("options", [{"litige": "none"}, {"target": 100000}, {"hands": 0}, {"contract": True}])
def test_options_out_of_bounds_are_refused(options: Any) -> None:
    assert head_refused("belote", options=options) == [f"options.{next(iter(options))}"]


def test_one_tap_names_taker_and_contract_and_a_higher_contract_from_the_list_is_not_blanked() -> None:
    setup = play.begin(document("belote", variant="coinche"))
    sent = [("way", "deal"), ("taker,contract", "1,110"), ("points.0", "49"), ("points.1", ""), ("taker,contract", "")]
    assert posted_form(setup, sent).entry == {"taker": 1, "contract": 110, "points": [49, 113]}
    sent = [("way", "deal"), ("points.0", ""), ("points.1", "252"), ("taker,contract", "1,capot"),
            ("announcements.1.0", "tierce"), ("announcements.1.2", "cent")]  # fmt: skip
    entry = posted_form(setup, sent).entry
    assert entry == {"taker": 1, "contract": "capot", "points": [0, 252], "announcements": [[], ["tierce", "cent"]]}


def test_passed_deals_are_not_counted_among_the_agreed_ones() -> None:
    setup = play.begin(document("belote", options={"hands": 3}))
    table = play.score_hands(setup, [took(100), {"passed": True}])[1]
    assert play.game_of(setup).hands_played(table) == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_deals_write_no_less_than_nothing_and_are_rounded(variant: str) -> None:
    rng = Random(variant)
    setup = play.begin(document("belote", variant=variant))
    for _deal in range(tries(60)):
        entry = deal(rng, setup)
        if not play.problems(setup, play.first_table(setup), entry):
            points = written(entry, variant)
            assert min(points) >= 0
            assert not setup["options"]["rounding"] or all(each % 10 == 0 for each in points)
