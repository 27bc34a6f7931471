"""Updates the catalogues with the texts in the code: `make messages`.

Texts are extracted from Python (`_`, `ngettext`, `N_`), templates, and the cards of the library. New and changed texts
are added untranslated, removed ones are deleted. Catalogues contain no locations, so that moving a text changes no
catalogue.

A catalogue with a base (BASES) has only the texts that differ from it: no text is added there, and texts equal to the
base's are deleted.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from scorekeeper.games.card.server import texts_of_library
from scorekeeper.i18n import BASES

TREE = Path(__file__).parent.parent
CATALOGUES = TREE / "scorekeeper" / "translations"
LANGUAGES = ("it", "pt_BR", "pt_PT", "es", "fr", "sw", "ja")
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}
SOURCES = {
    "scorekeeper": [("**.py", "python")],
    "templates": [("**.html", "jinja2"), ("**.svg", "jinja2")],
}
FIRST_MADE = datetime(2026, 11, 21, tzinfo=UTC)  # constant, because a changing date would be noise in diffs
OPTIONS = {"**.html": {"trim_blocks": "true", "silent": "false"}, "**.svg": {"silent": "false"}}


def extracted() -> Catalog:
    """Returns all texts of the project."""
    catalogue = Catalog(project="Scorekeeper", fuzzy=False, creation_date=FIRST_MADE)
    for folder, methods in SOURCES.items():
        texts = extract_from_dir(TREE / folder, methods, OPTIONS, keywords=KEYWORDS, comment_tags=("Translators:",))
        for _file, _line, message, comments, context in texts:
            catalogue.add(message, None, (), auto_comments=comments, context=context)
    for text in sorted(texts_of_library()):
        catalogue.add(text)
    return catalogue


def file_of(language: str) -> Path:
    """Returns the path of a language's catalogue."""
    return CATALOGUES / language / "LC_MESSAGES" / "messages.po"


def catalogue_of(language: str) -> Catalog:
    """Returns a language's catalogue from its file; an empty one without a file."""
    file = file_of(language)
    if not file.is_file():
        return Catalog(locale=language, project="Scorekeeper", fuzzy=False)
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def update(language: str, template: Catalog) -> int:
    """Updates one catalogue, after its base catalogue; returns the number of untranslated texts."""
    catalogue, base = catalogue_of(language), BASES.get(language)
    catalogue.header_comment = f"# Scorekeeper in {catalogue.locale_identifier}. Game terms follow docs/glossary.md."
    catalogue.revision_date = FIRST_MADE
    if base:
        catalogue.header_comment += f"\n# Only texts that differ from {base}."
        template = _that_differ(template, catalogue)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    if base:
        _delete_same(catalogue, catalogue_of(base))
    file = file_of(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as stream:
        write_po(stream, catalogue, width=120, sort_output=True, omit_header=False, no_location=True)
    return sum(1 for message in catalogue if message.id and not _is_translated(message.string))


def _that_differ(template: Catalog, catalogue: Catalog) -> Catalog:
    """Returns the texts of the project that a catalogue has."""
    chosen = Catalog(project=template.project, fuzzy=False, creation_date=template.creation_date)
    for message in template:
        if message.id and message.id in catalogue:
            chosen[message.id] = message
    return chosen


def _delete_same(catalogue: Catalog, base: Catalog) -> None:
    """Deletes texts that are untranslated or the same as in the base catalogue."""
    for message in list(catalogue):
        in_base = base.get(message.id) if message.id else None
        if in_base and (not _is_translated(message.string) or message.string == in_base.string):
            catalogue.delete(message.id)


def _is_translated(string: "str | tuple[str, ...] | list[str] | None") -> bool:
    return bool(string) and all(string or ())


def main() -> None:
    """Updates all catalogues, or those of the given languages."""
    template = extracted()
    for language in sys.argv[1:] or LANGUAGES:
        waiting = update(language, template)
        print(f"{language}: {len(template)} texts, {waiting} to be translated")


if __name__ == "__main__":
    main()
