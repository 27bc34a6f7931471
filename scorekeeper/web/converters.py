"""Numbers in addresses and forms: nothing longer than a database's integer, or than an entrant's number can be."""

import re
from collections.abc import Iterable

from flask import Flask
from werkzeug.routing import IntegerConverter


class RowNumber(IntegerConverter):
    """`<int:…>` of at most nine digits, which fits the integer column of any database; 404 for anything longer."""

    regex = r"[0-9]{1,9}"


class EntrantNumber(IntegerConverter):
    """`<entrant:…>`, the number of a tournament's entrant: in documents made elsewhere it is longer, or below zero."""

    regex = r"-?[0-9]{1,19}"


def init_app(app: Flask) -> None:
    """Replace Flask's `int` converter, and add our own. To be called before routes are added."""
    app.url_map.converters["int"] = RowNumber
    app.url_map.converters["entrant"] = EntrantNumber


def row_numbers(texts: Iterable[str]) -> list[int]:
    """Those of the texts that may be the number of a row."""
    return [int(each) for each in texts if re.fullmatch(RowNumber.regex, each)]


def entrant_numbers(texts: Iterable[str]) -> list[int]:
    """Those of the texts that may be the number of an entrant."""
    return [int(each) for each in texts if re.fullmatch(EntrantNumber.regex, each)]
