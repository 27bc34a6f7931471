"""What is said and offered after claims that few matches have."""

from typing import Any

import pytest

from scorekeeper import i18n
from scorekeeper.games import find_game
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import line
from scorekeeper.games.engine.claims import weighed
from scorekeeper.games.engine.words import short
from scorekeeper.games.rulebook import option_text
from scorekeeper.games.tresette import losing
from tests.games.table import document, singly


@pytest.mark.parametrize(
    "slug, kind, claim, verdict, text",
    [
        ("belote", "deal", {"side": 0, "taker": 0, "points": [100, 62]}, {}, "Record this deal"),
        ("tresette", "target", {"side": 0}, {"effect": {"winner": None}, "upheld": True}, "The match is drawn"),
    ],
)
def test_what_follows_is_offered(slug: str, kind: str, claim: Any, verdict: Any, text: str) -> None:
    game = find_game(slug)
    assert game is not None
    (action,) = game.follow_ups(play.begin(document(slug)), kind, claim, verdict)
    assert (action["text"][0], action["record"]) == (text, True)


def test_accusi_of_a_claim_are_told() -> None:
    setup = play.begin(document("scopa", variant="cirulla"))
    told = short(setup, {"claim": {"side": 1, "accusi": {"3": 2}}})
    assert ["accusi of 3 {count}", {"count": 2}] in told


@pytest.mark.parametrize("variant, text", [("in-tre", "leader"), ("perdere", "lowest")])
def test_a_shared_lead_at_the_target_goes_on(variant: str, text: str) -> None:
    setup = play.begin(document("tresette", variant=variant, sides=singly(3)))
    ((message, _params),) = losing.announced(setup, {**play.first_table(setup), "totals": [31, 31, 20]}, {})
    assert message.endswith(f"the {text} after this deal wins")


def test_agreed_columns_are_written_with_their_factors() -> None:
    option = {"name": "columns", "kind": "factors", "label": "Columns"}
    with i18n.speaking("it"):
        agreed = [{"name": "Tricks", "factor": 10}, {"name": "Aces", "factor": -5}]
        assert option_text(option, agreed) == "Tricks × 10, Aces × −5"


def test_a_side_that_wins_without_a_point_less_than_it_claims_is_told_by_the_last_reason() -> None:
    reasons = [line(0, "TRE-1", "First"), line(0, "TRE-2", "Second")]
    verdict: Any = {"upheld": False, "reasons": reasons, "effect": {"winner": 0}}
    assert weighed(verdict, 0) == [(reasons[1], False), (reasons[0], True)]
