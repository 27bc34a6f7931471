"""`scorekeeper club` creates clubs, sets passwords and erases persons; `scorekeeper demo` creates a demo club."""

from pathlib import Path

import click
from flask import Flask, current_app

from scorekeeper.app import create_app
from scorekeeper.cli.db import bring_up_to_date, settings_or_stop, stop
from scorekeeper.clubs import accounts, erasing, log, passkeys, signing_in
from scorekeeper.clubs.demo import Chance, begin_evening, fill_club
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.database import scrub
from scorekeeper.store.models import db, now
from scorekeeper.web.table_links import make_links_of

VISIBLE = (
    "Warning: others on this machine can see a password on the command line, and the shell keeps it. Leave --password "
    "out to be asked for it, or set SCOREKEEPER_PASSWORD."
)


def _warn_if_visible(context: click.Context, parameter: click.Parameter, password: str) -> str:
    """Option callback: warns about a password that was written on the command line."""
    if context.get_parameter_source(str(parameter.name)) is click.core.ParameterSource.COMMANDLINE:
        click.echo(VISIBLE, err=True)
    return password


password_option = click.password_option(
    envvar="SCOREKEEPER_PASSWORD",
    callback=_warn_if_visible,
    help="Better left out: it is asked for, or taken from SCOREKEEPER_PASSWORD.",
)


def ready_app() -> Flask:
    """Returns the application, with the database migrated."""
    bring_up_to_date(settings_or_stop())
    return create_app()


@click.command()
@click.argument("name")
@click.option("--login", prompt="Owner's log-in name", help="Log-in name of its owner.")
@click.option("--owner", default="", help="Name of its owner; default: the log-in name.")
@password_option
def create(name: str, login: str, owner: str, password: str) -> None:
    """Create the club NAME and its owner's account. If the account exists, give its present password."""
    with ready_app().app_context():
        try:
            club = accounts.create_club(name)
            account = accounts.authenticate(login, password) or accounts.create_account(login, owner, password)
        except Refusal as refusal:
            stop(str(refusal))
        accounts.join(club, account, "owner")
        log.note(club, account.name, "found")
        db.session.commit()
        click.echo(f"{club.name} is at /c/{club.slug}; {account.login} owns it")


@click.command()
@click.argument("club")
@click.argument("name")
@click.option("--account", "logins", multiple=True, metavar="LOGIN", help="Account of the person under another name.")
@click.option("--everywhere", is_flag=True, help="Also at tables outside any club.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def erase(club: str, name: str, logins: tuple[str, ...], everywhere: bool, yes: bool) -> None:
    """Erase the person NAME from the club CLUB (as in /c/CLUB): the name is replaced, scores stay."""
    with ready_app().app_context():
        erased_from = accounts.find_club(club) or stop(f"There is no club at /c/{club}")
        try:
            person = _with_logins(erasing.find_person(erased_from, name), logins)
            ends = ", ".join(member.account.login for member in person.members) or "none"
            click.echo(f"To be erased: {', '.join(person.names)}; accounts: {ends}. This cannot be undone.")
            if not yes:
                click.confirm("Erase?", abort=True)
            elsewhere = erasing.other_sittings() if everywhere else []
            done = erasing.erase_person(erased_from, person, elsewhere=elsewhere)
        except Refusal as refusal:
            stop(str(refusal))
        log.note(erased_from, "", "erase", who=done.instead)
        db.session.commit()
        click.echo(f"Called {done.instead} now, in {done.matches} matches")
        _forget(Path(current_app.instance_path))


def _with_logins(person: erasing.Person, logins: tuple[str, ...]) -> erasing.Person:
    """Returns the person with the accounts of these log-in names; prints other accounts that may be theirs."""
    requested = {accounts.fold_login(login) for login in logins}
    chosen = {member.account_id for member in person.perhaps if member.account.login in requested}
    for member in person.perhaps:
        if member.account_id not in chosen:
            click.echo(f"Perhaps the same person: {member.account.name}. Then add --account {member.account.login}.")
    unknown = requested - {member.account.login for member in (*person.members, *person.perhaps)}
    if unknown:
        stop(f"No account that may be theirs has the log-in name {', '.join(sorted(unknown))}")
    return erasing.with_accounts(person, chosen)


def _forget(instance: Path) -> None:
    """Scrub the database file, so that it no longer contains the name, and list the backups that still do."""
    db.session.close()
    if not scrub(db.engine):
        click.echo("The database was busy: its file still holds the name. Run `scorekeeper db scrub` later.", err=True)
    for copy in sorted((instance / "backups").glob("*.sqlite3")):
        click.echo(f"This copy holds the name still: {copy}", err=True)


@click.command()
@click.argument("login")
@password_option
def password(login: str, password: str) -> None:
    """Set the password of the account LOGIN; ends its sessions, deletes its passkeys and recovery codes."""
    with ready_app().app_context():
        account = accounts.find_account(login) or stop(f"Nobody is called {login} here")
        try:
            accounts.set_password(account, password)
            passkeys.remove_all(account)
        except Refusal as refusal:
            stop(str(refusal))
        signing_in.note(account, "password")
        db.session.commit()
        click.echo(f"The new password of {account.login} counts from now on")


@click.command()
@click.option("--matches", default=200, show_default=True, type=click.IntRange(1, 1_000_000), help="Finished matches.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same club.")
@click.option("--name", default="Demo club", show_default=True, help="The club's name.")
@click.option("--login", default="demo", show_default=True, help="Log-in name of its owner.")
@click.option("--evening", is_flag=True, help="Also a night and tournaments of today, and a championship.")
@password_option
def demo(matches: int, seed: int, name: str, login: str, evening: bool, password: str) -> None:
    """Create a club with invented players and finished matches of all games."""
    with ready_app().app_context():
        try:
            club = accounts.create_club(name)
            owner = accounts.authenticate(login, password) or accounts.create_account(login, "Demo", password)
        except Refusal as refusal:
            stop(str(refusal))
        accounts.join(club, owner, "owner")
        slug = club.slug
        with click.progressbar(length=matches, label=f"{matches} matches") as bar:
            for done in fill_club(club, matches, seed, until=now()):
                bar.update(done - bar.pos)
        if evening:
            begin_evening(club, Chance(seed), make_links_of)
        click.echo(f"{name} is at /c/{slug}; {login} owns it")
