"""Stands in for `typing` where MicroPython runs the rules: hints mean nothing there, but their names must exist."""


class _Hint:
    def __getitem__(self, _what):
        return self


Any = Callable = Final = Iterable = Literal = Mapping = NotRequired = Sequence = TypeAlias = Unpack = _Hint()
TYPE_CHECKING = False


class TypedDict:
    """A base for the shapes of dicts; nobody ever makes one."""


def cast(_kind, value):
    """The value as it is."""
    return value
