from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from buildprof.trace import demangle

if TYPE_CHECKING:
    from pathlib import Path

NAMES = b"_Z1fi\n_Znonsense\n_ZNKSt6vectorIiSaIiEE4sizeEv\n"


@pytest.mark.skipif(
    not any(map(shutil.which, demangle.ITANIUM)), reason="there is neither llvm-cxxfilt nor c++filt"
)
def test_names_of_clang_and_gcc() -> None:
    assert demangle.itanium(NAMES).splitlines() == [
        b"f(int)",
        b"_Znonsense",
        b"std::vector<int, std::allocator<int> >::size() const",
    ]


@pytest.mark.skipif(not shutil.which("llvm-undname"), reason="there is no llvm-undname")
def test_names_of_microsoft_even_where_some_are_wrong() -> None:
    names = b"?wrong\n?f@@YAXXZ\n??@6f2d9f898f162a279d5c67be9ca9f814@\n"

    assert demangle.microsoft(names).splitlines() == [
        b"?wrong",
        b"void __cdecl f(void)",
        b"??@6f2d9f898f162a279d5c67be9ca9f814@",
    ]


def test_without_a_demangler_names_stay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert demangle.itanium(NAMES) == NAMES
    assert demangle.microsoft(b"?f@@YAXXZ\n") == b"?f@@YAXXZ\n"


@pytest.mark.skipif(os.name == "nt", reason="a script stands in for the program")
def test_a_demangler_that_fails_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tool = tmp_path / "llvm-cxxfilt"
    tool.write_text(f"#!{sys.executable}\nraise SystemExit(1)\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert demangle.itanium(NAMES) == NAMES
