"""Random cards, made from the grammar of expressions: most can be played, some divide by 0 or become too large."""

from random import Random
from typing import Any

from scorekeeper.games.card.parsing import TOO_MUCH
from scorekeeper.games.card.reading import Card
from scorekeeper.games.engine.base import Refusal

Names = dict[str, list[tuple[str, str]]]
"""By kind (`number`, `truth`): names, and `side` or `hand`."""

NUMBERS = ("0", "1", "2", "3", "5", "7", "10", "100", "999999999")
DEEP = 3


def maybe(rng: Random, chance: float) -> bool:
    """True in `chance` of the cases."""
    return rng.random() < chance


class Writer:
    """Writes random expressions of what is known at a place of a card."""

    def __init__(self, rng: Random, names: Names) -> None:
        self.rng = rng
        self.names = names

    def write(self, kind: str, level: int, deep: int = 0) -> str:
        """Returns an expression of this kind. `level`: how many sides are around it."""
        rng, more = self.rng, deep + 1
        if deep >= DEEP or maybe(rng, 0.25):
            return self.leaf(kind, level)
        if maybe(rng, 0.1):
            ends = [self.write(kind, level, more) for _end in range(2)]
            return f"({ends[0]} if {self.write('truth', level, more)} else {ends[1]})"
        return self.number(level, more) if kind == "number" else self.truth(level, more)

    def number(self, level: int, deep: int) -> str:
        rng = self.rng
        way = rng.choice(["sign", "sign", "sign", "minus", "aggregate", "count", "call", "abs"])
        if way == "sign":
            sign = rng.choice(["+", "-", "*", "//", "%"])
            return self.joined(sign, [self.write("number", level, deep) for _part in range(rng.choice([2, 2, 3]))])
        if way == "minus":
            return f"-{self.leaf('number', level)}"
        if way == "call":
            parts = ", ".join(self.write("number", level, deep) for _part in range(rng.choice([2, 3])))
            return f"{rng.choice(['min', 'max'])}({parts})"
        if way == "abs" or level >= 2:
            return f"abs({self.write('number', level, deep)})"
        if way == "count":
            return f"count({self.write('truth', level + 1, deep)})"
        return f"{rng.choice(['sum', 'least', 'most'])}({self.write('number', level + 1, deep)})"

    def truth(self, level: int, deep: int) -> str:
        rng = self.rng
        way = rng.choice(["compare", "compare", "and", "or", "not", "any", "equal"])
        if way == "compare":
            sign = rng.choice(["<", "<=", ">", ">=", "==", "!="])
            return f"{self.write('number', level, deep)} {sign} {self.write('number', level, deep)}"
        if way == "equal":
            return f"({self.write('truth', level, deep)}) == ({self.write('truth', level, deep)})"
        if way == "any" and level < 2:
            return f"{rng.choice(['any', 'all'])}({self.write('truth', level + 1, deep)})"
        if way in ("and", "or"):
            parts = [f"({part})" for part in (self.write("truth", level, deep) for _part in range(2))]
            return f" {way} ".join(parts)
        return f"not ({self.write('truth', level, deep)})"

    def joined(self, sign: str, parts: list[str]) -> str:
        space = self.rng.choice(["", " ", "  "])
        wrapped = [f"({part})" if maybe(self.rng, 0.5) else part for part in parts]
        return f"{space}{sign}{space}".join(wrapped)

    def leaf(self, kind: str, level: int) -> str:
        rng = self.rng
        names = [name for name, per in self.names[kind] if per == "hand" or level]
        if not names or maybe(rng, 0.3):
            return rng.choice(NUMBERS) if kind == "number" else rng.choice(["true", "false"])
        name = rng.choice(names)
        is_mine = level > 1 and (name, "side") in self.names[kind] and maybe(rng, 0.4)
        return f"my.{name}" if is_mine else name


def random_card(rng: Random) -> dict[str, Any]:
    """A random card within the bounds of all; its expressions are read when it is."""
    while True:
        card = _card(rng)
        texts = [text for text in _expressions(card) if isinstance(text, str)]
        if all(len(text) <= 300 for text in texts) and _weighs_little(card):
            return card


def _weighs_little(card: dict[str, Any]) -> bool:
    try:
        Card(card)
    except Refusal as refusal:
        if refusal.problems[0]["message"] != TOO_MUCH:
            raise AssertionError(f"{refusal.problems[0]['field']}: {refusal}: {card}") from refusal
        return False
    return True


def _expressions(card: dict[str, Any]) -> list[Any]:
    listed = [*card["values"], *card["fields"], *card["counters"], *card["points"], *card["checks"], card["end"], card]
    keys = (
        "worth",
        "when",
        "unless",
        "least",
        "most",
        "sum",
        "next",
        "start",
        "deal",
        "out",
        "winner",
        "target",
        "hands",
    )
    return [each[key] for each in listed for key in keys if key in each]


