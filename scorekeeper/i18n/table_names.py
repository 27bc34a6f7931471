"""Signs for generated names of tables; each reader sees them in their own language.

Stored is a sign that is the same in every language: ▦3 for table 3 of a night, ▦2/3 for table 3 in round 2 of a
tournament, ▦2/3A if group A plays there.
"""

import re
from collections.abc import Callable
from string import ascii_uppercase

SIGN = "▦"
_SIGNED = re.compile(rf"{SIGN}(?:(\d{{1,5}})/)?(\d{{1,5}})([A-Z]?)")


def table_sign(table: int, number: int | None = None, group: int | None = None) -> str:
    """Returns the sign for the name of a table; `number` is its round at a tournament, `group` its group (from 0).

    The sign has no group past the alphabet.
    """
    letter = ascii_uppercase[group : group + 1] if group is not None else ""
    return f"{SIGN}{table}" if number is None else f"{SIGN}{number}/{table}{letter}"


def is_table_sign(name: str) -> bool:
    """True if a table's name is a sign, not a typed name."""
    return _SIGNED.fullmatch(name) is not None


def table_in_words(name: str, gettext: Callable[[str], str]) -> str:
    """Returns a table's name as pages show it: a sign in the language of `gettext`, any other name unchanged."""
    signed = _SIGNED.fullmatch(name)
    if signed is None:
        return name
    number, table, group = signed.groups()
    if number is None:
        return gettext("Table %(number)s") % {"number": table}
    words = gettext("Round %(round)s · Table %(table)s") % {"round": number, "table": table}
    return f"{words} · {gettext('Group %(letter)s') % {'letter': group}}" if group else words
