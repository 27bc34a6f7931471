"""The instance folder: readable by its owner only, with the key that signs links and cookies."""

import os
import secrets
import stat
import tempfile
from pathlib import Path

KNOWN_KEYS = ("secret", "change", "scorekeeper", "default", "password", "example")  # words in copied examples
SHORTEST_KEY = 20
FEWEST_LETTERS = 8  # different letters in a key


def close_to_others(instance: Path, *, usual: bool) -> None:
    """Makes the instance folder and its files accessible to their owner only.

    Skipped are files of other users or on a read-only disk, and a folder that others may use: one with the sticky
    bit, like /tmp, or one that is not the `usual` one and contains only files of other programs.
    """
    files = [instance / "secret_key", instance / "scorekeeper.sqlite3"]
    is_ours = usual or any(file.exists() for file in files) or not any(instance.iterdir())
    if not is_ours or instance.stat().st_mode & stat.S_ISVTX:
        return
    backups = instance / "backups"
    for path in (instance, instance / "cache", backups, *files, *(backups.iterdir() if backups.is_dir() else ())):
        try:
            mode = path.stat().st_mode
            if mode & 0o077:
                path.chmod(mode & 0o700)
        except OSError:
            continue


def secret_key(path: Path) -> str:
    """Returns the key stored at `path`; creates it if missing, readable by its owner only.

    Processes that start at the same time get the same key: only one of them can link its file into place.
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
    """Returns the key. Raises ValueError if it could be guessed, because with it anybody could forge links."""
    letters = text.lower()
    for word in KNOWN_KEYS:
        letters = letters.replace(word, "")
    if text and (len(letters) < SHORTEST_KEY or len(set(letters)) < FEWEST_LETTERS):
        raise ValueError(
            f"this key is easily guessed; use at least {SHORTEST_KEY} random letters, for example from "
            "`openssl rand -hex 32`, or leave it out and one is generated"
        )
    return text
