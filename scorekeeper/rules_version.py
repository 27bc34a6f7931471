"""Which rules these are: the digest of all files of `games`, by which phones and stored matches say how they scored."""

import hashlib
import json
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent
SERVER_ONLY = ("paper.py", "rulebook.py", "demo.py")  # parts of a game that no phone scores with


@cache
def sources() -> dict[str, str]:
    """The text of every file of the rules, by its path as a phone has it."""
    found = [path for path in sorted((PACKAGE / "games").rglob("*.py")) if _is_on_the_phone(path)]
    return {f"scorekeeper/{path.relative_to(PACKAGE).as_posix()}": path.read_text("utf-8") for path in found}


def _is_on_the_phone(path: Path) -> bool:
    return path.name not in SERVER_ONLY and path.parent.name != "rulebook"


@cache
def digest() -> str:
    """Twelve signs: what has the same ones was scored by the same rules."""
    return hashlib.sha256(json.dumps(sources(), sort_keys=True).encode()).hexdigest()[:12]
