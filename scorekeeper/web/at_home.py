"""https in the local network, with a certificate that phones trust after they have installed this server's authority.

`serving.https` sets AT_HOME while it listens, an entry for each address. QR codes and links have the http address,
because phones that do not trust the authority cannot open the https one. A browser that has opened the https address
gets a cookie, and its later requests to the http address are redirected.
"""

from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.x509 import Certificate
from flask import Flask, Response, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.local_authority import in_url, is_this_machine

TRUSTS = "scorekeeper-https"  # cookie of browsers that have opened the secure address
TRUSTS_FOR = 30 * 24 * 3600  # seconds after the last page there
PAGE = "trust.show"


class AtHome(NamedTuple):
    """The machine's IP address and name, the ports of http and https, and the authority's certificate."""

    address: str
    name: str
    port: int
    secure: int
    authority: Certificate


def init_app(app: Flask) -> None:
    """Redirects browsers that trust the authority to https; gives templates `trust_page`."""
    app.config.setdefault("AT_HOME", ())
    app.before_request(_lead_to_https)
    app.after_request(_remember)
    app.context_processor(lambda: {"trust_page": _trust_page()})


def at_home() -> AtHome | None:
    """Returns what is offered at the request's host, the address or name in an authority's certificate; else None."""
    offers: tuple[AtHome, ...] = current_app.config["AT_HOME"]
    host = urlsplit(request.host_url).hostname
    return next((offer for offer in offers if host in (offer.address, offer.name)), None)


def address(*, secure: bool, path: str = "") -> str:
    """Returns the https or http address of this server, with the request's host; empty if no https is offered."""
    offer = at_home()
    if offer is None:
        return ""
    scheme, port = ("https", offer.secure) if secure else ("http", offer.port)
    host = in_url(urlsplit(request.host_url).hostname or "")
    return f"{scheme}://{host}:{port}{request.script_root}{path}"


def _trust_page() -> str:
    """Returns the address of PAGE for pages that phones open by http, at any name of this machine; else empty."""
    offers: tuple[AtHome, ...] = current_app.config["AT_HOME"]
    if not offers or request.is_secure or is_this_machine(urlsplit(request.host_url).hostname or ""):
        return ""
    path = url_for(PAGE, back=request.script_root + request.path)
    return path if at_home() else f"http://{in_url(offers[0].address)}:{offers[0].port}{path}"


def _lead_to_https() -> AnyResponse | None:
    """Redirects requests for pages, except PAGE: it sends what the phone has stored, and deletes the cookie."""
    is_page = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    if TRUSTS not in request.cookies or request.is_secure or not is_page or request.endpoint == PAGE or not at_home():
        return None
    return redirect(address(secure=True, path=request.full_path.rstrip("?")))


def _remember(response: Response) -> Response:
    if at_home() is None or response.mimetype != "text/html":
        return response
    if request.is_secure:
        response.set_cookie(TRUSTS, "1", max_age=TRUSTS_FOR, httponly=True, samesite="Lax")
    elif request.endpoint == PAGE and TRUSTS in request.cookies:
        response.delete_cookie(TRUSTS)
    return response
