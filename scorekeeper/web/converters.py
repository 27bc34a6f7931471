"""Numbers in addresses: none that a database could not hold, nor one that takes long to read."""

from flask import Flask
from werkzeug.routing import IntegerConverter


class RowNumber(IntegerConverter):
    """`<int:…>` of at most nine digits, the size of a row's number in any database; 404 for anything longer."""

    regex = r"[0-9]{1,9}"


def init_app(app: Flask) -> None:
    """Have every route read its numbers so. To be called before routes are added."""
    app.url_map.converters["int"] = RowNumber
