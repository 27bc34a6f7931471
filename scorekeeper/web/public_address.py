"""Absolute addresses: public pages with signed codes, QR codes, redirect targets, and the URL prefix."""

import io
import os
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

import segno
from flask import Flask, Response, abort, current_app, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.utils import redirect

from scorekeeper.clubs.tournaments.snapshots import Summary
from scorekeeper.games.engine.base import N_
from scorekeeper.local_authority import is_this_machine
from scorekeeper.signatures import is_signed, keys_of, sign
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import at_home
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.forms import number_in

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


SERVED_AT = "SCOREKEEPER_SERVED_AT"  # environment variable: the address in the local network, set by `serve`
ANY_HOST = "health.healthz"  # monitoring may use an IP address as host name
OWN_NAMES = ("localhost", "127.0.0.1")  # always accepted as host names: these requests come from this machine


class NotOurName(BadRequest):
    """400: the request's host name is not one of this server's names."""

    error_text = ErrorText(
        N_("Wrong address for this server"),
        N_("Use the server’s own address. Its administrator can add others to SCOREKEEPER_TRUSTED_HOSTS."),
    )


def init_app(app: Flask) -> None:
    """Rejects requests with unknown host names, if names are configured, and adds template globals."""
    app.config.setdefault("SERVED_AT", os.environ.get(SERVED_AT, ""))
    trusted = _trusted_hosts(app.config)
    app.jinja_env.globals.update(public_url_for=public_url_for, leads_to_this_machine_only=leads_to_this_machine_only)

    def refuse_other_names() -> None:
        if not host_is_trusted(request.host, trusted) and request.endpoint != ANY_HOST:
            raise NotOurName

    if trusted:
        app.before_request(refuse_other_names)
    app.after_request(_lead_on_at_this_name)


def _lead_on_at_this_name(response: Response) -> Response:
    """Makes redirects to this server's public address relative.

    By another name of the server a form would else stop: browsers follow its redirect to the same name only
    (form-action 'self').
    """
    location = response.headers.get("Location", "")
    if location and location.startswith(f"{base()}/"):
        response.location = request.script_root + location.removeprefix(base())
    return response


def _trusted_hosts(config: Mapping[str, Any]) -> list[str]:
    """Returns the accepted host names.

    Empty (any name) if none is configured, as then no stored address uses the name.
    """
    host_names = (*config["NAMES"], _host(config["PUBLIC_URL"]), _host(config["SERVED_AT"]), *OWN_NAMES)
    return [name for name in host_names if name] if config["NAMES"] else []


def _host(address: str) -> str:
    return urlsplit(address).hostname or ""


def public_url_for(endpoint: str, **values: Any) -> str:
    """Returns the absolute address of an endpoint, usable by other people on other devices."""
    return base() + url_for(endpoint, **values).removeprefix(request.script_root)


def base() -> str:
    """Returns scheme, host and URL prefix of all absolute addresses, without a trailing slash."""
    config = current_app.config
    if config["PUBLIC_URL"]:
        return str(config["PUBLIC_URL"])
    if config["SERVED_AT"] and is_this_machine(_host(request.host_url)):
        return f"{config['SERVED_AT']}{request.script_root}"
    if request.is_secure and (plain := at_home.address(secure=False)):
        return plain  # other phones may not trust the secure address
    return request.url_root.rstrip("/")


def leads_to_this_machine_only() -> bool:
    """True if absolute addresses work only on this machine; pages then show a hint."""
    return is_this_machine(_host(base()))


def code_address_for(endpoint: str, **values: Any) -> str:
    """Returns the absolute address for a QR code on paper; empty if other devices could not open it."""
    return "" if leads_to_this_machine_only() else public_url_for(endpoint, **values)


class Prefix:
    """WSGI middleware that adds the URL prefix, whether or not the proxy strips it."""

    def __init__(self, wsgi_app: "WSGIApplication", prefix: str) -> None:
        self.wsgi_app = wsgi_app
        self.prefix = prefix

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Calls the application with the prefix moved from the path to SCRIPT_NAME; redirects the bare prefix."""
        path = environ.get("PATH_INFO", "")
        if path == self.prefix:  # the service worker's scope is the prefix
            return redirect(f"{self.prefix}/", 308)(environ, start_response)
        if path.startswith(f"{self.prefix}/"):
            environ["PATH_INFO"] = path.removeprefix(self.prefix)
        environ["SCRIPT_NAME"] = self.prefix
        return self.wsgi_app(environ, start_response)


NONCE = 12  # bytes


class Shown(Protocol):
    """A row with an optional public page; `public` is the nonce of the page's address, None if the page is off."""

    @property
    def id(self) -> int: ...
    @property
    def public(self) -> str | None: ...


