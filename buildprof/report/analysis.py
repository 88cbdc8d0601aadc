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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.analysis.result import BuildAnalysis
    from buildprof.analysis.survey import Survey
    from buildprof.runs.folder import RunFolder

TEXT_ROWS = 30
PIPE_WIDTH = 120
RUN_FILE = "run.json"
TRACES = "traces.tar.gz"
_SHORTEST_US = 500


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
    with _directory(request) as root:
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


def _path(_type: type, text: str) -> Path:
    return Path(text)


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
        return _classic(request, found), None
    if request.form == "perfetto":
        from buildprof.report import analysis_perfetto

        return analysis_perfetto.render(found, _SHORTEST_US if request.top is None else 0), None
    from buildprof.analysis.build import tabulate

    top = request.top or (TEXT_ROWS if request.form == "text" else 0)
    result = tabulate(found, top)
    return _tables(request.form, result, width), result


def _tables(form: str, result: BuildAnalysis, width: int) -> str:
    if form == "json":
        from buildprof.report import analysis_json

        return analysis_json.render(result)
    if form == "csv":
        from buildprof.report import analysis_csv

        return analysis_csv.render(result)
    from buildprof.report import analysis_text

    return analysis_text.render(result, width)


def _classic(request: Request, found: Survey) -> str:
    from buildprof.analysis import classic, classic_ini
    from buildprof.report import analysis_cba

    settings = classic_ini.load(request.ini)
    return analysis_cba.render(classic.tables(found, settings), settings)


@contextlib.contextmanager
def _directory(request: Request) -> Iterator[Path]:
    """The directory of traces: as given, or unpacked from a run."""
    if request.where.exists() and not (request.where / RUN_FILE).is_file():
        yield request.where
        return
    import tarfile
    import tempfile

    from buildprof.runs.find import find

    archive = _archive(find(str(request.where)), request)
    with tempfile.TemporaryDirectory(prefix="buildprof-") as folder:
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        yield Path(folder)


def _archive(run: RunFolder, request: Request) -> Path:
    builds = {build.id: run.build(build.id) / TRACES for build in run.load().builds}
    kept = {name: path for name, path in builds.items() if path.is_file()}
    if request.build is None and len(kept) == 1:
        return next(iter(kept.values()))
    if request.build in kept:
        return kept[request.build]
    if not kept:
        raise TraceError("kept no traces", where=run.path, hint="Run again with --keep-traces.")
    raise UsageError(
        f"has traces of {len(kept)} builds: {', '.join(kept)}",
        where=run.path,
        hint="Say which with --build.",
    )
