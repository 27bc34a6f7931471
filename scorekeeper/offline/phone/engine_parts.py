"""What the engine's files say: addresses of pages by endpoint, and the games, compiled when first needed."""

from typing import Any

from scorekeeper.games.engine.game import GAMES, find_game, folder_of, game_of_rule

_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
SAFE = "!$'()*,/:;?@"  # not escaped in a query, as in Werkzeug
LOCAL = "local-"  # begins the token of a match that no server knows yet


def quoted(text: str, safe: str) -> str:
    """A text escaped for an address, but for the `safe` signs."""
    known = _UNRESERVED + safe
    return "".join([chr(code) if chr(code) in known else f"%{code:02X}" for code in text.encode()])


def urlencode(pairs: "list[tuple[str, str]]") -> str:
    """Names and texts as the query of an address."""
    return "&".join([quoted(name, "") + "=" + quoted(text, "") for name, text in pairs])


class Addresses:
    """`url_for`, with the prefix of all (`root`), the routes `{endpoint: "/s/<token>/m/<number>"}` and the address of
    static files.
    """

    def __init__(self, root: str, routes: "dict[str, str]", static: str) -> None:
        self.root = root
        self.routes = routes
        self.static = static

    def url_for(self, endpoint: str, **values: Any) -> str:
        """The address of a page; parameters that its route does not have go into the query."""
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
        given = [(name, str(values[name])) for name in sorted(values) if values[name] is not None]
        if given:
            query = "&".join([quoted(name, SAFE) + "=" + quoted(text, SAFE) for name, text in given])
            path += "?" + query.replace("%20", "+")
        return path + ("#" + anchor if anchor else "")

    def rule_url(self, rule: str) -> str:
        """Where a rule is explained."""
        game = game_of_rule(rule)
        return self.url_for("rules.game", slug=game.slug, _anchor=rule.lower()) if game else ""


class NotHere(Exception):
    """The rules of a game have to be brought first. `slug` is the game's."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.slug = slug


class Cover:
    """What lists show of a game that has not been opened: `slug`, `title`, `blurb`, `rules`. All else opens it."""

    def __init__(self, shown: "dict[str, Any]") -> None:
        self.slug = str(shown["slug"])
        self.title = str(shown["title"])
        self.blurb = str(shown["blurb"])
        self.rules = tuple(shown["rules"])

    def __getattr__(self, name: str) -> Any:
        """What only the game itself has. Raises NotHere before its files have been brought."""
        game = find_game(self.slug)
        if game is None or isinstance(game, Cover):
            raise NotHere(self.slug)
        return getattr(game, name)


def put_up(shown: "dict[str, Any]") -> None:
    """Add a game to the list, unless it is there already."""
    if find_game(shown["slug"]) is None:
        GAMES.append(Cover(shown))  # type: ignore[arg-type]  # it stands for the game, and becomes it


def open_game(slug: str) -> None:
    """Put a game, whose files are there now, in the place of its cover."""
    module = __import__("scorekeeper.games." + folder_of(slug), None, None, ["GAME"])
    for place, game in enumerate(GAMES):
        if game.slug == slug:
            GAMES[place] = module.GAME
