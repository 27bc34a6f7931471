"""Which rules these are: the digest of all files of `games`, by which phones and stored matches say how they scored."""

import hashlib
import json
from functools import cache
from pathlib import Path

GAMES = Path(__file__).parent / "games"


@cache
def sources() -> dict[str, str]:
    """The text of every file of the rules, by its path as a phone has it."""
    return {f"scorekeeper/games/{path.name}": path.read_text("utf-8") for path in sorted(GAMES.glob("*.py"))}


@cache
def digest() -> str:
    """Twelve signs: what has the same ones was scored by the same rules."""
    return hashlib.sha256(json.dumps(sources(), sort_keys=True).encode()).hexdigest()[:12]
