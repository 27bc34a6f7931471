"""The site that passkeys belong to, as visitors reach it, and what a passkey calls an account."""

from urllib.parse import urlsplit

from flask import current_app, request

from scorekeeper.clubs.passkeys import Site
from scorekeeper.signatures import sign
from scorekeeper.store.club_models import Account

PURPOSE = "passkey"  # of the signature


def site() -> Site:
    """The site of the setting PUBLIC_URL, else of this request's address."""
    parts = urlsplit(current_app.config["PUBLIC_URL"] or request.host_url)
    return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


def handle_of(account: Account) -> str:
    """What an authenticator calls the account: it tells nobody which one it is."""
    return sign(PURPOSE, str(account.id), current_app.config["SECRET_KEY"])
