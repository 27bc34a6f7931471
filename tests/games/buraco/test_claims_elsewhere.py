"""Claims of Buraco by Italian and Brazilian rules: melds, their explanations, and going out."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.entries import claims_of
from scorekeeper.games.engine.ways import fields_of
from tests.games.table import cards, claim_refused, document, judged, reasons, singly

VARIANTS = ("us", "burraco", "burraco-fitab", "aberto")
INVALID = (False, None, None)
GROUP = (True, "group", None)
A_TO_K = "A 2 3 4 5 6 7 8 9 10 J Q K"


def group(rank: str, count: int) -> str:
    """Returns so many cards of a rank, as two packs have them."""
    return " ".join(rank + suit for suit in "SHDCSHDC"[:count])


def verdict(text: str, **head: Any) -> tuple[bool, str | None, str | None]:
    """Returns whether the cards are a meld, its kind, and its run."""
    effect = judged(document("buraco", **head), {"type": "meld", "cards": cards(text)})[1]
    return effect["valid"], effect["kind"], effect["run"]


def run_of(kind: str, *runs: str | None) -> tuple[Any, ...]:
    """Returns the run in each of the presets; None if the cards are no meld."""
    return tuple(INVALID if run is None else (True, kind, run) for run in runs)


TABLE: list[tuple[str, tuple[Any, ...]]] = [
    ("9 9H 9D", (INVALID, GROUP, GROUP, INVALID)),
    (group("3", 7), run_of("group", None, "clean", "clean", None)),
    (group("9", 7) + " *", run_of("group", None, "semi_clean", "semi_clean", None)),
    (group("9", 8) + " *", run_of("group", None, "dirty", "eight_dirty", None)),
    ("3 4 5 6 7 8 9 *", run_of("sequence", "dirty", "semi_clean", "semi_clean", "dirty")),
    ("3 4 5 6 7 8 9 * J", run_of("sequence", "dirty", "dirty", "dirty", "dirty")),
    (A_TO_K, run_of("sequence", "clean", "clean", "thirteen", "thirteen")),
    (A_TO_K + " *", run_of("sequence", "dirty", "semi_clean", "thirteen_dirty", "dirty")),
    (A_TO_K + " A", run_of("sequence", "clean", None, None, "fourteen")),
    ("K A 2", ((True, "sequence", None),) * 4),
]


@pytest.mark.parametrize("text, expected", TABLE)
def test_the_table_of_melds(text: str, expected: tuple[Any, ...]) -> None:
    assert tuple(verdict(text, variant=variant) for variant in VARIANTS) == expected


def test_a_two_stands_for_the_queen_below_king_and_ace() -> None:
    for variant in VARIANTS:
        texts = reasons(document("buraco", variant=variant), {"type": "meld", "cards": cards("K A 2")})
        assert "A sequence from Q to A" in texts


@pytest.mark.parametrize(
    "text, options, expected",
    [
        (group("8", 8), {"groups": "any", "eight": 250}, (True, "group", "eight")),
        (group("8", 8), {"groups": "any"}, (True, "group", "clean")),
        (group("8", 7), {"groups": "any", "eight": 250}, (True, "group", "clean")),
        (group("8", 7) + " *", {"groups": "any", "eight_dirty": 200}, (True, "group", "dirty")),
        (group("8", 8) + " *", {"groups": "any", "eight_dirty": 200}, (True, "group", "eight_dirty")),
        (group("8", 6) + " *", {"groups": "any", "semi_clean": 150, "semi_clean_groups": "eight"},
         (True, "group", "dirty")),
        (group("8", 8) + " *", {"groups": "any", "semi_clean": 150, "semi_clean_groups": "eight_or_more"},
         (True, "group", "semi_clean")),
        (group("8", 7) + " *", {"groups": "any", "semi_clean": 150}, (True, "group", "dirty")),
        ("2 2H 2D", {"groups": "any"}, INVALID),
        ("8 8H 2 2D", {"groups": "any"}, INVALID),
        ("A AH AD", {"groups": "none"}, INVALID),
        ("2 3 4 5 6 7 8 9 10 J Q K A", {"thirteen": 500}, (True, "sequence", "thirteen")),
        ("2 3 4 5 6 7 8 9 10 J Q K A *", {"thirteen_dirty": 250}, (True, "sequence", "thirteen_dirty")),
        ("A * 3 4 5 6 7 8 9 10 J Q K", {"thirteen_dirty": 250}, (True, "sequence", "dirty")),
        ("A 2 3 4 5 6 7 8 9 10 J * K", {"thirteen_dirty": 250}, (True, "sequence", "thirteen_dirty")),
        ("A 2 3 4 5 6 7 8 9 10 J *", {"thirteen_dirty": 250}, (True, "sequence", "dirty")),
        (A_TO_K + " A", {"thirteen": 500}, (True, "sequence", "clean")),
        (A_TO_K + " *", {"ace": "one_end"}, (True, "sequence", "dirty")),
        ("2 3 4 5 6 7 8 9 10 J Q K A *", {"ace": "one_end"}, (True, "sequence", "dirty")),
        ("A 2 3 4 A", {"ace": "one_end"}, INVALID),
        ("* 3 4 5 6 7 8 9", {"semi_clean": 150, "semi_clean_wild": "end"}, (True, "sequence", "semi_clean")),
        ("3 * 5 6 7 8 9 10 J", {"semi_clean": 150, "semi_clean_wild": "end"}, (True, "sequence", "dirty")),
        ("3 * 5 6 7 8 9 10 J", {"semi_clean": 150, "semi_clean_wild": "anywhere"}, (True, "sequence", "semi_clean")),
    ],
)  # fmt: skip
def test_melds_by_house_rules(text: str, options: dict[str, Any], expected: Any) -> None:
    assert verdict(text, options=options) == expected


@pytest.mark.parametrize(
    "variant, text, rule",
    [
        ("aberto", "Q QH QD", "BUR-22 Groups are not played here"),
        ("us", "9 9H 9D", "BUR-17 Only jacks, queens, kings and aces can be grouped"),
        ("burraco", A_TO_K + " A", "BUR-23 A sequence has an ace at one end only"),
        ("burraco", "3 4 5 6 7 8 9 * J", "BUR-24 The wild card is not at an end"),
        ("burraco", group("9", 7) + " *", "BUR-25 With its wild card this group is semi-clean: +150"),
        ("burraco", group("9", 8) + " *", "BUR-21 JOKER is wild: the group is dirty"),
        ("burraco-fitab", A_TO_K, "BUR-28 All thirteen ranks without a wild card: +300"),
        ("burraco-fitab", A_TO_K + " *", "BUR-28 All thirteen ranks with a wild card, the 2 natural: +250"),
        ("burraco-fitab", group("9", 8), "BUR-28 Eight natural cards of a rank or more: +250"),
        ("burraco-fitab", group("9", 8) + " *", "BUR-28 Eight natural cards of a rank or more with a wild card: +200"),
        ("aberto", A_TO_K + " A", "BUR-28 From ace to ace without a wild card: +1000"),
        ("aberto", "A 2 3 *", "BUR-1 The cards are worth 15 + 10 + 5 + 20 = 50"),
    ],
)
def test_the_rule_that_decides_is_told(variant: str, text: str, rule: str) -> None:
    assert rule in reasons(document("buraco", variant=variant), {"type": "meld", "cards": cards(text)})


def test_a_dirty_run_is_not_told_where_its_wild_card_would_have_to_stand_where_no_run_is_semi_clean() -> None:
    assert "BUR-24" not in reasons(document("buraco"), {"type": "meld", "cards": cards("3 4 5 6 7 8 9 * J")})


@pytest.mark.parametrize("variant, points", [("us", 65), ("aberto", 45)])
def test_points_use_the_values_of_the_match(variant: str, points: int) -> None:
    assert judged(document("buraco", variant=variant), {"type": "meld", "cards": cards("A 2 *")})[1]["points"] == points


def test_a_first_meld_uses_the_values_of_the_match() -> None:
    played = document("buraco", options={"two_points": 10, "joker_points": 20})
    claim = {"type": "first_meld", "side": 0, "melds": [cards("A 2 *"), cards("3 4 5")]}
    assert judged(played, claim)[1] == {"points": 60, "required": 50}


@pytest.mark.parametrize(
    "variant, change, allowed",
    [
        ("burraco-fitab", {"thirteen": 1}, True),
        ("burraco-fitab", {"eight_dirty": 1}, True),
        ("aberto", {"thirteen": 1}, True),
        ("aberto", {"fourteen": 1}, True),
        ("aberto", {"dirty": 2}, False),
        ("fechado", {"dirty": 1}, True),
        ("stbl", {"dirty": 1}, False),
        ("aberto", {"clean": 1, "pot": "stock"}, True),
        ("aberto", {"clean": 1, "pot": "none"}, False),
        ("aberto", {"dirty": 1, "pot": "stock"}, False),
    ],
)
def test_who_may_go_out(variant: str, change: Any, allowed: bool) -> None:
    claim = {"type": "go_out", "side": 0, "pot": "played", "hand": 0} | change
    assert judged(document("buraco", variant=variant), claim) == (allowed, {"allowed": allowed})


@pytest.mark.parametrize("run, clean", [("thirteen", True), ("thirteen_dirty", False), ("fourteen", True),
                                        ("eight", True), ("eight_dirty", False)])  # fmt: skip
def test_great_runs_free_of_wild_cards_are_clean_for_going_out(run: str, clean: bool) -> None:
    options = {"thirteen": 500, "thirteen_dirty": 250, "fourteen": 1000, "eight": 250, "eight_dirty": 200}
    claim = {"type": "go_out", "side": 1, "pot": "played", "hand": 0, run: 1}
    assert judged(document("buraco", options=options), claim)[0] is clean


@pytest.mark.parametrize(
    "variant, change, expected",
    [
        ("us", {"thirteen": 1}, ("thirteen", "BUR-28")),
        ("burraco", {"eight": 1}, ("eight", "BUR-28")),
        ("aberto", {"thirteen_dirty": 1}, ("thirteen_dirty", "BUR-28")),
        ("aberto", {"semi_clean": 1}, ("semi_clean", "BUR-5")),
        ("burraco", {"pot": "stock"}, ("pot", "BUR-9")),
    ],
)
def test_what_is_not_played_is_refused_in_a_claim_too(variant: str, change: Any, expected: tuple[str, str]) -> None:
    claim = {"type": "go_out", "side": 0, "pot": "played", "hand": 0} | change
    assert claim_refused(document("buraco", variant=variant), claim) == [expected]


def test_each_of_three_players_may_claim_to_go_out() -> None:
    played = document("buraco", variant="burraco-3", sides=singly(3))
    claim = {"type": "go_out", "side": 2, "pot": "played", "hand": 0, "dirty": 1}
    assert judged(played, claim) == (True, {"allowed": True})


@pytest.mark.parametrize(
    "variant, names",
    [
        ("us", "side pot clean dirty hand"),
        ("burraco", "side pot clean semi_clean dirty hand"),
        ("burraco-fitab", "side pot clean semi_clean dirty thirteen thirteen_dirty eight eight_dirty hand"),
        ("aberto", "side pot clean dirty thirteen fourteen hand"),
    ],
)
def test_going_out_asks_for_what_is_played(variant: str, names: str) -> None:
    setup = play.begin(document("buraco", variant=variant))
    claim = next(claim_listed for claim_listed in claims_of(setup) if claim_listed["slug"] == "go_out")
    fields = fields_of(claim["fields"], setup["options"], 4)
    assert " ".join(field["name"] for field in fields) == names
    pots = next([value for value, _label in field["choices"]] for field in fields if field["name"] == "pot")
    assert ("stock" in pots) is (variant == "aberto")
