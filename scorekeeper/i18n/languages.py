"""The current locale and region; numbers, amounts, dates and times in its format, and CSV tables for spreadsheets."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Literal
from urllib.parse import parse_qsl, urlencode, urlsplit

from babel import Locale, localedata
from babel.core import get_global
from babel.dates import format_date as babel_date
from babel.dates import format_datetime as babel_datetime
from babel.dates import format_time as babel_time
from babel.dates import format_timedelta as babel_timedelta
from babel.dates import get_datetime_format
from babel.numbers import format_decimal, get_decimal_symbol
from flask import Flask, current_app, g, has_request_context, request, session

LOCALES = {  # each language's own name; the first of a language is for tags without a known region
    "en": "English",
    "it": "Italiano",
    "pt_BR": "Português (Brasil)",
    "pt_PT": "Português (Portugal)",
    "es": "Español",
    "fr": "Français",
    "sw": "Kiswahili",
    "ja": "日本語",
}
ENGLISH = "en"
BASES = {"pt_PT": "pt_BR"}  # a catalogue that has only the texts that differ from another locale's
PARENTS = get_global("parent_exceptions")  # of regions whose CLDR locale derives from another region's: pt_AO, pt_PT
UNGROUPED_THOUSANDS = ("pt_PT",)  # locales that group digits from 10,000 on, which Babel does not support
FIVE_DIGITS = 10_000
MOST_TAGS = 10  # tags of Accept-Language that are read


@lru_cache
def locale_of(language: str | None) -> str | None:
    """Returns the locale for a language tag, or None: "pt" and "PT_BR" give pt_BR, "pt-PT" and "pt-AO" pt_PT."""
    spoken = (language or "").replace("-", "_").casefold().split("_")[0]
    near = [locale for locale in LOCALES if spoken and locale.split("_")[0] == spoken]
    region = regional(language, near[0]) if near else None
    same = [locale for locale in near if locale in (region, PARENTS.get(region or ""))]
    return next(iter(same + near), None)


def _region(tag: str | None, locale: str) -> str | None:
    """Returns the locale for formats by the region of a tag; None if that region has another locale of LOCALES."""
    region = regional(tag, locale)
    return region if locale_of(region) == locale else None


_forced: ContextVar[str | None] = ContextVar("forced_locale", default=None)
_forced_region: ContextVar[str | None] = ContextVar("forced_region", default=None)


@contextmanager
def speaking(locale: str, tag: str | None = None) -> Iterator[None]:
    """Context manager that sets the current locale: for the command line, sheets and exports.

    Dates and numbers are formatted for the region of `tag`, if given, else for the visitor's.
    """
    locale = locale_of(locale) or ENGLISH
    region = (_region(tag, locale) or locale) if tag else None
    locale_token, region_token = _forced.set(locale), _forced_region.set(region)
    try:
        yield
    finally:
        _forced.reset(locale_token)
        _forced_region.reset(region_token)


def current_locale() -> str:
    """Returns the current locale: set by `speaking`, else the request's, else English.

    The request's locale is cached in `g`: from `?lang=`, else the session, else the visitor's account, else
    Accept-Language.
    """
    forced = _forced.get()
    if forced:
        return forced
    try:
        chosen: str = g.locale
    except (AttributeError, RuntimeError):  # not chosen yet, or outside an application context
        if not has_request_context():
            return ENGLISH
        chosen = g.locale = (
            _from_query() or locale_of(session.get("lang")) or _from_account() or _from_browser() or ENGLISH
        )
    return chosen


def format_locale() -> str:
    """Returns the locale for formatting dates and numbers: the current one, with the visitor's region if that is known.

    The region is from `?lang=en-GB`, else from Accept-Language: tags of the current language first, then others.
    """
    forced, locale = _forced_region.get(), current_locale()
    if forced:
        return forced
    if not has_request_context():
        return locale
    regions: dict[str, str] = g.setdefault("regions", {})  # by locale
    if locale not in regions:
        tags = [request.args.get("lang"), *(tag for tag, quality in request.accept_languages if quality > 0)]
        tags = sorted(tags[:MOST_TAGS], key=lambda tag: locale_of(tag) != locale)
        candidates = (_region(tag, locale) for tag in tags)
        regions[locale] = next((candidate for candidate in candidates if candidate), locale)
    return regions[locale]


def language_tag() -> str:
    """Returns the current locale as in HTML and HTTP, with the visitor's region if that is known: `pt-BR`, `en-GB`."""
    return format_locale().replace("_", "-")


def language_links() -> list[tuple[str, str, str]]:
    """Links to the current page in each language: `(locale, name, URL)`.

    The response to a POST has no URL of its own, so there they link to the page with the form (the referrer).
    """
    root = request.script_root
    path, query = root + request.path, list(request.args.items(multi=True))
    if request.method not in {"GET", "HEAD"}:
        form = urlsplit(request.referrer or "")
        path, query = (form.path, parse_qsl(form.query)) if form.netloc == request.host else (f"{root}/", [])
    others = [(name, value) for name, value in query if name != "lang"]
    return [(code, name, f"{path}?{urlencode([*others, ('lang', code)])}") for code, name in LOCALES.items()]


def use_account_language(app: Flask, language: Callable[[], str | None]) -> None:
    """Registers the callback that returns the language of the visitor's account, used if the session has none."""
    app.extensions["scorekeeper-account-language"] = language


def forget_choice() -> None:
    """Removes the language from the session."""
    session.pop("lang", None)


