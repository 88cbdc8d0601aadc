"""Small traces, as compilers write them, for tests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from buildprof.analysis.build import analyze
from buildprof.cmake.step import Step

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.analysis.result import BuildAnalysis, Header
    from buildprof.trace.unit import Unit

Event = dict[str, Any]
NAME = "a.cpp.json"
OBJECT = "CMakeFiles/app.dir/a.cpp.o"
TRACE = "CMakeFiles/app.dir/a.cpp.json"


def span(name: str, ts: int, dur: int, detail: str | None = None, **more: Any) -> Event:
    """A complete event."""
    event: Event = {"pid": 1, "tid": 1, "ph": "X", "ts": ts, "dur": dur, "name": name}
    if detail is not None:
        event["args"] = {"detail": detail}
    return {**event, **more}


def source(path: str, ts: int, end: int, **more: Any) -> list[Event]:
    """An included file, as clang 19 and newer write it."""
    common = {"pid": 1, "tid": 1, "cat": "Source", "id": 0, "name": "Source"}
    begin = {**common, "ph": "b", "ts": ts, "args": {"detail": path}, **more}
    return [begin, {**common, "ph": "e", "ts": end, **more}]


def total(name: str, dur: int, count: int = 1, tid: int = 9) -> Event:
    """A row that adds up all scopes of a name."""
    args = {"count": count, "avg ms": dur // 1000 // max(1, count)}
    return span(f"Total {name}", 0, dur, tid=tid, args=args)


EC = span("ExecuteCompiler", 0, 100_000)


def text(*events: Any, **more: Any) -> str:
    """A whole trace."""
    return json.dumps({"traceEvents": list(events), **more})


def write(root: Path, content: str | bytes, name: str = NAME) -> Path:
    """Write a file, with its folders, and give it back."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def analyse(root: Path, *events: Any, **more: Any) -> BuildAnalysis:
    """The analysis of one trace with these events."""
    write(root, text(*events, **more))
    return analyze(root, threads=1)


def only(result: BuildAnalysis) -> Unit:
    """The one unit that there is."""
    assert len(result.units) == 1, result
    return result.units[0]


def header(result: BuildAnalysis, path: str) -> Header:
    """The header of that path."""
    return next(one for one in result.headers if one.path == path)


def messages(result: BuildAnalysis) -> list[str]:
    """All warnings, without the paths."""
    return [problem.message for problem in result.warnings]


def step(output: str = OBJECT, **more: Any) -> Step:
    """A step that compiles `a.cpp`, with other fields where they are given."""
    return Step(
        role="compile", outputs=(output,), **{"source": "/s/a.cpp", "language": "CXX"} | more
    )


def differences(result: BuildAnalysis) -> list[tuple[str, str]]:
    """What steps and traces do not agree on."""
    return [(one.kind, one.path) for one in result.differences]
