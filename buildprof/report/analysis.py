"""An analysis from what the user asked for to text in a format.

What one format needs is imported for that format only: most of the time of a small analysis is imports.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof import console
from buildprof.errors import INTERRUPTED, BuildprofError, TraceError, UsageError
from buildprof.report import analysis_forms

if TYPE_CHECKING:
    from buildprof.analysis.result import BuildAnalysis
    from buildprof.analysis.survey import Survey

PIPE_WIDTH = 120
RUN_FILE = "run.json"


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What to analyse, and what to make of it."""

    where: Path
    form: str = "text"
    top: int | None = None
    detect: bool = True
    source_root: Path | None = None
    build: str | None = None
    analyzer: Path | None = None
    ini: Path = Path("ClangBuildAnalyzer.ini")
    threads: int | None = None
    output: Path | None = None
    strict: bool = False


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The text in its format, and what decides the exit code."""

    where: Path
    text: str
    traces: int
    problems: int


def invoke(options: dict[str, object]) -> int:
    """Run a request from its options; errors become a message and an exit code."""
    try:
        run(msgspec.convert(options, Request, dec_hook=_path))
    except BuildprofError as problem:
        console.error(problem)
        return problem.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def run(request: Request) -> None:
    """Analyse, and print or write the report. Raises TraceError where the exit code must say more."""
    found = answer(request, console.width() or PIPE_WIDTH)
    if request.output is None:
        console.result(found.text)
    else:
        save(request.output, found.text)
    check(found, strict=request.strict)


def answer(request: Request, width: int) -> Answer:
    """Analyse, and render."""
    with _directory(request.where, request.build) as root:
        if request.analyzer:
            return _real(request, root)
        return _ours(request, root, width)


def check(answer: Answer, *, strict: bool) -> None:
    """Raise TraceError where there was nothing to analyse, or with `strict` where anything is wrong."""
    if answer.traces == 0 and answer.problems == 0:
        raise TraceError(
            "holds no traces",
            where=answer.where,
            hint="Compile with clang and -ftime-trace, and give the build directory.",
        )
    if strict and answer.problems:
        raise TraceError(
            f"{answer.problems} traces are unreadable or differ from the build's steps",
            where=answer.where,
            hint="They are listed in the report; --json lists them all.",
        )


def save(path: Path, text: str) -> None:
    """Write a report to a file."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=path) from error


def _real(request: Request, root: Path) -> Answer:
    from buildprof.analysis import clang_build_analyzer

    tool = clang_build_analyzer.find(request.analyzer)
    if tool is None or request.form != "cba":
        raise UsageError("another program can write the cba report only", hint="Add --format cba.")
    folder = request.ini.absolute().parent
    text = clang_build_analyzer.report(tool, root, settings_folder=folder)
    return Answer(where=request.where, text=text, traces=1, problems=0)


def _ours(request: Request, root: Path, width: int) -> Answer:
    # The core reads in the background while the rest is imported.
    from buildprof.trace import discover
    from buildprof.trace.facts import Status
    from buildprof.trace.reader import Reader

    files = discover.find(root)
    reader = Reader(root, request.threads)
    for path in [*files.candidates, *files.probes]:
        reader.submit(path)

    from buildprof.analysis.survey import survey

    found = survey(
        root, source_root=request.source_root, reader=reader, detect=request.detect, found=files
    )
    text, result = _render(request, found, width)
    unreadable = len(found.problems(Status.UNREADABLE))
    return Answer(
        where=request.where,
        text=text,
        traces=len(found.claims.units),
        problems=len(result.differences) if result else unreadable,
    )


def _render(request: Request, found: Survey, width: int) -> tuple[str, BuildAnalysis | None]:
    if request.form == "cba":
        return analysis_forms.classic(found, request.ini), None
    if request.form == "perfetto":
        return analysis_forms.perfetto(found, request.top), None
    from buildprof.analysis.build import tabulate

    top = request.top or (analysis_forms.TEXT_ROWS if request.form == "text" else 0)
    result = tabulate(found, top)
    return analysis_forms.tables(request.form, result, width), result


def _directory(where: Path, build: str | None) -> contextlib.AbstractContextManager[Path]:
    """The directory of traces: as given, or unpacked from a run."""
    if where.exists() and not (where / RUN_FILE).is_file():
        return contextlib.nullcontext(where)
    from buildprof.runs.find import find
    from buildprof.runs.kept_traces import unpacked

    return unpacked(find(str(where)), build)


def _path(_type: type, text: str) -> Path:
    return Path(text)