PAPERS = (".pdf", ".png")  # in their addresses, `?lang=` is the language of the sheet or picture only


def _from_query() -> str | None:
    """Returns the locale in `?lang=`, also stored in the session for further pages; None if missing or unknown."""
    locale = None if request.path.endswith(PAPERS) else locale_of(request.args.get("lang"))
    if locale and session.get("lang") != locale:
        session["lang"] = locale
    return locale


def _from_account() -> str | None:
    account_language = current_app.extensions.get("scorekeeper-account-language")
    return locale_of(account_language()) if account_language else None


def _from_browser() -> str | None:
    locales = (locale_of(tag) for tag, quality in request.accept_languages if quality > 0)
    return next((locale for locale in locales if locale), None)


@lru_cache
def babel_locale(locale: str) -> Locale:
    """Returns Babel's Locale object, with its formats, for a locale."""
    return Locale.parse(locale)


def format_number(number: float) -> str:
    """Formats a number for the current locale, 1,234.5 or 1.234,5; negative ones with a minus sign, not a hyphen."""
    return _format_number(number, format_locale())


@lru_cache(2_000)
def _format_number(number: float, locale: str) -> str:
    grouped = _is_grouped(number, locale)
    return format_decimal(number, locale=babel_locale(locale), group_separator=grouped).replace("-", "−")


def _is_grouped(number: float | Decimal, locale: str) -> bool:
    """True if the locale groups the digits of a number of this size, where it has more than three."""
    return locale_of(locale) not in UNGROUPED_THOUSANDS or not -FIVE_DIGITS < number < FIVE_DIGITS


def decimal_sign() -> str:
    """Returns the decimal separator: a point or comma."""
    return get_decimal_symbol(babel_locale(format_locale()))


def format_amount(amount: int, decimals: int) -> str:
    """Formats an amount given in the smallest unit, also a negative one: 150 with 2 decimals is 1.50 or 1,50."""
    places = "." + "0" * decimals if decimals else ""
    value = Decimal(abs(amount)).scaleb(-decimals)
    locale = format_locale()
    grouped = _is_grouped(value, locale)
    text = format_decimal(value, format=f"#,##0{places}", locale=babel_locale(locale), group_separator=grouped)
    return f"−{text}" if amount < 0 else text


def format_signed(amount: int, decimals: int = 0) -> str:
    """Formats an amount as `format_amount` does, with a plus sign for positive amounts."""
    return ("+" if amount > 0 else "") + format_amount(amount, decimals)


def format_date(day: date | datetime, form: str = "medium", hour: time | None = None) -> str:
    """Formats a date, with an hour of it if there is one; `form` is one of Babel's: short, medium, long, full."""
    locale = babel_locale(format_locale())
    text = babel_date(day, format=form, locale=locale)
    if hour is None:
        return text
    joined = str(get_datetime_format("medium", locale=locale)).replace("'", "")
    return joined.replace("{1}", text).replace("{0}", babel_time(hour, format="short", locale=locale))


def format_time(moment: datetime, form: str = "short") -> str:
    """Formats a date and a time of day, in the time zone of `moment`."""
    return babel_datetime(moment, format=form, locale=babel_locale(format_locale()))


def format_clock(moment: datetime | time) -> str:
    """Formats a time of day, in the time zone of `moment`."""
    return babel_time(moment, format="short", locale=babel_locale(format_locale()))


def format_duration(duration: timedelta) -> str:
    """Formats a duration in days, or in hours if it is shorter than a day: "30 days", "2 hours"."""
    unit: Literal["day", "hour"] = "day" if duration >= timedelta(days=1) else "hour"
    largest = duration.total_seconds()  # as a threshold: Babel then uses no larger unit
    return babel_timedelta(duration, granularity=unit, threshold=largest, locale=babel_locale(format_locale()))


REGION_TAG = re.compile(r"([a-z]{2,3})_(?:[a-z]{4}_)?([a-z]{2}|[0-9]{3})")
LONGEST_TAG = 20
AMERICAN = ("us", "ph", "pr")  # regions that write the month first
WORLD = "en_001"  # English in the rest of the world


@lru_cache
def regional(tag: str | None, locale: str) -> str | None:
    """Returns Babel's locale for a browser's language tag: `en_GB` for `en-GB`; None without a known region.

    For English, the region of a tag in another language counts too: `en_IE` for `ga-IE`. WORLD if Babel lacks the
    region.
    """
    match = REGION_TAG.fullmatch((tag or "")[:LONGEST_TAG].replace("-", "_").casefold())
    language = locale.split("_")[0]
    if match is None or (match[1] != language and language != ENGLISH):
        return None
    region = f"{language}_{match[2].upper()}"
    if localedata.exists(region):
        return region
    return None if match[2] in AMERICAN or language != ENGLISH else WORLD


BYTE_ORDER_MARK = "\ufeff"
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")
# The start of a formula for a spreadsheet: at the start of a cell or, if it splits cells at other characters, in the
# middle. East Asian spreadsheets treat full-width characters alike.
FORMULA = re.compile(r"(^|[;|\t\r\n])(\s*)(?=[=+\-@＝＋－＠|%]|^[\t\r])")


def csv_line(cells: Iterable[object], *, quote_all: bool = True) -> str:
    """Returns one line of CSV, with an apostrophe before any text like a formula.

    Cells are separated by semicolons in languages with a decimal comma, else by commas. Without `quote_all` only cells
    that need quotes have them, and texts that are numbers, e.g. “-5”, are left alone.
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
