"""Expressions of cards mean what they mean in Python, and what Python knows besides is refused with a sentence."""

import ast
import operator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from scorekeeper.games.card import parsing
from scorekeeper.games.card.computing import IN, MOST, NotComputed
from scorekeeper.games.card.parsing import NUMBER, TRUTH, Name, Parser, Scope, Wrong, remainder_by
from scorekeeper.games.engine.base import english
from tests.games.card.random_cards import Names, Writer
from tests.support.fuzzing import chance, tries

KNOWN = {
    "n": Name(NUMBER, False), "yes": Name(TRUTH, False), "a": Name(NUMBER, True), "won": Name(TRUTH, True),
    "bid": Name(NUMBER, True, ["solo", "if"]), "is": Name(NUMBER, False),
}  # fmt: skip
STATE: dict[str, Any] = {
    "n": 4, "yes": True, "a": [7, -7, 3], "bid": [0, 5, 5], "bid.": ["solo", "if", "if"], "won": [True, False, True],
    "is": 2, IN: [0, 1],
}  # fmt: skip
OF_PYTHON: dict[type, Any] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
FOLDS: dict[str, Any] = {
    "any": any, "all": all, "count": lambda values: values.count(True), "least": min, "most": max,
    "min": min, "max": max, "abs": lambda values: abs(values[0]),
}  # fmt: skip


def by_python(tree: ast.expr, side: int, my: int) -> Any:
    """The value of an expression as Python reads it. Raises NotComputed."""
    if isinstance(tree, ast.Constant):
        return tree.value
    if isinstance(tree, ast.Name):
        value = STATE[tree.id]
        return value[side] if isinstance(value, list) else value
    if isinstance(tree, ast.Attribute):
        if isinstance(tree.value, ast.Attribute):  # my.bid.solo
            return STATE[tree.value.attr + "."][my] == tree.attr
        assert isinstance(tree.value, ast.Name)
        return STATE[tree.attr][my] if tree.value.id == "my" else STATE[tree.value.id + "."][side] == tree.attr
    if isinstance(tree, ast.IfExp):
        return by_python(tree.body if by_python(tree.test, side, my) else tree.orelse, side, my)
    if isinstance(tree, ast.BoolOp):
        stop = isinstance(tree.op, ast.Or)
        return next((stop for each in tree.values if by_python(each, side, my) is stop), not stop)
    if isinstance(tree, ast.UnaryOp):
        value = by_python(tree.operand, side, my)
        return not value if isinstance(tree.op, ast.Not) else -value
    if isinstance(tree, ast.Compare):
        return OF_PYTHON[type(tree.ops[0])](by_python(tree.left, side, my), by_python(tree.comparators[0], side, my))
    if isinstance(tree, ast.BinOp):
        return bounded(OF_PYTHON[type(tree.op)], by_python(tree.left, side, my), by_python(tree.right, side, my))
    assert isinstance(tree, ast.Call)
    assert isinstance(tree.func, ast.Name)
    name = tree.func.id
    if name in ("min", "max", "abs"):
        return FOLDS[name]([by_python(each, side, my) for each in tree.args])
    values = [by_python(tree.args[0], each, side) for each in STATE[IN]]
    if name != "sum":
        return FOLDS[name](values)
    total = 0
    for value in values:
        total = bounded(operator.add, total, value)
    return total


def bounded(operation: Any, left: int, right: int) -> int:
    try:
        result: int = operation(left, right)
    except ZeroDivisionError:
        raise NotComputed("divides") from None
    if abs(result) > MOST:
        raise NotComputed("large")
    return result


def parsed(text: str, kind: str | None = None, per_side: bool = True) -> Parser:
    parser = Parser(text, Scope(KNOWN, per_side, {}), 3)
    parser.run = parser.read(kind).run  # type: ignore[attr-defined]
    return parser


def value_of(text: str, side: int = 0) -> Any:
    try:
        return parsed(text).run(STATE, side, side)  # type: ignore[attr-defined]
    except NotComputed:
        return NotComputed


def of_python(text: str, side: int) -> Any:
    written = text.strip().replace("true", "True").replace("false", "False")
    tree = ast.parse(written, mode="eval").body
    try:
        return by_python(tree, side, side)
    except NotComputed:
        return NotComputed


