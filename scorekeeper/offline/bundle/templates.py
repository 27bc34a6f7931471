"""The templates as Python code, compiled by Jinja itself, for the phone to run (`scorekeeper.offline.phone.jinja`)."""

import re

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst

FOLDERS = ("claims", "games", "home", "macros", "matches", "offline")
ALSO = ("base.html", "_footer.html", "rules/_cards.html")
RUNTIME = re.compile(r"^from jinja2\.runtime import .*\n", re.MULTILINE)
HINT = re.compile(r"""cond_expr_undefined\("(?:[^"\\]|\\.)*"\)|cond_expr_undefined\('(?:[^'\\]|\\.)*'\)""")


class Ordered(CodeGenerator):
    """MicroPython's dicts forget their order, and a template may count on it."""

    @optimizeconst
    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:
        self.write("OrderedDict((")
        for item in node.items:
            self.write("(")
            self.visit(item.key, frame)
            self.write(", ")
            self.visit(item.value, frame)
            self.write("), ")
        self.write("))")


def compiled(environment: Environment) -> dict[str, str]:
    """The code of every template that the phone shows, by the template's name."""
    own = environment.overlay()
    own.code_generator_class = Ordered
    return {name: _code(own, name) for name in sorted(environment.list_templates(filter_func=_is_shown))}


def passing(environment: Environment) -> list[str]:
    """The filters to which the compiled code passes Jinja's environment or context first."""
    return sorted(name for name, one in environment.filters.items() if getattr(one, "jinja_pass_arg", None))


def _is_shown(name: str) -> bool:
    return (name.split("/")[0] in FOLDERS and not name.endswith("/rules.html")) or name in ALSO


def _code(environment: Environment, name: str) -> str:
    source = environment.loader.get_source(environment, name)[0] if environment.loader else ""
    code = environment.compile(source, name=name, filename=None, raw=True)
    # MicroPython drops the `if 0`, and what is left without a yield would be no generator.
    code = code.replace("if 0: yield None", "if missing is None: yield None")
    return HINT.sub("cond_expr_undefined()", RUNTIME.sub("", code))
