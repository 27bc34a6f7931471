"""Calendar files: their format, contents and permissions."""

import time
from datetime import UTC, date, datetime, timedelta
from datetime import time as Hour

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import nights
from scorekeeper.clubs.calendars import LONGEST_LINE, Event, calendar, escaped, folded
from scorekeeper.store.models import db, now
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.evening import a_tournament
from tests.support.page import Page

MADE = datetime(2026, 11, 1, 12, tzinfo=UTC)


def unfolded(text: str) -> list[str]:
    """Returns the lines of a calendar as a reader joins them."""
    return text.replace("\r\n ", "").split("\r\n")


def test_an_event_is_written_as_the_standard_says() -> None:
    event = Event("night-1@x", date(2026, 12, 31), "Cup, A; B\\C\nD", "Bar", "https://x.example/t/1", MADE)
    assert calendar("Club", [event]).split("\r\n")[7:] == [
        "BEGIN:VEVENT", "UID:night-1@x", "DTSTAMP:20261101T120000Z", "DTSTART;VALUE=DATE:20261231",
        "DTEND;VALUE=DATE:20270101", r"SUMMARY:Cup\, A\; B\\C\nD", "LOCATION:Bar", "URL:https://x.example/t/1",
        "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "day, begins", [(date(2026, 1, 9), "20260109T194500Z"), (date(2026, 7, 9), "20260709T184500Z")]
)
def test_an_hour_is_an_instant_that_is_right_in_every_time_zone(
    day: date, begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Rome")
    time.tzset()
    lines = calendar("Club", [Event("x", day, "x", "", "", MADE, Hour(20, 45))]).split("\r\n")
    monkeypatch.undo()
    time.tzset()
    assert lines[10:12] == [f"DTSTART:{begins}", "DURATION:PT4H"]


def test_long_lines_are_folded_between_characters_and_read_back() -> None:
    line = f"SUMMARY:{'è' * 100}{'札' * 30}"
    pieces = folded(line).split("\r\n")
    assert max(len(piece.encode()) for piece in pieces) <= LONGEST_LINE
    assert unfolded(folded(line)) == [line]


def test_a_name_cannot_begin_a_line_of_its_own() -> None:
    assert escaped("Cup\r\nEND:VCALENDAR\x00\u2028\x0b!") == r"Cup\nEND:VCALENDAR\n\n!"


def test_the_last_day_of_all_has_no_day_after_it() -> None:
    assert "DTEND;VALUE=DATE:99991231" in calendar("Club", [Event("x", date.max, "x", "", "", MADE)])


def test_members_get_an_address_with_recent_and_coming_days_until_it_is_turned_off(
    app: Flask, club: str, scorer: FlaskClient, member: FlaskClient
) -> None:
    with app.app_context():
        own = the_club(club)
        today = now().date()
        for name, day in (("Old night", today - timedelta(days=120)), ("New night", today)):
            nights.plan_night(own, name, "Bar", day.isoformat())
        a_tournament(own).day = today
        db.session.commit()
    assert not Page(member.get(f"/c/{club}/nights").text).all("input", aria_label="Address of the link")
    scorer.post(f"/c/{club}/calendar", data={"public": "1"})
    (field,) = Page(member.get(f"/c/{club}/nights").text).all("input", aria_label="Address of the link")
    answer = app.test_client().get(str(field["value"]))
    assert answer.mimetype == "text/calendar"
    summaries = [line for line in unfolded(answer.text) if line.startswith("SUMMARY")]
    assert summaries == ["SUMMARY:New night", "SUMMARY:Autumn cup"]
    assert "URL" not in answer.text  # no page of theirs is public
    scorer.post(f"/c/{club}/calendar", data={"public": "0"})
    assert app.test_client().get(str(field["value"])).status_code == 404
