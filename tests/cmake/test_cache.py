from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.cmake import cache
from buildprof.cmake.cache import CacheFacts

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """# This is the CMakeCache file.
//Choose the type of build
CMAKE_BUILD_TYPE:STRING=Release
CMAKE_HOME_DIRECTORY:INTERNAL=/src/with = sign
CMAKE_OSX_ARCHITECTURES:STRING=arm64;x86_64
CMAKE_C_COMPILER_LAUNCHER:STRING=ccache
CMAKE_CXX_COMPILER_LAUNCHER:STRING=
"""


def test_entries_that_matter(tmp_path: Path) -> None:
    (tmp_path / "CMakeCache.txt").write_text(TEXT)

    assert cache.load(tmp_path) == CacheFacts(
        source="/src/with = sign",
        build_type="Release",
        architectures=("arm64", "x86_64"),
        launcher="ccache",
    )


def test_without_a_cache_nothing_is_known(tmp_path: Path) -> None:
    (tmp_path / "folder" / "CMakeCache.txt").mkdir(parents=True)

    assert cache.load(tmp_path) == cache.load(tmp_path / "folder") == CacheFacts()
