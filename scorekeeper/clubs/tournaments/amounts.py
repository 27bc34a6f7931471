"""Amounts of money with cents: stored exactly, read as people type them, shown without cents if they are whole.

In JSON an amount is a whole number, or a text with two decimals such as "2.50"; never a float. Sums are in cents.
"""

import re

from scorekeeper.games.engine.base import _, refuse
from scorekeeper.i18n import decimal_sign, format_amount, format_number
from scorekeeper.tournaments.fields import Fields

CENTS = 100  # of one unit of the currency
LARGEST = 1_000_000
EXACT = re.compile(r"[0-9]{1,7}\.[0-9]{2}")
# At most nine digits, perhaps in groups of three, then one or two decimals after another separator. Three digits after
# a separator are thousands in every language, as in all other fields.
TYPED = re.compile(
    r"([0-9]{1,7}|[0-9]{1,3}(?:(?P<group>[ .,'\u2019\u00a0\u202f])[0-9]{3}){1,2})(?:(?!(?P=group))[.,]([0-9]{1,2}))?"
)
Amount = int | str


def cents_of(amount: Amount) -> int:
    """Returns a stored amount in cents."""
    if isinstance(amount, int):
        return amount * CENTS
    whole, _point, cents = amount.partition(".")
    return int(whole) * CENTS + int(cents)


def amount_of(cents: int) -> Amount:
    """Returns an amount of cents as it is stored."""
    whole, rest = divmod(cents, CENTS)
    return f"{whole}.{rest:02}" if rest else whole


def typed_amount(text: str, field: str) -> Amount:
    """Parses a typed amount, with a decimal point or comma: 8, 2,50 or 1.500,00. Raises Refusal at `field`."""
    match = TYPED.fullmatch(text)
    if match is None:
        raise refuse(field, None, _("This must be an amount, such as 8 or {example}"), example=format_cents(250))
    whole = int("".join(char for char in match[1] if char.isdecimal()))
    return amount_of(whole * CENTS + int((match[3] or "").ljust(2, "0")))


def read_amount(fields: Fields, name: str, least: int) -> Amount | None:
    """Returns the field's amount, of at least `least` cents; None if it is missing or refused."""
    value = fields.mapping.get(name)
    if not isinstance(value, str):
        return fields.whole(name, None, -(-least // CENTS), LARGEST)
    if EXACT.fullmatch(value) and least <= cents_of(value) <= LARGEST * CENTS:
        return amount_of(cents_of(value))
    fields.refuse(name, None, _("This must be an amount, such as 8 or {example}"), example="2.50")
    return None


def format_cents(cents: int) -> str:
    """Returns an amount of cents in the current language: 8 or 2,50."""
    return format_amount(cents, 2) if cents % CENTS else format_number(cents // CENTS)


def as_typed(amount: Amount) -> str:
    """Returns a stored amount as people type it in the current language."""
    return str(amount).replace(".", decimal_sign())
