"""The page that explains how a device trusts this server's https in the local network, and the certificate to install.

All routes return 404 if no https is offered (`web.at_home`).
"""

import plistlib
import uuid
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding
from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from scorekeeper.i18n import _
from scorekeeper.local_authority import addresses_known
from scorekeeper.web.at_home import AtHome, address, at_home
from scorekeeper.web.forms import name_file
from scorekeeper.web.public_address import own_path
from scorekeeper.web.rate_limits import CERTIFICATES, limiter, was_made

bp = Blueprint("trust", __name__, url_prefix="/trust")

DEVICES = {"iphone": ("iPhone", "iPad", "iPod"), "android": ("Android",), "computer": ()}  # words in their user agents
KEPT = "public, max-age=300"


def _offer() -> AtHome:
    return at_home() or abort(404)


def _device() -> str:
    """Returns the kind of device that the visitor chose, else the one that the user agent names."""
    chosen, agent = request.args.get("device", ""), request.headers.get("User-Agent", "")
    named = next((device for device, words in DEVICES.items() if any(word in agent for word in words)), "computer")
    return chosen if chosen in DEVICES else named


@bp.get("")
def show() -> str:
    """At the http address: how to install the certificate; at the https address: that it works."""
    offer, device = _offer(), _device()
    back = own_path(request.args.get("back", "")) or url_for("home.index")
    here = url_for("trust.show", device=device).removeprefix(request.script_root)
    plain, secure = address(secure=False, path=here), address(secure=True, path=here)
    moved = len(addresses_known(Path(current_app.instance_path))) > 1
    values = {"offer": offer, "device": device, "back": back, "plain": plain, "secure": secure, "moved": moved}
    return render_template("about/trust.html", **values)


@bp.get("/scorekeeper.crt")
@limiter.limit(CERTIFICATES, deduct_when=was_made)
def certificate() -> Response:
    """The authority's certificate, for Android and computers."""
    return _file(_certificate(_offer()), "application/x-x509-ca-cert", "scorekeeper.crt")


@bp.get("/scorekeeper.mobileconfig")
@limiter.limit(CERTIFICATES, deduct_when=was_made)
def profile() -> Response:
    """The authority's certificate as a configuration profile for iPhone and iPad."""
    offer = _offer()
    name, der = f"Scorekeeper ({offer.name}, {offer.address})", _certificate(offer)
    identifier = f"scorekeeper.{offer.authority.serial_number:x}"

    def payload(kind: str, **values: object) -> dict[str, object]:
        own = f"{identifier}.{kind}"
        common = {"PayloadType": kind, "PayloadVersion": 1, "PayloadDisplayName": name, "PayloadIdentifier": own}
        return {**common, "PayloadUUID": str(uuid.uuid5(uuid.NAMESPACE_OID, own)).upper(), **values}

    root = payload("com.apple.security.root", PayloadContent=der, PayloadCertificateFileName="scorekeeper.crt")
    description = _("It can vouch for %(name)s and %(address)s only.", name=offer.name, address=offer.address)
    document = payload("Configuration", PayloadContent=[root], PayloadDescription=description)
    return _file(plistlib.dumps(document), "application/x-apple-aspen-config", "scorekeeper.mobileconfig")


def _certificate(offer: AtHome) -> bytes:
    return offer.authority.public_bytes(Encoding.DER)


def _file(content: bytes, mimetype: str, name: str) -> Response:
    response = Response(content, mimetype=mimetype)
    name_file(response, "attachment", name)
    response.headers["Cache-Control"] = KEPT
    return response