def test_random_expressions_mean_what_they_mean_in_python() -> None:
    rng = chance("expressions")
    names: Names = {
        "number": [("n", "hand"), ("a", "side"), ("bid", "side")],
        "truth": [("yes", "hand"), ("won", "side"), ("bid.solo", "side")],
    }
    writer, computed = Writer(rng, names), 0
    for number in range(tries(400)):
        text = writer.write(("number", "truth")[number % 2], 1)
        for side in range(3):
            value = value_of(text, side)
            assert (value, type(value)) == (expected := of_python(text, side), type(expected)), text
            computed += value is not NotComputed
    assert computed > tries(400) * 2


@pytest.mark.parametrize(
    "text, value",
    [
        ("a // 2 * 100 + a % 3", 301),
        ("-a % 4", 1),
        ("not a == 7", False),
        ("10 // (a - 7) if a != 7 else 0", 0),
        ("a == 7 or 10 // (a - 7) == 1", True),
        ("any(a == 7 or 1 // (a - 7) == 1)", True),
        ("any(10 // (a - 7) == 0)", NotComputed),
        ("min(1, 1 // (a - 7))", NotComputed),
        ("a * 999999999 * 0", NotComputed),
        ("999999999 + 1 - 1", NotComputed),
        ("-999999999 - 0", -999999999),
        ("count(a >= my.a)", 1),
        ("count(a < my.a)", 1),
        ("count(bid.if == my.bid.if)", 1),
        ("sum(sum(a - my.a))", 0),
        ("(a)if yes else(n)", 7),
        ("is*is", 4),
        ("count(true)", 2),
        ("0 - -n", 4),
        ("  sum  ( a )  ", 0),
        ("bid.if", False),
        ("+".join(["n"] * 150), 600),
        ("-" * 8 + "n", 4),
        ("not " * 8 + "yes", True),
        ("(" * 8 + "n" + ")" * 8, 4),
        ("n if n==1 else " * 8 + "n", 4),
        ("1 if yes or not yes and 1==1+1*(" * 7 + "n" + ") else 0" * 7, 1),
    ],
)
def test_what_expressions_mean(text: str, value: Any) -> None:
    assert value_of(text) == value


@pytest.mark.parametrize(
    "text, kind, sentence",
    [
        ("20 +", NUMBER, 'After "20 +" something is missing.'),
        ("max(n,)", NUMBER, 'After "max(n," something is missing.'),
        ("()", NUMBER, 'After "(" something is missing.'),
        ("   ", NUMBER, "Something is missing at the beginning."),
        ("bid.", TRUTH, 'After "bid." something is missing.'),
        ("(n", NUMBER, 'After "(n" something is missing.'),
        ("n if yes", NUMBER, 'After "n if yes" something is missing.'),
        ("n = 4", TRUTH, '"=" compares as "==".'),
        ("n / 4", NUMBER, 'There is no "/": "//" divides and rounds down.'),
        ("n ** 2", NUMBER, '"*" cannot stand here.'),
        ("+n", NUMBER, '"+" cannot stand here.'),
        ("n == not yes", TRUTH, '"not" cannot stand here.'),
        ("1 < n < 9", TRUTH, '"<" cannot stand here.'),
        ("n n", NUMBER, '"n" cannot stand here.'),
        ("n)", NUMBER, '")" cannot stand here.'),
        ("bid.solo (1)", TRUTH, '"(" cannot stand here.'),
        ("sum", NUMBER, 'After "sum" something is missing.'),
        ("min(n)", NUMBER, '")" cannot stand here.'),
        ("abs(n, n)", NUMBER, '"," cannot stand here.'),
        ("1_000", NUMBER, '"1_" cannot stand here.'),
        ("1if yes else 2", NUMBER, '"1i" cannot stand here.'),
        ("007", NUMBER, '"007" cannot stand here.'),
        ("1234567890", NUMBER, '"1234567890" cannot stand here.'),
        ("n\t+ 1", NUMBER, 'There is no "\t" here.'),
        ("N", NUMBER, 'There is no "N" here.'),
        ("n !", NUMBER, 'There is no "!" here.'),
        ("1.0", NUMBER, 'There is no "." here.'),
        ("\ud800", NUMBER, 'There is no "\ud800" here.'),
        ("my", NUMBER, '"my" cannot stand here.'),
        ("wonn", TRUTH, 'There is no "wonn". Did you mean "won"?'),
        ("bid.sole", TRUTH, 'There is no "bid.sole". Did you mean "bid.solo"?'),
        ("n.solo", TRUTH, 'There is no "n.solo".'),
        ("unheard_of", NUMBER, 'There is no "unheard_of".'),
        ("round(n)", NUMBER, 'There is no "round".'),
        ("if.solo", TRUTH, 'There is no "if.solo". Did you mean "bid.solo"?'),
        ("my.a", NUMBER, '"my." needs a side around it: inside of sum(…), count(…) … of a line.'),
        ("sum(my.n)", NUMBER, '"my." needs a side around it: inside of sum(…), count(…) … of a line.'),
        ("sum(my.my.a)", NUMBER, 'There is no "my.my.a".'),
        ("n", TRUTH, '"n" is a number; here a yes or no is needed (n > 0).'),
        ("n + (n > 1)", NUMBER, '"(n > 1)" is a yes or no; here a number is needed (1 if (n > 1) else 0).'),
        ("n == yes", TRUTH, '"n" and "yes" are a number and a yes or no: these two do not go together.'),
        ("1 if yes else false", NUMBER, '"1" and "false" are a number and a yes or no: these two do not go together.'),
        ("any(a)", TRUTH, '"a" is a number; here a yes or no is needed (a > 0).'),
        ("(" * 9 + "n" + ")" * 9, NUMBER, "This is too much for one line. Give a part of it a name under values."),
        ("n if n==1 else " * 9 + "n", NUMBER, "This is too much for one line. Give a part of it a name under values."),
    ],
)  # fmt: skip
def test_what_is_no_expression_is_refused_with_a_sentence(text: str, kind: str, sentence: str) -> None:
    with pytest.raises(Wrong) as wrong:
        parsed(text, kind)
    assert english(wrong.value.message, wrong.value.params) == sentence


