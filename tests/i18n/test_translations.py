"""Translations have the placeholders of their texts and the glossary's words; before a release none is missing."""

import ast
import itertools
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from scorekeeper import i18n
from scorekeeper.i18n import BASES, LOCALES
from tools import messages
from tools.messages import KEYWORDS, LANGUAGES, TREE, extracted, file_of

PERCENT = re.compile(r"%\(\w+\)[sd]")
BRACES = re.compile(r"\{\w+\}")
WORD = re.compile(r"[^\W\d_]+")
# Forms used only in Spain: vosotros, its verbs, and imperatives such as "decid" (not mitad, unidad, red).
OF_SPAIN_ALONE = re.compile(
    r"(?i)\b(vosotr[oa]s|vuestr[oa]s?|os|sois|\w+[áé]is|\w+steis|(?!\w*[dt]ad\b|(?:red|pared|usted)\b)\w+[aei]d)\b"
)
# Words and forms that Brazil has and Portugal does not: "está carregando", "rodada", "prêmio".
OF_BRAZIL_ALONE = re.compile(
    r"""(?ix)\b(
    tel[ãa]o | telas? | celular(es)? | arquivos? | senhas? | usuários? | salv(ar|ou|ando|e|es|a|as) | exclu[ií]\w*
    | compartilh\w+ | registr\w+ | equipes? | times? | cadastr\w+ | placar(es)? | planilhas? | rodadas? | súmulas?
    | mata-mata | semifina\w+ | (quartas|oitavas)\ de | prêmi\w* | bônus | econôm\w+ | gêner\w+ | contatos?
    | câmeras? | vocês? | backups? | veredito | escane\w+ | digit(ar|ad\w+|e|em|ou) | confer\w+ | conex\w+
    | (des)?conect\w+ | planej\w+ | embaralh\w+ | carteador\w* | login | sobrenomes? | peg(ar|ou|a|o|ue) | ruim
    | quatorze | centavos? | pixels? | revanche | agendas? | anuidades? | lances? | aceit[ao]s | logotipos?
    | vincul\w+ | penalidades? | saldo | em\ (um|outr[oa]s?) | a\ gente | todo\ mundo | jeito
    | (est\w+|continu\w+)\ (\w+\ )?\w+[aei]ndo
    )\b"""
)
GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


@lru_cache
def source() -> Catalog:
    return extracted()


@lru_cache
def catalogue(language: str) -> Catalog:
    """Returns a language's catalogue without the texts that wait for their translation."""
    with file_of(language).open("rb") as stream:
        found = read_po(stream, locale=language)
    for message in list(found):
        if message.id and (message.fuzzy or not all(forms(message))):
            found.delete(message.id)
    return found


def translation(language: str, text: str | tuple[str, ...]) -> Message | None:
    """Returns a text's translation in a language's catalogue, else in its base catalogue."""
    base = BASES.get(language)
    return catalogue(language).get(text) or (catalogue(base).get(text) if base else None)


def forms(message: Message) -> Iterator[str]:
    """The translated forms of a message: one, or one per plural form."""
    yield from (message.string,) if isinstance(message.string, str) else message.string


