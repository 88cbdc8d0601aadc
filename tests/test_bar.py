from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.bar import Bar, tail

if TYPE_CHECKING:
    import pytest


def test_what_ends_stays_and_the_bar_goes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR")
    with Bar() as bar:
        bar.step(1, 2, "before it began")
        bar.start("[1/2] Minimal, PCH", "building")
        bar.step(1, 2, "Building a.o")
        bar.end("2 TUs")
    assert "[1/2] Minimal, PCH: 2 TUs\n" in capsys.readouterr().err


def test_names_are_no_markup_and_obey_nothing() -> None:
    assert tail("Building CXX object src/[red]a.cpp.o\x1b[2J") == (
        "\\[red]a.cpp.o\N{REPLACEMENT CHARACTER}[2J"
    )
    assert tail("Linking CXX executable app") == "Linking CXX executable app"
