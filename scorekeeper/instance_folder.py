"""The instance folder: closed to everybody but its owner, with the key that signs links and cookies."""

import os
import secrets
import stat
import tempfile
from pathlib import Path

KNOWN_KEYS = ("secret", "change", "scorekeeper", "default", "password", "example")  # of examples that people copy
SHORTEST_KEY = 20
FEWEST_LETTERS = 8  # different ones


def close_to_others(instance: Path, *, usual: bool) -> None:
    """Let nobody but its owner into the instance folder, nor read what was put there with other rights before.

    What belongs to somebody else, or lies on a disk that only reads, stays as it is; and so does a folder that many
    share: one like /tmp, or one that holds other things only and is not the `usual` one.
    """
    files = [instance / "secret_key", instance / "scorekeeper.sqlite3"]
    is_ours = usual or any(file.exists() for file in files) or not any(instance.iterdir())
    if not is_ours or instance.stat().st_mode & stat.S_ISVTX:
        return
    backups = instance / "backups"
    for path in (instance, backups, *files, *(backups.iterdir() if backups.is_dir() else ())):
        try:
            mode = path.stat().st_mode
            if mode & 0o077:
                path.chmod(mode & 0o700)
        except OSError:
            continue


def secret_key(path: Path) -> str:
    """The key stored at `path`, created if there is none, readable by its owner only.

    Processes that start at the same time agree on one: the file is linked into place, which only one of them can do.
    """
    if not path.exists():
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".secret_key-")  # mode 0600
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32))
        try:
            os.link(temporary, path)
        except FileExistsError:
            pass  # another process was first
        finally:
            os.unlink(temporary)
    return path.read_text(encoding="ascii").strip()


def strong_key(text: str) -> str:
    """The key; ValueError for one that could be guessed, as whoever has it can make every link."""
    letters = text.lower()
    for known in KNOWN_KEYS:
        letters = letters.replace(known, "")
    if text and (len(letters) < SHORTEST_KEY or len(set(letters)) < FEWEST_LETTERS):
        raise ValueError(
            f"this key is easily guessed; take at least {SHORTEST_KEY} random letters, such as `openssl rand -hex 32` "
            "writes, or leave it out and one is made"
        )
    return text
