"""The follow-ups of verdicts: fields of the hand's form, and hands recorded with a claim."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal, english
from scorekeeper.games.engine.entries import claims_of, recorded_claim
from scorekeeper.games.engine.words import before_the_hand, how_it_ended
from tests.games.table import TRIPLES, document, singly

FOUR_ACES = [{"player": "Anna", "kind": "four", "rank": "A"}]
RUN = ["AS", "2S", "3S", "4S", "5S", "6S", "7S"]
Claim = dict[str, Any]

FOLLOWS: list[tuple[str, dict[str, Any], str, Claim, list[tuple[str, int | None, dict[str, str]]]]] = [
    (
        "tresette", {"variant": "mcleod"}, "honours", {"honours": FOUR_ACES},
        [("Add honours to hand", None,
          {"honours.0.player": "Anna", "honours.0.kind": "four", "honours.0.rank": "A"})],
    ),
    (
        "tresette", {"variant": "mcleod"}, "target", {"side": 0, "aces": 1, "figures": 2, "honours": FOUR_ACES},
        [("The match goes to Them", 1,
          {"way": "claim", "claim.side": "0", "claim.aces": "1", "claim.figures": "2",
           "honours.0.player": "Anna", "honours.0.kind": "four", "honours.0.rank": "A"})],
    ),
    (
        "buraco", {}, "meld", {"cards": RUN},
        [("60 for Us", 0, {"add.sides.0.melds": "60", "add.sides.0.clean": "1"}),
         ("60 for Them", 1, {"add.sides.1.melds": "60", "add.sides.1.clean": "1"})],
    ),
    (
        "buraco", {}, "meld", {"cards": ["KS", "KH", "KD"]},
        [("30 for Us", 0, {"add.sides.0.melds": "30"}), ("30 for Them", 1, {"add.sides.1.melds": "30"})],
    ),
    (
        "tresette", {"variant": "in-tre", "sides": singly(3)}, "target", {"side": 1, "aces": 3},
        [("The match is drawn", None, {"way": "claim", "claim.side": "1", "claim.aces": "3"})],
    ),
    ("buraco", {}, "meld", {"cards": ["9S", "9H", "9D"]}, []),
    (
        "buraco", {}, "first_meld", {"side": 1, "melds": [RUN]},
        [("Add these melds to the hand of Them", 1, {"add.sides.1.melds": "60"})],
    ),
    (
        "buraco", {}, "first_meld", {"side": 1, "melds": [["KS", "KH", "KD"]]},
        [("Note the failed attempt of Them", 1, {"add.sides.1.failed_melds": "1"})],
    ),
    ("buraco", {}, "go_out", {"side": 0, "pot": "played", "clean": 1, "hand": 0}, []),
    ("truco", {}, "hand", {"side": 0, "tricks": [0, 0]}, []),
    (
        "truco-argentino", {}, "hand",
        {"side": 0, "truco": {"tricks": [0, None], "calls": ["truco"], "by": 1, "answer": "accept"}},
        [("Add truco to hand", 0,
          {"way": "points", "truco.tricks.0": "0", "truco.tricks.1": "null", "truco.calls.0": "truco", "truco.by": "1",
           "truco.answer": "accept"})],
    ),
    ("truco-argentino", {"sides": TRIPLES}, "hand", {"side": 0, "truco": {"tricks": [0, 0]}, "duel": 2}, []),
]  # fmt: skip


@pytest.mark.parametrize("game, head, slug, claim, expected", FOLLOWS)
def test_a_verdict_leads_into_the_hand(
    game: str, head: dict[str, Any], slug: str, claim: Claim, expected: list[Any]
) -> None:
    played = document(game, **head)
    setup = play.begin(played)
    verdict = play.claim(played, {"type": slug, **claim})
    follow_ups = play.game_of(setup).follow_ups(setup, slug, claim, verdict)
    assert [
        (english(*follow_up["text"]), follow_up["side"], follow_up["fields"]) for follow_up in follow_ups
    ] == expected
    assert all(("record" in follow_up) == (slug == "target") for follow_up in follow_ups)


def test_honours_that_do_not_count_lead_nowhere() -> None:
    setup = play.begin(document("tresette"))
    assert play.game_of(setup).follow_ups(setup, "honours", {"honours": []}, {"upheld": False}) == []


def test_only_a_hand_that_was_recorded_with_a_claim_has_one() -> None:
    setup = play.begin(document("tresette", variant="mcleod"))
    claim = {"side": 0, "aces": 1, "figures": 2}
    assert recorded_claim(setup, {"claim": claim}) == ("target", claim)
    assert recorded_claim(setup, {"claim": claim, "honours": FOUR_ACES}) == ("target", {**claim, "honours": FOUR_ACES})
    assert recorded_claim(setup, {"points": [7, 4]}) is None


def test_honours_are_claimed_only_where_they_are_played() -> None:
    played = [[listed["slug"] for listed in claims_of(play.begin(document("tresette", variant=variant)))]
              for variant in ("parlett", "mcleod")]  # fmt: skip
    assert played == [["target", "won"], ["target", "honours", "won"]]


TO_ELEVEN = ({"winner": 0, "stake": 9}, {"winner": 0, "stake": 1}, {"winner": 0, "stake": 1})
TO_ELEVEN_ALL = tuple(
    {"winner": side, "stake": stake} for side, stake in ((1, 9), (0, 9), (0, 1), (1, 1), (1, 1), (0, 1))
)
ANNOUNCED: list[tuple[str, tuple[dict[str, Any], ...], list[str]]] = [
    ("brazilian", (), []),
    ("brazilian", TO_ELEVEN, ["Hand of 11, no truco"]),
    ("paulista", TO_ELEVEN_ALL, ["Iron hand, no truco"]),
]


@pytest.mark.parametrize("variant, hands, texts", ANNOUNCED)
def test_what_a_hand_is_worth_is_said_before_it(variant: str, hands: Any, texts: list[str]) -> None:
    setup, _hands, table = play.opened(document("truco", *hands, variant=variant))
    assert [english(*sentence) for sentence in before_the_hand(setup, table)] == texts


def test_the_end_of_a_match_is_told_with_what_it_counts_as() -> None:
    setup, _hands, table = play.opened(document("tresette", {"decima": "Anna"}))
    assert [english(*sentence) for sentence in how_it_ended(setup, table)] == [
        "Napoletana decima: ten cards of one suit dealt to one player",
        "The match counts as 16 games",
    ]
    setup, _hands, table = play.opened(document("albastini", {"stop": True}))
    assert [english(*sentence) for sentence in how_it_ended(setup, table)] == [
        "The players stopped: equal points, a draw"
    ]


OVER: list[tuple[str, dict[str, Any], list[int], bool, str]] = [
    ("tresette", {}, [21, 3], True, "Us has the highest total, and at least 21: 21 – 3"),
    ("tresette", {}, [20, 3], False, "Nobody has reached 21: 20 – 3"),
    ("tresette", {}, [22, 22], False, "Level in the lead, so play another hand: 22 – 22"),
    (
        "own",
        {"options": {"target": 21}, "sides": singly(3)},
        [21, 5, 21],
        False,
        "Level in the lead, so play another hand: 21 · 5 · 21",
    ),
    ("albastini", {}, [5, -3], False, "This match has no target: it is over when the players stop, 5 · −3"),
    (
        "scala40",
        {"sides": singly(3)},
        [120, 40, 101],
        True,
        "Bruno is the last player in, the limit is 101: 120 · 40 · 101",
    ),
    (
        "own",
        {"options": {"hands": 4}},
        [10, 5],
        False,
        "This match is over after 4 hands, whatever the totals: 10 – 5",
    ),
    ("scala40", {"sides": singly(3)}, [100, 40, 101], False, "2 players are in, the limit is 101: 100 · 40 · 101"),
]


@pytest.mark.parametrize("game, head, totals, over, reason", OVER)
def test_totals_tell_whether_a_match_is_over(
    game: str, head: dict[str, Any], totals: list[int], over: bool, reason: str
) -> None:
    setup = play.begin(document(game, **head))
    verdict = play.over(setup, totals)
    assert verdict["upheld"] is over
    assert verdict["reasons"] == [{"rule": play.game_of(setup).won_rule, "text": reason}]


def test_hands_of_a_game_that_is_not_installed_are_refused() -> None:
    setup: Any = {**play.begin(document("truco")), "game": "unheard-of"}
    table, entry = play.first_table(setup), {"winner": 0, "stake": 1}
    with pytest.raises(Refusal, match="not installed here"):
        play.game_of(setup).score(setup, table, entry)
    problems = play.problems(setup, table, entry)
    assert [(problem["field"], problem["message"][:30]) for problem in problems] == [
        ("game", "This game is not installed her")
    ]
    with pytest.raises(Refusal):
        play.begin(document("unheard-of"))


@pytest.mark.parametrize(
    "game, variant, claim",
    [
        ("tresette", "mcleod", {"type": "honours", "side": 1, "honours": FOUR_ACES}),
        ("truco", "brazilian", {"type": "trick", "side": 0, "cards": [["3C", 0], ["2H", 1], ["AS", 0], ["4D", 1]]}),
        ("buraco", "us", {"type": "meld", "side": 1, "cards": RUN}),
    ],
)
def test_a_claim_that_needs_no_side_may_name_one(game: str, variant: str, claim: Claim) -> None:
    assert play.claim(document(game, variant=variant), claim)["upheld"]
