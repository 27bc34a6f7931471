"""https in the local network, with a certificate that phones trust after they have installed this server's authority.

`serving.https` sets AT_HOME as long as it listens. A browser that has opened the secure address gets a cookie, and from
then on is led there from the plain one, to which all QR codes and links go, because others cannot open the secure one.
"""

from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.x509 import Certificate
from flask import Flask, Response, current_app, redirect, request
from werkzeug.wrappers import Response as AnyResponse

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
    """Leads browsers that trust the authority to https, and tells templates what others lack."""
    app.config.setdefault("AT_HOME", None)
    app.before_request(_lead_to_https)
    app.after_request(_remember)
    app.context_processor(lambda: {"may_trust": at_home() is not None and not request.is_secure})


def at_home() -> AtHome | None:
    """Returns what is offered if the request came by an address or name that the authority vouches for, else None."""
    offer: AtHome | None = current_app.config["AT_HOME"]
    host = urlsplit(request.host_url).hostname
    return offer if offer and host in (offer.address, offer.name) else None


def address(*, secure: bool, path: str = "") -> str:
    """Returns the secure or the plain address of this server, at the host of the request, if https is offered."""
    offer = at_home()
    if offer is None:
        return ""
    host = urlsplit(request.host_url).hostname or ""
    port = offer.secure if secure else offer.port
    return f"http{'s' if secure else ''}://{f'[{host}]' if ':' in host else host}:{port}{request.script_root}{path}"


def _lead_to_https() -> AnyResponse | None:
    """Redirects pages only. The page of trust stays: it sends what the phone has kept, and it forgets the cookie."""
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
