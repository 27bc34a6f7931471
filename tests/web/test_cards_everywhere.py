"""Pages about matches on a card of a club's own say everything of it in the reader's language."""

from typing import Any

from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper.clubs import club_cards
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from tests.conftest import MakeApp
from tests.support.matches import FOUR
from tests.support.page import Page
from tests.support.visitors import a_world
from tests.web.test_games_not_installed import wrong_pages


def labelled(name: str, italian: str, **more: Any) -> dict[str, Any]:
    """A part of a card, with a label in two languages."""
    return {"name": name, "label": {"en": f"Village {name}", "it": italian}, **more}


def line(italian: str, **more: Any) -> dict[str, Any]:
    """A line or check of a card."""
    return {name: value for name, value in labelled("line", italian, **more).items() if name != "name"}


SUITS = [labelled("hearts_", "Cuori"), labelled("spades_", "Picche")]
CARD: dict[str, Any] = {
    "format": "scorekeeper-card/1",
    "name": {"en": "Village bids", "it": "Dichiarate"},
    "about": {"en": "Village rules.", "it": "Regole di qui."},
    "sides": [2, 4],
    "team": [1, 2],
    "settings": [
        labelled("goal_", "Si arriva a", kind="number", default=60),
        labelled("prize_", "Premio", kind="flag", default=True),
        labelled("trump_", "Briscola", kind="choice", default="hearts_", choices=SUITS),
    ],
    "values": [labelled("cards_", "Carte a testa", worth="hand")],
    "fields": [
        labelled("bid_", "Dichiarate", kind="number", most=10, before=True, required=True),
        labelled("tricks_", "Prese", kind="number", most=10, required=True),
        labelled("last_", "Ultima", kind="side"),
        labelled("suit_", "Seme", kind="choice", per="hand", choices=SUITS),
    ],
    "counters": [labelled("runs_", "Serie", next="runs_ + 1")],
    "points": [
        line("Giusto", when="tricks_ == bid_", worth="(20 if prize_ else 10) + 10 * tricks_"),
        line("Sbagliato", when="tricks_ != bid_", worth="-10 * abs(tricks_ - bid_)"),
        line("Ultima", when="last_", worth=5),
    ],
    "checks": [line("Dieci prese", unless="sum(tricks_) == 10")],
    "end": {"target": "goal_"},
}
PARTS = [*CARD["settings"], *CARD["values"], *CARD["fields"], *CARD["counters"], *SUITS]
UNSAID = ("Village", "A game on a card", "{label}", *(part["name"] for part in PARTS))


def unsaid(answer: TestResponse) -> str:
    """What a page shows of the card that is not Italian, or no text for people."""
    pieces = Page(answer.text).pieces if answer.mimetype == "text/html" else []
    shown = " ".join(text for around, text in pieces if "script" not in around)
    return ", ".join(text for text in UNSAID if text in shown)


def test_nothing_of_a_card_is_left_in_english_or_as_its_card_spells_it(make_app: MakeApp) -> None:
    head = {"format": "scorekeeper/1", "game": "card", "sides": FOUR, "options": {"card": CARD, "goal_": 90}}
    hand = {"bid_": [3, 4], "tricks_": [4, 6], "last_": 1, "suit_": "spades_"}
    world = a_world(make_app(RATELIMIT_ENABLED=False), head, (hand,))
    with world.app.app_context():
        club_cards.keep(db.session.scalars(select(Club).order_by(Club.id)).first(), CARD)  # type: ignore[arg-type]  # it is there
        db.session.commit()
    assert wrong_pages(world, "it", unsaid) == {}
