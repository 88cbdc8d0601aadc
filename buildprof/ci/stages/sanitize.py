"""The tests under a sanitizer, which is also the name of the build tree."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from buildprof import process
from buildprof.ci.stages import ctest

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.ci.results import Outcome
    from buildprof.project.stage import Stage


def obstacle(stage: Stage, context: Context) -> str | None:
    """Say that the compiler cannot link the sanitizer: its runtime is a package of its own."""
    compiler = context.trees.compiler()
    with tempfile.TemporaryDirectory(prefix="buildprof-") as folder:
        source = Path(folder, "probe.cpp")
        source.write_text("int main() { return 0; }\n", "utf-8")
        command: list[str | Path] = [
            compiler,
            f"-fsanitize={stage.tree}",
            source,
            "-o",
            Path(folder, "probe"),
        ]
        if process.capture(command, timeout_s=60).returncode != 0:
            return f"{compiler} cannot link with -fsanitize={stage.tree}; is its runtime installed?"
    return ctest.obstacle(stage, context)


def run(stage: Stage, context: Context, log: Log) -> Outcome:
    """Run the tests of the stage's labels."""
    return ctest.run(stage, context, log)
