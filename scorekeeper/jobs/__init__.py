"""Long work: papers, exports and imports that workers do while the pages of the site go on answering.

`orders` counts a wish and writes it down once, `queue` tells the workers of it, `working` is what they do with it,
`makers` are the kinds of work that there are (the views add theirs), `files` holds what was sent and made, `expiry`
ends what nobody fetched and takes up what a worker left that is gone.
"""

from scorekeeper.jobs.expiry import sweep
from scorekeeper.jobs.files import content, pieces
from scorekeeper.jobs.makers import Work, maker
from scorekeeper.jobs.orders import Busy, Order, delete_jobs, delete_of_club, find, submit
from scorekeeper.jobs.queue import init_app

__all__ = [
    "Busy",
    "Order",
    "Work",
    "content",
    "delete_jobs",
    "delete_of_club",
    "find",
    "init_app",
    "maker",
    "pieces",
    "submit",
    "sweep",
]
