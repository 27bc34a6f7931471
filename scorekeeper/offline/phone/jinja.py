"""Runs compiled templates: a Jinja runtime small enough for MicroPython.

The server compiles `templates/` (see `scorekeeper.offline.bundle`). This runtime has only what our templates use; a
test checks that it renders every page exactly as Jinja does.
"""

from collections import OrderedDict
from typing import Any, Callable

from .filters import FILTERS, TESTS
from .texts import Markup, concat, escape, markup_join

missing: Any = object()


class Undefined:
    """An undefined name or attribute; renders as an empty text, as in Jinja."""

    def __init__(self, *_hint: Any, **_about: Any) -> None:
        pass

    def __str__(self) -> str:
        return ""

    def __bool__(self) -> bool:
        return False

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Any:
        return iter(())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Undefined)

    def __hash__(self) -> int:
        return 0


class Namespace:
    """`namespace(…)`: variables that a template can set inside a loop and read after it."""

    def __init__(self, **values: Any) -> None:
        self.values = values

    def __setitem__(self, name: str, value: Any) -> None:
        self.values[name] = value

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


class LoopContext:
    """The `loop` variable of a `for` loop."""

    def __init__(self, items: Any, *_more: Any) -> None:
        self.items = list(items)
        self.length = len(self.items)
        self.index0 = -1

    def __iter__(self) -> Any:
        for item in self.items:
            self.index0 += 1
            self.index = self.index0 + 1
            self.first = self.index0 == 0
            self.last = self.index == self.length
            yield item, self


class Macro:
    """A macro, or the body of a `call` block."""

    def __init__(self, _environment: Any, body: Callable[..., str], _name: Any, arguments: Any, *flags: bool) -> None:
        self.body = body
        self.arguments = arguments
        self.takes_caller = flags[2]

    def __call__(self, *positional: Any, **named: Any) -> Markup:
        values = list(positional)
        for name in self.arguments[len(values) :]:
            values.append(named.get(name, missing))
        if self.takes_caller:
            values.append(named.get("caller", Undefined()))
        return Markup(self.body(*values))


class Escaping:
    """Jinja's settings of autoescaping: always on, as every template is HTML."""

    autoescape = True
    volatile = False


class Context:
    """The variables of a template: its own (`vars`) hide those passed to it (`parent`)."""

    eval_ctx = Escaping()

    def __init__(self, parent: "dict[str, Any]", blocks: "dict[str, Any]") -> None:
        self.parent = parent
        self.vars: dict[str, Any] = {}
        self.exported_vars: set[str] = set()
        self.blocks = {name: [block] for name, block in blocks.items()}

    def resolve_or_missing(self, name: str) -> Any:
        """Returns the value of a name, or `missing`."""
        return self.vars[name] if name in self.vars else self.parent.get(name, missing)

    def get_all(self) -> "dict[str, Any]":
        """Returns all variables by name."""
        variables = dict(self.parent)
        variables.update(self.vars)
        return variables

    def call(self, _called: Any, *positional: Any, **named: Any) -> Any:
        """Calls a function from a template. The underscore of `_called` avoids clashes with named arguments."""
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return _called(*positional, **named)


class Module:
    """The names exported by a template, as the object that `import` gives."""

    def __init__(self, name: str, exported: "dict[str, Any]") -> None:
        self.__name__ = name
        for variable, value in exported.items():
            setattr(self, variable, value)


class Template:
    """One compiled template."""

    def __init__(self, environment: "Environment", name: str, scope: "dict[str, Any]") -> None:
        self.environment = environment
        self.name = name
        self.root_render_func = scope["root"]
        self.blocks: dict[str, Any] = scope["blocks"]
        self.default_module: Module | None = None

    def new_context(
        self, variables: "dict[str, Any]", shared: bool = False, local: "dict[str, Any] | None" = None
    ) -> Context:
        """Returns a context with `variables` and `local`, and with the globals unless `shared`."""
        names = dict(variables) if shared else dict(self.environment.globals)
        names.update(variables)
        for name, value in (local or {}).items():
            if value is not missing:
                names[name] = value
        return Context(names, self.blocks)

    def make_module(
        self, variables: "dict[str, Any]", shared: bool = False, local: "dict[str, Any] | None" = None
    ) -> Module:
        """Runs the template, and returns its exported names."""
        context = self.new_context(variables, shared, local)
        for _text in self.root_render_func(context):
            pass
        return Module(self.name, {name: context.vars[name] for name in context.exported_vars})

    def _get_default_module(self, _context: Any = None) -> Module:
        if self.default_module is None:
            self.default_module = self.make_module({})
        return self.default_module

    def render(self, variables: "dict[str, Any]") -> str:
        """Renders the template as HTML."""
        return concat(self.root_render_func(self.new_context(variables)))


class Environment:
    """The templates, and their global variables (`names`). `sources` has the compiled code of each template by name.

    `passing` lists filters to which compiled code passes Jinja's environment or context first; ours ignore it.
    """

    tests = TESTS

    def __init__(self, sources: "dict[str, str]", names: "dict[str, Any]", passing: "list[str]") -> None:
        self.sources = sources
        self.passing = passing
        self.filters = {
            name: _without_first(filter_) if name in passing else filter_ for name, filter_ in FILTERS.items()
        }
        self.globals = dict(names)
        self.globals["namespace"] = Namespace
        self.globals["range"] = range
        self.templates: dict[str, Template] = {}
        self.undefined = Undefined
        self.concat = concat

    def get_template(self, name: str, _parent: "str | None" = None) -> Template:
        """Returns a template, loaded on first use."""
        if name not in self.templates:
            scope: dict[str, Any] = dict(RUNTIME)
            scope["environment"] = self
            exec(self.sources[name], scope)  # noqa: S102 (our own template, compiled by our own server)
            self.templates[name] = Template(self, name, scope)
        return self.templates[name]

    get_or_select_template = get_template

    def select_template(self, names: "list[str]", parent: "str | None" = None) -> Template:
        """Returns the first of these templates that exists."""
        return self.get_template(next(name for name in names if name in self.sources), parent)

    def getattr(self, thing: Any, name: str) -> Any:
        """`thing.name`: an attribute, or else an item."""
        try:
            return getattr(thing, name)
        except AttributeError:
            return self._item(thing, name)

    def getitem(self, thing: Any, name: Any) -> Any:
        """`thing[name]`: an item, or else an attribute."""
        item = self._item(thing, name)
        return getattr(thing, name, item) if isinstance(item, Undefined) and isinstance(name, str) else item

    def _item(self, thing: Any, name: Any) -> Any:
        try:
            return thing[name]
        except (TypeError, LookupError, AttributeError):
            return Undefined()


def _without_first(filter_: Any) -> Any:
    return lambda _first, *values, **named: filter_(*values, **named)


RUNTIME: dict[str, Any] = {
    "LoopContext": LoopContext,
    "Macro": Macro,
    "Markup": Markup,
    "Namespace": Namespace,
    "OrderedDict": OrderedDict,
    "TemplateRuntimeError": RuntimeError,
    "Undefined": Undefined,
    "escape": escape,
    "internalcode": lambda function: function,
    "markup_join": markup_join,
    "missing": missing,
}
