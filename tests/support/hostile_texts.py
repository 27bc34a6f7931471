"""Hostile and odd texts for every field; and the forms of all pages, parsed from them."""

import os
from html.parser import HTMLParser
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tests.support.fuzzing import tries

NASTY = (
    "", " ", "\0", "a\0b", "\x1b[31m", "\r\nSet-Cookie: x=1", "\u202eannA\u202c", "\u2066x", "\u200d", "👩‍👩‍👧‍👦" * 30,
    "अन्ना", "アンナ", "عَنَّا", "Z̸̡͙a̴lgo" * 40, "<script>alert(1)</script>", "{{ 7*7 }}", "{name}", "{0.__class__}", "%(x)s",
    "%s%n", "'; DROP TABLE hand; --", "=1+1", "../../passwd", "//evil.example", "٣", "²", "1e999", "-1", "NaN", "0x10",
    "9" * 30, "9" * 5000, "-" + "9" * 30, "2147483648", "4294967296", "9223372036854775808", "x" * 20_000, "[", "{}",
    "[" * 3000 + "]" * 3000, '{"a":' * 2000 + "1" + "}" * 2000, "null", "true", '"\\ud800"', "1.5", "\ufeff1",
    "ﷺ" * 10_000, "\u0300" * 10_000, "1+" * 5000 + "1", "𝟙", "ǅ", "ß" * 41, "İ" * 40, "\ue000", "\U0010ffff", "\u2028",
)  # fmt: skip
# Seconds of a thread's processor time. The target of `make trust` is one; tests allow more for busy machines.
HANG = float(os.environ.get("SCOREKEEPER_HANG", "5"))
TEXT = st.sampled_from(NASTY) | st.text(max_size=40)
NAMES = (
    "key", "seen", "way", "note", "hand", "may", "label", "name", "place", "token", "entry", "head", "hands", "kind",
    "rules", "file", "document", "preset", "totals", "game", "variant", "shape", "start", "shown_shape", "side",
    "points.0", "points.1", "points", "aces.0", "figures.1", "last_trick", "tricks.0", "winner", "stake",
    "sides.0.melds", "sides.1.pot", "honours.0.player", "honours.0.kind", "honours.999999.kind", "at", "back",
    "since", "lang", "paper", "before", "from", "to", "order", "page", "q", "login", "password", "next", "club",
    "role", "other", "old", "number", "active", "account", "day", "tables", "player.0.0", "players.0.1",
    "side_name.0", "first_dealer", "options.target", "check", "add", "drop", "theme", "strike_rest", "m",
    "a.b.c.d.e.f.g",
)  # fmt: skip
FIELDS = st.dictionaries(st.sampled_from(NAMES) | TEXT, TEXT, max_size=8)
QUICK = settings(max_examples=tries(2), suppress_health_check=list(HealthCheck))


class Forms(HTMLParser):
    """Parses every POST form of a page: its address and current fields."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self._fields: dict[str, str] | None = None
        self._select: tuple[str, bool] | None = None  # its name, and true if its value is set

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._fields = {} if about.get("method", "").lower() == "post" else None
            if self._fields is not None:
                self.found.append((about.get("action", ""), self._fields))
        elif self._fields is not None:
            self._field(tag, about)

    def _field(self, tag: str, about: dict[str, str]) -> None:
        name = about.get("name", "")
        if tag == "select":
            self._select = (name, False)
        elif tag == "option" and self._select and (not self._select[1] or "selected" in about):
            self._put(self._select[0], about.get("value", ""))
            self._select = (self._select[0], True)
        elif tag in {"input", "button", "textarea"} and name:
            chosen = about.get("type") not in {"radio", "checkbox"} or "checked" in about
            self._put(name, about.get("value", "")) if chosen else self._known(name)

    def _put(self, name: str, value: str) -> None:
        if self._fields is not None:
            self._fields[name] = value

    def _known(self, name: str) -> None:
        if self._fields is not None:
            self._fields.setdefault(name, "1")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._fields = None
        elif tag == "select":
            self._select = None


def forms_on(client: FlaskClient, address: str) -> list[tuple[str, dict[str, str]]]:
    """Returns the POST forms of a page by path; none if the page does not exist."""
    with client.get(address) as answer:
        if answer.status_code != 200 or answer.mimetype != "text/html":
            return []
        page = Forms()
        page.feed(answer.get_data(as_text=True))
    return [(urlsplit(action).path or address, fields) for action, fields in page.found]