Row = TypeVar("Row", bound=Shown)


def address_of(endpoint: str, purpose: str, row: Shown, **query: str) -> str:
    """Returns the address of a row's public page; empty if the page is off."""
    if row.public is None:
        return ""
    return public_url_for(endpoint, code=signed_number(purpose, row.id, row.public), **query)


def nonce_of_form(current: str | None) -> str | None:
    """Returns the nonce according to the form: the current or a new one if `public` is 1, else None (page off).

    An existing nonce is kept, because posters with its QR code are in use.
    """
    return (current or secrets.token_urlsafe(NONCE)) if request.form.get("public") == "1" else None


def row_of(code: str, purpose: str, load: Callable[[int], Row | None]) -> Row:
    """Returns the row of a public code, loaded with `load`; 404 if there is none or the signature is wrong."""
    number = number_of(code)
    row = load(number) if number is not None else None
    return row if row is not None and is_good(purpose, code, row.public) else abort(404)


def signed_number(purpose: str, number: int, nonce: str) -> str:
    """Returns a row's public code: its number and a signature for this purpose over number and nonce."""
    return f"{number}-{sign(purpose, _text(number, nonce), current_app.config['SECRET_KEY'])}"


def number_of(code: str) -> int | None:
    """Returns the row's number in a public code, not yet verified (see `is_good`); None if there is none."""
    return number_in(code.partition("-")[0])


def is_good(purpose: str, code: str, nonce: str | None) -> bool:
    """True if the code's signature is valid for this purpose and the row's current nonce."""
    number, _dash, signature = code.partition("-")
    return nonce is not None and is_signed(purpose, _text(number, nonce), signature, keys_of(current_app.config))


def _text(number: int | str, nonce: str) -> str:
    return f"{number}:{nonce}"


PURPOSE = "tournament"  # length of the signature


def public_address(summary: Summary | Tournament) -> str:
    """Returns the address of the tournament's players' page; empty if it is off."""
    return address_of("tournament_following.show", PURPOSE, summary)


CALENDAR, STANDINGS = "calendar", "standings"  # purposes of signatures, and the club's columns with their nonces


class ClubFile(NamedTuple):
    """A club, with the nonce of one of its files at a secret address; None if the address is off."""

    id: int
    public: str | None
    club: Club


def file_of(club: Club, purpose: str) -> ClubFile:
    """Returns the club's CALENDAR or STANDINGS."""
    return ClubFile(club.id, getattr(club, purpose), club)


def load_file(purpose: str) -> Callable[[int], ClubFile | None]:
    """Returns the function with which `row_of` loads the CALENDAR or STANDINGS of a club."""

    def load(number: int) -> ClubFile | None:
        club = db.session.get(Club, number)
        return file_of(club, purpose) if club else None

    return load


def calendar_address(club: Club) -> str:
    """Returns the secret address of the club's calendar; empty if it is off."""
    return address_of("calendars.of_club", CALENDAR, file_of(club, CALENDAR))


def standings_address(club: Club, query: Mapping[str, str]) -> str:
    """Returns the secret address of the club's standings for spreadsheets, with this filter; empty if it is off."""
    return address_of("spreadsheets.standings_csv", STANDINGS, file_of(club, STANDINGS), **query)


DRAWN: dict[str, Any] = {"border": 4, "light": "#fff", "omitsize": True}  # how codes are drawn


def qr_code(address: str) -> Response:
    """Returns the QR code of an address as an SVG file."""
    drawn = io.BytesIO()
    _drawing(address).save(drawn, kind="svg", **DRAWN)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def qr_uri(address: str) -> str:
    """Returns the QR code of an address as a `data:` URI, for an address that only one page shows."""
    return _drawing(address).svg_data_uri(**DRAWN)


def _drawing(address: str) -> segno.QRCode:
    """Returns a code, for a long address with less error correction, so that it stays small."""
    return segno.make(address, error="m" if len(address) < 1000 else "l", micro=False)


def own_path(address: str) -> str:
    r"""Returns the address if it is a path of this server, else an empty text.

    Browsers treat `//host` and `/\host` as another site, and ignore control characters.
    """
    fits = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if fits else ""


class NotFollowed(NotFound):
    """404: a public page of a tournament or a club is off, the tournament was deleted, or the address is wrong."""

    error_text = ErrorText(
        N_("This page is off"),
        N_("The club has turned it off or deleted the tournament, or the link is incomplete."),
    )


def followed_row(code: str, purpose: str, load: Callable[[int], Row | None]) -> Row:
    """Returns the row of a public code, as `row_of` does. Raises NotFollowed: a page with the possible reasons."""
    try:
        return row_of(code, purpose, load)
    except NotFound:
        raise NotFollowed from None
