"""Scopa in words: deals, announcements, how a match ended, and the follow-ups of verdicts."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.entries import claims_of, recorded_claim
from scorekeeper.games.engine.words import before_the_hand, how_it_ended, short
from scorekeeper.pages.claim_pages import claim_form, shown_in
from scorekeeper.paper import agreed as paper_words
from tests.games.table import document, singly

READY = {"cards": 0, "coins": None, "settebello": 1, "primiera": None}
COUNTED = {"cards": [22, 18], "coins": [6, 4], "settebello": 0, "scope": [1, 0],
           "primiera": {"best": [["7", "6", "A", None], ["6", "7", "7", "7"]]}}  # fmt: skip
CLAIM = {"side": 1, "cards": 21, "coins": 6, "settebello": True, "scope": 2}


def said(words: Any) -> list[str]:
    return [english(*sentence) for sentence in words]


@pytest.mark.parametrize(
    "head, entry, words",
    [
        ({}, READY, "cards ● · coins – · settebello ▲ · primiera –"),
        ({}, READY | {"scope": [0, 0]}, "cards ● · coins – · settebello ▲ · primiera –"),
        ({}, COUNTED, "cards 22–18 · coins 6–4 · settebello ● · primiera – : 81 · sweeps 1–0"),
        (
            {"variant": "escoba", "options": {"napola": "points", "re_bello": True}},
            {"cards": 0, "coins": 0, "settebello": 0, "sevens": [3, 1], "re_bello": 1, "napola": [4, 0]},
            "cards ● · coins ● · settebello ● · sevens 3–1 · re bello ▲ · napola 4–0",
        ),
        ({}, {"claim": CLAIM}, "called out ▲ · cards 21 · coins 6 · sweeps 2 · settebello"),
        (
            {}, {"claim": {"side": 0, "best": ["7", "7", "7", "3"]}}, "called out ● · primiera 76",
        ),
        ({}, {"claim": {"side": 0, "best": ["7", None, "7", "3"]}}, "called out ● · primiera –"),
        (
            {"options": {"re_bello": True, "napola": "points"}}, {"claim": {"side": 0, "napola": 3, "re_bello": True}},
            "called out ● · napola 3 · re bello",
        ),
    ],
)  # fmt: skip
def test_a_deal_is_told_in_a_few_words(head: Any, entry: Any, words: str) -> None:
    assert " · ".join(said(short(play.begin(document("scopa", **head)), entry))) == words


def points(*totals: int) -> dict[str, Any]:
    """Returns a deal that gives two sides these totals by sweeps and the second side's settebello."""
    return {"cards": None, "coins": None, "settebello": 1, "primiera": None, "scope": [totals[0], totals[1] - 1]}


@pytest.mark.parametrize(
    "hands, head, announced",
    [
        ([], {}, []),
        ([points(6, 6)], {}, []),
        ([points(7, 3)], {}, ["Us: 4 short of 11"]),
        ([points(10, 9)], {}, ["Us: 1 short of 11", "Them: 2 short of 11"]),
        ([points(11, 11)], {}, ["Level in the lead: the leader after this deal wins"]),
        ([points(11, 4)], {}, []),
        (
            [points(10, 4)], {"options": {"order": True}},
            ["Us: 1 short of 11", "Counted in order: cards, coins, settebello, primiera, re bello, napola, sweeps"],
        ),
        ([points(4, 4)], {"options": {"order": True}}, []),
    ],
)  # fmt: skip
def test_who_is_near_the_target_is_said_before_a_deal(hands: Any, head: Any, announced: list[str]) -> None:
    setup, _hands, table = play.opened(document("scopa", *hands, **head))
    assert said(before_the_hand(setup, table)) == announced


ENDED: list[tuple[dict[str, Any], str, str]] = [
    (document("scopa", points(8, 4), {"claim": {"side": 0, "cards": 21, "scope": 2}}),
     "Called out, and the points were there", "Won by calling out in play, rightly"),
    (document("scopa", {"claim": CLAIM}), "The other side called out without having the points",
     "Won because the other side called out wrongly"),
    (document("scopa", {"claim": {"side": 0}}, sides=singly(3)),
     "The claim did not hold, and the two others are level: a draw",
     "Drawn: the claim did not hold, and the two others were level"),
    (document("scopa", {"cards": 0, "coins": 0, "settebello": 0, "primiera": 0, "napola": [10, 0]}, variant="assi"),
     "All ten coins taken", "Won with all ten coins"),
]  # fmt: skip


@pytest.mark.parametrize("played, on_screen, on_paper", ENDED)
def test_how_a_match_ended_is_told(played: Any, on_screen: str, on_paper: str) -> None:
    setup, _hands, table = play.opened(played)
    assert said(how_it_ended(setup, table)) == [on_screen]
    assert paper_words.ending(setup, table) == on_paper


def test_the_primiera_is_claimed_only_where_it_counts() -> None:
    slugs = [[listed["slug"] for listed in claims_of(play.begin(document("scopa", variant=variant)))]
             for variant in ("scopa", "escoba")]  # fmt: skip
    assert slugs == [["primiera", "target", "won"], ["target", "won"]]


FOLLOWS: list[tuple[dict[str, Any], str, Any, list[tuple[str, int | None, dict[str, str]]]]] = [
    ({}, "primiera", {"side": 0, "cards": [["7D", "7H", "7S", "7C"], []]},
     [("Add primiera to hand", 0, {"primiera": "0"})]),
    ({}, "primiera", {"side": 0, "cards": [[], []]}, [("Add primiera to hand", None, {"primiera": "null"})]),
    ({}, "target", CLAIM,
     [("The match goes to Us", 0,
       {"way": "claim", "claim.side": "1", "claim.cards": "21", "claim.coins": "6", "claim.settebello": "on",
        "claim.scope": "2"})]),
    ({"sides": singly(3)}, "target", {"side": 0},
     [("The match is drawn", None, {"way": "claim", "claim.side": "0"})]),
]  # fmt: skip


@pytest.mark.parametrize("head, slug, claim, expected", FOLLOWS)
def test_a_verdict_leads_into_the_hand(head: Any, slug: str, claim: Any, expected: Any) -> None:
    played = document("scopa", **head)
    setup = play.begin(played)
    verdict = play.claim(played, {"type": slug, **claim})
    follow_ups = play.game_of(setup).follow_ups(setup, slug, claim, verdict)
    assert [
        (english(*follow_up["text"]), follow_up["side"], follow_up["fields"]) for follow_up in follow_ups
    ] == expected
    assert all(("record" in follow_up) == (slug == "target") for follow_up in follow_ups)


def test_only_a_deal_that_a_claim_stopped_has_one() -> None:
    setup = play.begin(document("scopa"))
    assert recorded_claim(setup, {"claim": CLAIM}) == ("target", CLAIM)
    assert recorded_claim(setup, READY) is None


def test_cards_picked_for_each_side_are_read_as_a_list_for_each() -> None:
    form = claim_form(
        play.begin(document("scopa")), "primiera", [("side", "1"), ("cards.0", "7D 6h"), ("add", "cards.1:7")]
    )
    assert form is not None
    assert form.entry == {"side": 1, "cards": [["7D", "6H"], ["7S"]]}
    assert shown_in(form) == [("Us", "7♦ 6♥"), ("Them", "7♠")]


def test_a_claim_that_the_match_does_not_know_has_no_form() -> None:
    assert claim_form(play.begin(document("scopa", variant="escoba")), "primiera", []) is None