def source_forms(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_results_so_far_count_is_said_in_one_wording(language: str) -> None:
    same = "Results so far count."
    found = [translation(language, message.id) for message in source() if str(message.id).endswith(same)]
    ends = {re.split(r"(?<=[.。])\s*", str(message.string).strip())[-2] for message in found if message}
    assert len(found) >= 3
    assert len(ends) == 1


def test_every_locale_but_english_has_a_catalogue() -> None:
    assert set(LANGUAGES) == set(LOCALES) - {"en"}


def test_by_whatever_name_code_marks_its_texts_they_are_found() -> None:
    names = {
        alias.asname
        for file in (TREE / "scorekeeper").rglob("*.py")
        if re.search(r"\b(_|gettext|ngettext) as\b", code := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in {"_", "gettext", "ngettext"} and alias.asname
    }
    assert names <= set(KEYWORDS)


@pytest.mark.release
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_project_is_translated(language: str) -> None:
    waiting = [message.id for message in source() if message.id and translation(language, message.id) is None]
    file = file_of(language).relative_to(TREE)
    assert waiting == [], f"Run make messages and translate these into {language}, in {file}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_translated_that_the_project_no_longer_says(language: str) -> None:
    assert [message.id for message in catalogue(language) if message.id and message.id not in source()] == []


@pytest.mark.parametrize("language, base", BASES.items())
def test_a_catalogue_does_not_repeat_what_its_base_says(language: str, base: str) -> None:
    there = {message.id: message.string for message in catalogue(base)}
    same = [message.id for message in catalogue(language) if message.id and message.string == there[message.id]]
    assert same == [], f"Run make messages: these are in the catalogue of {base}"


def write(folder: Path, language: str, **texts: str) -> None:
    """A catalogue with these translations."""
    entries = "".join(f'\nmsgid "{text}"\nmsgstr "{said}"\n' for text, said in texts.items())
    file = folder / language / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    file.write_text(f'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n{entries}', encoding="utf-8")


def test_updating_leaves_a_catalogue_what_differs_from_its_base_and_guesses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "CATALOGUES", tmp_path)
    write(tmp_path, "pt_BR", Save="Salvar", Cancel="Cancelar", Screens="Telas", Gone="Fora")
    write(tmp_path, "pt_PT", Save="Guardar", Cancel="Cancelar", Screens="Ecrãs", Gone="Longe")
    template = Catalog()
    for text in ("Save", "Cancel", "Screen", "Teams"):
        template.add(text)
    waiting = [messages.update(language, template) for language in ("pt_BR", "pt_PT")]
    texts = [{each.id: each.string for each in messages.catalogue_of(name) if each.id} for name in ("pt_BR", "pt_PT")]
    assert texts == [{"Save": "Salvar", "Cancel": "Cancelar", "Screen": "", "Teams": ""}, {"Save": "Guardar"}]
    assert waiting == [2, 0]


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
        if message.id != ": "  # French has a space before it, Japanese none after it
        and (form[:1].isspace(), form[-1:].isspace())
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


def rows_of(language: str) -> list[dict[str, str]]:
    """The glossary's rows that have a word in a language."""
    return [row for row in glossary() if LOCALES[language] in row]


def test_the_glossary_has_a_word_in_each_language_for_each_term() -> None:
    assert len(glossary()) >= 100
    languages = {LOCALES[language] for language in LANGUAGES if language not in BASES}
    for row in rows_of("it"):
        assert row.keys() == {"English", *languages}, row
        assert all(row.values()), row


@pytest.mark.parametrize("language, base", BASES.items())
def test_the_glossary_names_terms_for_which_a_country_has_other_words(language: str, base: str) -> None:
    there = {row["English"]: row[LOCALES[base]] for row in rows_of(base)}
    same = [row for row in rows_of(language) if there[row["English"]] == row[LOCALES[language]]]
    assert rows_of(language)
    assert same == []


def plain_terms(language: str) -> Iterator[tuple[str, list[str]]]:
    """The terms with one meaning (no remark in brackets), and their words in a language, else in its base."""
    terms = [row["English"] for row in rows_of("it")]
    base = BASES.get(language, language)
    own = {row["English"]: row[LOCALES[language]] for row in rows_of(language)} if base != language else {}
    for row in rows_of(base):
        term = row["English"].split("/")[0].strip()
        if "(" not in term and not any(other != row["English"] and other.startswith(f"{term} (") for other in terms):
            words = own.get(row["English"], row[LOCALES[base]])
            yield term, [word.strip().casefold() for word in words.split("/")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_that_are_one_term_of_the_glossary_say_the_glossarys_word(language: str) -> None:
    wrong = []
    for term, words in plain_terms(language):
        for text in {term, term.capitalize()}:
            found = translation(language, text)
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
    "webhook",
    "lines",
    "qr",
    "truco",
    "schneider",
    "matador",
    "doppelkopf",
    "schafkopf",
    "skat",
    "tichu",
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
        as canastas de la pt responsable si simple un variante vertical
    """,
    ("es", "it"): """
        a al apertura argentino carta con decide del era fase firma formato italiano la lista mano modo motivo no nota
        o paga pos premio presente pt registro resto sala socio solo tipo torneo una uno vale variante vicepresidente
    """,
    ("fr", "it"): """
        atout finale la nord pozzetti pozzetto pt sud t variante
    """,
    ("fr", "pt_BR"): """
        adv de limites ou pt revanche variante vertical
    """,
    ("es", "pt_PT"): """
        de fase grupos ronda segunda
    """,
    ("fr", "pt_PT"): """
        série
    """,
    ("it", "pt_BR"): """
        a carta categoria conta data e fase fonte formato grande italiano lista membro modo motivo nome paga pagamento
        pos presente presidente pt quando quanto registro se sempre tipo tripla vale variante
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
        near = {first, second} <= {"es", "pt_BR", "pt_PT"} and len(words) < SOME
        strays += [(message.id, said)] if set(words) - shared and not near else []
    assert strays == []


def test_spanish_says_ustedes() -> None:
    texts = [
        BRACES.sub("", PERCENT.sub("", text)) for message in catalogue("es") if message.id for text in forms(message)
    ]
    assert [text for text in texts if OF_SPAIN_ALONE.search(text)] == []


def test_portuguese_of_portugal_has_no_word_of_brazil() -> None:
    said = (text for texts in i18n.catalogue("pt_PT").messages.values() for text in texts)
    assert [text for text in said if OF_BRAZIL_ALONE.search(BRACES.sub("", PERCENT.sub("", text)))] == []
    assert OF_BRAZIL_ALONE.search("O arquivo ainda está sendo feito")


# A sign of two parts after an ordinary space, which would let it begin the next line; what people type has none.
LOOSE_IN_FRENCH = re.compile(r"« | [:;!?»](?=\s|$)")


def test_french_signs_of_two_parts_stay_with_their_word() -> None:
    texts = [text for message in catalogue("fr") if message.id for text in forms(message)]
    assert [text for text in texts if LOOSE_IN_FRENCH.search(text)] == []


def test_french_cards_are_v_d_and_r() -> None:
    texts = [text for message in catalogue("fr") if message.id for text in forms(message)]
    assert [text for text in texts if re.search(r"\b[JQK]\b(?!’)", text)] == []
