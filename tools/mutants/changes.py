"""The mutants of a module: its source with one small change each."""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

OTHER = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not",
    ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in", ast.And: "or", ast.Or: "and", ast.Add: "-", ast.Sub: "+",
    ast.Mult: "//", ast.FloorDiv: "*", ast.Mod: "//", ast.BitOr: "&", ast.BitAnd: "|",
}  # fmt: skip
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
TEXTS = {"_", "message"}  # calls whose words are for people: other tests check texts


class Mutant(NamedTuple):
    """One change of a module."""

    file: str
    place: str  # the function or method around it, "" for the module itself
    old: str
    new: str
    number: int  # among equal changes in the same place
    lines: tuple[int, int]  # first and last line of the changed part of a statement
    source: str  # of the whole module, changed

    @property
    def key(self) -> str:
        """Returns a name that stays the same while other parts of the module change."""
        number = f" ({self.number})" if self.number > 1 else ""
        return f"{self.file} {self.place or 'module'}: `{self.old}` → `{self.new}`{number}"


class Changes(ast.NodeVisitor):
    """Collects the changes of a module as (place, node, new source of the node, first line)."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.place: list[str] = []
        self.line = 1
        self.found: list[tuple[str, ast.expr | ast.stmt, str, int]] = []

    def add(self, node: ast.expr | ast.stmt, new: str) -> None:
        """Adds a change of a node."""
        self.found.append((".".join(self.place), node, new, self.line))

    def visit(self, node: ast.AST) -> None:
        """Visits a node; parts of a statement get its first line."""
        if isinstance(node, ast.stmt):
            self.line = node.lineno
        super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Visits defaults as part of the code around the function; annotations and decorators are left out."""
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)
        self._inside(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Visits the body."""
        self._inside(node)

    def _inside(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        self.place.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.place.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Visits the value only, except of a name for a type."""
        if node.value is not None and ast.unparse(node.annotation) != "TypeAlias":
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Visits the value only, except of `__all__`."""
        if ast.unparse(node.targets[0]) != "__all__":
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Leaves out an expression statement, e.g. `lines.append(…)`, but no docstring."""
        if not isinstance(node.value, ast.Constant):
            self.add(node, "pass")
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leaves out a `raise`."""
        self.add(node, "pass")

    def visit_Return(self, node: ast.Return) -> None:
        """Returns None in place of a computed value."""
        if node.value is not None:
            if not isinstance(node.value, ast.Constant):
                self.add(node, "return None")
            self.visit(node.value)

    def visit_Continue(self, node: ast.Continue) -> None:
        """Ends the loop."""
        self.add(node, "break")

    def visit_Break(self, node: ast.Break) -> None:
        """Continues the loop."""
        self.add(node, "continue")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Changes the operator."""
        new = OTHER.get(type(node.op))
        if new:
            self.add(node, f"{ast.unparse(node.target)} {new}= {ast.unparse(node.value)}")
        self.visit(node.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Changes each operator."""
        operands = [ast.unparse(each) for each in [node.left, *node.comparators]]
        operators = [ast.unparse(ast.Compare(ast.Name("a"), [each], [ast.Name("b")]))[2:-2] for each in node.ops]
        for number, operator in enumerate(node.ops):
            changed = [*operators[:number], OTHER[type(operator)], *operators[number + 1 :]]
            rest = [f" {sign} {right}" for sign, right in zip(changed, operands[1:], strict=True)]
            self.add(node, f"({operands[0]}{''.join(rest)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Changes `and` and `or`."""
        parts = [f"({ast.unparse(each)})" for each in node.values]
        self.add(node, f"({f' {OTHER[type(node.op)]} '.join(parts)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Changes the operator."""
        new = OTHER.get(type(node.op))
        if new and not isinstance(node.left, ast.JoinedStr):
            self.add(node, f"(({ast.unparse(node.left)}) {new} ({ast.unparse(node.right)}))")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Leaves out `not` and minus."""
        self.add(node, f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def _condition(self, node: ast.If | ast.IfExp | ast.While) -> None:
        if isinstance(node.test, (ast.Name, ast.Call, ast.Attribute, ast.Subscript)):
            self.add(node.test, f"(not {ast.unparse(node.test)})")
        self.generic_visit(node)

    visit_If = visit_IfExp = visit_While = _condition

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Leaves out each condition."""
        for condition in node.ifs:
            self.add(condition, "True")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Changes `min`, `max`, `any`, `all`; leaves the words of texts alone."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in OTHER_NAMES:
            self.add(node.func, OTHER_NAMES[name])
        for part in [node.func, *node.args, *(keyword.value for keyword in node.keywords)]:
            if name != "cast" and not (name in TEXTS and isinstance(part, ast.Constant)):
                self.visit(part)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Leaves keys alone, as a wrong one only raises KeyError."""
        self.visit(node.value)
        if not (isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)):
            self.visit(node.slice)

    def visit_Dict(self, node: ast.Dict) -> None:
        """Visits values only: a wrong key only raises KeyError."""
        for value in node.values:
            self.visit(value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leaves f-strings alone: before Python 3.12 their parts have no place in the source."""

    def visit_Constant(self, node: ast.Constant) -> None:
        """Changes a number by one, a truth value and a text."""
        if isinstance(node.value, bool):
            self.add(node, str(not node.value))
        elif isinstance(node.value, int):
            self.add(node, str(node.value + 1))
            if node.value > 1:
                self.add(node, str(node.value - 1))
        elif isinstance(node.value, str):
            self.add(node, repr(f"{node.value}-"))


def mutants(file: str, source: str) -> Iterator[Mutant]:
    """Returns the mutants of a module."""
    tree, changes, seen = ast.parse(source), Changes(source), Counter[tuple[str, str, str]]()
    changes.visit(tree)
    data = source.encode()
    begins = [0]
    for text in data.splitlines(keepends=True):
        begins.append(begins[-1] + len(text))
    for place, node, new, line in changes.found:
        first = begins[node.lineno - 1] + node.col_offset
        last = begins[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        old = " ".join(data[first:last].decode().split())
        seen[place, old, new] += 1
        changed = (data[:first] + new.encode() + data[last:]).decode()
        lines = (line, node.end_lineno or line)
        yield Mutant(file, place, old, new, seen[place, old, new], lines, changed)
