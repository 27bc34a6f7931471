"""`scorekeeper doctor`: prints problems of an installation and their solutions."""

import smtplib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import click

from scorekeeper import __version__
from scorekeeper.cli import doctor_checks
from scorekeeper.cli.doctor_checks import ADVICE, OK, WRONG, Finding, Settings
from scorekeeper.cli.documents import print_result
from scorekeeper.config import BadSetting, settings
from scorekeeper.mail import connected

Check = tuple[str, Callable[[Settings], Iterator[Finding]]]


class Result(NamedTuple):
    """A finding with the name of its check."""

    check: str
    finding: Finding


def address(chosen: Settings) -> Iterator[Finding]:
    """Checks that public address, https and number of proxies fit together."""
    url, secure = str(chosen["PUBLIC_URL"]), chosen["SESSION_COOKIE_SECURE"]
    if not url:
        text = "links and codes begin with whatever name a visitor used, as no public address is set"
        yield Finding(ADVICE, text, "set SCOREKEEPER_PUBLIC_URL, such as https://cards.example.org")
    elif url.startswith("https://"):
        if not secure:
            yield Finding(WRONG, "cookies may be sent without https", "set SCOREKEEPER_HTTPS_ONLY=1")
        if not chosen["TRUSTED_PROXIES"]:
            text = "https comes from a proxy, which is not trusted: all visitors share one rate limit"
            yield Finding(WRONG, text, "set SCOREKEEPER_TRUSTED_PROXIES=1, or to the number of proxies")
        if secure and chosen["TRUSTED_PROXIES"]:
            yield Finding(OK, url)
    elif secure:
        text = f"nobody can log in at {url}: cookies are sent with https only"
        yield Finding(WRONG, text, "set SCOREKEEPER_PUBLIC_URL to an https address, or SCOREKEEPER_HTTPS_ONLY=0")
    else:
        text = f"{url} has no https: no passkeys, and phones cannot keep the app for when there is no network"
        yield Finding(ADVICE, text, "put a proxy with https in front (docs/operations.md)")


def mail(chosen: Settings) -> Iterator[Finding]:
    """Reports whether mail is configured; incomplete settings are refused when they are read."""
    if chosen["SMTP_HOST"]:
        yield Finding(OK, f"sent by {chosen['SMTP_HOST']}, from {chosen['MAIL_FROM']}; --mail tries to connect")
    else:
        text = "off: nobody can reset a forgotten password by mail"
        yield Finding(ADVICE, text, "set SCOREKEEPER_SMTP_HOST and SCOREKEEPER_MAIL_FROM")


def mail_server(chosen: Settings) -> Iterator[Finding]:
    """Connects to the mail server and logs in, without sending a mail."""
    if not chosen["SMTP_HOST"]:
        yield from mail(chosen)
        return
    try:
        with connected(chosen) as server:
            server.noop()
    except (OSError, smtplib.SMTPException) as error:
        text = f"{chosen['SMTP_HOST']} cannot be used: {error}"
        yield Finding(WRONG, text, "are host, port, security, user and password (SCOREKEEPER_SMTP_…) right?")
    else:
        yield Finding(OK, f"{chosen['SMTP_HOST']} answers, and accepts the log-in")


OF_MACHINE: tuple[Check, ...] = (
    ("printing", doctor_checks.printing),
    ("fonts", doctor_checks.fonts),
    ("help", doctor_checks.guide),
    ("clock", doctor_checks.clock),
)
OF_SETTINGS: tuple[Check, ...] = (
    ("secret key", doctor_checks.secret_key),
    ("disk", doctor_checks.disk),
    ("address", address),
    ("https", doctor_checks.https),
    ("rate limits", doctor_checks.rate_limits),
)
OF_DATA: tuple[tuple[Check, ...], ...] = (  # each step needs the one before
    (("folder", doctor_checks.folder),),
    (("database", doctor_checks.database),),
    (("migrations", doctor_checks.schema),),
    (
        ("clock", doctor_checks.times),
        ("worker", doctor_checks.worker),
        ("backup", doctor_checks.backup),
        ("games", doctor_checks.games),
    ),
)


def examine(*, connect: bool) -> Iterator[Result]:
    """Yields the results of all checks; if the database cannot be opened, its checks are left out.

    `connect` also connects to the mail server.
    """
    try:
        chosen: Settings = settings()
    except (BadSetting, OSError) as error:
        cannot = "run it as the user of scorekeeper serve, who owns the instance folder"
        todo = cannot if isinstance(error, OSError) else "correct it; docs/settings.md lists all settings"
        yield Result("settings", Finding(WRONG, str(error), todo))
        yield from _results(OF_MACHINE, {})
        return
    yield Result("settings", Finding(OK, "valid"))
    yield from _results(OF_MACHINE, chosen)
    yield from _results((*OF_SETTINGS, ("mail", mail_server if connect else mail)), chosen)
    for checks in OF_DATA:
        results = list(_results(checks, chosen))
        yield from results
        if any(result.finding.status == WRONG for result in results):
            return


def _results(checks: Iterable[Check], chosen: Settings) -> Iterator[Result]:
    for name, check in checks:
        try:
            yield from [Result(name, finding) for finding in check(chosen)]
        except click.ClickException as error:
            yield Result(name, Finding(WRONG, error.message))
        except Exception as error:  # a check that fails must not prevent the others
            yield Result(name, Finding(WRONG, f"cannot be checked: {type(error).__name__}: {error}"))


@click.command()
@click.option("--mail", "connect", is_flag=True, help="Also connect to the mail server; no mail is sent.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as one line of JSON.")
def doctor(connect: bool, as_json: bool) -> None:
    """Check this installation: print problems and how to solve them.

    Checks Pango and fonts, clock, disks, instance folder, secret key, public address, https in the local network,
    database and its migrations, workers, mail settings, the last backup and games from packages. Exit status 1
    if something is wrong; advice does not count.
    """
    results = list(examine(connect=connect))
    wrong = [result for result in results if result.finding.status == WRONG]
    if as_json:
        checks = [{"check": result.check, **result.finding._asdict()} for result in results]
        print_result({"ok": not wrong, "version": __version__, "checks": checks})
    else:
        _print(results)
        click.echo(f"Wrong: {len(wrong)}. Advice: {sum(result.finding.status == ADVICE for result in results)}.")
    sys.exit(1 if wrong else 0)


def _print(results: Iterable[Result]) -> None:
    for check, (status, text, todo) in results:
        click.echo(f"{status.upper() if status == WRONG else status:<7} {check:<12} {text}")
        if todo:
            click.echo(f"{'':<20} → {todo}")
