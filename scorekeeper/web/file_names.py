"""Names under which browsers save what they get."""

import re
import unicodedata
from urllib.parse import quote

from flask import Response

FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|]+')
LONGEST = 100


def file_name(name: str) -> str:
    """A name that every system takes for a file; what stands before its last dot is cut where it is long."""
    stem, dot, kind = FORBIDDEN.sub(" ", name).rpartition(".")
    return f"{' '.join(stem.split())[:LONGEST]}{dot}{kind}"


def name_file(response: Response, how: str, name: str) -> None:
    """Set the answer's file name; `how` is `inline` or `attachment`. Old browsers get one with plain letters."""
    name = file_name(name)
    simple = unicodedata.normalize("NFKD", name.replace("–", "-")).encode("ascii", "ignore").decode("ascii")
    plain = f'{how}; filename="{simple}"'
    exact = "" if simple == name else f"; filename*=UTF-8''{quote(name, safe='')}"
    response.headers["Content-Disposition"] = plain + exact
