"""Stored data about a browser: its kind, its masked address, and the accounts that logged in with it."""

import pytest
from flask import Flask, request

from scorekeeper.store.club_models import Account
from scorekeeper.web import visitors

pytestmark = pytest.mark.shares

WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    "agent, device",
    [
        (f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) {WEBKIT} Version/18.1 Safari/604.1", "Safari, iPhone"),
        (f"Mozilla/5.0 (iPad; CPU OS 18_1) {WEBKIT} CriOS/131.0 Mobile/15E148 Safari/604.1", "Chrome, iPad"),
        (f"Mozilla/5.0 (Android 15) {WEBKIT} SamsungBrowser/27 Chrome/125 Safari/1", "Samsung Internet, Android"),
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 14) {WEBKIT} Chrome/131.0 Safari/537.36 OPR/116.0", "Opera, Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox, Linux"),
        ("curl/8.5.0", "?"),
        ("", "?"),
    ],
)  # fmt: skip
def test_a_browser_is_told_by_its_name_and_system(app: Flask, agent: str, device: str) -> None:
    with app.test_request_context(headers={"User-Agent": agent}):
        assert visitors.device_of(request) == device


@pytest.mark.parametrize(
    "address, network",
    [
        ("192.0.2.7", "192.0.2.x"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::x"),
        ("::ffff:192.0.2.7", "192.0.2.x"),
        ("a socket", "?"),
    ],
)
def test_only_the_first_part_of_an_address_is_noted(app: Flask, address: str, network: str) -> None:
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert visitors.masked_address_of(request) == network


def test_a_browser_remembers_its_last_accounts_without_their_names(app: Flask) -> None:
    with app.test_request_context():
        from flask import session

        for number in range(visitors.MOST_ACCOUNTS + 1):
            visitors.remember_account(session, Account(login=f"mia{number}"))
        assert visitors.rate_key_of_known_browser(session, "mia0") is None
        first = visitors.rate_key_of_known_browser(session, " MIA1 ")
        assert first is not None
        visitors.remember_account(session, Account(login="mia1"))
        assert visitors.rate_key_of_known_browser(session, "mia1") == first
        assert len(session[visitors.KNOWN]) == visitors.MOST_ACCOUNTS
        assert "mia" not in str(session[visitors.KNOWN])
