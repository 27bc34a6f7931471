"""A plugin of mypy: a public name in the class of a game that `Game` lacks is a mistake, such as `digitz = 3`."""

from collections.abc import Callable

from mypy.plugin import ClassDefContext, Plugin

GAME = "scorekeeper.games.engine.game.Game"


class Games(Plugin):
    """Looks at every class once, with its bases known."""

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None]:
        """Returns what is done with each class that has a base."""
        return _refuse_unknown_names


def _refuse_unknown_names(context: ClassDefContext) -> None:
    cls = context.cls.info
    game = next((base for base in cls.mro[1:] if base.fullname == GAME), None)
    if game is None:
        return
    for name, symbol in cls.names.items():
        if not name.startswith("_") and name not in game.names and symbol.node is not None:
            context.api.fail(f'"{name}" is no part of a game', symbol.node)


def plugin(version: str) -> type[Plugin]:
    """Returns the plugin; mypy calls this."""
    return Games
