"""Checks of `scorekeeper doctor` that concern what is stored: database, times, queue, workers, last backup."""

from collections.abc import Iterator
from datetime import timedelta

from limits.storage import storage_from_string
from sqlalchemy import func, make_url, select
from sqlalchemy.orm import Session

from scorekeeper.app import create_app
from scorekeeper.cli.backup import last_backup
from scorekeeper.cli.db import NEWER, QUEUES, database_errors, is_known, open_engine
from scorekeeper.cli.machine_checks import ADVICE, OK, WRONG, Finding, Settings
from scorekeeper.game_folders import FROM_PACKAGES, LEFT_OUT
from scorekeeper.jobs.queue import queue_of, worker_answers
from scorekeeper.jobs.queue_file import OK as UNDAMAGED
from scorekeeper.jobs.queue_file import REPLACED, aside, queue_file, state_of
from scorekeeper.jobs.working import LEASE, OVERDUE
from scorekeeper.rules_version import digest
from scorekeeper.store import upgrade
from scorekeeper.store.database import integrity_errors, takes_writes
from scorekeeper.store.migrations import HEAD
from scorekeeper.store.models import Change, Job, Match, now

ANSWERS_IN = 8.0  # seconds; an idle worker takes a message within one, a busy machine needs longer
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
    """Compares the database with the newest migration, and its tables with what the migrations make."""
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


def queue(chosen: Settings) -> Iterator[Finding]:
    """Checks the file of the queue, or connects to PostgreSQL or Redis."""
    file = queue_file(chosen)
    if file is not None:
        state = state_of(file)
        status = {UNDAMAGED: OK, REPLACED: ADVICE}.get(state, WRONG)
        yield Finding(status, QUEUES[state].format(aside=aside(file)))
        return
    try:
        waiting = queue_of(create_app(chosen)).pending_count()
    except Exception as error:  # each storage raises its own exceptions
        yield Finding(WRONG, f"the queue does not answer ({type(error).__name__})", "is SCOREKEEPER_QUEUE right?")
    else:
        yield Finding(OK, f"answers; {waiting} waiting")


def worker(chosen: Settings) -> Iterator[Finding]:
    """Looks for a worker with a job, else sends a message that an idle one takes."""
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
    """Looks at the age of the last `scorekeeper backup`, and whether its file is still there."""
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
        yield Finding(OK, f"{age.total_seconds() / 3600:.0f} hours old: {copy}")


def games(chosen: Settings) -> Iterator[Finding]:
    """Lists the games of installed packages, and why others are left out, also for what only the server has of them."""
    create_app(chosen)
    for left_out in LEFT_OUT:
        todo = "scorekeeper check-game lists all faults; install a corrected version, or uninstall the package"
        yield Finding(WRONG, f"not listed: {left_out}", todo)
    for slug, place in FROM_PACKAGES.items():
        yield Finding(OK, f"{slug} of the package {place.package} {place.version}, rules {digest(slug)}")
    if not (LEFT_OUT or FROM_PACKAGES):
        yield Finding(OK, "none from packages")
