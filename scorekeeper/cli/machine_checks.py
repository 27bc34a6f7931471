"""Checks of `scorekeeper doctor` that concern the machine: Pango, fonts, clock, instance folder, disks."""

import ctypes
import os
import pwd
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from ctypes.util import find_library
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import make_url

from scorekeeper.paper import typesetting
from scorekeeper.store.copies import megabytes, size_of
from scorekeeper.store.database import has_room, written_folders
from scorekeeper.store.upgrade import ROOM

OK, ADVICE, WRONG = "ok", "advice", "wrong"


class Finding(NamedTuple):
    """The result of a check: `status` is OK, ADVICE or WRONG; `todo` says what to do, if anything."""

    status: str
    text: str
    todo: str = ""


Settings = Mapping[str, Any]
SAMPLE = "A♠あ"  # letters of each of the fonts on paper
UNSYNCHRONISED = 5  # TIME_ERROR of adjtimex(2)
LEAST_ROOM = 50_000_000  # bytes


def printing(_chosen: Settings) -> Iterator[Finding]:
    """Lays out a page, which needs Pango; also looks for the library that makes equal sheets equal files."""
    try:
        typesetting.page_count("<p>A♠</p>")
    except typesetting.NoPango as error:
        install = "apt-get install libpangoft2-1.0-0 libharfbuzz-subset0 (Debian), brew install pango (Homebrew)"
        yield Finding(WRONG, f"no PDFs can be made, because Pango is missing ({error})", install)
        return
    if find_library("harfbuzz-subset") is None:
        text = "PDFs can be made, but the same sheet has different bytes each time"
        yield Finding(ADVICE, text, "apt-get install libharfbuzz-subset0")
    else:
        yield Finding(OK, "PDFs can be made")


def fonts(_chosen: Settings) -> Iterator[Finding]:
    """Reads the fonts for paper, which are part of the package."""
    try:
        damage = "letters are missing" if typesetting.is_lacking(SAMPLE) else ""
    except OSError as error:
        damage = str(error)
    if damage:
        yield Finding(WRONG, f"the fonts for paper are damaged: {damage}", "install Scorekeeper again")
    else:
        yield Finding(OK, "all fonts for paper can be read")


def clock(_chosen: Settings) -> Iterator[Finding]:
    """Reads from the kernel if the clock is synchronised, for example by NTP."""
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(256))  # all zero: only read
    except AttributeError:  # not on Linux
        state = -1
    install = "apt-get install systemd-timesyncd; in a container or virtual machine, look at the host"
    if state == UNSYNCHRONISED:
        yield Finding(ADVICE, "nothing keeps the clock right (NTP)", install)
    elif state < 0:
        yield Finding(ADVICE, "it cannot be seen here whether the clock is kept right", "look at timedatectl")
    else:
        yield Finding(OK, "synchronised")


def folder(chosen: Settings) -> Iterator[Finding]:
    """Checks that the instance folder and its files are writable for this user and closed to others."""
    instance = Path(chosen["INSTANCE_PATH"])
    owner = instance.stat().st_uid
    if owner != os.geteuid():
        run_as = f"run the command as {_name_of(owner)}: runuser -u {_name_of(owner)} -- scorekeeper doctor"
        yield Finding(WRONG, f"{instance} belongs to {_name_of(owner)}, not to {_name_of(os.geteuid())}", run_as)
        return
    files = sorted(path for path in instance.iterdir() if path.is_file())
    strange = [path.name for path in files if path.stat().st_uid != owner or not os.access(path, os.R_OK | os.W_OK)]
    legible = instance.stat().st_mode & 0o077
    if strange:
        text = f"{instance} has files that {_name_of(owner)} cannot write: {', '.join(strange)}"
        yield Finding(WRONG, text, f"chown -R {_name_of(owner)} {instance}; chmod -R u+rwX {instance}")
    if legible:
        yield Finding(WRONG, f"others can read {instance}", f"chmod 700 {instance}, if nothing else uses it")
    if not (strange or legible):
        yield Finding(OK, f"{instance} is writable, and closed to others")


def _name_of(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def secret_key(chosen: Settings) -> Iterator[Finding]:
    """Checks that other users cannot read the key; a weak one is refused when the settings are read."""
    file = Path(chosen["INSTANCE_PATH"]) / "secret_key"
    if not file.exists() or file.read_text(encoding="ascii").strip() != chosen["SECRET_KEY"]:
        yield Finding(OK, "strong, from SECRET_KEY")
    elif file.stat().st_mode & 0o077:
        yield Finding(WRONG, f"others can read {file}, and could forge links with it", f"chmod 600 {file}")
    else:
        yield Finding(OK, f"strong, in {file}")


def disk(chosen: Settings) -> Iterator[Finding]:
    """Writes to the disks of the database, the instance folder and temporary files, and looks at the free space."""
    url = make_url(chosen["DATABASE_URL"])
    in_file = url.get_backend_name() == "sqlite" and url.database
    needed = ROOM * size_of(Path(url.database or "")) if in_file else 0
    kept = written_folders(url, chosen["INSTANCE_PATH"])
    problems = False
    for place in sorted({*kept, Path(tempfile.gettempdir())}):
        free = shutil.disk_usage(place).free
        text = f"{megabytes(free)} are free in {place}"
        if not has_room(place):
            text = f"nothing can be written in {place}: its disk is full or read-only"
        elif free >= max(LEAST_ROOM, needed if place in kept else 0):
            continue
        elif free >= LEAST_ROOM:
            text += f"; an update may need up to {megabytes(needed)}, for the database and a copy of it"
        problems = True
        yield Finding(WRONG, text, "delete something there, or move the folder to a larger disk")
    if not problems:
        least = min(shutil.disk_usage(place).free for place in kept)
        yield Finding(OK, f"{megabytes(least)} are free")
