from __future__ import annotations

import os
import sys

import psutil
import pytest

from buildprof import process, process_tree

PYTHON = sys.executable


def test_end_of_a_process_that_has_ended_is_quiet() -> None:
    done = process.stream([PYTHON, "-c", "import os; print(os.getpid())"], lambda _line: None)

    process_tree.end(int(done.output))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to ignore")
def test_process_that_does_not_listen_is_killed() -> None:
    script = (
        "import signal, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print('ready', flush=True)\n"
        "time.sleep(60)\n"
    )
    child = psutil.Popen([PYTHON, "-c", script], stdout=-1)
    child.stdout.readline()

    process_tree.end(child.pid, grace_s=0.2)

    assert child.wait(5) != 0
    child.stdout.close()
