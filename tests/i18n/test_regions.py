"""Dates and numbers are written as in the reader's region."""

from datetime import UTC, date, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.i18n import format_date, format_number, language_tag, speaking
from scorekeeper.i18n.languages import regional

DAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    "tag, locale, found",
    [
        ("en-GB", "en", "en_GB"), ("EN_gb", "en", "en_GB"), ("en", "en", None), ("it-IT", "en", "en_IT"),
        ("it-CH", "en", "en_CH"), ("en-US", "en", "en_US"), ("it-CH", "it", "it_CH"), ("en-GB", "it", None),
        ("pt-PT", "pt_BR", "pt_PT"), ("es-419", "es", "es_419"), ("es-US", "en", "en_US"),
        ("zh-Hant-TW", "en", "en_001"),
        ("en-XX", "en", "en_001"), ("../..", "en", None), ("", "en", None), (None, "en", None),
    ],
)  # fmt: skip
def test_a_tag_names_a_region(tag: str | None, locale: str, found: str | None) -> None:
    assert regional(tag, locale) == found


@pytest.mark.parametrize(
    "path, header, day, number",
    [
        ("/", "", "Nov 21, 2026", "1,234"),
        ("/", "en-US,en;q=0.9", "Nov 21, 2026", "1,234"),
        ("/", "en-GB,en;q=0.9", "21 Nov 2026", "1,234"),
        ("/", "it-IT,en-GB;q=0.5", "21 nov 2026", "1.234"),
        ("/?lang=en", "it-IT,it;q=0.9", "21 Nov 2026", "1.234"),
        ("/?lang=en-GB", "en-US", "21 Nov 2026", "1,234"),
        ("/", "es-MX", "21 nov 2026", "1,234"),
        ("/", "de-CH,it;q=0.5", "21 nov 2026", "1.234"),
        ("/", "pt-MZ", "21/11/2026", "1234"),
        ("/?lang=pt_PT", "pt-BR", "21/11/2026", "1234"),
        ("/?lang=pt_BR", "pt-PT", "21 de nov. de 2026", "1.234"),
    ],
)
def test_the_browser_says_how_its_reader_writes(app: Flask, path: str, header: str, day: str, number: str) -> None:
    with app.test_request_context(path, headers={"Accept-Language": header}):
        assert (format_date(DAY), format_number(1234)) == (day, number)
        assert format_number(-1234) == f"−{number}"


def test_paper_too_unless_it_is_in_another_language(app: Flask) -> None:
    with app.test_request_context("/", headers={"Accept-Language": "en-GB"}):
        with speaking("en"):
            assert format_date(DAY, "long") == "21 November 2026"
        with speaking("es"):
            assert format_date(DAY, "long") == "21 de noviembre de 2026"
        with speaking("en", "en-US"):
            assert format_date(DAY, "long") == "November 21, 2026"
        with speaking("pt_PT", "pt-BR"):
            assert language_tag() == "pt-PT"
    with speaking("en"):
        assert format_date(datetime(2026, 11, 21, tzinfo=UTC), "long") == "November 21, 2026"


def test_a_page_names_the_region_for_whatever_it_asks_later(app: Flask, client: FlaskClient) -> None:
    assert '<html lang="en-GB"' in client.get("/", headers={"Accept-Language": "en-GB"}).text
    for address, header, tag in (("/", "it-IT", "it-IT"), ("/", "pt-AO", "pt-AO"), ("/?lang=pt_PT", "pt-BR", "pt-PT")):
        with app.test_request_context(address, headers={"Accept-Language": header}):
            assert language_tag() == tag
