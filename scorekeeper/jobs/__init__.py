"""Long work: papers, exports and imports that workers do while the pages of the site go on answering.

`orders` counts a wish and writes it down once, `queue` tells the workers of it, `working` is what they do with it,
`makers` are the kinds of work that there are (the views add theirs), `files` holds what was sent and made, `expiry`
ends what nobody fetched and takes up what a worker left that is gone.
"""

from scorekeeper.jobs.orders import Busy, Order, content, delete_jobs, delete_of_club, find, pieces, submit
from scorekeeper.jobs.queue import init_app
from scorekeeper.jobs.working import Work, maker, sweep

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
