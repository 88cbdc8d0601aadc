"""Two revisions of a project become two runs, built here and alternating."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof.cli._run import Watcher
from buildprof.driver import alternate, one, plan, worktree
from buildprof.driver import run as driver
from buildprof.errors import UsageError
from buildprof.progress import progress
from buildprof.project import machine
from buildprof.project import project as projects
from buildprof.project import toolchain as toolchains
from buildprof.runs.schema import Interleave

if TYPE_CHECKING:
    from buildprof.driver.one import Context
    from buildprof.project.toolchain import Toolchain


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What to build of each revision, and where."""

    revisions: tuple[str, ...]
    scopes: tuple[str, ...]
    variants: tuple[str, ...]
    repetitions: int
    interleave: Interleave
    jobs: int | None
    build_dir: Path
    reports: Path
    config: Path | None


def build(source: Path | None, wanted: Wanted) -> tuple[str, ...]:
    """Build the revisions, A B A B, and return the folders of their runs."""
    if len(wanted.revisions) != 2:
        raise UsageError(
            "two revisions are compared", hint="buildprof compare --rev main --rev HEAD"
        )
    here, toolchain = projects.load(source, wanted.config), toolchains.find()
    with worktree.checked_out(here.source, wanted.revisions) as folders:
        contexts = [
            _context(folder, place, wanted, toolchain) for place, folder in enumerate(folders)
        ]
        with progress() as shown:
            total = len(folders) * len(wanted.scopes) * len(wanted.variants) * wanted.repetitions
            watcher = Watcher(shown, total, 0)
            observers = [alternate.Named(name, watcher) for name in wanted.revisions]
            alternate.execute(contexts, observers)
    return tuple(str(context.folder.path) for context in contexts)


def _context(folder: Path, place: int, wanted: Wanted, toolchain: Toolchain) -> Context:
    project = projects.load(folder, wanted.config)
    chosen = plan.make(
        project,
        wanted.scopes,
        wanted.variants,
        repetitions=wanted.repetitions,
        jobs=wanted.jobs or machine.cores(),
        interleave=wanted.interleave,
    )
    return one.Context(
        project=project,
        toolchain=toolchain,
        folder=driver.begin(project, toolchain, chosen, wanted.reports),
        build_dir=wanted.build_dir / f"revision-{place}",
        jobs=chosen.jobs,
    )
