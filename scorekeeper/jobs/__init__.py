"""Background jobs: papers, exports and imports, made by separate worker processes.

`orders` checks quotas and stores jobs with their files; workers find them in the table. `working` claims them, makes
the files, retries jobs of workers that died, and deletes expired ones. The kinds of jobs are in `scorekeeper.web`.
"""

from scorekeeper.jobs.orders import Busy, Order, content, delete_jobs, delete_of_club, find, pieces, submit
from scorekeeper.jobs.working import Work, each_hour, each_minute, init_app, maker, sweep, wake

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
