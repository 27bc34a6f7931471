"""The language and region in force, and numbers, amounts, dates and times as the reader's region writes them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode, urlsplit

from babel import Locale
from babel.dates import format_date as babel_date
from babel.dates import format_datetime as babel_datetime
from babel.dates import format_time as babel_time
from babel.numbers import format_decimal, get_decimal_symbol
from flask import Flask, current_app, g, has_request_context, request, session

from scorekeeper.regions import regional

LOCALES = {  # what each calls itself
    "en": "English",
    "it": "Italiano",
    "pt_BR": "Português (Brasil)",
    "es": "Español",
    "sw": "Kiswahili",
    "ja": "日本語",
}
ENGLISH = "en"
MOST_TAGS = 10  # of Accept-Language


@lru_cache
def known(wanted: str | None) -> str | None:
    """The locale of LOCALES that serves `wanted` ("pt", "pt-PT" and "PT_BR" are all served by pt_BR), or None."""
    tag = (wanted or "").replace("-", "_").casefold()
    same = [locale for locale in LOCALES if locale.casefold() == tag]
    near = [locale for locale in LOCALES if tag and locale.split("_")[0] == tag.split("_")[0]]
    return next(iter(same + near), None)


_forced: ContextVar[str | None] = ContextVar("forced_locale", default=None)
_region: ContextVar[str | None] = ContextVar("region", default=None)


@contextmanager
def speaking(locale: str, tag: str | None = None) -> Iterator[None]:
    """Use this locale within the block, whatever the request's is: for the command line, sheets and exports.

    Dates and numbers are as the request's visitor writes them, or as the region of the `tag` does that is given.
    """
    spoken = known(locale) or ENGLISH
    before, region = _forced.set(spoken), _region.set((regional(tag, spoken) or spoken) if tag else None)
    try:
        yield
    finally:
        _forced.reset(before)
        _region.reset(region)


def current_locale() -> str:
    """The locale in force: that of the surrounding `speaking`, else this request's, else English.

    A request's is chosen once and cached in `g`: `?lang=`, else the one in the session, else that of the visitor's
    account, else the best of Accept-Language.
    """
    forced = _forced.get()
    if forced:
        return forced
    try:
        chosen: str = g.locale
    except (AttributeError, RuntimeError):  # not chosen yet, or outside an application context
        if not has_request_context():
            return ENGLISH
        chosen = g.locale = _from_query() or known(session.get("lang")) or _from_account() or _from_browser() or ENGLISH
    return chosen


def format_locale() -> str:
    """The locale by which dates and numbers are written: the current one, in the visitor's region where that is known.

    A region is that of `?lang=en-GB`, else of the first tag of Accept-Language, one for this language before others.
    """
    forced, locale = _region.get(), current_locale()
    if forced:
        return forced
    if not has_request_context():
        return locale
    found: dict[str, str] = g.setdefault("regions", {})
    if locale not in found:
        tags = [request.args.get("lang"), *(tag for tag, quality in request.accept_languages if quality > 0)]
        own_first = sorted(tags[:MOST_TAGS], key=lambda tag: known(tag) != locale)
        asked = (regional(tag, locale) for tag in own_first)
        found[locale] = next((each for each in asked if each), locale)
    return found[locale]


def language_tag() -> str:
    """The current locale as HTML and HTTP write it, with the visitor's region where that is known: `pt-BR`, `en-GB`."""
    return format_locale().replace("_", "-")


def language_links() -> list[tuple[str, str, str]]:
    """This page in each language: locale, its own name, address.

    The answer to a POST cannot be requested again: there it is the page with the form (the referrer).
    """
    root = request.script_root
    path, query = root + request.path, list(request.args.items(multi=True))
    if request.method not in {"GET", "HEAD"}:
        form = urlsplit(request.referrer or "")
        path, query = (form.path, parse_qsl(form.query)) if form.netloc == request.host else (f"{root}/", [])
    others = [(name, value) for name, value in query if name != "lang"]
    return [(code, name, f"{path}?{urlencode([*others, ('lang', code)])}") for code, name in LOCALES.items()]


def ask_account(app: Flask, language: Callable[[], str | None]) -> None:
    """Set the callback that answers the language of the visitor's account, for sessions that have chosen none."""
    app.extensions["scorekeeper-account-language"] = language


def forget_choice() -> None:
    """Drop the session's choice of a language."""
    session.pop("lang", None)


def _from_query() -> str | None:
    """The locale of `?lang=`, stored in the session for the next pages."""
    asked = known(request.args.get("lang"))
    if asked and session.get("lang") != asked:
        session["lang"] = asked
    return asked


def _from_account() -> str | None:
    ask = current_app.extensions.get("scorekeeper-account-language")
    return known(ask()) if ask else None


def _from_browser() -> str | None:
    wanted = (known(tag) for tag, quality in request.accept_languages if quality > 0)
    return next((locale for locale in wanted if locale), None)


@lru_cache
def babel_locale(locale: str) -> Locale:
    """Babel's data of the locale: months, the decimal sign, the direction of writing."""
    return Locale.parse(locale)


def format_number(number: float) -> str:
    """A number with the locale's own signs: 1,234.5 or 1.234,5; below zero with a minus sign, not a hyphen."""
    return _format_number(number, format_locale())


@lru_cache(2_000)
def _format_number(number: float, locale: str) -> str:
    return format_decimal(number, locale=babel_locale(locale)).replace("-", "−")


def decimal_sign() -> str:
    """What parts the whole from its decimals."""
    return get_decimal_symbol(babel_locale(format_locale()))


def format_amount(amount: int, decimals: int) -> str:
    """An amount of the smallest unit with its decimals: 150 is 1.50 or 1,50; what is owed has a minus sign."""
    places = "." + "0" * decimals if decimals else ""
    value = Decimal(abs(amount)).scaleb(-decimals)
    text = format_decimal(value, format=f"#,##0{places}", locale=babel_locale(format_locale()))
    return f"−{text}" if amount < 0 else text


def format_signed(amount: int, decimals: int = 0) -> str:
    """An amount with a sign: who is up has a plus."""
    return ("+" if amount > 0 else "") + format_amount(amount, decimals)


def format_date(day: date | datetime, form: str = "medium") -> str:
    """A day in words of the locale; forms are Babel's (short, medium, long, full)."""
    return babel_date(day, format=form, locale=babel_locale(format_locale()))


def format_time(moment: datetime, form: str = "short") -> str:
    """A date with its time of day, in the zone of `moment`."""
    return babel_datetime(moment, format=form, locale=babel_locale(format_locale()))


def format_clock(moment: datetime) -> str:
    """The time of day."""
    return babel_time(moment, format="short", locale=babel_locale(format_locale()))
