"""A command that takes the arguments of ClangBuildAnalyzer, so that scripts which call it go on.

Under its own name, `buildprof-cba`, it is always ours. Installed as `ClangBuildAnalyzer` it hands over
to the real one where that is on PATH too.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof import __version__, console
from buildprof.analysis import clang_build_analyzer, classic, classic_ini
from buildprof.analysis.survey import survey
from buildprof.errors import BuildprofError, ToolError, TraceError, UsageError
from buildprof.report import analysis_cba

if TYPE_CHECKING:
    from collections.abc import Sequence

INI = Path("ClangBuildAnalyzer.ini")
MAGIC = b"buildprof capture 1\n"
FOREIGN = b"0ABC"
USAGE = """\
usage, one of:
  --start DIR        note the time before a build with -ftime-trace
  --stop DIR FILE    after the build, write what its traces below DIR hold to FILE
  --all DIR FILE     the same for all traces below DIR, whenever written
  --analyze FILE     print the report; ClangBuildAnalyzer.ini says how long it is
  --version"""


def main() -> None:
    """Run as `buildprof-cba`."""
    sys.exit(invoke(sys.argv[1:]))


def main_as_analyzer() -> None:
    """Run as `ClangBuildAnalyzer`: the real one where there is one."""
    tool = clang_build_analyzer.find()
    if tool is None:
        main()
    elif len(sys.argv) > 1:
        sys.exit(_hand_over(tool, sys.argv[1:]))


def invoke(arguments: Sequence[str]) -> int:
    """Run a command; like the original, anything wrong is exit code 1."""
    try:
        _run(list(arguments))
    except BuildprofError as problem:
        console.error(problem)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _run(arguments: list[str]) -> None:
    match arguments:
        case ["--start", folder, *_]:
            start(Path(folder))
        case ["--stop", folder, file, *_]:
            stop(Path(folder), Path(file))
        case ["--all", folder, file, *_]:
            capture(Path(folder), Path(file), None)
        case ["--analyze", file, *_]:
            console.result(report(Path(file)))
        case ["--version", *_]:
            console.result(f"buildprof {__version__}, in place of ClangBuildAnalyzer")
        case _:
            raise UsageError("these arguments make no command", hint=USAGE)


def start(folder: Path) -> None:
    """Note the time in the folder, in the file that ClangBuildAnalyzer uses as well."""
    session = folder / clang_build_analyzer.SESSION
    try:
        session.write_text(f"{int(time.time())}\n", encoding="ascii")
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=session) from error
    console.result(f"Started: build with -ftime-trace, then call --stop {folder} FILE.")


def stop(folder: Path, file: Path) -> None:
    """Capture the traces that were written since `start`."""
    session = folder / clang_build_analyzer.SESSION
    try:
        since_s = int(session.read_text(encoding="ascii", errors="replace").split()[0])
    except (OSError, ValueError, IndexError) as error:
        raise UsageError(
            "holds no start time", where=session, hint=f"Call --start {folder} before the build."
        ) from error
    capture(folder, file, since_s * 1_000_000)


def capture(folder: Path, file: Path, since_us: int | None) -> None:
    """Write all tables of the traces below a folder to a file."""
    started = time.monotonic()
    if not folder.is_dir():
        raise TraceError("is no directory", where=folder)
    found = survey(folder, since_us=since_us)
    if not found.compiled:
        raise TraceError(
            "holds no traces", where=folder, hint="Compile with clang and -ftime-trace first."
        )
    try:
        file.write_bytes(MAGIC + msgspec.msgpack.encode(classic.tables(found)))
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=file) from error
    for path, facts in found.files.items():
        if facts.message:
            console.warning(f"{console.printable(path)}: {facts.message}")
    seconds = time.monotonic() - started
    console.result(f"{len(found.compiled)} traces in {seconds:.1f} s: see --analyze {file}")


def report(file: Path) -> str:
    """The report of a capture."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=file) from error
    if not data.startswith(MAGIC):
        hint = "Make it again with --all or --stop of this command."
        what = "was written by ClangBuildAnalyzer" if data.startswith(FOREIGN) else "is no capture"
        raise UsageError(what, where=file, hint=hint)
    try:
        tables = msgspec.msgpack.decode(data[len(MAGIC) :], type=classic.ClassicTables)
    except msgspec.MsgspecError as error:
        raise UsageError(f"is damaged: {error}", where=file) from error
    heading = f"Analyzing build trace from '{console.printable(str(file))}'...\n"
    return heading + analysis_cba.render(tables, classic_ini.load(INI))


def _hand_over(tool: Path, arguments: list[str]) -> int:
    from buildprof import process  # noqa: PLC0415 - only where the real one is called

    try:
        done = process.capture([tool, *arguments])
    except ToolError as problem:
        console.error(problem)
        return problem.exit_code
    console.result(done.output)
    return done.returncode
