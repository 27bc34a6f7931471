"""Identifies visitors: by the network, by which every limit counts, the browser, the session cookie, and the log-in.

A visitor with IPv6 can choose among 2⁶⁴ addresses, so addresses of one /64 network count as one, and from the fifth on
all /64 networks of a day in one /56, which a household usually has; log-ins count by the /56. An IPv4-mapped address
(`::ffff:192.0.2.7`) is the IPv4 address: a server that listens on `::` gets IPv4 visitors in that form.

Session cookies are signed, with a cached signer, and valid independently of the clock.
"""

import hashlib
import secrets
import time
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Lock
from typing import Any

from flask import Flask, Request, Response, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeTimedSerializer

from scorekeeper.clubs.accounts import NOTED, find_session, fold_login
from scorekeeper.store.club_models import Account, SignIn
from scorekeeper.store.models import now
from scorekeeper.web.programs import is_program

SUBNET, HOUSEHOLD = 64, 56  # bits of an IPv6 network


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parses an IP address; IPv4-mapped IPv6 becomes IPv4, a zone (`%eth0`) is dropped. None if it is invalid."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


@lru_cache(10_000)
def network_of(text: str, bits: int = SUBNET) -> str:
    """Returns an IPv4 address or an invalid text unchanged; for an IPv6 address, its network of `bits` bits."""
    address = parse_address(text)
    return str(ip_network((address, bits), strict=False)) if isinstance(address, IPv6Address) else str(address or text)


class Networks:
    """Decides which networks of a household are counted separately: the first OWN of a day. All others count as one.

    So a household with 256 networks gets at most five times the limit of one visitor. Each process has its own list.
    """

    OWN = 4
    MOST = 20_000  # households that are remembered
    DAY = 24 * 3600.0  # seconds

    def __init__(self) -> None:
        self.lock, self.until, self.own = Lock(), 0.0, dict[str, set[str]]()

    def key(self, address: str) -> str:
        """Returns the key by which an address counts."""
        network, household = network_of(address), network_of(address, HOUSEHOLD)
        if network == household:
            return network
        with self.lock:
            if time.monotonic() > self.until or len(self.own) > self.MOST:
                self.own.clear()
                self.until = time.monotonic() + self.DAY
            own = self.own.setdefault(household, set())
            if len(own) < self.OWN:
                own.add(network)
            return network if network in own else household


_networks = Networks()


def visitor_network() -> str:
    """Returns the rate-limit key for everything except log-ins: the visitor's IPv4 address or IPv6 /64 network.

    From the fifth network of a household on it is the household's (`Networks`).
    """
    return _networks.key(request.remote_addr or "")


def visitor_household() -> str:
    """Returns the key of limits on passwords and secrets: the visitor's IPv4 address or IPv6 /56 network."""
    return network_of(request.remote_addr or "", HOUSEHOLD)


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
MOST_ACCOUNTS = 5  # most accounts that a browser remembers


def device_of(request: Request) -> str:
    """Returns browser and system from the User-Agent, e.g. "Firefox, Android"; "?" if it names neither."""
    agent = request.user_agent.string[:500]
    names_found = [next((name for sign, name in names.items() if sign in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in names_found if name) or "?"


def masked_address_of(request: Request) -> str:
    """Returns the visitor's address, shortened: "192.0.2.x" or "2001:db8:1::x" (IPv6); "?" if it is invalid."""
    address = parse_address(request.remote_addr or "")
    if address is None:
        return "?"
    if isinstance(address, IPv6Address):
        return f"{ip_network((address, 48), strict=False).network_address}x"
    return str(address).rpartition(".")[0] + ".x"


def remember_account(visit: SessionMixin, account: Account) -> None:
    """Remembers this login in the session, so that others' wrong passwords do not lock this browser out."""
    key = _key(account.login)
    others = [pair for pair in visit.get(KNOWN, []) if pair[0] != key]
    visit[KNOWN] = [*others[1 - MOST_ACCOUNTS :], [key, _nonce(visit, key) or secrets.token_urlsafe(9)]]


def _key(login: str) -> str:
    return hashlib.sha256(fold_login(login)[:80].encode("utf-8", "replace")).hexdigest()[:12]


def _nonce(visit: SessionMixin, key: str) -> str | None:
    return next((nonce for account_key, nonce in visit.get(KNOWN, []) if account_key == key), None)


def rate_key_of_known_browser(visit: SessionMixin, login: str) -> str | None:
    """Returns the rate-limit key of a browser that has logged in to this account; None for unknown browsers."""
    nonce = _nonce(visit, _key(login))
    return f"known:{nonce}" if nonce else None


class AgelessSerializer(URLSafeTimedSerializer):
    """Reads and writes Flask's cookies, and accepts every valid signature, whatever its time.

    itsdangerous rejects signatures from the future. Flask would then start an empty session, and the next write would
    overwrite the cookie: after a clock is set back, or beside a machine whose clock is ahead, a phone would lose its
    tables. The browser deletes the cookie after a year; log-ins expire by their rows.
    """

    def loads(  # type: ignore[override]  # as in itsdangerous
        self,
        s: str | bytes,
        max_age: int | None = None,
        return_timestamp: bool = False,
        salt: str | bytes | None = None,
    ) -> Any:
        """Returns the content of a signed text; `max_age` is ignored. Raises BadSignature."""
        return super().loads(s, None, return_timestamp, salt)


class Sessions(SecureCookieSessionInterface):
    """Flask's session interface with an AgelessSerializer, which is cached. A program gets an empty session.

    Creating a serializer per request takes as long as verifying the signature.
    """

    def __init__(self) -> None:
        self._cached: tuple[object, AgelessSerializer | None] = (None, None)

    def get_signing_serializer(self, app: Flask) -> AgelessSerializer | None:
        current, fallbacks = app.secret_key, app.config["SECRET_KEY_FALLBACKS"] or ()
        cached_keys, serializer = self._cached
        if cached_keys != (current, *fallbacks):
            serializer = self._serializer([*fallbacks, current]) if current else None
            self._cached = ((current, *fallbacks), serializer)
        return serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        return self.session_class() if is_program(request) else super().open_session(app, request)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if not is_program(request):
            super().save_session(app, session, response)

    def _serializer(self, keys: list[Any]) -> AgelessSerializer:
        """Returns a serializer of the same cookies as Flask's; the last key signs."""
        options = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        return AgelessSerializer(keys, salt=self.salt, serializer=self.serializer, signer_kwargs=options)


SIGN_IN = "_user_id"  # key in the session: the secret of the log-in session


def this_session() -> SignIn | None:
    """Returns the row of the current login session, read once a request; None if logged out."""
    if "sign_in" not in g:
        secret = session.get(SIGN_IN)
        g.sign_in = find_session(secret) if secret else None
        if g.sign_in is not None and g.sign_in.seen_at < now() - NOTED:
            g.used_session = g.sign_in.id
    begun: SignIn | None = g.sign_in
    return begun


def account_or_network() -> str:
    """Returns the rate-limit key for what only members do, many of them in one network: the account, if logged in."""
    account = signed_in()
    return f"account/{account.id}" if account else visitor_network()


def signed_in() -> Account | None:
    """Returns the account of the current login session; None if logged out."""
    begun = this_session()
    return begun.account if begun is not None else None
