from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from buildprof import process
from buildprof.ci import ctest
from buildprof.cmake.configure import program
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.ci.log import Log
    from buildprof.ci.results import Outcome

Run = Callable[..., "Outcome"]

PROJECT = """\
cmake_minimum_required(VERSION 3.20)
project(tests NONE)
enable_testing()
add_test(NAME good COMMAND "${CMAKE_COMMAND}" -E true)
set_tests_properties(good PROPERTIES LABELS "main;quick")
add_test(NAME bad COMMAND "${CMAKE_COMMAND}" -E false)
set_tests_properties(bad PROPERTIES LABELS red)
add_test(NAME tells COMMAND "${CMAKE_COMMAND}" -E cat "${CMAKE_BINARY_DIR}/absent")
set_tests_properties(tells PROPERTIES LABELS told)
add_test(NAME gone COMMAND "${CMAKE_BINARY_DIR}/gone")
set_tests_properties(gone PROPERTIES LABELS unbuilt)
add_test(NAME skips COMMAND "${CMAKE_COMMAND}" -E false)
set_tests_properties(skips PROPERTIES LABELS idle SKIP_RETURN_CODE 1)
add_test(NAME off COMMAND "${CMAKE_COMMAND}" -E false)
set_tests_properties(off PROPERTIES LABELS "idle;quick" DISABLED TRUE)
add_test(NAME setup COMMAND "${CMAKE_COMMAND}" -E false)
set_tests_properties(setup PROPERTIES LABELS fixture FIXTURES_SETUP f)
add_test(NAME needy COMMAND "${CMAKE_COMMAND}" -E true)
set_tests_properties(needy PROPERTIES LABELS dependent FIXTURES_REQUIRED f)
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ctest")
    (folder / "CMakeLists.txt").write_text(PROJECT, "utf-8")
    make = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={program('ninja')}"]
    process.capture([program("cmake"), "-S", folder, "-B", folder / "b", *make])
    return folder / "b"


def call(root: Path, folder: Path, **changes: tuple[str, ...] | frozenset[str]) -> ctest.Call:
    values = {"labels": ("main",)} | changes
    return ctest.Call(build_root=root, configuration="Release", report=folder / "x.xml", **values)  # type: ignore[arg-type]


@pytest.fixture
def run(root: Path, tmp_path: Path, log: Log) -> Run:
    """Run the tests of labels: `run("main", exclude=("a",))`."""

    def ran(*labels: str, **changes: tuple[str, ...]) -> Outcome:
        return ctest.run(call(root, tmp_path, labels=labels, **changes), log, {})

    return ran


def states(outcome: Outcome) -> dict[str, str]:
    return {test.name: test.state for test in outcome.tests}


def test_tests_of_a_label_pass_and_know_their_place(run: Run, root: Path) -> None:
    outcome = run("main")

    assert (outcome.state, states(outcome)) == ("passed", {"good": "passed"})
    assert outcome.tests[0].file == str(root.parent / "CMakeLists.txt")
    assert outcome.tests[0].line == 4


def test_a_disabled_test_is_skipped_beside_one_that_passes(run: Run) -> None:
    outcome = run("quick")

    assert outcome.state == "passed"
    assert states(outcome) == {"good": "passed", "off": "skipped"}


def test_a_failed_test_is_named(run: Run) -> None:
    outcome = run("red", "main")

    assert outcome.state == "failed"
    assert outcome.reason == "1 of 2 tests failed: bad (Failed)"


def test_the_log_ends_with_what_failed_tests_printed(run: Run, log: Log) -> None:
    run("told", "red", "main")

    assert log.tail[-3] == "bad:"
    assert log.tail[-2] == "tells:"
    assert log.tail[-1].startswith("  ")
    assert "absent" in log.tail[-1]


def test_a_test_without_its_program_is_not_built(run: Run) -> None:
    outcome = run("unbuilt", "main")

    assert outcome.state == "not built"
    assert outcome.reason == "tests whose program is not there: gone"


def test_tests_that_all_skip_are_no_pass(run: Run) -> None:
    outcome = run("idle")

    assert (outcome.state, outcome.reason) == ("failed", "all 2 tests were skipped")


def test_a_test_whose_fixture_failed_has_failed(run: Run) -> None:
    assert states(run("dependent")) == {"setup": "failed", "needy": "failed"}


def test_a_label_without_tests_fails_beside_one_that_has_some(run: Run) -> None:
    outcome = run("main", "python")

    assert (outcome.state, outcome.reason) == ("failed", "no test has the label python")


def test_excluding_everything_fails(run: Run) -> None:
    outcome = run("main", exclude=("good",))

    assert (outcome.state, outcome.reason) == ("failed", "ctest ended with exit code 8")


def test_exclusions_are_joined_so_that_none_replaces_another(
    run: Run, root: Path, tmp_path: Path
) -> None:
    command = ctest.command(call(root, tmp_path, exclude=("^bad$", "gone|off", "nix")))
    outcome = run("main", "red", "unbuilt", exclude=("^bad$", "gone|off", "nix"))

    assert command.count("-E") == 1
    assert states(outcome) == {"good": "passed"}
    assert outcome.remarks == ("the exclusion 'nix' matches no test",)


def test_a_known_test_that_is_gone_fails(root: Path, tmp_path: Path, log: Log) -> None:
    wanted = call(root, tmp_path, known=frozenset({"good", "renamed"}))
    outcome = ctest.run(wanted, log, {})

    assert (outcome.state, outcome.reason) == ("failed", "no longer among the tests: renamed")


def test_a_tree_without_tests_fails(tmp_path: Path, log: Log) -> None:
    (tmp_path / "CTestTestfile.cmake").touch()
    outcome = ctest.run(call(tmp_path, tmp_path), log, {})

    assert (outcome.state, outcome.reason) == ("failed", "the build tree has no test at all")


def test_a_report_of_an_earlier_call_is_not_read(run: Run) -> None:
    run("main")

    assert run("main", exclude=("good",)).tests == ()


def test_what_is_no_build_tree_is_a_tool_error(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="lists no tests"):
        ctest.listed(tmp_path / "none", "Release")


def test_a_label_is_taken_literally(root: Path, tmp_path: Path) -> None:
    command = ctest.command(call(root, tmp_path, labels=("a.b", "c+")))

    assert command[command.index("-L") + 1] == r"^(a\.b|c\+)$"
