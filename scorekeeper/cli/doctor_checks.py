"""Checks of `scorekeeper doctor`: of the machine (Pango, fonts, clock, folders, disks) and of the stored data."""

import ctypes
import os
import pwd
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from ctypes.util import find_library
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from limits.storage import storage_from_string
from sqlalchemy import func, make_url, select
from sqlalchemy.orm import Session

from scorekeeper import local_authority
from scorekeeper.app import create_app
from scorekeeper.cli.backup import last_backup
from scorekeeper.cli.db import NEWER, database_errors, is_known, open_engine
from scorekeeper.game_folders import FROM_PACKAGES, LEFT_OUT
from scorekeeper.jobs.orders import LEASE
from scorekeeper.jobs.working import OVERDUE, worker_answers
from scorekeeper.paper import typesetting
from scorekeeper.rules_version import digest
from scorekeeper.store import upgrade
from scorekeeper.store.backup import verify_backup
from scorekeeper.store.copies import BackupError, megabytes, size_of
from scorekeeper.store.database import has_room, integrity_errors, takes_writes, written_folders
from scorekeeper.store.migrations import HEAD
from scorekeeper.store.models import Change, Job, Match, now
from scorekeeper.store.upgrade import ROOM
from scorekeeper.web import guide as help_pages

OK, ADVICE, WRONG = "ok", "advice", "wrong"


class Finding(NamedTuple):
    """The result of a check: `status` is OK, ADVICE or WRONG; `todo` is what to do, or empty."""

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


def guide(_chosen: Settings) -> Iterator[Finding]:
    """Looks for the pages of the guide, which a package or an image may have been built without."""
    missing = {help_pages.CONTENTS, *help_pages.MANUALS} - help_pages.names()
    if missing:
        text = f"pages of the help were not installed: {', '.join(sorted(missing))}"
        yield Finding(WRONG, text, "build Scorekeeper from a whole checkout, with its folder docs")
    else:
        yield Finding(OK, "all pages of the help are there")


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


def https(chosen: Settings) -> Iterator[Finding]:
    """Checks https in the local network, if `serve` has offered it: who can read the keys, address, clock, validity."""
    instance = Path(chosen["INSTANCE_PATH"])
    secret = [file for name in ("authority.key", "server.pem") for file in sorted(instance.glob(f"https/*/{name}"))]
    for file in secret:
        if file.stat().st_mode & 0o077:
            yield Finding(WRONG, f"others can read {file}, and could pretend to be this machine", f"chmod 600 {file}")
    address = local_authority.address_in_network() or ""
    if not secret:
        yield Finding(OK, "not offered in a local network so far")
    elif not local_authority.is_private(address):
        yield Finding(ADVICE, "this machine is in no local network now", "connect it; phones trust its old address")
    else:
        yield _https_at(instance, local_authority.host_of(address))


def _https_at(instance: Path, host: local_authority.Host) -> Finding:
    files, now_ = local_authority.files_of(instance, host), now()
    again = "scorekeeper serve makes a new authority, which phones have to trust once more"
    if not files.authority.exists():
        text = f"this machine’s address is now {host.address}: phones trust it at another one"
        return Finding(ADVICE, text, f"give it a fixed address in the router; otherwise {again}")
    if local_authority.authority_in(files).not_valid_before_utc > now_:
        return Finding(
            WRONG, "the clock was set back to before the authority was made", "set the clock right, with NTP"
        )
    if not local_authority.is_good_authority(files, host, now_):
        return Finding(ADVICE, "the authority ends soon, is damaged, or the machine has another name", again)
    if not local_authority.is_good_server(files, host, now_, timedelta()):
        text = "the server’s certificate has expired or is damaged"
        return Finding(WRONG, text, "start scorekeeper serve, which renews it")
    until = local_authority.server_in(files).not_valid_after_utc
    return Finding(OK, f"{host.address} and {host.name}, until {until:%d %B %Y}; renewed 30 days earlier")


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


ANSWERS_IN = 8.0  # seconds; an idle worker begins a job within one, a busy machine needs longer
OLDEST_BACKUP = timedelta(hours=49)  # the timer makes one each night


def database(chosen: Settings) -> Iterator[Finding]:
    """Connects to the database, and checks its file and whether it accepts writes."""
    try:
        engine = open_engine(dict(chosen))
    except ModuleNotFoundError as error:
        yield Finding(WRONG, f"the database's driver {error.name} is missing", "pip install 'scorekeeper[postgresql]'")
        return
    with database_errors():
        problems = list(integrity_errors(engine))
        with engine.connect() as connection:
            writable = takes_writes(connection)
    for problem in problems:
        yield Finding(WRONG, problem, "scorekeeper restore FILE, with the last backup")
    if not writable:
        yield Finding(WRONG, "the database refuses writes", "is it a standby, or its disk read-only?")
    if writable and not problems:
        url = make_url(str(chosen["DATABASE_URL"])).render_as_string(hide_password=True)
        yield Finding(OK, f"{url} answers" + (", and its file is sound" if engine.dialect.name == "sqlite" else ""))


