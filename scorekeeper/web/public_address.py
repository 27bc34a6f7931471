"""Addresses that others are given: absolute ones, signed public ones, QR codes, and where forms may redirect to."""

import io
import os
import secrets
from collections.abc import Callable, Iterable, Mapping
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import urlsplit

import segno
from flask import Flask, Response, abort, current_app, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.utils import redirect

from scorekeeper.clubs.tournaments.snapshots import Summary
from scorekeeper.games.engine.base import _
from scorekeeper.signatures import is_signed, keys_of, sign
from scorekeeper.store.club_models import Tournament
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.forms import number_in

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


SERVED_AT = "SCOREKEEPER_SERVED_AT"  # from `scorekeeper serve` to its workers: where the network reaches them
ASKED_BY_ANY_NAME = "health.healthz"  # whatever watches over the server may ask by a number
OWN_NAMES = ("localhost", "127.0.0.1")  # always answered to: whoever asks by them sits at this machine


class NotOurName(BadRequest):
    """Asked by a name that is not this server's."""

    error_text = ErrorText(
        _("Wrong address for this server"),
        _("Use the server’s own address. Its administrator can add others to SCOREKEEPER_TRUSTED_HOSTS."),
    )


def init_app(app: Flask) -> None:
    """Answer only to the names that are known, where any are; give templates `public_url_for`."""
    app.config.setdefault("SERVED_AT", os.environ.get(SERVED_AT, ""))
    trusted = _trusted(app.config)
    app.jinja_env.globals.update(public_url_for=public_url_for, leads_to_this_machine_only=leads_to_this_machine_only)

    def refuse_other_names() -> None:
        if not host_is_trusted(request.host, trusted) and request.endpoint != ASKED_BY_ANY_NAME:
            raise NotOurName

    if trusted:
        app.before_request(refuse_other_names)


def _trusted(config: Mapping[str, Any]) -> list[str]:
    """The names of this server; none, for any, where none was set: nothing that lasts is built from a name asked by."""
    found = (*config["NAMES"], _host(config["PUBLIC_URL"]), _host(config["SERVED_AT"]), *OWN_NAMES)
    return [name for name in found if name] if config["NAMES"] else []


def _host(address: str) -> str:
    return urlsplit(address).hostname or ""


def public_url_for(endpoint: str, **values: Any) -> str:
    """The whole address of a page, for somebody else to open."""
    return base() + url_for(endpoint, **values).removeprefix(request.script_root)


def base() -> str:
    """What such addresses begin with, without a slash at the end."""
    config = current_app.config
    if config["PUBLIC_URL"]:
        return str(config["PUBLIC_URL"])
    if config["SERVED_AT"] and _is_this_machine(_host(request.host_url)):
        return f"{config['SERVED_AT']}{request.script_root}"
    return request.url_root.rstrip("/")


def leads_to_this_machine_only() -> bool:
    """Whether nobody else can open such an address: pages that show one say so."""
    return _is_this_machine(_host(base()))


def code_address_for(endpoint: str, **values: Any) -> str:
    """The address that a code on paper has; empty where nobody else could open it."""
    return "" if leads_to_this_machine_only() else public_url_for(endpoint, **values)


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or host.endswith(".localhost") or ip_address(host).is_loopback
    except ValueError:
        return False


class Prefix:
    """Puts the prefix before every address; a proxy may pass it on or take it off."""

    def __init__(self, wsgi_app: "WSGIApplication", prefix: str) -> None:
        self.wsgi_app = wsgi_app
        self.prefix = prefix

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        path = environ.get("PATH_INFO", "")
        if path == self.prefix:  # a phone without a network is served below it only
            return redirect(f"{self.prefix}/", 308)(environ, start_response)
        if path.startswith(f"{self.prefix}/"):
            environ["PATH_INFO"] = path.removeprefix(self.prefix)
        environ["SCRIPT_NAME"] = self.prefix
        return self.wsgi_app(environ, start_response)


NONCE = 12  # bytes


class Shown(Protocol):
    """A row that may have a public page: its id, and the nonce of the address, None while there is none."""

    @property
    def id(self) -> int: ...
    @property
    def public(self) -> str | None: ...


Row = TypeVar("Row", bound=Shown)


def address_of(endpoint: str, purpose: str, row: Shown) -> str:
    """The whole address of a row's public page; empty where it has none."""
    if row.public is None:
        return ""
    return public_url_for(endpoint, code=signed_number(purpose, row.id, row.public))


def asked_nonce(known: str | None) -> str | None:
    """What the form asks for: none, or an address (`public` is 1). One that is there stays: its codes hang on walls."""
    return (known or secrets.token_urlsafe(NONCE)) if request.form.get("public") == "1" else None


def row_of(code: str, purpose: str, load: Callable[[int], Row | None]) -> Row:
    """The row that `load` finds by the code's number; 404 where there is none, or the code is not good for it."""
    number = number_of(code)
    row = load(number) if number is not None else None
    return row if row is not None and is_good(purpose, code, row.public) else abort(404)


def signed_number(purpose: str, number: int, nonce: str) -> str:
    """The code for an address."""
    return f"{number}-{sign(purpose, _text(number, nonce), current_app.config['SECRET_KEY'])}"


def number_of(code: str) -> int | None:
    """The row that a code speaks of; whether the code is good is asked of `is_good`, with the row's nonce."""
    return number_in(code.partition("-")[0])


def is_good(purpose: str, code: str, nonce: str | None) -> bool:
    """Whether the code was signed for this purpose and the row's present nonce."""
    number, _dash, signature = code.partition("-")
    return nonce is not None and is_signed(purpose, _text(number, nonce), signature, keys_of(current_app.config))


def _text(number: int | str, nonce: str) -> str:
    return f"{number}:{nonce}"


PURPOSE = "tournament"  # of the signature


def public_address(summary: Summary | Tournament) -> str:
    """The address of the players' pages; empty where nobody may follow."""
    return address_of("tournament_following.show", PURPOSE, summary)


def qr_code(address: str) -> Response:
    """The code of an address, as a picture. Long addresses get less protection against stains, so that they fit."""
    drawn = io.BytesIO()
    level = "m" if len(address) < 1000 else "l"
    code = segno.make(address, error=level, micro=False)
    code.save(drawn, kind="svg", border=4, light="#fff", omitsize=True)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def own_path(address: str) -> str:
    """The address where it is a path of this server; an empty text for anything that could lead elsewhere.

    Browsers take `//host` and `/\\host` for another site, and drop control characters before they look.
    """
    fits = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if fits else ""
