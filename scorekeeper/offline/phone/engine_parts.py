"""`url_for`, and the list of games, loaded on first use; both are built from data in the bundle."""

from typing import Any

from scorekeeper.games.engine.game import GAMES, find_game, folder_of, game_of_rule

_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
SAFE = "!$'()*,/:;?@"  # characters that are not escaped in a query, as in Werkzeug
LOCAL = "local-"  # prefix of the token of a match that no server has yet


def quoted(text: str, safe: str) -> str:
    """Percent-encodes a text, except for the characters in `safe`."""
    unescaped = _UNRESERVED + safe
    return "".join([chr(code) if chr(code) in unescaped else f"%{code:02X}" for code in text.encode()])


def urlencode(pairs: "list[tuple[str, str]]") -> str:
    """Returns the query string of these names and values."""
    return "&".join([quoted(name, "") + "=" + quoted(text, "") for name, text in pairs])


class Addresses:
    """A builder of URLs: `root` is the prefix of all pages, `static` the URL of static files.

    `routes` are like `{endpoint: "/s/<token>/m/<number>"}`.
    """

    def __init__(self, root: str, routes: "dict[str, str]", static: str) -> None:
        self.root = root
        self.routes = routes
        self.static = static

    def url_for(self, endpoint: str, **values: Any) -> str:
        """Returns the URL of an endpoint, like Flask's; values that are not in its route go into the query string."""
        if endpoint == "static":
            return self.static + str(values["filename"])
        if endpoint == "sittings.show" and str(values["token"]).startswith(LOCAL):
            return self.root + "/"
        anchor = values.pop("_anchor", None)
        values.pop("_external", None)
        path = self.root + self.routes[endpoint]
        for name in list(values):
            if "<" + name + ">" in path:
                path = path.replace("<" + name + ">", quoted(str(values.pop(name)), ""))
        query_values = [(name, str(values[name])) for name in sorted(values) if values[name] is not None]
        if query_values:
            query = "&".join([quoted(name, SAFE) + "=" + quoted(text, SAFE) for name, text in query_values])
            path += "?" + query.replace("%20", "+")
        return path + ("#" + anchor if anchor else "")

    def rule_url(self, rule: str) -> str:
        """Returns the URL of a rule's explanation; empty for an unknown rule."""
        game = game_of_rule(rule)
        return self.url_for("rules.game", slug=game.slug, _anchor=rule.lower()) if game else ""


class NotLoaded(Exception):
    """Raised if the files of the game `slug`, or a card of the library, must be fetched first."""

    def __init__(self, slug: str, is_card: bool = False) -> None:
        super().__init__(slug)
        self.slug = slug
        self.is_card = is_card


class Cover:
    """A placeholder for a game not loaded yet, with the data for lists (`bundle._cover`)."""

    def __init__(self, shown: "dict[str, Any]") -> None:
        self.slug = str(shown["slug"])
        self.title = str(shown["title"])
        self.blurb = str(shown["blurb"])
        self.tint = int(shown["tint"])
        self.named_by = str(shown["named_by"])
        self.rules = tuple(shown["rules"])
        self.shelf: list[Any] = shown["shelf"]
        self.installed = True

    def __getattr__(self, name: str) -> Any:
        """Returns an attribute of the game that the cover lacks. Raises NotLoaded if the game is not loaded."""
        game = find_game(self.slug)
        if game is None or isinstance(game, Cover):
            raise NotLoaded(self.slug)
        return getattr(game, name)


def add_cover(shown: "dict[str, Any]") -> None:
    """Adds a game's cover to the list of games, unless the game is in it."""
    if find_game(shown["slug"]) is None:
        GAMES.append(Cover(shown))  # type: ignore[arg-type]  # `open_game` replaces it by the game


def lacks_card(slug: str) -> "dict[str, Any]":
    """Raises NotLoaded for a card of the library that has not been fetched."""
    raise NotLoaded(slug, is_card=True)


def library_of_cards() -> Any:
    """Returns the module with the cards of the library, whose game has been loaded."""
    return __import__("scorekeeper.games.card.library", None, None, ["library"])


def open_game(slug: str) -> None:
    """Imports a game whose files have been fetched, and replaces its placeholder in GAMES."""
    module = __import__("scorekeeper.games." + folder_of(slug), None, None, ["GAME"])
    for index, game in enumerate(GAMES):
        if game.slug == slug:
            GAMES[index] = module.GAME
    if slug == "card":
        library_of_cards().fetch_with(lacks_card)
