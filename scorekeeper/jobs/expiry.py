"""What ends jobs: two hours, whether anybody asks or not; and what goes on with those whose worker is gone."""

from datetime import timedelta

from sqlalchemy import select, update

from scorekeeper.jobs import queue
from scorekeeper.jobs.orders import KEPT, delete_jobs
from scorekeeper.store import counts
from scorekeeper.store.job_models import Job
from scorekeeper.store.models import db, now

MOST_TRIES = 2  # what ended two workers is not given to a third
OVERDUE = timedelta(seconds=30)  # a job that waits longer, while the queue is empty, was lost on its way there


def sweep() -> None:
    """Delete what is too old, and send jobs again that nobody works on. Once a minute, by any worker."""
    delete_jobs(list(db.session.scalars(select(Job.number).where(Job.made_at < now() - KEPT))))
    _give_up_or_back()
    counts.forget_ended(db.session.connection())
    db.session.commit()
    if queue.is_empty():
        waiting = select(Job).where(Job.status == "waiting", Job.made_at < now() - OVERDUE).order_by(Job.made_at)
        for job in db.session.scalars(waiting).all():
            queue.put(job.number, first=job.sitting_id is None)


def _give_up_or_back() -> None:
    """Jobs whose worker was killed wait again, or have failed where that happened before."""
    left = (Job.status == "working", Job.alive_until < now())
    db.session.execute(update(Job).where(*left, Job.tries >= MOST_TRIES).values(status="failed"))
    db.session.execute(update(Job).where(*left, Job.tries < MOST_TRIES).values(status="waiting"))
