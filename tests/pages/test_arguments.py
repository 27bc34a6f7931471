"""Claims without a match: every claim of every game, and who has won at totals that are typed."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from tests.support.page import Page

pytestmark = pytest.mark.shares


@pytest.mark.parametrize("game", [game.slug for game in GAMES])
def test_every_claim_of_a_variant_can_be_made_without_a_match(client: FlaskClient, game: str) -> None:
    variants = [str(link["href"]) for link in Page(client.get(f"/claims/{game}/").text).all("a", class_="chip")]
    page = Page(client.get(variants[-1] if variants else f"/claims/{game}/").text)
    claims = [str(link["href"]) for link in page.all("a", class_="claim-link")]
    assert claims
    for claim in claims:
        assert 'name="check"' in client.get(claim).text
    assert client.get(f"/claims/{game}/nonsense").status_code == client.get("/claims/poker/").status_code == 404


@pytest.mark.parametrize(
    "typed, total", [("-160", "-160"), ("−5", "-5"), ("7-", ""), ("many", ""), ("9" * 40, "9" * 6)]
)
def test_a_total_is_a_number_or_nothing(client: FlaskClient, typed: str, total: str) -> None:
    page = Page(client.get("/claims/truco/won", query_string={"total.0": typed}).text)
    assert page.value("total.0") == total


@pytest.mark.parametrize("game, totals, won", [
    ("tresette/won?variant=parlett", (21, 18), True), ("tresette/won?variant=parlett", (20, 18), False),
    ("tresette/won?variant=parlett", (22, 23), False), ("truco/won?variant=brazilian", (11, 11), False),
    ("buraco/won?variant=us", (2000, -160), True), ("buraco/won?variant=timed", (2010, 100), False),
    ("scala40/won?variant=101", (90, 101), True),
])  # fmt: skip
def test_who_has_won_follows_from_the_totals(
    client: FlaskClient, game: str, totals: tuple[int, int], won: bool
) -> None:
    html = client.get(f"/claims/{game}&total.0={totals[0]}&total.1={totals[1]}&side=0&check=1").text
    assert ("verdict upheld" in html, "verdict refused" in html) == (won, not won)
