from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from buildprof.cmake import instrumentation

if TYPE_CHECKING:
    from pathlib import Path

SNIPPET = {
    "role": "compile",
    "command": "clang++ -c a.cpp",
    "config": "",
    "duration": 23,
    "language": "C++",
    "outputs": ["CMakeFiles/toy.dir/a.cpp.o"],
    "outputSizes": [968],
    "result": 0,
    "source": "/src/a.cpp",
    "target": "toy",
    "timeStart": 1796146835040,
    "traceFile": "compile-trace/a.cpp-0031.json",
}


def snippet(root: Path, name: str, **changes: Any) -> None:
    folder = root / instrumentation.ROOT / "data"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(SNIPPET | {"workingDir": str(root)} | changes), "utf-8")


def test_a_compile_snippet_is_a_step(tmp_path: Path) -> None:
    snippet(tmp_path, "compile-1.json")
    (step,) = instrumentation.steps(tmp_path)
    assert (step.role, step.language, step.target, step.source) == (
        "compile",
        "CXX",
        "toy",
        "/src/a.cpp",
    )
    assert (step.started_us, step.duration_us) == (1796146835040000, 23000)
    assert step.trace == ".cmake/instrumentation/v1/data/compile-trace/a.cpp-0031.json"
    assert step.outputs == ("CMakeFiles/toy.dir/a.cpp.o",)


def test_outputs_are_relative_to_the_build_root(tmp_path: Path) -> None:
    absolute = str(tmp_path / "sub" / "b.o")
    snippet(tmp_path, "compile-1.json", outputs=[absolute, "c.o"], workingDir=str(tmp_path / "sub"))
    (step,) = instrumentation.steps(tmp_path)
    assert step.outputs == ("sub/b.o", "sub/c.o")


def test_steps_come_in_the_order_of_their_start(tmp_path: Path) -> None:
    snippet(tmp_path, "link-1.json", role="link", timeStart=20, traceFile=None)
    snippet(tmp_path, "compile-9.json", timeStart=10)
    assert [step.role for step in instrumentation.steps(tmp_path)] == ["compile", "link"]


def test_a_snippet_cut_short_is_left_out(tmp_path: Path) -> None:
    snippet(tmp_path, "compile-1.json")
    (tmp_path / instrumentation.ROOT / "data/compile-2.json").write_text('{"role":"comp', "utf-8")
    assert len(instrumentation.steps(tmp_path)) == 1


def test_an_older_cmake_leaves_nothing(tmp_path: Path) -> None:
    assert instrumentation.steps(tmp_path) == ()
