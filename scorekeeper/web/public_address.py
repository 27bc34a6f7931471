"""Addresses for others: on QR codes, in mails, in links to hand on. No visitor's browser has a say in them.

They begin with SCOREKEEPER_PUBLIC_URL. Without it they begin as the visitor's own address does; where that is
`localhost`, as on the machine that serves, with the address that `scorekeeper serve` found in the network.
"""

import os
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, current_app, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.sansio.utils import host_is_trusted

from scorekeeper.games.engine.base import _
from scorekeeper.web.error_pages import ErrorText

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
