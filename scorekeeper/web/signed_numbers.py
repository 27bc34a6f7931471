"""Public addresses of rows: a number and a signature over it and the row's nonce. A new nonce, or none, ends them."""

from flask import current_app

from scorekeeper.signatures import is_signed, keys_of, sign
from scorekeeper.web.whole_numbers import number_in


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
