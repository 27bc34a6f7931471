"""The catalogues are complete, have the same placeholders, all plural forms, and the glossary's words."""

import ast
import itertools
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from scorekeeper.i18n import LOCALES
from tools.messages import KEYWORDS, LANGUAGES, TREE, extracted, file_of

PERCENT = re.compile(r"%\(\w+\)[sd]")
BRACES = re.compile(r"\{\w+\}")
WORD = re.compile(r"[^\W\d_]+")
# Forms used only in Spain: vosotros, its verbs, and imperatives such as "decid" (not mitad, unidad, red).
OF_SPAIN_ALONE = re.compile(
    r"(?i)\b(vosotr[oa]s|vuestr[oa]s?|os|sois|\w+[áé]is|\w+steis|(?!\w*[dt]ad\b|(?:red|pared|usted)\b)\w+[aei]d)\b"
)
GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


@lru_cache
def source() -> Catalog:
    return extracted()


@lru_cache
def catalogue(language: str) -> Catalog:
    with file_of(language).open("rb") as stream:
        return read_po(stream, locale=language)


def forms(message: Message) -> Iterator[str]:
    """The translated forms of a message: one, or one per plural form."""
    yield from (message.string,) if isinstance(message.string, str) else message.string


def source_forms(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_results_so_far_count_is_said_in_one_wording(language: str) -> None:
    same = "Results so far count."
    messages = [message for message in catalogue(language) if str(message.id).endswith(same)]
    ends = {re.split(r"(?<=[.。])\s*", str(message.string).strip())[-2] for message in messages}
    assert len(messages) >= 3
    assert len(ends) == 1


def test_every_locale_but_english_has_a_catalogue() -> None:
    assert set(LANGUAGES) == set(LOCALES) - {"en"}


def test_by_whatever_name_code_marks_its_texts_they_are_found() -> None:
    names = {
        alias.asname
        for file in (TREE / "scorekeeper").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in {"_", "gettext", "ngettext"} and alias.asname
    }
    assert names <= set(KEYWORDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_project_is_translated(language: str) -> None:
    known = catalogue(language)
    waiting = []
    for message in source():
        response = known.get(message.id)
        if message.id and (response is None or response.fuzzy or not all(forms(response))):
            waiting.append(message.id)
    file = file_of(language).relative_to(TREE)
    assert waiting == [], f"Run make messages and translate these into {language}, in {file}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_translated_that_the_project_no_longer_says(language: str) -> None:
    assert [message.id for message in catalogue(language) if message.id and message.id not in source()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_placeholders_of_their_source(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        wanted = [sorted(PERCENT.findall(form) + BRACES.findall(form)) for form in source_forms(message)]
        for form in forms(message) if message.id else ():
            if sorted(PERCENT.findall(form) + BRACES.findall(form)) not in wanted:
                wrong.append((message.id, form))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_begin_and_end_with_the_white_space_of_their_source(language: str) -> None:
    wrong = [
        message.id
        for message in catalogue(language)
        for form in (forms(message) if message.id else ())
        if (form[:1].isspace(), form[-1:].isspace())
        != (source_forms(message)[0][:1].isspace(), source_forms(message)[0][-1:].isspace())
    ]
    assert wrong == []


def glossary() -> list[dict[str, str]]:
    """The glossary's tables by term: language → the word to use."""
    rows = []
    heading: list[str] = []
    for line in GLOSSARY.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or set(line) <= set("|-: "):
            continue
        if "English" in cells[0]:
            heading = cells
        else:
            rows.append(dict(zip(heading, cells, strict=False)))
    return rows


def test_the_glossary_has_a_word_in_each_language_for_each_term() -> None:
    assert len(glossary()) >= 100
    for row in glossary():
        assert len(row) == 7, row
        assert all(row.values()), row


def plain_terms(language: str) -> Iterator[tuple[str, list[str]]]:
    """The terms with one meaning (no remark in brackets), and their words in a language."""
    terms = [row["English"] for row in glossary()]
    for row in glossary():
        term = row["English"].split("/")[0].strip()
        if "(" not in term and not any(other != row["English"] and other.startswith(f"{term} (") for other in terms):
            yield term, [word.strip().casefold() for word in row[LOCALES[language]].split("/")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_that_are_one_term_of_the_glossary_say_the_glossarys_word(language: str) -> None:
    wrong = []
    for term, words in plain_terms(language):
        for text in {term, term.capitalize()}:
            found = catalogue(language).get(text)
            if found is not None and isinstance(found.string, str) and found.string.casefold() not in words:
                wrong.append((text, found.string, words))
    assert wrong == []


# Names of games, calls, federations and formats, the same in every language.
NAMES = {
    "accusi",
    "burraco",
    "fibur",
    "fitab",
    "csv",
    "json",
    "lines",
    "qr",
    "truco",
    "napoletana",
    "flor",
    "contraflor",
    "envido",
    "falta",
    "bandeira",
    "muestra",
    "belote",
    "rebelote",
    "coinche",
    "contrée",
    "litige",
    "canasta",
}
# Words shared by two languages. A text of only these may be equal in both; any other is in the wrong language.
# Spanish and Portuguese share too many to list: only texts of several words are checked.
SOME = 5
SHARED = {
    ("es", "fr"): """
        as canastas de la pt responsable simple un variante vertical
    """,
    ("es", "it"): """
        a al apertura argentino carta con decide del era firma formato italiano la mano motivo no nota paga pos premio
        presente pt registro resto sala socio tipo torneo una uno vale variante
    """,
    ("fr", "it"): """
        atout finale la nord pt sud variante
    """,
    ("fr", "pt_BR"): """
        adv de pt revanche variante vertical
    """,
    ("it", "pt_BR"): """
        a carta categoria data e formato italiano membro motivo nome paga pagamento pos presente presidente pt quando
        registro sempre tipo vale variante
    """,
}


@pytest.mark.parametrize("first, second", list(itertools.combinations(sorted(LANGUAGES), 2)))
def test_no_text_is_another_languages(first: str, second: str) -> None:
    shared = NAMES | set(SHARED.get((first, second), "").split())
    there = {message.id: tuple(forms(message)) for message in catalogue(second) if message.id}
    strays = []
    for message in catalogue(first):
        said = tuple(forms(message))
        if not message.id or said != there.get(message.id) or said == source_forms(message):
            continue
        words = WORD.findall(BRACES.sub("", PERCENT.sub("", " ".join(said))).lower())
        near = (first, second) == ("es", "pt_BR") and len(words) < SOME
        strays += [(message.id, said)] if set(words) - shared and not near else []
    assert strays == []


def test_spanish_says_ustedes() -> None:
    texts = [
        BRACES.sub("", PERCENT.sub("", text)) for message in catalogue("es") if message.id for text in forms(message)
    ]
    assert [text for text in texts if OF_SPAIN_ALONE.search(text)] == []
