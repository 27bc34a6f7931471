"""The URL converter for numbers: nothing longer than a database's integer."""

from flask import Flask
from werkzeug.routing import IntegerConverter


class RowNumber(IntegerConverter):
    """`<int:…>` of at most nine digits, which fits the integer column of any database; 404 for anything longer."""

    regex = r"[0-9]{1,9}"


def init_app(app: Flask) -> None:
    """Replace Flask's `int` converter. To be called before routes are added."""
    app.url_map.converters["int"] = RowNumber
