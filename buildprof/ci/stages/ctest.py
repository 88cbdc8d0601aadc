"""Tests that the project registers with CTest, by label."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from buildprof.ci import ctest
from buildprof.ci.context import environment, filled, lacking
from buildprof.errors import ConfigError

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.ci.results import Outcome
    from buildprof.project.stage import Stage


def obstacle(stage: Stage, context: Context) -> str | None:
    """Say which file the tests need and have not."""
    return lacking(stage, context.words(stage))


def run(stage: Stage, context: Context, log: Log) -> Outcome:
    """Run the tests of the stage's labels in its build tree."""
    root = context.trees.built(stage.tree, log)
    if stage.known_tests and context.record_tests:
        _record(stage, context, root)
    return ctest.run(call(stage, context, root), log, environment(stage, context.words(stage)))


def call(
    stage: Stage, context: Context, root: Path, report: str = "", *, known: bool = True
) -> ctest.Call:
    """Return the call of ctest in a build tree."""
    low_perf = context.switches.low_perf
    more = () if low_perf else stage.more_labels
    less = stage.more_exclude if low_perf else ()
    cache = context.trees.cache(stage.tree)
    return ctest.Call(
        build_root=root,
        configuration=cache.get("CMAKE_BUILD_TYPE", "Release"),
        report=context.out / f"{report or stage.name}.xml",
        labels=(*stage.labels, *more),
        exclude=(*stage.exclude, *less, *context.without_tests),
        known=_known(stage, context) if known else frozenset(),
        test_limit_s=stage.test_limit_s,
    )


def _record(stage: Stage, context: Context, root: Path) -> None:
    """Write the names of all tests that have one of the stage's labels."""
    wanted = call(stage, context, root, known=False)
    names = [
        row.name
        for row in ctest.listed(root, wanted.configuration)
        if not wanted.labels or row.labels & set(wanted.labels)
    ]
    head = "# tests that there must be; written by: buildprof ci --record-tests\n"
    _file(stage, context).write_text(head + "".join(f"{name}\n" for name in sorted(names)), "utf-8")


def _file(stage: Stage, context: Context) -> Path:
    words = context.words(stage)
    return Path(context.project.source, filled(stage.known_tests, words, stage))


def _known(stage: Stage, context: Context) -> frozenset[str]:
    """Return the names that the stage's file of known tests lists, one a line."""
    if not stage.known_tests:
        return frozenset()
    file = _file(stage, context)
    try:
        lines = file.read_text("utf-8").splitlines()
    except OSError as error:
        raise ConfigError(
            f"cannot be read: {error.strerror}",
            where=file,
            hint=f"stage.{stage.name}.known_tests names it; --record-tests writes it.",
        ) from error
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))
