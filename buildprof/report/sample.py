"""A small copy of a run to keep in a repository: `python -m buildprof.report.sample RUN FOLDER`.

It has one build of each scope and variant, the longest rows of every table, and of commands only what
says which step needs which, and nothing that names a folder of a machine. The reports beside it are made from it, and can be made again.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof import console
from buildprof.analysis import include_tree
from buildprof.analysis.critical_path import in_build
from buildprof.report import formats, output
from buildprof.report.subject import Subject
from buildprof.runs.find import find
from buildprof.runs.folder import RunFolder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from buildprof.analysis.result import BuildAnalysis, Header
    from buildprof.cmake.step import Step

REPORTS = ("md", "text")
MOST_HEADERS, MOST_ROWS = 200, 100


def make(run: RunFolder, target: Path) -> None:
    """Copy a run to a folder, cut down, and write its reports and charts beside it."""
    whole, copy = Subject(run), RunFolder(target)
    # commands name folders of the machine that the run was made on
    kept = tuple(msgspec.structs.replace(build, commands=()) for _, build in whole.shown)
    copy.save(msgspec.structs.replace(whole.run, builds=kept))
    for build in kept:
        records = {
            "units": whole.units(build),
            "steps": [_step(step, _outputs(whole.steps(build))) for step in whole.steps(build)],
            "analysis": _cut(whole.analysis(build)),
            include_tree.RECORD: whole.includes(build),
        }
        for name, record in records.items():
            data = gzip.compress(msgspec.json.encode(record), compresslevel=9, mtime=0)
            output.write(copy.build(build.id) / f"{name}.json.gz", data)
    for path, content in rendered(copy):
        output.write(path, content)


def rendered(copy: RunFolder) -> Iterator[tuple[Path, str | bytes]]:
    """Yield the files that are made from a copy."""
    subject = Subject(copy)
    for name in REPORTS:
        form = formats.load(name)
        yield copy.path / f"report.{form.EXTENSION}", form.render(subject)
    for chart in subject.charts:
        yield copy.path / "charts" / f"{chart.key}.svg", chart.svg


def _outputs(steps: Sequence[Step]) -> frozenset[str]:
    return frozenset(in_build(name) for step in steps for name in step.outputs)


def _step(step: Step, outputs: frozenset[str]) -> Step:
    words = (step.command or "").split()
    needed = " ".join(word for word in words if in_build(word) in outputs)
    return msgspec.structs.replace(step, command=needed if step.command else None)


def _cut(analysis: BuildAnalysis) -> BuildAnalysis:
    headers = sorted(analysis.headers, key=lambda header: (-header.self_us, header.path))
    return msgspec.structs.replace(
        analysis,
        headers=tuple(map(_header, headers[:MOST_HEADERS])),
        templates=analysis.templates[:MOST_ROWS],
        template_sets=analysis.template_sets[:MOST_ROWS],
        functions=analysis.functions[:MOST_ROWS],
        function_sets=analysis.function_sets[:MOST_ROWS],
        passes=analysis.passes[:MOST_ROWS],
    )


def _header(header: Header) -> Header:
    return msgspec.structs.replace(header, chains=header.chains[:1], payers=())


def main(arguments: list[str]) -> None:
    """Make the copy that the command line asks for."""
    name, target = arguments
    make(find(name), Path(target))
    console.note(f"sample: {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
