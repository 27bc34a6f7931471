"""`scorekeeper demo`: a made-up club from a seed, for demonstrations and benchmarks."""

import click

from scorekeeper.cli.club import ready_app
from scorekeeper.cli.db import stop
from scorekeeper.clubs import accounts
from scorekeeper.clubs.demo import fill_club
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import now


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
            club = accounts.found_club(name)
            owner = accounts.authenticate(login, password) or accounts.make_account(login, "Demo", password)
        except Refusal as refusal:
            stop(str(refusal))
        accounts.join(club, owner, "owner")
        place = club.slug
        with click.progressbar(length=matches, label=f"{matches} matches") as bar:
            for done in fill_club(club, matches, seed, until=now()):
                bar.update(done - bar.pos)
        click.echo(f"{name} is at /c/{place}; {login} owns it")
