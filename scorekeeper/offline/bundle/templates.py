"""The templates as Python code, compiled by Jinja itself, for the phone to run (`scorekeeper.offline.phone.jinja`).

This uses parts of Jinja that are private to it: the code generator's methods, the shape of the code that it makes, and
the names that this code imports from `jinja2.runtime`. They may change in any minor version, so pyproject.toml bounds
Jinja (`jinja2<3.2`); before that is raised, tests/test_engine_bundle.py has to pass with the newer one.
"""

import re

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst

FOLDERS = ("claims", "games", "home", "macros", "matches", "offline")
ALSO = ("base.html", "comfort/_languages.html", "rules/_cards.html")
RUNTIME = re.compile(r"^from jinja2\.runtime import .*\n", re.MULTILINE)
HINT = re.compile(r"""cond_expr_undefined\("(?:[^"\\]|\\.)*"\)|cond_expr_undefined\('(?:[^'\\]|\\.)*'\)""")


class OrderedCode(CodeGenerator):
    """Writes dicts as OrderedDict: MicroPython's own forget their order, and a template may count on it."""

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
    return {name: compile_one(environment, name) for name in sorted(environment.list_templates(filter_func=_is_shown))}


def passing(environment: Environment) -> list[str]:
    """The filters to which the compiled code passes Jinja's environment or context first."""
    return sorted(name for name, one in environment.filters.items() if getattr(one, "jinja_pass_arg", None))


def _is_shown(name: str) -> bool:
    return (name.split("/")[0] in FOLDERS and not name.endswith("/rules.html")) or name in ALSO


def compile_one(environment: Environment, name: str) -> str:
    """The code of one template, as the phone runs it."""
    own = environment.overlay()
    own.code_generator_class = OrderedCode
    source = own.loader.get_source(own, name)[0] if own.loader else ""
    code = own.compile(source, name=name, filename=None, raw=True)
    # MicroPython drops the `if 0`, and what is left without a yield would be no generator.
    code = code.replace("if 0: yield None", "if missing is None: yield None")
    return HINT.sub("cond_expr_undefined()", RUNTIME.sub("", code))
