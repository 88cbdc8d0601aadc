from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from buildprof import process
from buildprof.ci.log import TAIL, Log, TimedOut, ended

if TYPE_CHECKING:
    from pathlib import Path

PYTHON = sys.executable


def test_a_log_holds_the_command_and_what_it_prints(tmp_path: Path) -> None:
    shown: list[str] = []
    log = Log(tmp_path / "a" / "x.log", 60, shown.append)
    done = log.run([PYTHON, "-c", "import os; print(os.environ['WORD'])"], env={"WORD": "said"})
    log.close()

    text = (tmp_path / "a" / "x.log").read_text("utf-8")
    assert text.splitlines()[1:] == ["said"]
    assert text.startswith(f"$ {PYTHON} -c ")
    assert shown == text.splitlines()
    assert done.returncode == 0


def test_the_tail_is_short_and_safe_to_print(log: Log) -> None:
    for number in range(TAIL + 5):
        log.write(f"line {number}")
    log.write("\x1b[31mred")

    assert len(log.tail) == TAIL
    assert log.tail[0] == "line 6"
    assert log.tail[-1] == "\N{REPLACEMENT CHARACTER}[31mred"


def test_commands_share_one_limit(tmp_path: Path) -> None:
    log = Log(tmp_path / "x.log", 0.5, lambda _line: None)
    with pytest.raises(TimedOut, match=r"took more than 0\.5 s"):
        log.run([PYTHON, "-c", "import time; time.sleep(60)"])
    with pytest.raises(TimedOut):
        log.run([PYTHON, "-c", "import time; time.sleep(60)"])
    log.restart()
    log.close()

    assert "killed: more than 0.5 s" in (tmp_path / "x.log").read_text("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals to be killed by")
def test_how_a_process_ended_is_told() -> None:
    kill = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"

    assert ended(process.capture([PYTHON, "-c", kill])) == "was killed by signal 9"
    assert ended(process.capture([PYTHON, "-c", "exit(3)"])) == "ended with exit code 3"
