"""Games that a club's members have named and agreed on themselves."""

from typing import Any

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, Json


class ClubGame(Base):
    """A game by the name that its players gave it: what its results are counted under, and what was agreed on it last.

    `listed`: the club's members are offered it for a new match.
    """

    __tablename__ = "club_game"
    __table_args__ = (UniqueConstraint("club_id", "game", "name_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    game: Mapped[str] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(40))
    name_key: Mapped[str] = mapped_column(String(160))
    variant: Mapped[str] = mapped_column(String(32))
    options: Mapped[dict[str, Any]] = mapped_column(Json)
    listed: Mapped[bool]

    @property
    def key(self) -> str:
        """What stands in place of a game's slug in the club's results and sums."""
        return f"{self.game[:8]}.{self.id}"
