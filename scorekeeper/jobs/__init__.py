"""Background jobs: papers, exports and imports, made by separate worker processes.

`orders` checks quotas and stores jobs with their files, `queue` sends their numbers to the workers, `working` makes
the files, retries jobs of workers that died, and deletes expired ones. The kinds of jobs are in `scorekeeper.web`.
"""

from scorekeeper.jobs.orders import Busy, Order, content, delete_jobs, delete_of_club, find, pieces, submit
from scorekeeper.jobs.queue import each_hour, each_minute, init_app, wake
from scorekeeper.jobs.working import Work, maker, sweep

__all__ = [
    "Busy",
    "Order",
    "Work",
    "content",
    "delete_jobs",
    "delete_of_club",
    "each_hour",
    "each_minute",
    "find",
    "init_app",
    "maker",
    "pieces",
    "submit",
    "sweep",
    "wake",
]
