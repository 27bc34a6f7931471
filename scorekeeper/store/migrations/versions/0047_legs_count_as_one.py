"""The legs of a tournament's match count as one match: the results of clubs with tournaments are computed again.

They are computed again when the club's standings are next opened.
"""

from alembic import op

revision = "0047"
down_revision = "0046"


def upgrade() -> None:
    op.execute("UPDATE club SET recount_from = 0 WHERE id IN (SELECT club_id FROM tournament)")
