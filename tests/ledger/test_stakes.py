"""Stakes: settled match by match, set and shown on the evening's pages, and printed."""

from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from sqlalchemy import insert, select

from scorekeeper import ledger
from scorekeeper.clubs import roster
from scorekeeper.clubs.tables import reckon
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger.stakes import gains
from scorekeeper.store.models import Match, Sitting, Stake, db
from scorekeeper.web import links
from tests.clubs.evenings import a_club, play
from tests.support.matches import TRESETTE, TRUCO, keys, won, write

pytestmark = [pytest.mark.each_engine, pytest.mark.shares]

CAPPOTTONE = {"aces": [4, 0], "figures": [20, 0], "last_trick": 0, "tricks": [10, 0], "solo": {"player": "Anna"}}


def sitting_with(*heads: dict[str, object]) -> tuple[Sitting, list[Match]]:
    sitting = ledger.open_sitting("Thursday", "Bar Sport")
    return sitting, [ledger.start_match(sitting, head, actor="", key=next(keys)) for head in heads]


def wins(match: Match, side: int) -> None:
    for _hand in range(2):
        write(ledger.record, match, won(side, 6))


@given(
    sides=st.integers(2, 6), players=st.integers(1, 3), stake=st.integers(1, 10**8),
    games=st.sampled_from([1, 2, 3, 6, 8, 16]), winner=st.integers(0, 5), turn=st.integers(0, 50),
)  # fmt: skip
def test_a_match_always_comes_to_nothing(
    sides: int, players: int, stake: int, games: int, winner: int, turn: int
) -> None:
    seats = [side for _round in range(players) for side in range(sides)]
    setup = {"sides": [{}] * sides, "seats": [str(seat) for seat in range(len(seats))], "seat_sides": seats}
    found = gains(setup, [games if side == winner % sides else 0 for side in range(sides)], stake, turn)
    assert sum(found) == 0
    for side in range(sides):
        of_side = [amount for amount, its_side in zip(found, seats, strict=True) if its_side == side]
        worth = stake * games
        assert sum(of_side) == ((sides - 1) * worth if side == winner % sides else -worth)
        assert max(of_side) - min(of_side) <= 1


def test_a_match_is_worth_its_games(app: Flask) -> None:
    with app.app_context():
        sitting, (match,) = sitting_with(TRESETTE)
        ledger.play_for(sitting, "0,50", "€")
        write(ledger.record, match, CAPPOTTONE)
        (found,) = reckon([sitting])
    assert found.unit == ("€", 2)
    assert [each.games for each in found.played] == [6]
    assert found.balances == {"Anna": 150, "Bruno": 150, "Carla": -150, "Dino": -150}
    assert [payment.amount for payment in found.payments] == [150, 150]


def test_a_unit_that_cannot_be_shared_goes_round(app: Flask) -> None:
    with app.app_context():
        sitting, matches = sitting_with(TRUCO, TRUCO, TRUCO)
        ledger.play_for(sitting, "5", "")
        for match in matches[:2]:
            wins(match, 0)
        (found,) = reckon([sitting])
    assert [list(each.balances.values()) for each in found.played] == [[3, -3, 2, -2], [2, -2, 3, -3]]
    assert found.balances == {"Anna": 5, "Bruno": 5, "Carla": -5, "Dino": -5}


def test_among_three_of_a_side_the_first_has_it_first_and_the_list_begins_with_the_highest(app: Flask) -> None:
    sides = [{"name": "Us", "players": ["Zoe", "Bo", "Al"]}, {"name": "Them", "players": ["Cy", "Di", "Ed"]}]
    with app.app_context():
        sitting, (_unfinished, match) = sitting_with({**TRUCO, "sides": sides}, {**TRUCO, "sides": sides})
        ledger.play_for(sitting, "100", "")
        match.number = 4  # the turn comes round after three matches
        wins(match, 0)
        (found,) = reckon([sitting])
    assert list(found.balances.items()) == [
        ("Zoe", 34), ("Al", 33), ("Bo", 33), ("Di", -33), ("Ed", -33), ("Cy", -34),
    ]  # fmt: skip


def test_a_stake_set_meanwhile_is_replaced(app: Flask) -> None:
    with app.app_context():
        sitting, _matches = sitting_with()
        assert sitting.stake is None
        db.session.execute(insert(Stake).values(sitting_id=sitting.id, amount=5, decimals=0, unit=""))
        ledger.play_for(sitting, "7", "")
        db.session.commit()
        assert db.session.scalars(select(Stake.amount).where(Stake.sitting_id == sitting.id)).all() == [7]


@pytest.mark.parametrize("amount", ["1000000.00", "100000000"])
def test_the_largest_stake_and_the_longest_unit(app: Flask, amount: str) -> None:
    with app.app_context():
        sitting, _matches = sitting_with()
        ledger.play_for(sitting, amount, "x" * 12)
        assert sitting.stake is not None
        assert (sitting.stake.amount, sitting.stake.unit) == (100_000_000, "x" * 12)


