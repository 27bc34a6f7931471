"""Reads an expression: its words and signs, then its grammar by climbing the precedence, and builds what computes it.

Everything is checked while it is read: names, numbers and truths, how deep it is. MicroPython nests few calls, so a
chain of signs of one precedence is a loop.
"""

from typing import Any

from ..engine.base import _
from . import computing
from .computing import Run
from .shapes import DIGITS, LETTERS

NUMBER, TRUTH = "number", "truth"
DEEPEST = 8
LONGEST_NUMBER = 9  # digits
INSIDE = LETTERS + DIGITS + "_"
SIGNS = ("==", "!=", "<=", ">=", "//", "<", ">", "+", "-", "*", "%", "(", ")", ",")
WORDS = ("and", "or", "not", "if", "else", "true", "false", "my")
AGGREGATES = ("sum", "any", "all", "count", "least", "most")
FUNCTIONS = AGGREGATES + ("abs", "min", "max")
OF_TRUTHS = ("any", "all", "count")  # the functions of truths; all others are of numbers
OR, AND, COMPARES, PLUS, TIMES, TIGHTEST = 1, 2, 3, 4, 5, 6
PRECEDENCE = {
    "or": OR, "and": AND, "==": COMPARES, "!=": COMPARES, "<": COMPARES, "<=": COMPARES, ">": COMPARES, ">=": COMPARES,
    "+": PLUS, "-": PLUS, "*": TIMES, "//": TIMES, "%": TIMES,
}  # fmt: skip
END = ""

MISSING = _('After "{before}" something is missing.')
MISSING_AT_FIRST = _("Something is missing at the beginning.")
MISPLACED = _('"{sign}" cannot stand here.')
NO_SIGN = _('There is no "{sign}" here.')
EQUALS = _('"=" compares as "==".')
SLASH = _('There is no "/": "//" divides and rounds down.')
TOO_MUCH = _("This is too much for one line. Give a part of it a name under values.")
UNKNOWN = _('There is no "{name}".')
UNKNOWN_BUT = _('There is no "{name}". Did you mean "{near}"?')
OF_A_SIDE = _('"{name}" is something each side has: say sum({name}), any(…), …')
NO_SIDE_OUTSIDE = _('"my." needs a side around it: inside of sum(…), count(…) … of a line.')
NUMBER_FOR_TRUTH = _('"{part}" is a number; here a yes or no is needed ({part} > 0).')
TRUTH_FOR_NUMBER = _('"{part}" is a yes or no; here a number is needed (1 if {part} else 0).')
TWO_KINDS = _('"{part}" and "{other}" are a number and a yes or no: these two do not go together.')


class Wrong(Exception):
    """Raised for what the language does not allow: a message with its parameters."""

    def __init__(self, message: str, **params: Any) -> None:
        super().__init__(message)
        self.message = message
        self.params = params


class Name:
    """What a name of a card is: a number or a truth (`kind`), of a side or of the hand, with the `choices` it has."""

    def __init__(self, kind: str, per_side: bool, choices: "list[str] | None" = None) -> None:
        self.kind = kind
        self.per_side = per_side
        self.choices = choices or []


class Scope:
    """The names that an expression may use. `unknown_yet`: why others of the card's names are refused, by name."""

    def __init__(self, names: "dict[str, Name]", per_side: bool, unknown_yet: "dict[str, str]") -> None:
        self.names = names
        self.per_side = per_side
        self.unknown_yet = unknown_yet


class Node:
    """A part of an expression that has been read: what computes it, its kind, and where it is in the text."""

    def __init__(self, run: Run, kind: str, start: int, end: int) -> None:
        self.run = run
        self.kind = kind
        self.start = start
        self.end = end


def tokens_of(text: str) -> "list[tuple[str, int]]":
    """Returns the words, numbers and signs of a text with their places, and the end of the text. Raises Wrong."""
    tokens = []
    at = 0
    while at < len(text):
        if text[at] != " ":
            tokens.append((_token_at(text, at), at))
            at += len(tokens[-1][0]) - 1
        at += 1
    tokens.append((END, len(text)))
    return tokens


def _token_at(text: str, at: int) -> str:
    if text[at] in LETTERS:
        return _name_at(text, at)
    if text[at] in DIGITS:
        return _number_at(text, at)
    for sign in SIGNS:
        if text[at : at + len(sign)] == sign:
            return sign
    if text[at] == "=":
        raise Wrong(EQUALS)
    if text[at] == "/":
        raise Wrong(SLASH)
    raise Wrong(NO_SIGN, sign=text[at])


def _name_at(text: str, at: int) -> str:
    end = at
    while end < len(text) and text[end] in INSIDE:
        end += 1
        if text[end : end + 1] == ".":
            end += 1
            if text[end : end + 1] == "" or text[end] not in LETTERS:
                raise Wrong(MISSING, before=text[:end])
    return text[at:end]


