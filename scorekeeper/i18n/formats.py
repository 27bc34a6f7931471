"""Numbers, amounts, dates and times as the reader's region writes them."""

from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache

from babel import Locale
from babel.dates import format_date as babel_date
from babel.dates import format_datetime as babel_datetime
from babel.dates import format_time as babel_time
from babel.numbers import format_decimal, get_decimal_symbol

from scorekeeper.i18n.languages import format_locale


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
