"""Languages: which one a visitor gets; a missing translation falls back to English."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from flask import Flask, session

from scorekeeper import i18n
from scorekeeper.i18n import Catalogue, current_locale, format_date, language_links, locale_of, say, speaking, texts

pytestmark = pytest.mark.shares

PO = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\n"

msgid "Totals {total} of {suit}"
msgstr "{suit}: {total}"

msgid "coins"
msgstr "denari"

msgid "Broken {name}"
msgstr "Rotto {nome} {0}"

msgid "%(num)s hand"
msgid_plural "%(num)s hands"
msgstr[0] "%(num)s uno"
msgstr[1] "%(num)s due"
msgstr[2] "%(num)s molti"

#, fuzzy
msgid "Guessed"
msgstr "Indovinato"

msgid "Not yet"
msgstr ""
"""


@pytest.fixture
def italian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Italian with a catalogue of a few messages."""
    file = tmp_path / "it" / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    file.write_text(PO, encoding="utf-8")
    monkeypatch.setattr(texts, "catalogue", lambda locale: Catalogue(file if locale == "it" else tmp_path / "none"))


@pytest.mark.parametrize(
    "wanted, found",
    [
        ("it", "it"), ("it-CH", "it"), ("IT", "it"), ("pt", "pt_BR"), ("PT_BR", "pt_BR"), ("pt-US", "pt_BR"),
        ("pt-PT", "pt_PT"), ("pt_pt", "pt_PT"), ("pt-AO", "pt_PT"), ("pt-Latn-MZ", "pt_PT"), ("pt-CV", "pt_PT"),
        ("pt-TL", "pt_PT"),
        ("fr-CA", "fr"), ("ja-JP", "ja"), ("sw", "sw"), ("tlh", None), ("", None), (None, None), ("*", None),
        ("../it", None),
    ],
)  # fmt: skip
def test_a_wish_is_served_by_the_nearest_locale(wanted: str | None, found: str | None) -> None:
    assert locale_of(wanted) == found


@pytest.mark.parametrize(
    "path, header, remembered, spoken",
    [
        ("/", "", None, "en"),
        ("/", "tlh, sw;q=0.4, it;q=0.8", None, "it"),
        ("/", "it;q=0, ja", None, "ja"),
        ("/", "it", "es", "es"),
        ("/?lang=ja", "it", "es", "ja"),
        ("/?lang=tlh", "it", None, "it"),
        ("/", "it", "tlh", "it"),
    ],
)
def test_a_visitor_is_asked_remembered_or_guessed(
    app: Flask, path: str, header: str, remembered: str | None, spoken: str
) -> None:
    with app.test_request_context(path, headers={"Accept-Language": header}):
        if remembered:
            session["lang"] = remembered
        assert current_locale() == spoken


def test_a_language_that_was_asked_for_is_remembered(app: Flask) -> None:
    with app.test_request_context("/?lang=pt-BR"):
        assert current_locale() == "pt_BR"
        assert session["lang"] == "pt_BR"


@pytest.mark.parametrize(
    "path, spoken", [("/blank/truco.pdf?lang=it", "es"), ("/s/x/m/1/result.png?lang=it", "es"), ("/s/x?lang=it", "it")]
)
def test_the_language_of_a_sheet_or_picture_is_not_remembered(app: Flask, path: str, spoken: str) -> None:
    with app.test_request_context(path):
        session["lang"] = "es"
        assert current_locale() == session["lang"] == spoken


@pytest.mark.parametrize(
    "method, path, referrer, address",
    [
        ("GET", "/rules/?lang=sw&a=1&a=2", None, "/rules/?a=1&a=2&lang=ja"),
        ("POST", "/new", "http://localhost/new?game=truco&lang=it", "/new?game=truco&lang=ja"),
        ("POST", "/new", "http://elsewhere.example/new", "/?lang=ja"),
        ("POST", "/new", None, "/?lang=ja"),
    ],
)
def test_a_page_can_be_had_in_every_language(
    app: Flask, method: str, path: str, referrer: str | None, address: str
) -> None:
    with app.test_request_context(path, method=method, headers={"Referer": referrer} if referrer else {}):
        links = {locale: link for locale, _name, link in language_links()}
    assert set(links) == set(i18n.LOCALES)
    assert links["ja"] == address


def test_outside_a_visit_english_is_spoken_unless_said_otherwise(app: Flask) -> None:
    assert current_locale() == "en"
    with speaking("ja"):
        assert current_locale() == "ja"
        with app.test_request_context("/?lang=it"):
            assert current_locale() == "ja"
    assert current_locale() == "en"


@pytest.mark.usefixtures("italian")
def test_messages_of_the_rules_are_said_with_their_words_translated() -> None:
    with speaking("it"):
        assert say("Totals {total} of {suit}", {"total": 3, "suit": "coins"}) == "denari: 3"
        assert say("Totals {total} of {suit}", {"total": 3, "suit": None}) == "None: 3"


@pytest.mark.usefixtures("italian")
@pytest.mark.parametrize(
    "message, params, said",
    [
        ("Nobody translated {name}", {"name": "coins"}, "Nobody translated coins"),
        ("Broken {name}", {"name": "x"}, "Broken x"),
        ("Missing {name}", {}, "Missing {name}"),
        ("A lone { brace", {"name": 1}, "A lone { brace"),
        ("{name.upper}", {"name": None}, "{name.upper}"),
        ("{name:>d}", {"name": "x"}, "{name:>d}"),
        ("Guessed", {}, "Guessed"),
        ("Not yet", {}, "Not yet"),
    ],
)
def test_what_cannot_be_said_is_said_in_english_and_never_fails(
    message: str, params: dict[str, object], said: str
) -> None:
    with speaking("it"):
        assert say(message, params) == said


@pytest.mark.usefixtures("italian")
@pytest.mark.parametrize("count, said", [(1, "1 uno"), (3, "3 due"), (5, "5 molti"), (21, "21 uno")])
def test_a_count_takes_the_form_of_its_language(count: int, said: str) -> None:
    with speaking("it"):
        assert i18n.ngettext("%(num)s hand", "%(num)s hands", count) == said
    assert i18n.ngettext("%(num)s hand", "%(num)s hands", count) == f"{count} hand{'' if count == 1 else 's'}"


def test_a_catalogue_has_the_texts_of_its_base_too_and_counts_in_its_own_way() -> None:
    said = {}
    for locale in ("pt_BR", "pt_PT"):
        with speaking(locale):
            said[locale] = [
                i18n.gettext("Save"),
                i18n.gettext("Cancel"),
                i18n.ngettext("%(num)s hand", "%(num)s hands", 0),
            ]
    assert said == {"pt_BR": ["Salvar", "Cancelar", "0 mão"], "pt_PT": ["Guardar", "Cancelar", "0 mãos"]}


def test_numbers_and_dates_are_written_as_the_locale_does() -> None:
    evening = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
    with speaking("it"):
        assert i18n.format_number(1234.5) == "1.234,5"
        assert i18n.format_date(evening) == "21 nov 2026"
    with speaking("fr"):
        assert i18n.format_number(-12345.5) == "−12\u202f345,5"
        assert i18n.format_amount(123456, 2) == "1\u202f234,56"
        assert i18n.format_time(evening) == "21/11/2026 20:15"
    with speaking("pt_PT"):
        assert [i18n.format_number(number) for number in (-1234.5, 12345)] == ["−1234,5", "12\u00a0345"]
        assert [i18n.format_amount(amount, 2) for amount in (123456, 1234567)] == ["1234,56", "12\u00a0345,67"]
    assert i18n.format_number(1234.5) == "1,234.5"
    assert i18n.format_date(evening) == "Nov 21, 2026"
    assert "8:15" in i18n.format_time(evening)


@pytest.mark.parametrize("locale", i18n.LOCALES)
def test_every_locale_knows_itself(app: Flask, locale: str) -> None:
    with speaking(locale), app.test_request_context():
        assert i18n.babel_locale(locale).language == locale.partition("_")[0]
        assert "_" not in i18n.language_tag()
        template = app.jinja_env.from_string(
            "{% trans %}A hand{% endtrans %} {{ _('A %(x)s', x=1) }} {{ ngettext('%(num)s a', '%(num)s b', 2) }} "
            "{{ say('{n}', {'n': 1}) }} {{ 1234|number }}"
        )
        assert template.render()


REGIONS = [
    ("en-GB,en;q=0.9", "en", "22 Nov 2026"), ("en-US,en;q=0.9", "en", "Nov 22, 2026"), ("en", "en", "Nov 22, 2026"),
    ("it-CH,it;q=0.9", "it", "22 nov 2026"), ("en-GB,it;q=0.9", "it", "22 nov 2026"),
    ("en-XX-nonsense", "en", "Nov 22, 2026"),
    ("es-MX", "es", "22 nov 2026"), ("en-" + "x" * 500, "en", "Nov 22, 2026"),
]  # fmt: skip


@pytest.mark.parametrize("header, language, written", REGIONS)
def test_dates_are_written_as_in_the_readers_region(app: Flask, header: str, language: str, written: str) -> None:
    with app.test_request_context(f"/?lang={language}", headers={"Accept-Language": header}):
        assert format_date(date(2026, 11, 22)) == written
