"""Parses a page for tests: its elements, its text, and its forms as a browser would send them unchanged."""

from html.parser import HTMLParser

Attributes = dict[str, str | None]
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

APART = {"br", "div", "h1", "h2", "h3", "li", "p", "td", "th", "tr"}  # block elements: their texts are separated


class Page(HTMLParser):
    """All elements with their attributes and enclosing tags, in document order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[tuple[str, Attributes, tuple[str, ...]]] = []
        self.open: list[str] = []
        self.pieces: list[tuple[tuple[str, ...], str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), tuple(self.open)))
        if tag in APART:
            self.handle_data(" ")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), tuple(self.open)))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, text: str) -> None:
        self.pieces.append((tuple(self.open), text))

    def all(self, tag: str, **attributes: str) -> list[Attributes]:
        """Returns all elements of this tag with these attributes."""
        return [
            found
            for name, found, _around in self.elements
            if name == tag
            and all(found.get(key.rstrip("_").replace("_", "-")) == value for key, value in attributes.items())
        ]

    def text_in(self, tag: str) -> str:
        """Returns all text inside elements of this tag."""
        return " ".join("".join(text for around, text in self.pieces if tag in around).split())

    def texts_in(self, tag: str) -> str:
        """As `text_in`, but with the pieces of text separated, as boxes beside each other are read."""
        return " ".join(" ".join(text for around, text in self.pieces if tag in around).split())

    @property
    def text(self) -> str:
        """All text of the page."""
        return self.text_in("body")

    def value(self, name: str) -> str | None:
        """Returns the value of a text field, or the selected one of several choices."""
        return self.fields.get(name)

    @property
    def fields(self) -> dict[str, str]:
        """Returns the current fields of the page's forms without buttons; the last one of several values."""
        sent = {}
        for field in self.all("input"):
            chosen = field.get("type") not in {"radio", "checkbox"} or "checked" in field
            if field.get("name") and chosen and "disabled" not in field:
                sent[str(field["name"])] = field.get("value") or ""
        return sent | self._written | self._selected

    @property
    def _written(self) -> dict[str, str]:
        """Returns the text of each text area."""
        names = [str(field["name"]) for field in self.all("textarea") if field.get("name")]
        texts = [text for around, text in self.pieces if around and around[-1] == "textarea"]
        return dict(zip(names, texts, strict=False))

    @property
    def _selected(self) -> dict[str, str]:
        """Returns the selected option of each select: the first one if none is marked, as browsers do."""
        chosen: dict[str, str] = {}
        name = ""
        for tag, attributes, _around in self.elements:
            if tag == "select":
                name = attributes.get("name") or ""
            elif tag == "option" and name and (name not in chosen or "selected" in attributes):
                chosen[name] = attributes.get("value") or ""
        return chosen
