"""The guide: Markdown pages of docs/, rendered for /help, and the paragraph for each page of the app.

`docs/guide` has a folder for each language; a page that a language lacks is shown in English. A page has the same
headings in every language, and their anchors are those of the English ones, so that one address fits all languages. In
the files, links and pictures are relative, as viewers of the repository need them.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from html import escape
from itertools import count, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from flask import Flask, url_for
from PIL import Image

from scorekeeper.config import folder
from scorekeeper.i18n import BASES, ENGLISH

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

CONTENTS = "README"
# Pages of docs/ itself, in English only.
MANUALS = ("clubs", "command-line", "operations", "settings", "tournaments", "webhooks")
NEVER_IN_A_SLUG = re.compile(r"[^\w\- ]")
MAY_BREAK = re.compile(r"(?<=[_.])(?=\w)")  # long names in code, on a narrow screen


class Section(NamedTuple):
    """A heading of the second level: its anchor and its text."""

    anchor: str
    title: str


class Page(NamedTuple):
    """A rendered page. `locale` is the language of its text."""

    title: str
    html: str
    sections: list[Section]
    locale: str


class Roots(NamedTuple):
    """The addresses of the contents page and of the static folder."""

    help: str
    static: str


@lru_cache
def names() -> frozenset[str]:
    """Returns the names of all pages that are installed."""
    manuals = (name for name in MANUALS if _manual(name).is_file())
    return frozenset([*manuals, *(file.stem for file in _folder_of(ENGLISH).glob("*.md"))])


@lru_cache
def version() -> str:
    """Returns a digest of all pages in all languages."""
    files = sorted([*_folder_of(ENGLISH).parent.glob("*/*.md"), *map(_manual, names() & {*MANUALS})])
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


@lru_cache(maxsize=500)
def page(name: str, locale: str, roots: Roots) -> Page:
    """Returns a page in a language, else in that language's base, else in English; rendered once per process."""
    file = _file_of(name, locale)
    tokens = _markdown().parse(file.read_text("utf-8"))
    headings = list(zip(_headings(tokens), anchors_of(name), strict=True))
    for (opening, _text), anchor in headings:
        opening.attrSet("id", anchor)
    for token in tokens:
        _place(token.children or [], file, roots)
    (_opening, title), _anchor = headings[0]
    sections = [Section(anchor, text) for (opening, text), anchor in headings if opening.tag == "h2"]
    spoken = ENGLISH if name in MANUALS else file.parent.name
    return Page(title, _markdown().renderer.render(tokens, _markdown().options, {}), sections, spoken)


def anchors_of(name: str) -> list[str]:
    """Returns the anchors of a page's headings, in order, the same in every language."""
    return _slugs(_file_of(name, ENGLISH))


def _folder_of(locale: str) -> Path:
    return folder("docs") / "guide" / locale


def _manual(name: str) -> Path:
    return folder("docs") / f"{name}.md"


def _file_of(name: str, locale: str) -> Path:
    """Returns the Markdown file of a page in the best language."""
    if name in MANUALS:
        return _manual(name)
    files = [_folder_of(each) / f"{name}.md" for each in (locale, BASES.get(locale, ENGLISH), ENGLISH)]
    return next(file for file in files if file.is_file())


@lru_cache
def _markdown() -> "MarkdownIt":
    """Returns the renderer; imported for the first page, because it takes a tenth of a second."""
    from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    rules = made.renderer.rules  # type: ignore[attr-defined]
    rules["table_open"] = lambda *_: '<div class="table-frame" tabindex="0"><table class="table">\n'
    rules["table_close"] = lambda *_: "</table></div>\n"
    rules["code_inline"] = lambda tokens, at, *_: f"<code>{MAY_BREAK.sub('<wbr>', escape(tokens[at].content))}</code>"
    return made


def _headings(tokens: "list[Token]") -> "Iterator[tuple[Token, str]]":
    """Yields each heading's opening token and its text."""
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            yield opening, "".join(child.content for child in inline.children or ())


@lru_cache(maxsize=500)
def _slugs(file: Path) -> list[str]:
    """Returns the anchors that viewers of the repository give the headings of a file, in order."""
    seen: dict[str, Iterator[int]] = {}
    slugs = []
    for _opening, text in _headings(_markdown().parse(file.read_text("utf-8"))):
        slug = NEVER_IN_A_SLUG.sub("", text.lower()).replace(" ", "-")
        number = next(seen.setdefault(slug, count()))
        slugs.append(f"{slug}-{number}" if number else slug)
    return slugs


def _place(tokens: "list[Token]", file: Path, roots: Roots) -> None:
    """Gives the pictures and links of a text their addresses in the application; links that it lacks become text."""
    is_hidden = False
    for token in tokens:
        if token.type == "image":
            _place_picture(token, file, roots)
        elif token.type == "link_open":
            token.attrs["href"] = _address(str(token.attrs["href"]), file, roots)
            is_hidden = token.hidden = not token.attrs["href"]
        elif token.type == "link_close":
            token.hidden = is_hidden


def _place_picture(token: "Token", file: Path, roots: Roots) -> None:
    path = (file.parent / str(token.attrs["src"])).resolve()
    with Image.open(path) as picture:
        token.attrs.update(width=picture.width, height=picture.height, loading="lazy")
    token.attrs["src"] = roots.static + path.relative_to(folder("static").resolve()).as_posix()


def _address(link: str, file: Path, roots: Roots) -> str:
    """Returns a link's address in the application; empty for a file that is not in the guide."""
    if "://" in link:
        return link
    path, _mark, anchor = link.partition("#")
    target = (file.parent / path).resolve() if path else file
    if target.stem not in names() or target not in (_file_of(target.stem, target.parent.name), file):
        return ""
    if anchor:
        anchor = "#" + dict(zip(_slugs(target), anchors_of(target.stem), strict=True)).get(anchor, anchor)
    return (address_of(target.stem, roots) if path else "") + anchor


