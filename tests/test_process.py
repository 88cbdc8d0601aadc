from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from buildprof import process
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from pathlib import Path

PYTHON = sys.executable


def test_capture_returns_code_and_both_streams() -> None:
    script = "import sys; print('out', flush=True); print('err', file=sys.stderr); sys.exit(3)"
    done = process.capture([PYTHON, "-c", script])

    assert (done.returncode, done.output) == (3, "out\nerr\n")
    assert done.wall_s > 0
    assert done.command == (PYTHON, "-c", script)


def test_capture_hands_over_folder_environment_and_input(tmp_path: Path) -> None:
    script = "import os, sys; print(os.getcwd(), os.environ['WORD'], sys.stdin.read())"
    done = process.capture(
        [PYTHON, "-c", script], cwd=tmp_path, env={**os.environ, "WORD": "w"}, stdin="typed"
    )

    assert done.output == f"{tmp_path.resolve()} w typed\n"


def test_capture_takes_no_input_unless_told(tmp_path: Path) -> None:
    done = process.capture(
        [PYTHON, "-c", "import sys; print(repr(sys.stdin.read()))"], cwd=tmp_path
    )

    assert done.output == "''\n"


def test_arguments_reach_the_program_as_they_are() -> None:
    odd = ["a b", "$HOME", '"', "*", "ä"]
    done = process.capture([PYTHON, "-X", "utf8", "-c", "import sys; print(sys.argv[1:])", *odd])

    assert done.output == f"{odd}\n"


def test_bytes_that_are_no_utf8_are_replaced() -> None:
    done = process.capture([PYTHON, "-c", r"import os; os.write(1, b'a\xffb')"])

    assert done.output == "a\N{REPLACEMENT CHARACTER}b"


def test_missing_program_is_a_tool_error() -> None:
    with pytest.raises(ToolError) as caught:
        process.capture(["no-such-program"])

    assert caught.value.where == "no-such-program"
    assert "cannot be started" in caught.value.what
    assert caught.value.hint == "Is it installed, and is its folder on PATH?"


def test_program_that_hangs_is_a_tool_error() -> None:
    with pytest.raises(ToolError, match=r"gave no answer within 0\.2 s"):
        process.capture([PYTHON, "-c", "import time; time.sleep(60)"], timeout_s=0.2)


def test_stream_hands_over_each_line() -> None:
    lines: list[str] = []
    done = process.stream([PYTHON, "-c", "print('one'); print('two'); exit(5)"], lines.append)

    assert lines == ["one", "two"]
    assert (done.returncode, done.output) == (5, "one\ntwo\n")


def test_stream_of_missing_program_is_a_tool_error() -> None:
    with pytest.raises(ToolError, match="cannot be started"):
        process.stream(["no-such-program"], lambda _line: None)


def test_interrupted_stream_leaves_no_process_behind() -> None:
    child = "import time; time.sleep(60)"
    parent = (
        "import subprocess, sys, time\n"
        f"p = subprocess.Popen([sys.executable, '-c', {child!r}])\n"
        "print(p.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    started: list[int] = []

    def interrupt(line: str) -> None:
        started.append(int(line))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        process.stream([PYTHON, "-c", parent], interrupt)

    assert not _runs(started[0])


def test_stream_past_its_limit_is_killed_with_all_it_started() -> None:
    child = "import time; time.sleep(60)"
    parent = (
        "import subprocess, sys\n"
        f"p = subprocess.Popen([sys.executable, '-c', {child!r}])\n"
        "print(p.pid, flush=True)\n"
        "p.wait()\n"
    )
    started: list[int] = []
    done = process.stream(
        [PYTHON, "-c", parent], lambda line: started.append(int(line)), timeout_s=2
    )

    assert done.timed_out
    assert done.returncode != 0
    assert not _runs(started[0])


def test_stream_within_its_limit_ends_by_itself() -> None:
    done = process.stream([PYTHON, "-c", "exit(4)"], lambda _line: None, timeout_s=60)

    assert (done.returncode, done.timed_out) == (4, False)


def _runs(pid: int) -> bool:
    for _ in range(20):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return False
        time.sleep(0.1)
    return True
