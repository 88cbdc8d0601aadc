"""A run whose builds Dask workers make, one at a time on each machine."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec

from buildprof.driver import plan, remote
from buildprof.driver.plan import BASELINE
from buildprof.errors import ToolError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from buildprof.driver.one import Context, Observer
    from buildprof.driver.plan import Job
    from buildprof.runs.schema import Build, Run

POLL_S = 0.2
CONNECT_S = 30


def execute(context: Context, observer: Observer, scheduler: str) -> Run:
    """Make the builds that a run still lacks; run.json is whole after each of them.

    A build whose worker is lost is made again, once. Raises UsageError where no scheduler answers, and
    ToolError where a build cannot be made.
    """
    with _client(scheduler) as client:
        return _Queue(context, observer, client).run()


class _Queue:
    """What is still to build, and what is being built: at most one build a host."""

    def __init__(self, context: Context, observer: Observer, client: Any) -> None:
        self.context, self.observer, self.client = context, observer, client
        self.record = context.folder.load()
        jobs = plan.jobs_of(self.record.plan, context.project)
        self.waiting = [job for job in jobs if self._build(job) is None]
        self.running: dict[str, tuple[Job, str, Any]] = {}
        self.lost: set[str] = set()

    def run(self) -> Run:
        """Hand out builds until all have ended."""
        while self.waiting or self.running:
            workers = self.client.scheduler_info(n_workers=-1)["workers"]
            self._hand_out({worker: facts["host"] for worker, facts in workers.items()})
            time.sleep(POLL_S)
            for host, (job, worker, future) in list(self.running.items()):
                if future.done():
                    del self.running[host]
                    self._ended(job, future)
                elif worker not in workers:
                    del self.running[host]
                    future.cancel()
                    self._again(job, worker)
        self._save(finished=True)
        return self.record

    def _hand_out(self, hosts: dict[str, str]) -> None:
        for worker, host in hosts.items():
            job = next((job for job in self.waiting if self._ready(job)), None)
            if job is None or host in self.running:
                continue
            self.waiting.remove(job)
            self.observer.phase(job, f"building on {host}")
            future = self.client.submit(
                remote.make, remote.task(job, self.context), workers=[worker], pure=False
            )
            self.running[host] = (job, worker, future)

    def _ready(self, job: Job) -> bool:
        """Tell whether the baseline, from which others learn their headers, has ended."""
        unfinished: Iterable[Job] = [*self.waiting, *(row[0] for row in self.running.values())]
        return job.variant.name == BASELINE or not any(
            (other.scope, other.repetition, other.variant.name)
            == (job.scope, job.repetition, BASELINE)
            for other in unfinished
        )

    def _ended(self, job: Job, future: Any) -> None:
        if future.status != "finished":
            problem = future.exception()
            if isinstance(problem, ToolError):
                raise problem
            self._again(job, str(problem))
            return
        build = remote.keep(future.result(), self.context.folder)
        self.observer.ended(job, build)
        self._save(build)

    def _again(self, job: Job, why: str) -> None:
        if job.id in self.lost:
            raise ToolError(
                f"{job.label} lost its worker twice ({why})",
                hint="What was finished is kept: --resume goes on.",
            )
        self.lost.add(job.id)
        self.waiting.insert(0, job)

    def _save(self, *builds: Build, finished: bool = False) -> None:
        self.record = msgspec.structs.replace(
            self.record, builds=(*self.record.builds, *builds), finished=finished
        )
        self.context.folder.save(self.record)

    def _build(self, job: Job) -> Build | None:
        return self.record.build(job.scope.name, job.variant.name, job.repetition)


def _client(scheduler: str) -> Any:
    try:
        from distributed import Client  # noqa: PLC0415 - an extra, and slow to import
    except ImportError as error:
        raise UsageError(
            "--executor dask needs the package distributed",
            hint="Install it: pip install distributed.",
        ) from error
    try:
        return Client(scheduler, timeout=CONNECT_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise UsageError(
            f"no Dask scheduler answers: {error}", where=scheduler, hint="Name it with --scheduler."
        ) from error
