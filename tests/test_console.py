from __future__ import annotations

import io
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buildprof import console
from buildprof.errors import ToolError


class Stream:
    """A stream that says whether it is a terminal."""

    def __init__(self, *, terminal: bool) -> None:
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_result_goes_to_stdout_and_ends_in_one_newline(capsys: pytest.CaptureFixture[str]) -> None:
    console.result("one")
    console.result("two\n")

    assert capsys.readouterr() == ("one\ntwo\n", "")


def test_note_and_warning_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    console.note("reading")
    console.warning("the machine is busy")

    assert capsys.readouterr() == ("", "reading\nwarning: the machine is busy\n")


def test_error_says_where_what_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    console.error(ToolError("failed with exit code 1", where="ninja", hint="See build.log."))

    assert capsys.readouterr().err == "error: ninja: failed with exit code 1\n  See build.log.\n"


def test_error_does_not_obey_control_characters_in_a_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    console.error(ToolError("cannot be read", where="a\x1b[2Jb.cpp"))

    assert capsys.readouterr().err == "error: a\N{REPLACEMENT CHARACTER}[2Jb.cpp: cannot be read\n"


def test_width_is_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "73")

    assert console.width() == 73


def test_a_pipe_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS")
    monkeypatch.setattr(sys, "stdout", io.StringIO())

    assert console.width() is None


@pytest.mark.parametrize(
    ("variables", "terminal", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"CLICOLOR_FORCE": "1", "CLICOLOR": "0"}, False, True),
        ({"FORCE_COLOR": "0"}, False, False),
        ({"CLICOLOR": "0"}, True, False),
    ],
)
def test_colour_follows_the_usual_variables_in_their_order(
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    terminal: bool,
    coloured: bool,
) -> None:
    monkeypatch.delenv("NO_COLOR")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert console.colour(Stream(terminal=terminal)) is coloured  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["src/tensor.cpp", "größe.cpp", "C:\\work\\a b.cpp", "日本.cpp"])
def test_printable_keeps_names(text: str) -> None:
    assert console.printable(text) == text


@given(st.text())
def test_printable_text_is_one_line_without_controls(text: str) -> None:
    shown = console.printable(text)

    assert len(shown) == len(text)
    assert len(shown.splitlines()) <= 1
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in shown)