def schema(chosen: Settings) -> Iterator[Finding]:
    """Compares the database with the newest migration, and its tables with those that migrations create."""
    engine = open_engine(dict(chosen))
    with database_errors():
        revision = upgrade.revision(engine)
        problems = upgrade.problems_of(engine, HEAD) if revision == HEAD else []
    todo = "scorekeeper db upgrade does that, and so does each start of scorekeeper serve"
    if revision is None:
        yield Finding(WRONG, "the database is empty, its tables have to be made", todo)
    elif not is_known(revision):
        yield Finding(WRONG, f"the database is at step {revision}{NEWER}", "install the newest Scorekeeper")
    elif revision != HEAD:
        yield Finding(WRONG, f"the database is at step {revision} and has to be migrated to {HEAD}", todo)
    for problem in problems:
        yield Finding(WRONG, problem, "undo what changed the tables, or restore a backup")
    if revision == HEAD and not problems:
        yield Finding(OK, f"up to date (step {HEAD})")


def times(chosen: Settings) -> Iterator[Finding]:
    """Compares the clock with PostgreSQL's, and with the last change, which is never in the future."""
    engine = open_engine(dict(chosen))
    with database_errors(), Session(engine) as session:
        newest = session.scalar(select(func.max(Change.at)))
        theirs = now() if engine.dialect.name == "sqlite" else session.scalar(select(func.now()))
        apart = abs(theirs - now()) if theirs else timedelta()
    todo = "set the clock right, with NTP; what was recorded is safe"
    if apart > LEASE:
        yield Finding(WRONG, f"this clock and the database's are {apart.total_seconds():.0f} seconds apart", todo)
    elif newest and newest > now() + LEASE:
        text = f"the last change was recorded on {newest:%d %B %Y at %H:%M} UTC, which is in the future"
        yield Finding(WRONG, text, todo)
    else:
        yield Finding(OK, "agrees with the database")


def worker(chosen: Settings) -> Iterator[Finding]:
    """Looks for a worker with a job, else submits one, which an idle one begins."""
    with database_errors(), Session(open_engine(dict(chosen))) as session:
        busy = session.scalar(select(Job.number).where(Job.status == "working", Job.alive_until > now()).limit(1))
        overdue = (Job.status == "waiting", Job.made_at < now() - OVERDUE)
        late = session.scalar(select(func.count()).select_from(Job).where(*overdue))
    if busy:
        yield Finding(OK, "has a job")
    elif worker_answers(create_app(chosen), ANSWERS_IN):
        yield Finding(OK, "waits for jobs")
    else:
        text = f"no worker makes papers, exports and imports; overdue jobs: {late}"
        yield Finding(WRONG, text, "start scorekeeper serve (without --no-jobs), or scorekeeper worker")


def rate_limits(chosen: Settings) -> Iterator[Finding]:
    """Connects to the storage of rate limits."""
    uri = str(chosen["RATELIMIT_STORAGE_URI"])
    if storage_from_string(uri).check():
        yield Finding(
            OK, f"counted in {'the memory of each process' if uri.startswith('memory:') else 'their storage'}"
        )
    else:
        text = "their storage does not answer; each process counts for itself"
        yield Finding(WRONG, text, "is SCOREKEEPER_RATELIMIT_STORAGE right?")


def backup(chosen: Settings) -> Iterator[Finding]:
    """Looks at the age of the last `scorekeeper backup`, whether its file is still there and could be restored."""
    if make_url(str(chosen["DATABASE_URL"])).get_backend_name() != "sqlite":
        yield Finding(ADVICE, "PostgreSQL's backups cannot be seen from here", "run pg_dump each night")
        return
    last = last_backup(chosen)
    with database_errors(), Session(open_engine(dict(chosen))) as session:
        empty = session.scalar(select(Match.id).limit(1)) is None
    todo = "systemctl enable --now scorekeeper-backup.timer, or scorekeeper backup FILE"
    if last is None:
        yield Finding(OK, "nothing to back up yet") if empty else Finding(WRONG, "there has never been one", todo)
        return
    made_at, copy = last
    age = now() - made_at
    if age > OLDEST_BACKUP:
        yield Finding(WRONG, f"the last one is {age.days} days old: {copy}", todo)
    elif not copy.exists():
        yield Finding(ADVICE, f"the last one is no longer where it was made: {copy}", "make sure that it is elsewhere")
    else:
        try:
            verify_backup(copy)
        except BackupError as problem:
            yield Finding(WRONG, f"the last one cannot be restored: {problem}", "scorekeeper backup FILE")
        else:
            yield Finding(OK, f"{age.total_seconds() / 3600:.0f} hours old, and can be restored: {copy}")


def games(chosen: Settings) -> Iterator[Finding]:
    """Lists the games of installed packages; for games left out the reason, including faults in server-only files."""
    create_app(chosen)
    for left_out in LEFT_OUT:
        todo = "scorekeeper check-game lists all faults; install a corrected version, or uninstall the package"
        yield Finding(WRONG, f"not listed: {left_out}", todo)
    for slug, place in FROM_PACKAGES.items():
        yield Finding(OK, f"{slug} of the package {place.package} {place.version}, rules {digest(slug)}")
    if not (LEFT_OUT or FROM_PACKAGES):
        yield Finding(OK, "none from packages")