def _card(rng: Random) -> dict[str, Any]:
    sides = rng.choice([[2, 2], [2, 3], [3, 4], [2, 4]])
    names: Names = {"number": [("sides", "hand")], "truth": []}
    card: dict[str, Any] = {
        "format": "scorekeeper-card/1", "name": "Random", "sides": sides, "best": rng.choice(["high", "low"]),
        "team": rng.choice([[1, 1], [1, 2]]), "settings": [], "values": [], "counters": [], "checks": [], "end": {},
    }  # fmt: skip
    _add_settings(rng, card, names)
    at_first = {kind: list(each) for kind, each in names.items()}
    names["number"] += [("hand", "hand"), ("total", "side")]
    names["truth"].append(("dealer", "side"))
    if maybe(rng, 0.5):
        per = rng.choice(["side", "hand"])
        card["counters"].append({"name": "kept", "label": "Kept", "per": per, "next": ""})
        names["number"].append(("kept", per))
        if maybe(rng, 0.5):
            card["counters"][0]["start"] = Writer(rng, at_first).write("number", 0, 2)
    _add_early(rng, card, names)
    card["fields"] = _fields(rng, names)
    _add_late(rng, card, names)
    names["number"].append(("points", "side"))
    writer = Writer(rng, names)
    card["points"] = [_line(rng, writer) for _line_at in range(rng.randint(1, 3))]
    if maybe(rng, 0.3):
        card["checks"].append({"label": "Never", "unless": writer.write("truth", 0)})
    for counter in card["counters"]:
        counter["next"] = writer.write("number", 1 if counter["per"] == "side" else 0)
    if maybe(rng, 0.3):
        card["deal"] = writer.write("truth", 1)
    _add_end(rng, card, writer, Writer(rng, at_first))
    return card


def _add_settings(rng: Random, card: dict[str, Any], names: Names) -> None:
    if maybe(rng, 0.5):
        card["settings"].append({"name": "target", "label": "Target", "kind": "number", "default": 20, "least": -5})
        names["number"].append(("target", "hand"))
    if maybe(rng, 0.3):
        card["settings"].append({"name": "strict", "label": {"en": "Strict"}, "kind": "flag", "default": True})
        names["truth"].append(("strict", "hand"))
    if maybe(rng, 0.3):
        choices = [{"name": "low", "label": "Low", "worth": -3}, {"name": "if", "label": "High"}]
        card["settings"].append({"name": "in", "label": "In", "kind": "choice", "choices": choices, "default": "if"})
        names["number"].append(("in", "hand"))
        names["truth"] += [("in.low", "hand"), ("in.if", "hand")]


def _add_early(rng: Random, card: dict[str, Any], names: Names) -> None:
    if maybe(rng, 0.5):
        per = rng.choice(["hand", "side"])
        kind = rng.choice(["number", "truth"])
        worth = Writer(rng, names).write(kind, 1 if per == "side" else 0, 1)
        card["values"].append({"name": "early", "per": per, "worth": worth})
        names[kind].append(("early", per))


def _fields(rng: Random, names: Names) -> list[dict[str, Any]]:
    fields: list[dict[str, Any]] = [{"name": "a", "label": "A", "kind": "number", "required": maybe(rng, 0.5)}]
    if maybe(rng, 0.3):
        fields[0]["most"] = f"max(9, abs({Writer(rng, names).write('number', 1, 2)}))"
    if maybe(rng, 0.2):
        fields[0]["sum"] = "abs(sides) + 3"
    names["number"].append(("a", "side"))
    if maybe(rng, 0.4):
        fields.append({"name": "b", "label": "B", "kind": "number", "per": "hand", "step": 5, "least": -10})
        names["number"].append(("b", "hand"))
    if maybe(rng, 0.4):
        fields.append({"name": "who", "label": "Who", "kind": "side"})
        names["truth"].append(("who", "side"))
    if maybe(rng, 0.4):
        per = rng.choice(["hand", "side"])
        fields.append({"name": "f", "label": "F", "kind": "flag", "per": per, "before": True})
        names["truth"].append(("f", per))
    if maybe(rng, 0.4):
        per = rng.choice(["hand", "side"])
        choices = [{"name": "x", "label": "X", "worth": 4}, {"name": "and", "label": "Y"}]
        fields.append({"name": "c", "label": "C", "kind": "choice", "per": per, "choices": choices})
        names["number"].append(("c", per))
        names["truth"].append(("c.and", per))
    return fields


def _add_late(rng: Random, card: dict[str, Any], names: Names) -> None:
    if maybe(rng, 0.5):
        per = rng.choice(["hand", "side"])
        worth = f"sum(a) + {Writer(rng, names).write('number', 1 if per == 'side' else 0, 1)}"
        card["values"].append({"name": "late", "per": per, "worth": worth})
        names["number"].append(("late", per))


def _line(rng: Random, writer: Writer) -> dict[str, Any]:
    line = {"label": "Line", "worth": rng.choice([writer.write("number", 1), 7])}
    if maybe(rng, 0.4):
        line["when"] = writer.write("truth", 1)
    return line


def _add_end(rng: Random, card: dict[str, Any], after: Writer, at_first: Writer) -> None:
    end = {
        "target": f"abs({at_first.write('number', 0, 2)}) % 999",
        "hands": rng.randint(0, 4),
        "when": after.write("truth", 0),
        "out": after.write("truth", 1),
        "winner": after.write("truth", 1),
        "tie": rng.choice(["again", "draw"]),
    }
    card["end"] = {key: end[key] for key in end if maybe(rng, 0.3)}
