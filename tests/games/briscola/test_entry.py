"""The form of a hand of the chiamata: caller and partner, and the shares of two parties."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.paper import form
from scorekeeper.pages.entry_form import posted_form, ways
from tests.games.table import document, singly

FIVE = play.begin(document("briscola", variant="chiamata", sides=singly(5)))
CALLED = {"caller": "0", "partner": "3"}


@pytest.mark.parametrize(
    "form, entry",
    [
        ({"points.0": "74"}, {"caller": 0, "partner": 3, "points": [74, 46]}),
        ({"points.1": "46", "bid": "75"}, {"caller": 0, "partner": 3, "points": [74, 46], "bid": 75}),
        ({"partner": "null", "points.0": "61"}, {"caller": 0, "partner": None, "points": [61, 59]}),
    ],
)
def test_the_other_party_s_points_follow(form: dict[str, str], entry: dict[str, Any]) -> None:
    assert posted_form(FIVE, [*(CALLED | {"way": "points"} | form).items()]).entry == entry


def test_cards_are_counted_for_two_parties() -> None:
    form = {"way": "cards", **CALLED, "cards.A.0": "3", "cards.3.0": "2", "cards.K.0": "1", "cards.Q.0": "4",
             "cards.J.1": "2"}  # fmt: skip
    cards = {"A": [3, 1], "3": [2, 2], "K": [1, 3], "Q": [4, 0], "J": [2, 2]}
    assert posted_form(FIVE, [*form.items()]).entry == {"caller": 0, "partner": 3, "cards": cards}


@pytest.mark.parametrize("sides", [2, 3])
def test_without_a_caller_every_side_has_its_share(sides: int) -> None:
    setup = play.begin(document("briscola", sides=singly(sides)))
    assert [sorted(way.fields) for way in ways(setup)] == [["points"], ["cards"]]
    assert "parties" not in ways(setup)[0].fields["points"]


def test_paper_asks_who_called_whom_for_what() -> None:
    columns = [column.heading for column in form(FIVE).columns]
    assert columns == ["Hand", "Dealer", "Caller", "Partner", "Bid", "Card points", *["Total"] * 5]
