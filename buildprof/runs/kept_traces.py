"""The traces that a build of a run kept, as the directory that they were packed from."""

from __future__ import annotations

import contextlib
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from buildprof.errors import TraceError, UsageError
from buildprof.runs.folder import TRACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.runs.folder import RunFolder


@contextlib.contextmanager
def unpacked(run: RunFolder, build: str | None) -> Iterator[Path]:
    """Unpack the traces of a build for a while; it need not be named where only one kept any."""
    archive = _archive(run, build)
    with tempfile.TemporaryDirectory(prefix="buildprof-") as folder:
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        yield Path(folder)


def _archive(run: RunFolder, wanted: str | None) -> Path:
    builds = {build.id: run.build(build.id) / TRACES for build in run.load().builds}
    kept = {name: path for name, path in builds.items() if path.is_file()}
    if wanted is None and len(kept) == 1:
        return next(iter(kept.values()))
    if wanted in kept:
        return kept[wanted]
    if not kept:
        raise TraceError("kept no traces", where=run.path, hint="Run again with --keep-traces.")
    raise UsageError(
        f"has traces of {len(kept)} builds: {', '.join(kept)}",
        where=run.path,
        hint="Say which with --build.",
    )