def address_of(name: str, roots: Roots) -> str:
    """Returns the address of a page."""
    return roots.help + ("" if name == CONTENTS else name)


# By endpoint, or by blueprint for its other pages: the page of the guide, and the anchor of the paragraph.
PARAGRAPHS = {
    "about": "operators#say-who-you-are",
    "account": "first-club#invite-your-helpers",
    "approvals": "first-club#results-that-an-arbiter-approves",
    "board": "several-phones#on-a-big-screen",
    "calendars": "club-night#in-the-calendar",
    "cards": "your-game",
    "club_cards": "your-game#keep-and-share",
    "claims": "arguments#during-a-match",
    "club": "first-club",
    "club_settings": "first-club#the-clubs-details",
    "confirming": "first-club#invite-your-helpers",
    "demonstration": "first-club#set-it-up",
    "discovery": "operators#say-who-you-are",
    "engine": "offline#what-works",
    "hands": "first-match#enter-a-hand",
    "hands.correction": "correcting#correct-a-hand",
    "home": "first-match#start",
    "home.history": "results#past-matches",
    "import_export": "first-club#take-everything-with-you",
    "log_search": "what-to-do#something-was-deleted",
    "matches": "first-match#enter-a-hand",
    "night_papers": "club-night#after",
    "night_papers.choose": "club-night#on-paper",
    "night_photographs": "club-night#on-paper",
    "nights": "club-night",
    "own_page": "first-club#my-page",
    "arguments": "arguments#without-a-match",
    "past_match": "arguments#without-a-match",
    "people": "first-club#invite-your-helpers",
    "players": "club-players",
    "past_records": "results#past-matches",
    "preferences": "first-match#make-it-yours",
    "preferences.ask_forget": "results#past-matches",
    "preferences.forget": "results#past-matches",
    "print_jobs": "tournament-paper",
    "proof": "scoresheets#does-a-sheet-agree-with-the-record",
    "records": "first-club#standings",
    "registering": "entries-from-home#what-players-do",
    "results": "results#share-a-result",
    "roster_lists": "club-players#add-a-list",
    "rules": "arguments#the-rules",
    "season_papers": "first-club#standings",
    "series": "championship",
    "sharing": "photographs#from-the-share-menu",
    "sheets": "scoresheets#print-a-match",
    "sheets.choose": "scoresheets#blank-sheets",
    "sign_in": "first-club#set-it-up",
    "sittings": "results#the-evening",
    "sittings.share": "several-phones#let-others-in",
    "spreadsheets": "first-club#in-a-spreadsheet",
    "stakes": "results#who-pays-whom",
    "standings": "first-club#standings",
    "start": "first-match#start",
    "table": "several-phones#both-sides-confirm",
    "tokens": "scripts#a-clubs-results",
    "tournament_cash": "burraco-evening#at-the-door",
    "tournament_chat_texts": "burraco-evening#a-week-before",
    "tournament_door": "burraco-evening#at-the-door",
    "tournament_door.change_hall": "tournament-paper#the-floor-plan",
    "tournament_door.hall_page": "tournament-paper#the-floor-plan",
    "tournament_embedding": "phones-at-tables#the-players-page",
    "tournament_entries": "burraco-evening#enter-the-pairs",
    "tournament_following": "phones-at-tables#the-players-page",
    "tournament_forbidden": "what-to-do#two-pairs-must-not-meet",
    "tournament_pairing": "burraco-evening#pair-and-publish",
    "tournament_pairing.ask_back": "what-to-do#a-whole-round-was-wrong",
    "tournament_papers": "tournament-paper#what-to-print-when",
    "tournament_photographs": "photographs#take-the-pictures",
    "tournament_registrations": "entries-from-home#accept-entries",
    "tournament_results": "what-to-do#results",
    "tournament_results.rulings": "what-to-do#a-table-was-slow-or-rude",
    "tournament_scanner": "photographs#hold-the-phone-over-the-stack",
    "tournament_standings": "burraco-evening#the-end",
    "tournament_tables": "phones-at-tables#a-tables-own-page",
    "tournament_typed": "tournament-paper#enter-results-from-slips",
    "tournament_what_if": "what-to-do#you-want-to-change-the-plan",
    "tournament_wall": "phones-at-tables#on-the-wall",
    "tournaments": "burraco-evening",
    "tournaments.change": "burraco-evening#a-week-before",
    "tournaments.edit": "burraco-evening#a-week-before",
    "tournaments.log_page": "what-to-do#something-was-deleted",
    "tournaments.make": "burraco-evening#a-week-before",
    "tournaments.new": "burraco-evening#a-week-before",
    "trust": "offline#before-you-go",
    "webhooks": "first-club#results-in-a-chat",
}


def init_app(app: Flask) -> None:
    """Adds `help_url` to the template globals."""
    app.jinja_env.globals["help_url"] = help_url


def paragraph_of(endpoint: str) -> str:
    """Returns the paragraph that explains the page of an endpoint, as `page#anchor`; the contents if there is none."""
    return PARAGRAPHS.get(endpoint) or PARAGRAPHS.get(endpoint.partition(".")[0], CONTENTS)


def help_url(endpoint: str | None) -> str:
    """Returns the address of the paragraph that explains the page of an endpoint."""
    page, _mark, anchor = paragraph_of(endpoint or "").partition("#")
    if page == CONTENTS:
        return url_for("help.contents")
    return url_for("help.page", name=page, _anchor=anchor or None)
