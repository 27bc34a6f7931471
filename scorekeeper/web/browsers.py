"""What is known of a browser: what it is, roughly where, and which accounts have been signed in with it."""

import hashlib
import secrets
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from flask import Request
from flask.sessions import SessionMixin
from flask_limiter.util import get_remote_address

from scorekeeper.clubs.accounts import fold_login
from scorekeeper.store.club_models import Account

# The first of these in a User-Agent names the browser, as later ones pretend to be earlier ones.
BROWSERS = {
    "Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "FxiOS": "Firefox", "Firefox": "Firefox",
    "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "CrOS": "ChromeOS", "Windows": "Windows",
    "Macintosh": "Mac", "Linux": "Linux",
}  # fmt: skip
COMFORT = "comfort"  # the cookie with the colours and what else was chosen for this browser (views.preferences)
KNOWN = "known"  # in the browser's signed session: pairs of an account's key and a nonce, the newest last
MOST = 5  # accounts that a browser remembers


def device_of(request: Request) -> str:
    """Browser and system, as "Firefox, Android"; "?" for what says nothing of itself."""
    agent = request.user_agent.string[:500]
    found = [next((name for sign, name in names.items() if sign in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name) or "?"


def masked_address_of(request: Request) -> str:
    """The first part of the visitor's address: "192.0.2.x", or "2001:db8:1::x" of a longer one."""
    address = _parsed(request.remote_addr or "")
    if address is None:
        return "?"
    if isinstance(address, IPv6Address):
        return f"{ip_network((address, 48), strict=False).network_address}x"
    return str(address).rpartition(".")[0] + ".x"


def address_to_count() -> str:
    """Where tries come from: an address, or of IPv6 the /56 that a provider gives to one household."""
    text = get_remote_address()
    address = _parsed(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 56), strict=False).network_address)
    return str(address or text)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """An address; one of IPv4 also where IPv6 carries it (`::ffff:192.0.2.7`)."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def remember_account(visit: SessionMixin, account: Account) -> None:
    """Note that somebody was signed in here, so that strangers' wrong passwords do not count against this browser."""
    key = _key(account.login)
    others = [pair for pair in visit.get(KNOWN, []) if pair[0] != key]
    visit[KNOWN] = [*others[1 - MOST :], [key, _nonce(visit, key) or secrets.token_urlsafe(9)]]


def _key(login: str) -> str:
    return hashlib.sha256(fold_login(login)[:80].encode("utf-8", "replace")).hexdigest()[:12]


def _nonce(visit: SessionMixin, key: str) -> str | None:
    return next((nonce for known, nonce in visit.get(KNOWN, []) if known == key), None)


def tries_of(visit: SessionMixin, login: str) -> str | None:
    """What to count wrong passwords by in a browser that this account has been signed in with; None in any other."""
    nonce = _nonce(visit, _key(login))
    return f"known:{nonce}" if nonce else None
