"""CSV tables for spreadsheets, with the separator and the decimal sign of the current language."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from scorekeeper.i18n.languages import decimal_sign

BYTE_ORDER_MARK = "\ufeff"
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")
# The start of a formula for a spreadsheet: at the start of a cell or, if it splits cells at other characters, in the
# middle. East Asian spreadsheets treat full-width characters alike.
FORMULA = re.compile(r"(^|[;|\t\r\n])(\s*)(?=[=+\-@＝＋－＠|%]|^[\t\r])")


def csv_line(cells: Iterable[object], *, quote_all: bool = True) -> str:
    """Returns one line of CSV, with an apostrophe before any text like a formula.

    Cells are separated by semicolons in languages with a decimal comma, else by commas. Without `quote_all` only cells
    that need quotes have them, and texts that are numbers, such as “-5”, are left alone.
    """
    sign, output = decimal_sign(), io.StringIO()
    writer = csv.writer(
        output,
        delimiter=";" if sign == "," else ",",
        lineterminator="\r\n",
        quoting=csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL,
    )
    writer.writerow([_cell(cell, sign, bare=not quote_all) for cell in cells])
    return output.getvalue()


def _cell(cell: object, sign: str, *, bare: bool) -> object:
    if isinstance(cell, float):
        return f"{cell:g}".replace(".", sign)
    if not isinstance(cell, str) or (bare and NUMBER.fullmatch(cell)):
        return cell
    return FORMULA.sub(r"\1'\2", cell)


def csv_file(rows: Iterable[Sequence[object]]) -> bytes:
    """Returns a whole table as CSV (TOU-28): UTF-8 with a byte order mark, CRLF, quotes only where they are needed."""
    lines = "".join(csv_line(row, quote_all=False) for row in rows)
    return (BYTE_ORDER_MARK + lines).encode("utf-8", "backslashreplace")
