"""`scorekeeper club`: clubs made and passwords set by whoever has the machine, without a browser."""

import click
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.cli.db import bring_up_to_date, settings_or_stop, stop
from scorekeeper.clubs import accounts, acts
from scorekeeper.clubs.accounts import Unfit
from scorekeeper.models import db

password_option = click.option(
    "--password", prompt=True, hide_input=True, confirmation_prompt=True, envvar="SCOREKEEPER_PASSWORD"
)


@click.group()
def club() -> None:
    """Clubs: make one with its owner, set a forgotten password."""


def ready_app() -> Flask:
    """The application on a database that is up to date."""
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
            made = accounts.found_club(name)
            account = accounts.who_is(login, password) or accounts.make_account(login, owner, password)
        except Unfit as unfit:
            stop(unfit.message)
        accounts.join(made, account, "owner")
        acts.note(made, account.name, "found")
        db.session.commit()
        click.echo(f"{made.name} is at /c/{made.slug}; {account.login} owns it")


@club.command()
@click.argument("login")
@password_option
def password(login: str, password: str) -> None:
    """Set the password of the account LOGIN; whoever is signed in with the old one is out."""
    with ready_app().app_context():
        account = accounts.find_account(login) or stop(f"Nobody is called {login} here")
        try:
            accounts.set_password(account, password)
        except Unfit as unfit:
            stop(unfit.message)
        db.session.commit()
        click.echo(f"The new password of {account.login} counts from now on")
