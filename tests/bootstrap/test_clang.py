from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


posix = pytest.mark.skipif(os.name == "nt", reason="stands in for programs with shell scripts")
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def clang(script: Callable[..., None]) -> Callable[..., None]:
    """Make a clang and its clang++ that only tell their version."""

    def make(folder: Path, suffix: str, version: str) -> None:
        for name in ("clang", "clang++"):
            script(folder / (name + suffix), f"echo 'clang version {version}'")

    return make


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n", (14, 0, 6)),
        ("Ubuntu clang version 18.1.3 (1ubuntu1)\n", (18, 1, 3)),
        ("Apple clang version 15.0.0 (clang-1500.3.9.4)\n", (15, 0, 0)),
        ("clang version 22.1.8\n", (22, 1, 8)),
        ("clang version 23.0.0git (https://example.org 1234)\n", (23, 0, 0)),
        ("xcode-select: note: no developer tools were found\n", ()),
        ("", ()),
    ],
)
def test_version_ofclang(bootstrap: Any, text: str, version: tuple[int, ...]) -> None:
    assert bootstrap.clang_version(text) == version


@posix
def test_newest_clang_with_its_cxx_is_found(
    bootstrap: Any, tmp_path: Path, clang: Callable[..., None]
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    clang(first, "", "14.0.6")
    clang(first, "-9", "9.0.1")
    clang(second, "-19", "19.1.0")
    clang(second, "-22", "22.1.8")
    (second / "clang-format-23").write_text("not a compiler")
    clang(second, "-23", "23.1.0")
    (second / "clang++-23").unlink()

    found = bootstrap.newest_clang([str(first), "", str(tmp_path / "none"), str(second)])

    assert found == ((22, 1, 8), str(second / "clang-22"), str(second / "clang++-22"))


@posix
def test_first_on_the_path_wins_among_equals(
    bootstrap: Any, tmp_path: Path, clang: Callable[..., None]
) -> None:
    clang(tmp_path / "a", "", "22.1.8")
    clang(tmp_path / "b", "", "22.1.8")

    found = bootstrap.newest_clang([str(tmp_path / "a"), str(tmp_path / "b")])

    assert found.path == str(tmp_path / "a" / "clang")


@posix
def test_old_clang_is_none(bootstrap: Any, tmp_path: Path, clang: Callable[..., None]) -> None:
    clang(tmp_path, "", "14.0.6")

    assert bootstrap.newest_clang([str(tmp_path)]) is None
