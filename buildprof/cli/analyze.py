"""`buildprof analyze`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """What the analysis becomes."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    CBA = "cba"
    PERFETTO = "perfetto"


def command(
    where: Annotated[
        Path,
        typer.Argument(
            metavar="DIR|RUN", help="A build directory, one trace, or a run.", show_default=False
        ),
    ],
    form: Annotated[Format, typer.Option("--format", help="What to print.")] = Format.TEXT,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to a file.", show_default=False)
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="Only the longest rows of each table.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit 4 where anything is unreadable or differs.")
    ] = False,
    steps: Annotated[
        bool, typer.Option(help="Match traces with the steps of the build trees.")
    ] = True,
    source_root: Annotated[
        Path | None, typer.Option(help="Names are relative to this.", show_default=False)
    ] = None,
    build: Annotated[
        str | None, typer.Option(help="Which build of a run.", show_default=False)
    ] = None,
    clang_build_analyzer: Annotated[
        Path | None,
        typer.Option(help="With --format cba: let this program write the report."),
    ] = None,
    ini: Annotated[Path, typer.Option(help="How much the cba report holds.")] = Path(
        "ClangBuildAnalyzer.ini"
    ),
    threads: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Threads; all processors otherwise.")
    ] = None,
) -> None:
    """Say where the time of a build went, from its -ftime-trace files.

    Traces are told by their content; those of an earlier build, of CMake's probes and of no step of the
    build are left out and named. Exit code 4: there are no traces, or with --strict any difference.
    """
    from buildprof.report import analysis

    request = analysis.Request(
        where=where,
        form="json" if as_json else form.value,
        top=top,
        detect=steps,
        source_root=source_root,
        build=build,
        analyzer=clang_build_analyzer,
        ini=ini,
        threads=threads,
        output=output,
        strict=strict,
    )
    analysis.run(request)
