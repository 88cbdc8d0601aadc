"""Options that commands declare, each once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

Reports = Annotated[
    Path, typer.Option("--reports", help="The folder that holds runs/.", envvar="BUILDPROF_REPORTS")
]
RunName = Annotated[str, typer.Argument(help="A run: its id, its folder, latest, latest~1.")]
Minimal = Annotated[
    bool, typer.Option("--minimal", help="The library and what it needs (the default).")
]
Full = Annotated[bool, typer.Option("--full", help="Also server, tools, tests and GPU backends.")]
Everything = Annotated[bool, typer.Option("--all", help="Every scope in every variant.")]
Scopes = Annotated[
    list[str] | None, typer.Option("--scope", help="A scope of buildprof.toml; may be repeated.")
]
Variants = Annotated[
    list[str] | None,
    typer.Option(
        "--variant", help="A variant: baseline, as-is, pch, unity, pch-unity; may be repeated."
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "-j", "--jobs", min=1, help="Compile so many files at once.", show_default="cores"
    ),
]
Repeat = Annotated[
    int | None,
    typer.Option(
        "--repeat",
        min=1,
        help="Make each build so often.",
        show_default="1, with --interleave tu 5",
    ),
]
Source = Annotated[
    Path | None,
    typer.Option("--source", help="The project's folder.", show_default="here, else ./native"),
]
Config = Annotated[
    Path | None,
    typer.Option(
        "--config", help="The configuration.", show_default="the project's buildprof.toml"
    ),
]
BuildDir = Annotated[
    Path,
    typer.Option("--build-dir", help="Where build trees go; an earlier one of ours is replaced."),
]
KeepTraces = Annotated[
    bool, typer.Option("--keep-traces", help="Keep the traces, compressed, in the run folder.")
]


class Interleave(StrEnum):
    """In which steps repetitions take turns."""

    BUILD = "build"
    TU = "tu"


Interleaves = Annotated[
    Interleave | None,
    typer.Option(
        "--interleave",
        help="How repetitions take turns: whole builds, or after the first of each TU by TU "
        "(lockstep), which shows much smaller changes.",
        show_default="build",
    ),
]


class Executor(StrEnum):
    """Who makes the builds of a run."""

    LOCAL = "local"
    DASK = "dask"


Executors = Annotated[
    Executor, typer.Option("--executor", help="Who builds: this machine, or Dask's workers.")
]
Scheduler = Annotated[
    str, typer.Option("--scheduler", help="The address of --executor dask: tcp://host:8786.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the latest unfinished run.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the commands, run nothing.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Exit with 4 where traces and compiles do not add up.")
]
Reference = Annotated[
    Path | None,
    typer.Option(
        "--reference", help="A folder with the base branch's run, if there is one, to compare with."
    ),
]
ClangBuildAnalyzer = Annotated[
    Path | None,
    typer.Option(
        "--clang-build-analyzer",
        help="Keep the report of this program beside our records.",
        show_default="the one on PATH, if any",
    ),
]
NoReport = Annotated[
    bool, typer.Option("--no-report", help="Write the records only: no page, charts and summary.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print run.json in place of the table.")]
AsMarkdown = Annotated[bool, typer.Option("--md", help="Print markdown in place of text.")]
Formats = Annotated[
    list[str] | None,
    typer.Option(
        "--format",
        help="text, md, html, csv, json, perfetto, speedscope, benchmark-json; may be repeated.",
        show_default="html",
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        help="A file, a folder, or - for stdout.",
        show_default="beside the records",
    ),
]
Force = Annotated[
    bool, typer.Option("--force", help="Overwrite files that buildprof did not make.")
]
SIDE = "The reference: a run (id, folder, latest, latest~1), or RUN:variant, RUN:scope/variant."
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        help="total, frontend, backend, other, user, cpu, wall, peak-rss; may be repeated, and the "
        "verdict is of the first.",
        show_default="all, verdict of total",
    ),
]
Revisions = Annotated[
    list[str] | None,
    typer.Option(
        "--rev", help="A revision to build and compare; given twice, the reference first."
    ),
]
RevisionRepeat = Annotated[
    int, typer.Option("--repeat", min=1, help="With --rev: make each build so often.")
]
FailIf = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-if",
        help="Exit with 1 where B takes more: total:5%, tu:10%,50ms (both must be passed); a metric, "
        "or tu, file, target, header; may be repeated.",
    ),
]
Confidence = Annotated[
    float, typer.Option("--confidence", min=0.5, max=0.9999, help="Confidence of intervals.")
]
ForceComparison = Annotated[
    bool, typer.Option("--force", help="Compare what differs in machine, compiler or -j.")
]
HistoryAsJson = Annotated[
    bool, typer.Option("--json", help="Print the series as JSON in place of text.")
]
ComparisonAsJson = Annotated[
    bool, typer.Option("--json", help="Print the comparison as JSON in place of text.")
]
ReportSubject = Annotated[
    str,
    typer.Argument(
        metavar="RUN|COMPARISON",
        help="A run: its id, its folder, latest, latest~1; or a file of buildprof compare --json.",
    ),
]