def test_a_correction_settles_anew_and_a_stopped_match_is_worth_nothing(app: Flask) -> None:
    with app.app_context():
        sitting, (match, stopped) = sitting_with(TRUCO, TRUCO)
        ledger.play_for(sitting, "2", "")
        wins(match, 0)
        write(ledger.record, stopped, won(1, 6))
        write(ledger.finish, stopped)
        assert reckon([sitting])[0].balances["Anna"] == 1
        write(ledger.strike, match, 1)
        assert reckon([sitting])[0].balances == {}


def test_a_player_is_one_person_by_all_names(app: Flask) -> None:
    with app.app_context():
        club = a_club("Anna", "Annina")
        anna, annina = roster.players(club)
        roster.merge(anna, annina)
        first = play(club, "Anna", "Bruno", "Carla", "Dino")
        second = play(club, "ANNINA", "bruno", "Carla", "Dino")
        for match in (first, second):
            ledger.play_for(match.sitting, "2", "")
        (found,) = reckon([first.sitting, second.sitting])
    assert found.balances == {"Anna": 2, "Bruno": 2, "Carla": -2, "Dino": -2}


@pytest.mark.parametrize(
    "amount,unit,field",
    [("-1", "", "amount"), ("0", "", "amount"), ("0.00", "", "amount"), ("a", "", "amount"), ("1.234", "", "amount"),
     ("100000001", "", "amount"), ("1000000.01", "", "amount"), ("1e3", "", "amount"), ("٣", "", "amount"),
     ("1", "x" * 13, "unit")],
)  # fmt: skip
def test_what_is_no_stake_is_refused(app: Flask, amount: str, unit: str, field: str) -> None:
    with app.app_context():
        sitting, _matches = sitting_with()
        with pytest.raises(Refusal) as refused:
            ledger.play_for(sitting, amount, unit)
    assert refused.value.problems[0]["field"] == field


@pytest.fixture
def evening(app: Flask) -> str:
    """The scorer's URL of an evening with a won match."""
    with app.app_context():
        sitting, (match,) = sitting_with(TRUCO)
        wins(match, 1)
        token = links.token(links.make_link(sitting, "score"))
        db.session.commit()
    return f"/s/{token}"


def test_nothing_is_played_for_unless_somebody_says_so(client: FlaskClient, evening: str) -> None:
    assert "Who pays whom" not in client.get(evening).text
    assert "No stakes tonight" in client.get(f"{evening}/stakes").text
    assert client.get(f"{evening}/settlement.pdf").status_code == 404


def test_the_evening_shows_who_pays_whom_and_prints_it(client: FlaskClient, evening: str) -> None:
    assert client.post(f"{evening}/stakes", data={"amount": "1.5", "unit": "€"}).status_code == 303
    for page in (evening, f"{evening}/stakes"):
        text = client.get(page).text
        assert "0.75 €" in text
        assert "the fewest payments possible" in text
    answer = client.get(f"{evening}/settlement.pdf")
    words = " ".join(PdfReader(BytesIO(answer.data)).pages[0].extract_text().split())
    for told in (
        "Settlement",
        "Thursday",
        "Bar Sport",
        "Anna → Carla",
        "0.75 €",
        "1 · Brazilian Truco",
        "Them (Carla, Dino)",
        "+0.75",
    ):
        assert told in words


def test_a_stake_that_was_refused_stands_in_the_form_as_it_was_typed(client: FlaskClient, evening: str) -> None:
    answer = client.post(f"{evening}/stakes", data={"amount": "a lot", "unit": "<€>"})
    assert answer.status_code == 422
    assert 'value="a lot"' in answer.text
    assert 'value="&lt;€&gt;"' in answer.text
    assert 'id="f-amount-error"' in answer.text


def test_a_stake_is_given_up_again(client: FlaskClient, evening: str) -> None:
    client.post(f"{evening}/stakes", data={"amount": "1234,50", "unit": ""})
    assert 'value="1234.50"' in client.get(f"{evening}/stakes").text
    client.post(f"{evening}/stakes", data={"amount": "1234.50", "none": "1"})
    assert "No stakes tonight" in client.get(f"{evening}/stakes").text


def test_the_games_of_every_rule_are_reckoned() -> None:
    setup = rules.begin(TRESETTE)
    assert gains(setup, [16, 0], 3, 0) == [24, -24, 24, -24]


def test_no_stake_taken_away_is_no_stake(any_app: Flask) -> None:
    with any_app.app_context():
        sitting = ledger.open_sitting()
        ledger.play_for(sitting, " ", "")
        assert sitting.stake is None
        assert reckon([sitting]) == []
