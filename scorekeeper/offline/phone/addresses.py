"""Addresses of pages by their names, from the server's own table of routes."""

from typing import Any

from scorekeeper.games.engine.game import game_of_rule

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
