"""The guide uses the texts of the screens, in each language; its links and pictures work in the application."""

import json
import re
import subprocess
from collections.abc import Callable
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from threading import Thread
from urllib.parse import urldefrag

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import make_server

from scorekeeper.config import folder
from scorekeeper.i18n import catalogue
from scorekeeper.web import guide
from scorekeeper.web.guide import PARAGRAPHS, paragraph_of
from tests.support.machine import needs
from tools.install.debian import CURL
from tools.messages import extracted

pytestmark = pytest.mark.shares

GUIDE = folder("docs") / "guide"
ENGLISH = sorted((GUIDE / "en").glob("*.md"))
TRANSLATED = [file for file in sorted(GUIDE.glob("*/*.md")) if file.parent.name != "en"]
MESSAGES = catalogue("it").messages
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
BOLD = re.compile(r"\*\*(.+?)\*\*")
IN_THE_TEXT = re.compile(r"^#+ |\]\((?!#)[^)#]+|^```", re.MULTILINE)  # headings, links, pictures and code


def english(file: Path) -> Path:
    """Returns the English file of a translated page."""
    return GUIDE / "en" / file.name


def labels_in(file: Path) -> list[str]:
    """Returns the texts in bold: the labels of keys, menus and headings of the application."""
    return list(dict.fromkeys(BOLD.findall(file.read_text("utf-8"))))


@lru_cache
def patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Returns the messages with placeholders and words of their own, each with a pattern of its possible texts."""
    texts = [
        text for text in MESSAGES if re.search(r"[A-Za-z]{3}", PLACEHOLDER.sub("", text)) and PLACEHOLDER.search(text)
    ]
    return [(text, filled(text)) for text in texts]


def filled(text: str) -> re.Pattern[str]:
    """Returns a pattern of a message with any values in its placeholders."""
    return re.compile(".+".join(map(re.escape, PLACEHOLDER.split(text))))


def messages_of(label: str) -> list[str]:
    """Returns the translated messages that may read like this on the screen."""
    texts = [label] if label in MESSAGES else [text for text, pattern in patterns() if pattern.fullmatch(label)]
    most = max(map(own_words, texts), default=0)
    return [text for text in texts if own_words(text) == most]


def own_words(text: str) -> int:
    """Returns the number of characters of a message outside its placeholders."""
    return len(PLACEHOLDER.sub("", text))


class Shown(HTMLParser):
    """Collects from a page its ids, the links of its text, and its pictures."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if about.get("id"):
            self.ids.append(str(about["id"]))
        if tag == "a" and about.get("href"):
            self.links.append(str(about["href"]))
        if tag == "img":
            self.pictures.append(about)


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_every_link_of_every_page_leads_to_a_place_and_every_picture_is_there(
    client: FlaskClient, language: str
) -> None:
    pages = ["/help/", *(f"/help/{name}" for name in sorted(guide.names() - {guide.CONTENTS}))]
    shown = {page: Shown(client.get(f"{page}?lang={language}").text) for page in pages}
    lost = [
        (page, link)
        for page, found in shown.items()
        for link in found.links
        if link.startswith(("/help", "#"))
        for address, anchor in [urldefrag(link)]
        if (address or page) not in shown or (anchor and anchor not in shown[address or page].ids)
    ]
    assert lost == []
    assert [page for page, found in shown.items() if len(found.ids) != len(set(found.ids))] == []
    pictures = {str(each["src"]): each for found in shown.values() for each in found.pictures}
    assert [address for address, each in pictures.items() if not (each["alt"] and each["width"])] == []
    assert [address for address in pictures if client.get(address).status_code != 200] == []


def test_a_page_without_a_translation_is_in_english_and_says_so(client: FlaskClient) -> None:
    said = "not translated yet"
    page = client.get("/help/operators?lang=fr").text
    assert "Cette page n’est pas encore traduite" in page
    assert '<article class="guide" data-guide lang="en">' in page
    assert "Cette page" not in client.get("/help/first-match?lang=it").text
    assert said not in client.get("/help/first-match?lang=en").text


def test_a_page_is_made_of_files_of_the_guide_only(client: FlaskClient) -> None:
    for name in ("README", "..%2Fglossary", "glossary", "first-match.md"):
        assert client.get(f"/help/{name}").status_code == 404


def test_every_label_in_the_guide_is_on_the_screen() -> None:
    labels = [(file.name, label) for file in ENGLISH for label in labels_in(file)]
    assert len(labels) > 10
    lost = [(name, label) for name, label in labels if not messages_of(label)]
    assert not lost or [(name, label) for name, label in lost if label not in extracted()] == []


