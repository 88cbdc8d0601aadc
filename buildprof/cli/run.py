"""`buildprof run`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from buildprof.cli import _options as options

if TYPE_CHECKING:
    from buildprof.project.project import Project


def command(
    minimal: options.Minimal = False,
    full: options.Full = False,
    everything: options.Everything = False,
    scope: options.Scopes = None,
    variant: options.Variants = None,
    jobs: options.Jobs = None,
    repeat: options.Repeat = None,
    interleave: options.Interleaves = None,
    source: options.Source = None,
    config: options.Config = None,
    build_dir: options.BuildDir = Path("build/buildprof"),
    reports: options.Reports = Path("reports"),
    executor: options.Executors = options.Executor.LOCAL,
    scheduler: options.Scheduler = "",
    keep_traces: options.KeepTraces = False,
    resume: options.Resume = False,
    dry_run: options.DryRun = False,
    strict: options.Strict = False,
    clang_build_analyzer: options.ClangBuildAnalyzer = None,
    no_report: options.NoReport = False,
    as_json: options.AsJson = False,
) -> None:
    """Build a CMake project in its variants and show where the time goes.

    The project is configured and built from clean, without editing a file of it: baseline, PCH, unity
    and both, each with clang's -ftime-trace.
    """
    from buildprof import console
    from buildprof.analysis import clang_build_analyzer as analyzers
    from buildprof.cli._run import Wanted, begin_or_resume, exit_code, reported, watched, workers
    from buildprof.driver import dry_run as dry
    from buildprof.project import project as projects
    from buildprof.project import toolchain as toolchains
    from buildprof.report import run_json, run_table

    project = projects.load(source, config)
    wanted = Wanted(
        project=project,
        scopes=_scopes(project, minimal, full, everything, scope or []),
        variants=_variants(project, everything, variant or []),
        jobs=jobs,
        repeat=repeat,
        interleave=interleave,
        resume=resume,
    )
    plan, toolchain = wanted.plan(), toolchains.find()
    analyzer = analyzers.find(clang_build_analyzer)
    if dry_run:
        console.result("\n".join(dry.lines(plan, project, toolchain, build_dir)))
        return
    address = workers(executor, scheduler, plan)
    folder = begin_or_resume(wanted, toolchain, reports)
    run = watched(
        project,
        toolchain,
        folder,
        build_dir,
        keep_traces=keep_traces,
        analyzer=analyzer,
        scheduler=address,
    )
    if as_json:
        console.result(run_json.render(run))
    else:
        console.result(run_table.render(run, folder, width=console.width()))
    console.note(f"records: {folder.path}" if no_report else f"report: {reported(folder)}")
    raise typer.Exit(exit_code(run, strict=strict))


def _scopes(
    project: Project, minimal: bool, full: bool, everything: bool, named: list[str]
) -> list[str]:
    if everything:
        return [row.name for row in project.profile.scopes]
    flags = [name for name, wanted in (("minimal", minimal), ("full", full)) if wanted]
    return flags + named


def _variants(project: Project, everything: bool, named: list[str]) -> list[str]:
    return named or ([row.name for row in project.profile.variants] if everything else [])
