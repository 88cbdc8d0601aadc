"""What `buildprof run` says where something cannot be built, or not be done at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import toy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Outcome


def test_a_failed_compile_ends_its_variant_and_no_other(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    source = toy.make(tmp_path / "toy")
    for name in ("circle", "square"):
        helper = f"static int helper() {{ return 1; }}\nint use_{name}() {{ return helper(); }}\n"
        with (source / f"src/{name}.cpp").open("a", encoding="utf-8") as file:
            file.write(helper)
    done = buildprof(
        "run", "--source", source, "-j2", "--variant", "unity", "--variant", "baseline"
    )
    assert done.code == 3
    assert "| Minimal, unity (failed) |" in done.stdout
    assert "| Minimal, baseline       |   5 |" in done.stdout
    failure = done.stdout.partition("- Minimal, unity failed;")[2]
    assert failure.index("redefinition of 'helper'") < failure.index("command: ")


def test_a_project_that_cannot_be_configured_says_why(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    source = toy.make(tmp_path / "toy", before='message(FATAL_ERROR "no licence")')
    done = buildprof("run", "--source", source, "--variant", "baseline")
    assert done.code == 3
    assert "| Minimal, baseline (failed) |" in done.stdout
    assert "no licence" in done.stdout


def test_pch_alone_has_nothing_to_apply(tmp_path: Path, buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("run", "--source", toy.make(tmp_path / "toy"), "--variant", "pch")
    assert done.code == 0
    assert "| Minimal, PCH (nothing to apply) |   – |" in done.stdout
    assert (
        "no baseline in this run shows headers that most units of a target include" in done.stdout
    )


def test_a_project_that_compiles_nothing_has_no_usable_traces(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    (tmp_path / "empty").mkdir()
    text = "cmake_minimum_required(VERSION 3.20)\nproject(empty CXX)\n"
    (tmp_path / "empty/CMakeLists.txt").write_text(text, "utf-8")
    done = buildprof("run", "--source", tmp_path / "empty", "--variant", "baseline")
    assert done.code == 4
    assert "no usable traces: 0 compiles ran, and none left one" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--source", "nowhere"), "there is no CMakeLists.txt"),
        (("--variant", "pgo"), "there is no variant named 'pgo'"),
        (("--scope", "most"), "there is no scope named 'most'"),
        (("--resume",), "there is no unfinished run of toy"),
        (("--config", "none.toml"), "cannot be read"),
        (("--clang-build-analyzer", "nowhere"), "is not there"),
        (("-j0",), "should be greater than or equal to 1"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_built(
    tmp_path: Path, buildprof: Callable[..., Outcome], arguments: tuple[str, ...], message: str
) -> None:
    source = ("--source", str(toy.make(tmp_path / "toy")))
    done = buildprof("run", *(() if "--source" in arguments else source), *arguments)
    assert (done.code, done.stdout) == (2, "")
    assert message in done.stderr
    assert not (tmp_path / "reports").exists()


def test_without_clang_it_says_what_to_install(
    tmp_path: Path, buildprof: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = toy.make(tmp_path / "toy")
    monkeypatch.setenv("PATH", str(tmp_path))
    done = buildprof("run", "--source", source)
    assert done.code == 3
    assert done.stderr.startswith("error: no clang 15 or later is on PATH (found: none)\n")
