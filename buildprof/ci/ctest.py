"""One call of ctest, without its holes: no test, no label and no name is missed in silence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof import process
from buildprof.ci import junit
from buildprof.ci.log import ended
from buildprof.ci.results import OneTest, Outcome, State
from buildprof.cmake.configure import program
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from buildprof.ci.log import Log


# together less than a summary shows of a log
MOST_REPEATED, REPEATED_LINES = 5, 20


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """What to run: tests with one of the labels (none: all) whose name no `exclude` matches.

    `known` are names that there must be. `report` is where the JUnit XML goes.
    """

    build_root: Path
    configuration: str
    report: Path
    labels: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()
    test_limit_s: float = 1500.0


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """A test as the project defines it."""

    name: str
    labels: frozenset[str]
    file: str | None = None
    line: int | None = None


def run(call: Call, log: Log, env: Mapping[str, str]) -> Outcome:
    """Run ctest and judge what came of it."""
    registered = listed(call.build_root, call.configuration)
    remarks = tuple(_idle_exclusions(call, registered))
    if problem := _absent(call, registered):
        return Outcome(state="failed", reason=problem, remarks=remarks)
    call.report.unlink(missing_ok=True)
    done = log.run(command(call), env=env)
    tests: tuple[OneTest, ...] = ()
    if call.report.is_file():
        tests = _placed(junit.read(call.report), registered)
        _repeat_failed(call.report, log)
    state, reason = _judged(tests, done.returncode, ended(done))
    return Outcome(state=state, reason=reason, remarks=remarks, tests=tests)


def _repeat_failed(report: Path, log: Log) -> None:
    """End the log with what failed tests printed: its last lines are what summaries show."""
    failed = list(junit.printed_by_failed(report).items())[:MOST_REPEATED]
    for name, lines in failed:
        log.write(f"{name}:")
        for line in lines[-(REPEATED_LINES // len(failed)) :]:
            log.write(f"  {line}")


def command(call: Call) -> tuple[str, ...]:
    """Return the ctest call. All exclusions are one -E: a second would replace the first."""
    arguments = [program("ctest"), "--test-dir", str(call.build_root), "-C", call.configuration]
    arguments += ["--output-on-failure", "--no-tests=error", "--timeout", f"{call.test_limit_s:g}"]
    if call.labels:
        arguments += ["-L", f"^({'|'.join(map(_literal, call.labels))})$"]
    if call.exclude:
        arguments += ["-E", "|".join(f"({part})" for part in call.exclude)]
    return (*arguments, "--output-junit", str(call.report.absolute()))


def listed(build_root: Path, configuration: str) -> tuple[Registered, ...]:
    """Return the tests of a build tree. Raises ToolError where ctest cannot tell."""
    done = process.capture(
        [program("ctest"), "--test-dir", build_root, "-C", configuration, "--show-only=json-v1"]
    )
    start = done.output.find("{")
    try:
        listing = msgspec.json.Decoder(_Listing).decode(_object(done.output[max(start, 0) :]))
    except msgspec.MsgspecError as error:
        raise ToolError(f"lists no tests: {done.output.strip()[-500:]}", where="ctest") from error
    return tuple(_registered(test, listing.graph) for test in listing.tests)


class _Property(msgspec.Struct, frozen=True):
    name: str
    value: object = None


class _Node(msgspec.Struct, frozen=True):
    file: int
    line: int | None = None


class _Graph(msgspec.Struct, frozen=True):
    files: tuple[str, ...] = ()
    nodes: tuple[_Node, ...] = ()


class _Listed(msgspec.Struct, frozen=True):
    name: str
    properties: tuple[_Property, ...] = ()
    backtrace: int | None = None


class _Listing(msgspec.Struct, frozen=True):
    tests: tuple[_Listed, ...]
    graph: _Graph = msgspec.field(name="backtraceGraph", default=_Graph())


def _object(text: str) -> str:
    # ctest may complain about missing programs behind its JSON
    return text[: text.rfind("}") + 1]


def _registered(test: _Listed, graph: _Graph) -> Registered:
    labels = next((p.value for p in test.properties if p.name == "LABELS"), [])
    node = graph.nodes[test.backtrace] if test.backtrace is not None else None
    return Registered(
        name=test.name,
        labels=frozenset(map(str, labels if isinstance(labels, list) else [])),
        file=graph.files[node.file] if node else None,
        line=node.line if node else None,
    )


def _literal(text: str) -> str:
    # the characters that mean something in CMake's regular expressions, and no others
    return re.sub(r"([][.*+?^$()|\\-])", r"\\\1", text)


def _absent(call: Call, registered: Sequence[Registered]) -> str | None:
    """Say which label has no test, or which known test is gone."""
    if not registered:
        return "the build tree has no test at all"
    empty = [name for name in call.labels if not any(name in row.labels for row in registered)]
    if empty:
        return f"no test has the label {', '.join(empty)}"
    gone = sorted(set(call.known) - {row.name for row in registered})
    if gone:
        return f"no longer among the tests: {', '.join(gone)}"
    return None


def _idle_exclusions(call: Call, registered: Iterable[Registered]) -> list[str]:
    names = [row.name for row in registered]
    return [
        f"the exclusion {part!r} matches no test"
        for part in call.exclude
        if not any(re.search(part, name) for name in names)
    ]


def _placed(tests: Iterable[OneTest], registered: Iterable[Registered]) -> tuple[OneTest, ...]:
    places = {row.name: row for row in registered}
    return tuple(
        msgspec.structs.replace(test, file=row.file, line=row.line)
        if (row := places.get(test.name))
        else test
        for test in tests
    )


def _judged(tests: Sequence[OneTest], returncode: int, how: str) -> tuple[State, str]:
    unbuilt = [test.name for test in tests if test.state == "not built"]
    failed = [f"{test.name} ({test.message})" for test in tests if test.state == "failed"]
    passed = sum(test.state == "passed" for test in tests)
    if failed:
        return "failed", f"{len(failed)} of {len(tests)} tests failed: {', '.join(failed)}"
    if unbuilt:
        return "not built", f"tests whose program is not there: {', '.join(unbuilt)}"
    if returncode != 0:
        return "failed", f"ctest {how}"
    if not passed:
        return "failed", f"all {len(tests)} tests were skipped"
    return "passed", ""
