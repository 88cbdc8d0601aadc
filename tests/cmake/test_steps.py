from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from buildprof.cmake import steps
from buildprof.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = [
    {"directory": "/b", "file": "/s/a.cpp", "command": "c++ -o CMakeFiles/t.dir/a.cpp.o -c /s/a.cpp"},
    {"directory": "/b", "file": "/s/b.c", "arguments": ["cc", "-c", "/s/b.c", "-o", "/b/lib/b.o"]},
    {"directory": "/b", "file": "../s/c.cu", "output": "c.o", "command": "clang++ -c ../s/c.cu"},
]  # fmt: skip


def write(root: Path, log: str) -> None:
    (root / "compile_commands.json").write_text(json.dumps(COMMANDS))
    (root / ".ninja_log").write_text(log)


def test_compile_steps_have_times_of_the_newest_build(tmp_path: Path) -> None:
    log = "# ninja log v5\n0\t9\t1\tc.o\tff\n5\t25\t1796142358332350992\tCMakeFiles/t.dir/a.cpp.o\t1\n"
    write(tmp_path, log + "100\t150\t1796142400000000000\tCMakeFiles/t.dir/a.cpp.o\t1\n")

    first = steps.load(tmp_path)[0]

    assert (first.source, first.target, first.language) == ("/s/a.cpp", "t", "CXX")
    assert (first.duration_us, first.started_us) == (50_000, 1796142399950000)


def test_outputs_are_relative_to_the_build_root(tmp_path: Path) -> None:
    write(tmp_path, "# ninja log v7\n")

    found = steps.load(tmp_path)

    assert [step.outputs for step in found] == [
        ("CMakeFiles/t.dir/a.cpp.o",),
        ("lib/b.o",),
        ("c.o",),
    ]
    assert [step.language for step in found] == ["CXX", "C", "CUDA"]
    assert found[2].source == "/s/c.cu"


def test_other_outputs_of_the_log_are_steps_too(tmp_path: Path) -> None:
    write(tmp_path, "# ninja log v6\n1\t2\t3\tlib/libx.so.1\t4\n1\t2\t3\tgen.h\t4\n")

    assert [step.role for step in steps.load(tmp_path)[3:]] == ["link", "other"]


@pytest.mark.parametrize(
    "log", ["", "# ninja log v4\n1\t2\t3\ta\tb\n", "nonsense", "# ninja log v5\n1\t2"]
)
def test_a_log_that_cannot_be_read_tells_nothing(tmp_path: Path, log: str) -> None:
    (tmp_path / ".ninja_log").write_text(log)

    assert steps.load(tmp_path) == []


def test_a_broken_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "compile_commands.json").write_text("[{")

    with pytest.raises(ConfigError, match="no compilation database") as caught:
        steps.load(tmp_path)

    assert caught.value.where == tmp_path / "compile_commands.json"
