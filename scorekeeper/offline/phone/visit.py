"""A request for a page on a phone without a network, with the matches that the phone stores, and the answer to it."""

from typing import Any

from .addresses import urlencode
from .jinja import Environment

Answer = Any
KeptMatch = Any  # `{"token", "number", "kept", "sitting", "may_score", "own_side"}`, as scripts keep it


class Visit:
    """A request for a page.

    `root` is what all addresses begin with, `path` what follows it. `query` and `fields` are pairs of names and texts;
    `key` is an unused key for a write.
    """

    def __init__(self, environment: Environment, root: str, asked: "dict[str, Any]") -> None:
        self.environment = environment
        self.root = root
        self.path: str = asked["path"][len(root) :]
        self.query = [(name, text) for name, text in asked.get("query", [])]
        self.fields = [(name, text) for name, text in asked.get("fields") or []]
        self.is_post = asked.get("fields") is not None
        self.key: str = asked["key"]
        self.shelf: list[KeptMatch] = asked.get("shelf", [])

    def show(self, template: str, context: "dict[str, Any]") -> Answer:
        """The answer with a page."""
        query = urlencode(self.query).encode()
        context["request"] = {"path": self.path, "script_root": self.root, "query_string": query}
        return {"html": self.environment.get_template(template).render(context)}

    def find_match(self, token: str, number: int) -> KeptMatch:
        """The stored match of an address, or None."""
        for each in self.shelf:
            if each["token"] == token and each["number"] == number:
                return each
        return None
