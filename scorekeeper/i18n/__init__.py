"""Languages: the locale of a request, translations, and formatting of numbers and dates for the visitor's region.

Catalogues are `translations/<language>/LC_MESSAGES/messages.po`; English is the text in the code itself. A missing
translation falls back to English. The catalogue of a locale of BASES has only the texts that differ from its base.
"""

from flask import Flask

from scorekeeper.i18n.languages import (
    BASES,
    ENGLISH,
    LOCALES,
    babel_locale,
    current_locale,
    decimal_sign,
    forget_choice,
    format_amount,
    format_clock,
    format_date,
    format_duration,
    format_number,
    format_signed,
    format_time,
    language_links,
    language_tag,
    locale_of,
    speaking,
    use_account_language,
)
from scorekeeper.i18n.texts import (
    TRANSLATIONS,
    Catalogue,
    _,
    called,
    card_name,
    catalogue,
    court_cards,
    gettext,
    ngettext,
    plural_form,
    say,
    table_name_to_store,
)

__all__ = [
    "BASES",
    "ENGLISH",
    "LOCALES",
    "TRANSLATIONS",
    "Catalogue",
    "_",
    "babel_locale",
    "called",
    "card_name",
    "catalogue",
    "court_cards",
    "current_locale",
    "decimal_sign",
    "forget_choice",
    "format_amount",
    "format_clock",
    "format_date",
    "format_duration",
    "format_number",
    "format_signed",
    "format_time",
    "gettext",
    "init_app",
    "language_links",
    "language_tag",
    "locale_of",
    "ngettext",
    "say",
    "speaking",
    "table_name_to_store",
    "use_account_language",
]


def init_app(app: Flask) -> None:
    """Registers the translation and formatting functions as globals and filters of the templates."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
        gettext, plural_form, newstyle=True
    )
    app.jinja_env.globals.update(
        say=say,
        current_locale=current_locale,
        language_tag=language_tag,
        language_links=language_links,
        babel_locale=babel_locale,
        LOCALES=LOCALES,
        format_number=format_number,
        format_date=format_date,
        format_time=format_time,
    )
    filters = {"number": format_number, "date": format_date, "time": format_time, "clock": format_clock}
    filters |= {"duration": format_duration}
    app.jinja_env.filters.update(filters, called=called)
