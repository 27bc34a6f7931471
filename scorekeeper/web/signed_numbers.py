"""Public addresses of rows: a number and a signature over it and the row's nonce. A new nonce, or none, ends them."""

import secrets
from collections.abc import Callable
from typing import Protocol, TypeVar

from flask import abort, current_app, request

from scorekeeper.signatures import is_signed, keys_of, sign
from scorekeeper.web.public_address import public_url_for
from scorekeeper.web.whole_numbers import number_in

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
