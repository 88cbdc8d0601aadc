from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from buildprof import bar, progress

if TYPE_CHECKING:
    import pytest


def test_a_pipe_gets_lines_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    lines = progress.Lines()
    lines.start("Full", "building")
    for done, seconds in ((1, 1.0), (10, 14.0), (20, 1.0), (40, 1.0)):
        now[0] += seconds
        lines.step(done, 100, "Building a.o\x1b[31m")
    lines.end("done")
    assert capsys.readouterr().err == (
        "Full: building\n"
        "Full: 10/100 in 0:15, about 2:15 left: Building a.o\N{REPLACEMENT CHARACTER}[31m\n"
        "Full: done\n"
    )


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert isinstance(progress.progress(), bar.Bar)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    assert isinstance(progress.progress(), progress.Lines)


def test_what_takes_long_is_said_once_and_what_does_not_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.patience("drawing"):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "PATIENCE_S", 0.0)
    with progress.patience("drawing"):
        deadline = time.monotonic() + 10
        while not (told := capsys.readouterr().err) and time.monotonic() < deadline:
            time.sleep(0.01)
    assert told == "drawing …\n"