def _number_at(text: str, at: int) -> str:
    end = at
    while end < len(text) and text[end] in DIGITS:
        end += 1
    number = text[at:end]
    if end < len(text) and text[end] in INSIDE:
        raise Wrong(MISPLACED, sign=number + text[end])
    if len(number) > LONGEST_NUMBER or (number[0] == "0" and number != "0"):
        raise Wrong(MISPLACED, sign=number)
    return number


class Parser:
    """Reads one expression. Afterwards `weight` is what it weighs, and `used` are the names that it has."""

    def __init__(self, text: str, scope: Scope, sides: int) -> None:
        self.text = text
        self.scope = scope
        self.sides = sides
        self.tokens = tokens_of(text)
        self.at = 0
        self.depth = 0
        self.level = 1 if scope.per_side else 0  # sides around what is being read
        self.weight = 0
        self.used: set[str] = set()

    def read(self, kind: "str | None") -> Node:
        """Returns the whole expression, which is of this kind (None: of any). Raises Wrong."""
        node = self.expression()
        if self.sign() != END:
            raise Wrong(MISPLACED, sign=self.sign())
        if kind is not None:
            self.need(kind, node)
        return node

    def sign(self) -> str:
        """Returns the next word, number or sign."""
        return self.tokens[self.at][0]

    def expression(self) -> Node:
        """Reads what may have an `if` and an `else`."""
        first = self.climb(OR)
        if self.sign() != "if":
            return first
        self.at += 1
        asked = self.need(TRUTH, self.climb(OR))
        self.expect("else")
        self.deeper()
        other = self.expression()
        self.depth -= 1
        self.same(first, other)
        return self.node(computing.chosen(asked.run, first.run, other.run), first.kind, first.start)

    def climb(self, least: int) -> Node:
        """Reads operands with signs of this precedence or higher between them."""
        node = self.operand(least)
        while PRECEDENCE.get(self.sign(), 0) >= least:
            level = PRECEDENCE[self.sign()]
            signs: list[str] = []
            nodes = [node]
            while PRECEDENCE.get(self.sign()) == level:
                if level == COMPARES and signs:
                    raise Wrong(MISPLACED, sign=self.sign())
                signs.append(self.sign())
                self.at += 1
                nodes.append(self.climb(level + 1))
            node = self.joined(level, signs, nodes)
        return node

    def joined(self, level: int, signs: "list[str]", nodes: "list[Node]") -> Node:
        """Returns operands with signs of one precedence between them as one part."""
        runs = [node.run for node in nodes]
        if signs[0] in ("==", "!="):
            self.same(nodes[0], nodes[1])
        else:
            for node in nodes:
                self.need(TRUTH if level in (OR, AND) else NUMBER, node)
        if level in (OR, AND):
            run = (computing.either if level == OR else computing.every)(runs)
        elif level == COMPARES:
            run = computing.compared(signs[0], runs[0], runs[1])
        else:
            run = computing.reckoned(runs[0], signs, runs[1:])
        return self.node(run, NUMBER if level > COMPARES else TRUTH, nodes[0].start)

    def operand(self, least: int) -> Node:
        """Reads one operand; `not` stands only where a sign of this precedence may follow."""
        word, start = self.tokens[self.at]
        self.at += 1
        if word == "(":
            self.deeper()
            inner = self.expression()
            self.depth -= 1
            self.expect(")")
            return self.node(inner.run, inner.kind, start)
        if word == "-":
            self.deeper()
            inner = self.need(NUMBER, self.operand(TIGHTEST))
            self.depth -= 1
            return self.node(computing.negative(inner.run), NUMBER, start)
        if word == "not" and least <= COMPARES:
            self.deeper()
            inner = self.need(TRUTH, self.climb(COMPARES))
            self.depth -= 1
            return self.node(computing.opposite(inner.run), TRUTH, start)
        return self.call(word, start) if word in FUNCTIONS else self.atom(word, start)

    def atom(self, word: str, start: int) -> Node:
        """Returns the number, truth or name that this word is."""
        if word == END or word[0] not in INSIDE or (word in WORDS and word not in ("true", "false")):
            self.at -= 1
            raise self.missing()
        self.weight += self.sides**self.level
        if word[0] in DIGITS:
            return self.node(computing.constant(int(word)), NUMBER, start)
        if word in WORDS:
            return self.node(computing.constant(word == "true"), TRUTH, start)
        return self.named(word, start)

    def call(self, function: str, start: int) -> Node:
        """Reads the brackets of a function."""
        self.expect("(")
        self.deeper()
        further_in = int(function in AGGREGATES)
        self.level += further_in
        values = [self.need(TRUTH if function in OF_TRUTHS else NUMBER, self.expression())]
        while function in ("min", "max") and (self.sign() == "," or len(values) == 1):
            self.expect(",")
            values.append(self.need(NUMBER, self.expression()))
        self.level -= further_in
        self.depth -= 1
        self.expect(")")
        run = computing.called(function, [value.run for value in values])
        return self.node(run, TRUTH if function in ("any", "all") else NUMBER, start)

    def named(self, word: str, start: int) -> Node:
        """Returns what a name stands for, with `my.` before it and the name of a choice behind it if there are any."""
        is_mine = word[:3] == "my."
        first, dot, choice = (word[3:] if is_mine else word).partition(".")
        if first in self.scope.unknown_yet and first not in self.scope.names:
            raise Wrong(self.scope.unknown_yet[first], name=first)
        known = self.scope.names.get(first)
        if known is None or (dot and choice not in known.choices):
            raise self.unknown(word)
        if is_mine and (not known.per_side or self.level < 2):
            raise Wrong(NO_SIDE_OUTSIDE)
        if known.per_side and not self.level:
            raise Wrong(OF_A_SIDE, name=first)
        self.used.add(first)
        run = computing.of_mine if is_mine else computing.of_side if known.per_side else computing.of_hand
        if dot:
            return self.node(computing.is_choice(run(first + "."), choice), TRUTH, start)
        return self.node(run(first), known.kind, start)

    def node(self, run: Run, kind: str, start: int) -> Node:
        """Returns the part that begins at this place and ends with the token read last."""
        word, last = self.tokens[self.at - 1]
        return Node(run, kind, start, last + len(word))

    def deeper(self) -> None:
        """Goes one step deeper. Raises Wrong below the deepest."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Wrong(TOO_MUCH)

    def expect(self, sign: str) -> None:
        """Goes past a sign. Raises Wrong if another one is there."""
        if self.sign() != sign:
            raise self.missing() if self.sign() == END else Wrong(MISPLACED, sign=self.sign())
        self.at += 1

    def need(self, kind: str, node: Node) -> Node:
        """Returns the part, if it is of this kind. Raises Wrong."""
        if node.kind != kind:
            text = NUMBER_FOR_TRUTH if kind == TRUTH else TRUTH_FOR_NUMBER
            raise Wrong(text, part=self.text[node.start : node.end])
        return node

    def same(self, first: Node, second: Node) -> None:
        """Raises Wrong if these are a number and a truth."""
        if first.kind != second.kind:
            part, other = [self.text[node.start : node.end] for node in (first, second)]
            raise Wrong(TWO_KINDS, part=part, other=other)

    def missing(self) -> Wrong:
        """Returns what to raise where a value is missing."""
        word, start = self.tokens[self.at]
        before = self.text[:start].strip(" ")
        if word != END and word not in (")", ","):
            return Wrong(MISPLACED, sign=word)
        return Wrong(MISSING, before=before) if before else Wrong(MISSING_AT_FIRST)

    def unknown(self, name: str) -> Wrong:
        """Returns what to raise for a name that there is not, with a similar one.

        A card may have a thousand choices: it is compared with those of its field, or with the fields that have it.
        """
        names = self.scope.names
        first, dot, choice = name.partition(".")
        if first in names:
            known = [first] + [first + dot + other for other in names[first].choices]
        else:
            known = [other + dot + choice for other in names if not dot or choice in names[other].choices]
        near = nearest(name, sorted(known))
        return Wrong(UNKNOWN_BUT, name=name, near=near) if near else Wrong(UNKNOWN, name=name)


def remainder_by(text: str) -> "int | None":
    """Returns the number by which an expression divides last of all for its remainder (`… % 10`), else None."""
    words = [word for word, _at in tokens_of(text)[:-1]]
    if words[-2:-1] != ["%"] or words[-1][0] not in DIGITS:
        return None
    depth = 0
    for word in words[:-2]:
        depth += {"(": 1, ")": -1}.get(word, 0)
        if depth == 0 and (word in ("if", "not") or PRECEDENCE.get(word, TIMES) < TIMES):
            return None
    return int(words[-1])


MOST_DIFFERENT = 3  # letters, and not more than a third of the name
LONGEST_NAME = 41  # of a field with a choice


def nearest(name: str, known: "list[str]") -> str:
    """Returns the known name that differs in the fewest letters; empty if none is similar."""
    best, near = min(MOST_DIFFERENT, len(name) // 3) + 1, ""
    if len(name) > LONGEST_NAME:
        return near
    for other in known:
        if abs(len(other) - len(name)) < best:
            away = _distance(name, other)
            if away < best:
                best, near = away, other
    return near


def _distance(one: str, other: str) -> int:
    """Returns how many letters have to be added, removed or changed to make one word of the other (Levenshtein)."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one):
        above, row = row, [at + 1]
        for place, another in enumerate(other):
            row.append(min(above[place] + (letter != another), above[place + 1] + 1, row[place] + 1))
    return row[-1]
