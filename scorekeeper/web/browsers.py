"""Identifies a browser: its kind, its network, and the accounts that have logged in with it."""

import hashlib
import secrets
from ipaddress import IPv6Address, ip_network

from flask import Request
from flask.sessions import SessionMixin

from scorekeeper.clubs.accounts import fold_login
from scorekeeper.store.club_models import Account
from scorekeeper.web.networks import parse

# The first match in a User-Agent names the browser: newer browsers also list the names of older ones.
BROWSERS = {
    "Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "FxiOS": "Firefox", "Firefox": "Firefox",
    "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "CrOS": "ChromeOS", "Windows": "Windows",
    "Macintosh": "Mac", "Linux": "Linux",
}  # fmt: skip
COMFORT = "comfort"  # cookie with the theme and the other settings of this browser (views.preferences)
KNOWN = "known"  # key in the signed session: pairs of an account's key and a nonce, newest last
MOST = 5  # most accounts that a browser remembers


def device_of(request: Request) -> str:
    """Returns browser and system from the User-Agent, such as "Firefox, Android"; "?" if it names neither."""
    agent = request.user_agent.string[:500]
    names_found = [next((name for sign, name in names.items() if sign in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in names_found if name) or "?"


def masked_address_of(request: Request) -> str:
    """Returns the visitor's address, shortened: "192.0.2.x" or "2001:db8:1::x" (IPv6); "?" if it is invalid."""
    address = parse(request.remote_addr or "")
    if address is None:
        return "?"
    if isinstance(address, IPv6Address):
        return f"{ip_network((address, 48), strict=False).network_address}x"
    return str(address).rpartition(".")[0] + ".x"


def remember_account(visit: SessionMixin, account: Account) -> None:
    """Remembers this login in the session, so that others' wrong passwords do not lock this browser out."""
    key = _key(account.login)
    others = [pair for pair in visit.get(KNOWN, []) if pair[0] != key]
    visit[KNOWN] = [*others[1 - MOST :], [key, _nonce(visit, key) or secrets.token_urlsafe(9)]]


def _key(login: str) -> str:
    return hashlib.sha256(fold_login(login)[:80].encode("utf-8", "replace")).hexdigest()[:12]


def _nonce(visit: SessionMixin, key: str) -> str | None:
    return next((nonce for account_key, nonce in visit.get(KNOWN, []) if account_key == key), None)


def rate_key_of_known_browser(visit: SessionMixin, login: str) -> str | None:
    """Returns the rate-limit key of a browser that has logged in to this account; None for unknown browsers."""
    nonce = _nonce(visit, _key(login))
    return f"known:{nonce}" if nonce else None
