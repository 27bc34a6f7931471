"""Our own ordinary Python in the part of it that MicroPython reads: the forms, made ready for the phone.

Hints and docstrings go; a dataclass gets its `__init__` written out; dicts keep their order; `{**a, "b": 1}` and `[*a]`
become calls, and so do methods that texts lack there. The rules need none of this: `scorekeeper/games/` is written so
that it runs as it is.
"""

import ast

UNKNOWN_THERE = ("collections.abc", "dataclasses", "scorekeeper.store.models", "typing")
TEXT_METHODS = ("isascii", "isdecimal", "removeprefix")  # as functions in scorekeeper.offline.phone.str_compat
PRELUDE = (
    f"from collections import OrderedDict\nfrom scorekeeper.offline.phone.str_compat import {', '.join(TEXT_METHODS)}\n"
)


def plain(source: str) -> str:
    """The same program in fewer kinds of statements."""
    tree = Plain().visit(ast.parse(source))
    return PRELUDE + ast.unparse(ast.fix_missing_locations(tree))


class Plain(ast.NodeTransformer):
    """Rewrites a module, piece by piece."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        """Names that are needed for hints only are not there on the phone."""
        return None if node.module in UNKNOWN_THERE else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function without hints."""
        for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]:
            argument.annotation = None
        node.returns = None
        _drop_docstring(node)
        self.generic_visit(node)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """A class; a dataclass with the `__init__` that its fields ask for."""
        _drop_docstring(node)
        kept = [each for each in node.decorator_list if not ast.unparse(each).startswith("dataclass")]
        if len(kept) < len(node.decorator_list):
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            node.decorator_list = kept
            node.body = [_init(fields), *(each for each in node.body if not isinstance(each, ast.AnnAssign))]
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """A value without its hint."""
        if node.value is None:
            return None
        return self.generic_visit(ast.Assign([node.target], node.value))

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        """Names for types are hints too."""
        if isinstance(node.value, ast.Subscript) and ast.unparse(node.value).startswith(("dict[", "list[", "tuple[")):
            return None
        return self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """`{**a, "b": 1}` as `OrderedDict(list(a.items()) + [("b", 1)])`: MicroPython's dicts forget their order."""
        self.generic_visit(node)
        parts = [
            f"list({ast.unparse(value)}.items())" if key is None else f"[({ast.unparse(key)}, {ast.unparse(value)})]"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        return _expression(f"OrderedDict({' + '.join(parts)})")

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        """`{a: b for …}` as `OrderedDict([(a, b) for …])`."""
        self.generic_visit(node)
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return ast.Call(ast.Name("OrderedDict", ast.Load()), [ast.ListComp(pair, node.generators)], [])

    def visit_List(self, node: ast.List) -> ast.AST:
        """`[*a, b]` as `list(a) + [b]`."""
        self.generic_visit(node)
        return _joined(node, "list({})", "[{}]") if isinstance(node.ctx, ast.Load) else node

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """`(*a, b)` as `tuple(a) + (b,)`."""
        self.generic_visit(node)
        return _joined(node, "tuple({})", "({},)") if isinstance(node.ctx, ast.Load) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`zip` is never strict there, and some methods of texts are functions."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "zip":
            node.keywords = []
        elif isinstance(node.func, ast.Attribute) and node.func.attr in TEXT_METHODS:
            return ast.Call(ast.Name(node.func.attr, ast.Load()), [node.func.value, *node.args], [])
        return node


def _joined(node: ast.List | ast.Tuple, many: str, one: str) -> ast.AST:
    if not any(isinstance(each, ast.Starred) for each in node.elts):
        return node
    parts = [
        many.format(ast.unparse(each.value)) if isinstance(each, ast.Starred) else one.format(ast.unparse(each))
        for each in node.elts
    ]
    return _expression(" + ".join(parts))


def _init(fields: list[ast.AnnAssign]) -> ast.stmt:
    """An `__init__` that takes the fields in order. A default made by a factory is made anew each time."""
    arguments, lines = ["self"], []
    for field in fields:
        name = ast.unparse(field.target)
        default = ast.unparse(field.value) if field.value else ""
        factory = default.removeprefix("field(default_factory=").removesuffix(")") if "factory" in default else ""
        arguments.append(name if not default else f"{name}={'None' if factory else default}")
        lines.append(f"    self.{name} = {f'{factory}() if {name} is None else {name}' if factory else name}")
    return ast.parse(f"def __init__({', '.join(arguments)}):\n" + "\n".join(lines)).body[0]


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _drop_docstring(node: ast.FunctionDef | ast.ClassDef) -> None:
    if ast.get_docstring(node) is not None:
        node.body = node.body[1:] or [ast.Pass()]
