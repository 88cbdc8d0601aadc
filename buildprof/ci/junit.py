"""JUnit XML: read what ctest and pytest wrote, and merge it into one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.ci.results import OneTest, TestState
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from junitparser import JUnitXml, TestCase, TestSuite


def read(path: Path) -> tuple[OneTest, ...]:
    """Return the tests of a file. Raises ToolError where it is missing or no JUnit XML."""
    return tuple(_test(case) for suite in _suites(path) for case in suite)


def printed_by_failed(path: Path) -> dict[str, list[str]]:
    """Return the lines that each failed test of a file printed. Raises ToolError as `read`."""
    cases = [case for suite in _suites(path) for case in suite]
    return {
        test.name: (case.system_out or "").rstrip().splitlines()
        for case in cases
        if (test := _test(case)).state == "failed"
    }


def merge(files: Mapping[str, Path], target: Path) -> None:
    """Write the suites of several files into one, each named after its stage."""
    from junitparser import JUnitXml  # noqa: PLC0415 - only where there are tests

    whole = JUnitXml()
    for stage, path in files.items():
        for suite in _suites(path):
            suite.name = stage
            whole.add_testsuite(suite)
    whole.update_statistics()  # type: ignore[no-untyped-call]
    whole.write(str(target))


def _suites(path: Path) -> list[TestSuite]:
    from junitparser import JUnitXml, JUnitXmlError  # noqa: PLC0415 - only where there are tests

    try:
        found: JUnitXml | TestSuite = JUnitXml.fromfile(str(path))
    except (OSError, JUnitXmlError, SyntaxError) as error:
        raise ToolError(f"is no report of tests: {error}", where=path) from error
    return list(found) if isinstance(found, JUnitXml) else [found]


def _test(case: TestCase) -> OneTest:
    state, message = _state(case)
    seconds = case.time
    return OneTest(
        name="::".join(filter(None, [_class(case), case.name])),
        state=state,
        wall_us=None if seconds is None else round(seconds * 1_000_000),
        message=message,
    )


def _class(case: TestCase) -> str:
    # ctest writes the name twice
    return "" if case.classname == case.name else case.classname or ""


def _state(case: TestCase) -> tuple[TestState, str]:
    results = {type(result).__name__: result.message or "" for result in case.result}
    for kind in ("Failure", "Error"):
        if kind in results:
            return "failed", results[kind]
    if "Skipped" in results:
        message = results["Skipped"]
        return _NOT_RUN.get(message, "skipped"), message
    if _status(case) == "disabled":
        return "skipped", "disabled"
    return "passed", ""


# what ctest says of tests that it did not start, though nobody asked it to leave them out
_NOT_RUN: dict[str, TestState] = {
    "Unable to find executable": "not built",
    "Required Files Missing": "not built",
    "Fixture dependency failed": "failed",
}


def _status(case: TestCase) -> str | None:
    from junitparser import Attr, TestCase  # noqa: PLC0415 - only where there are tests

    class CTestCase(TestCase):
        status = Attr()

    value: object = CTestCase.fromelem(case).status  # type: ignore[no-untyped-call]
    return value if isinstance(value, str) else None