@pytest.mark.parametrize("text", ["unheard_of", "unheard.c7", "f3.unheard"])
def test_a_similar_name_is_looked_for_among_few(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    compared: list[str] = []

    def nearest(_name: str, known: list[str]) -> str:
        compared.extend(known)
        return ""

    monkeypatch.setattr(parsing, "nearest", nearest)
    names = {f"f{field}": Name(NUMBER, True, [f"c{choice}" for choice in range(40)]) for field in range(16)}
    with pytest.raises(Wrong):
        Parser(text, Scope(names, True, {}), 2).read(NUMBER)
    assert 16 <= len(compared) <= 41


def test_in_an_expression_of_the_hand_a_name_of_a_side_stands_inside_of_an_aggregate() -> None:
    with pytest.raises(Wrong) as wrong:
        parsed("a + 1", NUMBER, per_side=False)
    assert english(wrong.value.message, wrong.value.params) == '"a" is something each side has: say sum(a), any(…), …'
    assert parsed("sum(count(my.a > a))", NUMBER, per_side=False).run(STATE, 0, 0) == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text, per_side, weight",
    [
        ("n + 1", False, 2),
        ("a + 1", True, 6),
        ("sum(a + 1)", False, 6),
        ("sum(sum(a) + n)", True, 36),
        ("-(n)", False, 1),
    ],
)
def test_what_expressions_weigh(text: str, per_side: bool, weight: int) -> None:
    assert parsed(text, None, per_side).weight == weight


def test_any_text_is_an_expression_or_refused() -> None:
    rng = Random("texts")
    pieces = [
        "n",
        "a",
        "(",
        ")",
        "-",
        " ",
        "not ",
        " if ",
        " else ",
        "sum(",
        "min(",
        ",",
        "==",
        "1",
        ".",
        "my.",
        "bid",
        "é",
    ]
    for _text in range(tries(2000)):
        text = "".join(rng.choice(pieces) for _piece in range(rng.randint(1, 12)))
        with suppress(Wrong):
            parsed(text)


@pytest.mark.parametrize(
    "text, number",
    [
        ("(bags + over) % 10", 10),
        ("a // 2 % 7", 7),
        ("bags + over % 10", None),
        ("(a + 1 if b else a) % 5", 5),
        ("a if b else c % 5", None),
        ("-a % 10", None),
        ("a % b", None),
        ("a % 10 * 2", None),
        ("5", None),
    ],
)
def test_a_remainder_is_known_if_the_whole_expression_is_one(text: str, number: int | None) -> None:
    assert remainder_by(text) == number