def test_a_translated_page_names_the_translated_labels_of_the_english_one() -> None:
    wrong = []
    for file in TRANSLATED:
        messages = catalogue(file.parent.name).messages
        said = {label: messages_of(label) for label in labels_in(english(file))}
        if not all(texts and messages.keys() >= {*texts} for texts in said.values()):
            continue  # it waits for translations that a release needs
        ours = {label: [messages[text][0] for text in texts] for label, texts in said.items()}
        theirs = labels_in(file)
        wrong += [(file.name, label) for label, texts in ours.items() if not any(map(is_said(theirs), texts))]
        every = [text for texts in ours.values() for text in texts]
        wrong += [(file.name, label) for label in theirs if not any(filled(text).fullmatch(label) for text in every)]
    assert wrong == []


def is_said(labels: list[str]) -> Callable[[str], bool]:
    """Returns a function: True if a message is among the labels."""
    return lambda text: any(filled(text).fullmatch(label) for label in labels)


def test_a_translated_page_has_the_headings_links_and_pictures_of_the_english_one() -> None:
    parts = [(file, IN_THE_TEXT.findall(file.read_text("utf-8").replace("](../en/", "](")),
              IN_THE_TEXT.findall(english(file).read_text("utf-8"))) for file in TRANSLATED]  # fmt: skip
    assert [(str(file.relative_to(GUIDE)), theirs, ours) for file, theirs, ours in parts if theirs != ours] == []


def test_players_and_organisers_see_what_a_page_is_about() -> None:
    without = [file.stem for file in ENGLISH if ".webp)" not in file.read_text("utf-8")]
    assert without == ["README", "files", "new-game", "operators", "scripts", "your-game"]


def test_the_contents_list_every_page() -> None:
    for contents in GUIDE.glob("*/README.md"):
        listed = re.findall(
            r"^- \[[^\]]+\]\((?:\.\./(?:\.\.|en)/)?([\w-]+)\.md\)\\\n  .{10}", contents.read_text("utf-8"), re.MULTILINE
        )
        assert sorted(listed) == sorted(guide.names() - {guide.CONTENTS})


NO_PAGES = (".json", ".jsonl", ".csv", ".pdf", ".png", ".svg", ".webmanifest", ".js", ".ics", "/<name>", "/healthz",
            "/static/", "/sync/", "/declined", "/arrived", "/log-in", "/challenge", "/help/", "/api/")  # fmt: skip


def test_every_page_has_a_paragraph_in_the_guide_and_every_paragraph_is_there(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if not any(part in rule.rule for part in NO_PAGES)]
    assert [rule.endpoint for rule in rules if paragraph_of(rule.endpoint) == guide.CONTENTS] == []
    names = {name for rule in app.url_map.iter_rules() for name in (rule.endpoint, rule.endpoint.partition(".")[0])}
    assert set(PARAGRAPHS) - names == set()
    places = [paragraph.partition("#") for paragraph in PARAGRAPHS.values()]
    assert [(page, anchor) for page, _mark, anchor in places if anchor not in ("", *guide.anchors_of(page))] == []


def test_help_leads_from_a_page_to_its_paragraph(client: FlaskClient) -> None:
    shown = [("/", "/help/first-match#start"), ("/settings", "/help/first-match#make-it-yours"), ("/nowhere", "/help/")]
    assert [path for path, place in shown if place not in Shown(client.get(path).text).links] == []


def test_the_example_for_scripts_plays_a_match(app: Flask, tmp_path: Path) -> None:
    needs(CURL)
    (example,) = re.findall(r"```sh\n(SERVER.*?)```", (GUIDE / "en" / "scripts.md").read_text("utf-8"), re.DOTALL)
    server = make_server("127.0.0.1", 0, app)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        commands = example.replace("http://localhost:8000", f"http://127.0.0.1:{server.server_port}")
        said = subprocess.check_output(["bash", "-ec", commands], cwd=tmp_path, text=True)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    *written, state = map(json.loads, said.splitlines())
    assert [answer["version"] for answer in written] == [2, 3, 4, 5, 6]
    assert (state["status"], [side["total"] for side in state["sides"]]) == ("finished", [12, 1])
    assert "truco" in [game["slug"] for game in json.loads((tmp_path / "games.json").read_text("utf-8"))["games"]]
