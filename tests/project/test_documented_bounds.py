"""Bounds in the documentation: the code has the same numbers, and both sides of each are tested."""

from datetime import timedelta
from math import log2
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorekeeper import bounded_json, game_folders
from scorekeeper.clubs import accounts, bg_stats, club_settings, import_lines, passkeys, places, signing_in
from scorekeeper.clubs.tournaments import registrations
from scorekeeper.games import packages
from scorekeeper.games.engine import history, play, setup
from scorekeeper.games.engine.base import Refusal
from scorekeeper.jobs import orders, working
from scorekeeper.ledger import offline_copy, seating, writing
from scorekeeper.ledger import sittings as ledger_sittings
from scorekeeper.ledger.stakes import MOST_EXACT, is_exact
from scorekeeper.slips import picture as slip_pictures
from scorekeeper.slips import stream
from scorekeeper.web import (
    account_mails,
    frame_reading,
    links,
    photographs,
    rate_limits,
    request_limits,
    visitors,
    work,
)
from scorekeeper.web.tournament_pages import entries as entry_pages
from scorekeeper.web.views import sittings
from scorekeeper.web.views.clubs import sign_in
from tests.support.matches import BURACO, TRUCO

TOP = Path(__file__).parents[2]
BOUNDS: list[tuple[object, object, str, str]] = [  # the code's value, the expected value, page, text on the page
    (request_limits.LARGEST, 200_000, "docs/security.md", "| a form | 200 KB,"),
    (request_limits.MOST_FIELDS, 2_000, "docs/security.md", "2,000 fields,"),
    (request_limits.LONGEST_NAME, 500, "docs/security.md", "field names of 500 characters,"),
    (request_limits.LONGEST_QUERY, 8_000, "docs/security.md", "8 KB of query string"),
    (request_limits.LARGEST_FRAME, 700_000, "docs/security.md", "| pictures of the live scanner | 700 KB,"),
    (stream.MOST_PIXELS, 4_000_000, "docs/security.md", "4 megapixels, JPEG only;"),
    (rate_limits.FRAMES, "3 per second; 90 per minute; 1500 per hour", "docs/security.md", "3 a second, 90 a minute"),
    (frame_reading.SECONDS, 20, "docs/security.md", "in 20 seconds, by a process"),
    (request_limits.LARGEST_MATCH, 1_000_000, "docs/security.md", "| a match document | 1 MB,"),
    (bounded_json.Bounds().deep, 20, "docs/security.md", "20 levels deep,"),
    (bounded_json.Bounds().values, 250_000, "docs/security.md", "250,000 values;"),
    (request_limits.MOST_HANDS, 2_000, "docs/security.md", "2,000 hands are scored,"),
    (setup.MOST_STEPS, 12, "docs/security.md", "12 stakes or thresholds,"),
    (setup.MOST_ABOUT, 40, "docs/security.md", "40 entries in `about`"),
    (offline_copy.MOST_DECLINED, 100, "docs/security.md", "100 times in a match"),
    (history.MOST_HANDS, 1_000, "docs/security.md", "1,000 hands are recorded,"),
    (writing.MOST_CHANGES, 5_000, "docs/security.md", "5,000 changes,"),
    (seating.MOST_FORMER, 40, "docs/security.md", "40 former names of a seat"),
    (ledger_sittings.MOST_MATCHES, 500, "docs/security.md", "500 matches,"),
    (links.MOST_OPEN, 50, "docs/security.md", "50 open links;"),
    (sittings.MATCHES_SHOWN, 50, "docs/security.md", "50 matches on a page"),
    (request_limits.LARGEST_IMPORT, 20_000_000, "docs/security.md", "| an import by an owner | 20 MB,"),
    (import_lines.LONGEST_LINE, 4_000_000, "docs/security.md", "lines of 4 MB,"),
    (import_lines.MOST_HANDS, 2_000, "docs/security.md", "2,000 hands a match,"),
    (import_lines.MOST_IN_ALL, 50_000, "docs/security.md", "50,000 in all"),
    (bg_stats.BOUNDS.size, 12_000_000, "docs/security.md", "an export of BG Stats 12 MB"),
    (bg_stats.MOST_PLAYS, 5_000, "docs/security.md", "5,000 plays"),
    (request_limits.LARGEST_PHOTOGRAPHS, 20_000_000, "docs/security.md", "20 pictures and 20 MB at once,"),
    (photographs.MOST_PICTURES, 20, "docs/security.md", "20 pictures and 20 MB at once,"),
    (photographs.MOST_READ, 120, "docs/security.md", "120 slips or sheets in all"),
    (slip_pictures.MOST_PIXELS, 50_000_000, "docs/security.md", "50 megapixels each as JPEG, 25 as PNG, 12"),
    (slip_pictures.MOST_DECODED, 4 * 25_000_000, "docs/security.md", "50 megapixels each as JPEG, 25 as PNG, 12"),
    (
        (slip_pictures.MOST_PAGES, slip_pictures.MOST_OF_A_PAGE),
        (100, 4),
        "docs/security.md",
        "100 pages, 4 pictures a page",
    ),
    (slip_pictures.MOST_OF_A_FILE, 120, "docs/security.md", "a page and 120 in all"),
    (photographs.SECONDS, 120, "docs/security.md", "2 minutes for reading photographs"),
    (visitors.Networks.OWN, 4, "docs/security.md", "from the fifth /64 of a day on"),
    (club_settings.LARGEST_LOGO, 4_000_000, "docs/security.md", "4 MB, 16 million pixels"),
    (club_settings.MOST_PIXELS, 16_000_000, "docs/security.md", "4 MB, 16 million pixels"),
    (club_settings.MOST_SCANS, 64, "docs/security.md", "64 passes of a progressive JPEG"),
    (rate_limits.TRIES, "10 per minute; 100 per hour", "docs/security.md", "10 tries a minute, 100 an hour"),
    (account_mails.MOST_NOTICES, 10, "docs/security.md", "at most ten of a kind in a day"),
    (rate_limits.PAPER, "60 per minute; 600 per hour", "docs/security.md", "60 a minute, 600 an hour"),
    (rate_limits.QUESTIONS, "1200 per minute", "docs/security.md", "1,200 a minute"),
    (rate_limits.DOCUMENTS, "30 per minute", "docs/security.md", "30; 120; 10 a minute (60 an hour)"),
    (rate_limits.TABLES, "120 per minute", "docs/security.md", "30; 120; 10 a minute (60 an hour)"),
    (rate_limits.FILES, "10 per minute; 60 per hour", "docs/security.md", "30; 120; 10 a minute (60 an hour)"),
    (rate_limits.WRONG_LINKS, 60, "docs/security.md", "60 wrong links"),
    (orders.OF_A_CLUB, 2, "docs/security.md", "2 for a club,"),
    (orders.OF_A_VISITOR, 4, "docs/security.md", "4 for a network address,"),
    (orders.OF_STRANGERS, 8, "docs/security.md", "8 for all who use links;"),
    (working.DEADLINE, 15 * 60, "docs/security.md", "15 minutes and 300 MB each"),
    (working.MEMORY, 300_000_000, "docs/security.md", "15 minutes and 300 MB each"),
    (accounts.IDLE, timedelta(days=30), "docs/security.md", "after 30 days without use"),
    (accounts.LONGEST_SESSION, timedelta(days=180), "docs/security.md", "and after 180 days"),
    (accounts.CONFIRMED, timedelta(minutes=10), "docs/security.md", "unless it was given within the last ten minutes"),
    (accounts.IDLE, timedelta(days=30), "docs/wcag.md", "a log-in lasts 30 days without use"),
    (accounts.MOST_SESSIONS, 30, "docs/asvs.md", "30 sessions per account"),
    ((accounts.SHORTEST, accounts.LONGEST), (10, 200), "docs/asvs.md", "10 to 200 characters"),
    (accounts.VALID_FOR["invite"], timedelta(days=14), "docs/asvs.md", "can be used once, within 14 days"),
    (accounts.VALID_FOR["reset"], timedelta(days=2), "docs/security.md", "a link that works once, for two days"),
    (accounts.VALID_FOR["mail"], timedelta(hours=1), "docs/security.md", "a link valid for one hour"),
    (passkeys.ANSWERED_WITHIN, timedelta(minutes=5), "docs/security.md", "A challenge is valid for five minutes"),
    (signing_in.CODES, 10, "docs/security.md", "each of ten recovery codes"),
    (signing_in.CODE_LENGTH * log2(len(signing_in.LETTERS)) // 1, 49, "docs/asvs.md", "Recovery codes have 49 bits"),
    (signing_in.SET_UP_LENGTH * log2(32), 40, "docs/asvs.md", "the set-up code 40"),
    (signing_in.PAUSE, timedelta(minutes=5), "docs/security.md", "one mail in five minutes for one account"),
    (signing_in.MOST_LINES_AN_HOUR, 10, "docs/security.md", "at most ten lines an hour"),
    (sign_in.TRIES_FOR_ONE, "10 per 15 minutes", "docs/security.md", "ten in 15 minutes for one account"),
    (sign_in.MAILS, "5 per minute; 20 per hour", "docs/security.md", "five requests a minute and twenty an hour"),
    (sign_in.MAILS_FOR_ONE, "3 per hour", "docs/security.md", "three an hour for one name"),
    (entry_pages.ENTRIES_A_DAY, 60, "docs/security.md", "60 a day from one network"),
    (registrations.MOST_PENDING, 600, "docs/security.md", "600 pending"),
    (registrations.MOST_AN_HOUR, 300, "docs/security.md", "for a tournament 300 an hour"),
    (registrations.MOST_SENT, 3_000, "docs/security.md", "3,000 in all without those refused"),
    (entry_pages.MAILS_A_DAY, 5, "docs/security.md", "at most five a day to one address"),
    (work.SHEETS_AT_ONCE, 60, "docs/operations.md", "Sheets of more than 60 hands"),
    (packages.MOST_FILES, 60, "docs/operations.md", "60 files and"),
    (packages.MOST_BYTES, 400_000, "docs/operations.md", "400,000 bytes,"),
    (packages.MOST_GAMES, 20, "docs/operations.md", "20 such games."),
    (game_folders.LONGEST_SLUG, 16, "docs/guide/en/new-game.md", "at most 16 small letters,"),
]


def test_the_bounds_are_those_of_the_documentation() -> None:
    pages = {page: _text_of(page) for _bound, _value, page, _words in BOUNDS}
    assert [(value, bound) for bound, value, _page, _words in BOUNDS if bound != value] == []
    assert [words for _bound, _value, page, words in BOUNDS if words not in pages[page]] == []


def _text_of(page: str) -> str:
    """Returns the text of a page as one line."""
    return " ".join((TOP / page).read_text(encoding="utf-8").split())


LISTS: list[tuple[dict[str, Any], str, list[Any]]] = [  # a match, a list option, a value with too many steps
    (TRUCO, "stakes", list(range(1, 14))),
    (BURACO, "first_meld", [[total, 50] for total in range(0, 1300, 100)]),
]


@pytest.mark.parametrize("match, option, steps", LISTS)
def test_a_list_of_stakes_or_thresholds_has_at_most_twelve_steps(
    match: dict[str, Any], option: str, steps: list[Any]
) -> None:
    document = {"format": "scorekeeper/1", **match, "hands": []}
    assert play.score({**document, "options": {option: steps[:12]}})["status"] == "in_progress"
    with pytest.raises(Refusal) as refused:
        play.score({**document, "options": {option: steps}})
    assert [problem["field"] for problem in refused.value.problems] == [f"options.{option}"]


def test_payments_are_as_few_as_possible_among_twelve_people() -> None:
    assert MOST_EXACT == 12
    for people in (12, 13):
        balances = {f"P{number}": 1 for number in range(people - 1)} | {"last": 1 - people}
        assert is_exact(balances) == (people == 12)


class Line(NamedTuple):
    """A line of a ranking."""

    name: str


def test_fifty_tied_players_are_placed_by_their_matches_and_fifty_one_stay_tied() -> None:
    for count, expected in ((50, list(range(1, 51))), (51, [1] * 51)):
        lines = [Line(f"{number:02}") for number in range(count)]
        placed = places.placed(lines, lambda line: (0,), lambda groups: [range(len(tied), 0, -1) for tied in groups])
        assert [each.place for each in placed] == expected
