"""CMake's own record of every step: cmake-instrumentation(7), API v1, CMake 4.4 for `compileTrace`.

A query without hooks is never indexed, so CMake leaves the snippets where they are.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof.cmake.step import Role, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(".cmake/instrumentation/v1")
_ROLES: dict[str, Role] = {
    "compile": "compile",
    "link": "link",
    "custom": "custom",
    "install": "install",
    "test": "test",
}


class _Snippet(msgspec.Struct, frozen=True, rename="camel"):
    role: str
    outputs: tuple[str, ...] = ()
    source: str | None = None
    target: str | None = None
    language: str | None = None
    config: str = ""
    command: str | None = None
    time_start: int | None = None
    duration: int | None = None
    result: int | None = None
    trace_file: str | None = None
    working_dir: str = ""


def request(build_root: Path) -> None:
    """Ask CMake, before it configures, to record every step and the trace that it wrote."""
    folder = build_root / ROOT / "query"
    folder.mkdir(parents=True, exist_ok=True)
    query = {"version": {"major": 1, "minor": 1}, "options": ["compileTrace"]}
    (folder / "buildprof.json").write_bytes(msgspec.json.encode(query))


def steps(build_root: Path) -> tuple[Step, ...]:
    """Return the steps recorded so far, by start; empty where CMake recorded none."""
    found = [step for snippet in _snippets(build_root) if (step := _step(snippet, build_root))]
    return tuple(sorted(found, key=lambda step: (step.started_us or 0, step.outputs)))


def _snippets(build_root: Path) -> Iterator[_Snippet]:
    folder = build_root / ROOT / "data"
    decode = msgspec.json.Decoder(_Snippet).decode
    for role in _ROLES:
        for path in sorted(folder.glob(f"{role}-*.json")):
            try:
                yield decode(path.read_bytes())
            except (msgspec.MsgspecError, OSError):
                continue  # a step that was killed while it wrote; the ninja log still has it


def _step(snippet: _Snippet, build_root: Path) -> Step:
    return Step(
        role=_ROLES[snippet.role],
        outputs=tuple(_relative(path, snippet, build_root) for path in snippet.outputs),
        source=snippet.source,
        target=snippet.target,
        language="CXX" if snippet.language == "C++" else snippet.language,
        configuration=snippet.config or None,
        command=snippet.command,
        trace=(ROOT / "data" / snippet.trace_file).as_posix() if snippet.trace_file else None,
        started_us=_microseconds(snippet.time_start),
        duration_us=_microseconds(snippet.duration),
        result=snippet.result,
    )


def _relative(path: str, snippet: _Snippet, build_root: Path) -> str:
    absolute = Path(snippet.working_dir or build_root, path)
    return Path(os.path.relpath(absolute, build_root)).as_posix()


def _microseconds(milliseconds: int | None) -> int | None:
    return None if milliseconds is None else milliseconds * 1000
