"""`scorekeeper club`: founds clubs, sets passwords, erases persons; `scorekeeper demo`: a made-up club from a seed."""

from pathlib import Path

import click
from flask import Flask, current_app

from scorekeeper.app import create_app
from scorekeeper.cli.db import bring_up_to_date, settings_or_stop, stop
from scorekeeper.clubs import accounts, erasing, log, passkeys, signing_in
from scorekeeper.clubs.demo import fill_club
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.database import scrub
from scorekeeper.store.models import db, now

password_option = click.option(
    "--password", prompt=True, hide_input=True, confirmation_prompt=True, envvar="SCOREKEEPER_PASSWORD"
)


@click.group()
def club() -> None:
    """Clubs: make one with its owner, set a forgotten password, erase a person."""


def ready_app() -> Flask:
    """The application, with the database migrated."""
    bring_up_to_date(settings_or_stop())
    return create_app()


@club.command()
@click.argument("name")
@click.option("--login", prompt="Owner's log-in name", help="Log-in name of its owner.")
@click.option("--owner", default="", help="The owner's own name; the log-in name where it is left out.")
@password_option
def create(name: str, login: str, owner: str, password: str) -> None:
    """Found the club NAME with its owner. Somebody who has an account already gives its password."""
    with ready_app().app_context():
        try:
            made = accounts.create_club(name)
            account = accounts.authenticate(login, password) or accounts.create_account(login, owner, password)
        except Refusal as refusal:
            stop(str(refusal))
        accounts.join(made, account, "owner")
        log.note(made, account.name, "found")
        db.session.commit()
        click.echo(f"{made.name} is at /c/{made.slug}; {account.login} owns it")


@club.command()
@click.argument("club")
@click.argument("name")
@click.option("--account", "logins", multiple=True, metavar="LOGIN", help="An account of that person by another name.")
@click.option("--everywhere", is_flag=True, help="Also at the tables that belong to no club.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def erase(club: str, name: str, logins: tuple[str, ...], everywhere: bool, yes: bool) -> None:
    """Erase the person NAME from the club CLUB (its name in addresses): names are replaced, scores stay."""
    with ready_app().app_context():
        found = accounts.find_club(club) or stop(f"There is no club at /c/{club}")
        try:
            person = _with_logins(erasing.find_person(found, name), logins)
            ends = ", ".join(member.account.login for member in person.members) or "none"
            click.echo(f"To be erased: {', '.join(person.names)}; accounts: {ends}. This cannot be undone.")
            if not yes:
                click.confirm("Erase?", abort=True)
            elsewhere = erasing.other_sittings() if everywhere else []
            done = erasing.erase_person(found, person, elsewhere=elsewhere)
        except Refusal as refusal:
            stop(str(refusal))
        log.note(found, "", "erase", who=done.instead)
        db.session.commit()
        click.echo(f"Called {done.instead} now, in {done.matches} matches")
        _forget(Path(current_app.instance_path))


def _with_logins(person: erasing.Person, logins: tuple[str, ...]) -> erasing.Person:
    """The person with these accounts; says which others may be theirs."""
    wanted = {accounts.fold_login(login) for login in logins}
    chosen = {each.account_id for each in person.perhaps if each.account.login in wanted}
    for member in person.perhaps:
        if member.account_id not in chosen:
            click.echo(f"Perhaps the same person: {member.account.name}. Then add --account {member.account.login}.")
    unknown = wanted - {each.account.login for each in (*person.members, *person.perhaps)}
    if unknown:
        stop(f"No account that may be theirs has the log-in name {', '.join(sorted(unknown))}")
    return erasing.with_accounts(person, chosen)


def _forget(instance: Path) -> None:
    """Clear the erased name out of the database's file, and list the backups that still hold it."""
    db.session.close()
    if not scrub(db.engine):
        click.echo("The database was busy: its file still holds the name. Run `scorekeeper db scrub` later.", err=True)
    for copy in sorted((instance / "backups").glob("*.sqlite3")):
        click.echo(f"This copy holds the name still: {copy}", err=True)


@club.command()
@click.argument("login")
@password_option
def password(login: str, password: str) -> None:
    """Set the password of the account LOGIN; its sessions end, and its passkeys and recovery codes go."""
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
@click.option("--matches", default=200, show_default=True, type=click.IntRange(1, 1_000_000))
@click.option("--seed", default=1, show_default=True, help="The same seed, the same club.")
@click.option("--name", default="Demo club", show_default=True, help="What the club is called.")
@click.option("--login", default="demo", show_default=True, help="Log-in name of its owner.")
@click.password_option(envvar="SCOREKEEPER_PASSWORD", help="The owner's password.")
def demo(matches: int, seed: int, name: str, login: str, password: str) -> None:
    """Make up a club with players and MATCHES finished matches of all games."""
    with ready_app().app_context():
        try:
            club = accounts.create_club(name)
            owner = accounts.authenticate(login, password) or accounts.create_account(login, "Demo", password)
        except Refusal as refusal:
            stop(str(refusal))
        accounts.join(club, owner, "owner")
        place = club.slug
        with click.progressbar(length=matches, label=f"{matches} matches") as bar:
            for done in fill_club(club, matches, seed, until=now()):
                bar.update(done - bar.pos)
        click.echo(f"{name} is at /c/{place}; {login} owns it")
