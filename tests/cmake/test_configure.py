from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING

import pytest

from buildprof.cmake import configure
from buildprof.cmake.configure import Request
from buildprof.cmake.fileapi import Compiler, Toolchain
from buildprof.errors import ToolError, UsageError
from buildprof.project import project, toolchain
from tests import toy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

find = functools.cache(toolchain.find)


def request(
    source: Path,
    variant: str = "baseline",
    *,
    scope: str = "minimal",
    headers: Mapping[str, Sequence[str]] | None = None,
    fallback: bool = False,
    cache: Mapping[str, str] | None = None,
) -> Request:
    loaded = project.load(source, None)
    return Request(
        source=loaded.source,
        build_root=source.parent / f"build-{variant}",
        build_type="Release",
        cache=cache or {},
        scope=loaded.scope(scope),
        variant=loaded.variant(variant),
        toolchain=find(),
        headers=headers or {},
        fallback=fallback,
    )


def commands(build_root: Path) -> dict[str, str]:
    """Return each compile's command by the file it compiles, named without its folders."""
    entries = json.loads((build_root / "compile_commands.json").read_bytes())
    return {entry["file"].rpartition("/")[2]: entry["command"] for entry in entries}


def configured(source: Path, variant: str = "baseline", **more: object) -> dict[str, str]:
    wanted = request(source, variant, **more)  # type: ignore[arg-type]
    configure.configure(wanted)
    return commands(wanted.build_root)


OWN = "set_target_properties(shapes PROPERTIES UNITY_BUILD ON)\n"
OWN_PCH = "target_precompile_headers(shapes PRIVATE include/shapes.h)\n"


def test_traces_are_asked_for_and_the_users_flags_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXXFLAGS", "-DMINE_CXX")
    monkeypatch.setenv("CFLAGS", "-DMINE_C")
    found = configured(toy.make(tmp_path / "toy"))
    assert "-DMINE_CXX" in found["line.cpp"]
    assert "-DMINE_C" in found["count.c"]
    assert all("-ftime-trace" in command for command in found.values())
    assert all("-fproc-stat-report=" in command for command in found.values())


def test_cache_flags_stay_too(tmp_path: Path) -> None:
    found = configured(toy.make(tmp_path / "toy"), cache={"CMAKE_CXX_FLAGS": "-DCACHED"})
    assert "-DCACHED" in found["line.cpp"]
    assert "-ftime-trace" in found["line.cpp"]


def test_nothing_of_the_project_is_edited(tmp_path: Path) -> None:
    source = toy.make(tmp_path / "toy")
    before = toy.snapshot(source)
    configured(source, "pch-unity")
    assert toy.snapshot(source) == before


def test_the_baseline_takes_away_what_targets_set_themselves(tmp_path: Path) -> None:
    source = toy.make(tmp_path / "toy", before="set(CMAKE_UNITY_BUILD ON)", after=OWN + OWN_PCH)
    assert sorted(configured(source)) == [
        *("circle.cpp", "count.c", "line.cpp", "main.cpp", "square.cpp")
    ]


def test_as_is_leaves_the_projects_own_settings(tmp_path: Path) -> None:
    source = toy.make(tmp_path / "toy", after=OWN + OWN_PCH)
    found = configured(source, "as-is")
    assert "unity_0_cxx.cxx" in found
    assert "cmake_pch.hxx.cxx" in found
    assert "main.cpp" in found


def test_unity_is_the_projects_own_where_it_has_one(tmp_path: Path) -> None:
    found = configured(toy.make(tmp_path / "toy", after=OWN), "unity")
    assert "unity_0_cxx.cxx" in found
    assert "main.cpp" in found


def test_unity_is_for_every_target_where_the_project_has_none(tmp_path: Path) -> None:
    wanted = request(toy.make(tmp_path / "toy"), "unity")
    targets = configure.configure(wanted).targets
    assert {target.name: target.unity for target in targets} == {"shapes": True, "app": True}
    # a unity source has one language
    assert sorted(commands(wanted.build_root)) == ["unity_0_c.c", "unity_0_cxx.cxx"]


def test_pch_keeps_the_projects_own_over_fallback_headers(tmp_path: Path) -> None:
    wanted = request(
        toy.make(tmp_path / "toy", after=OWN_PCH),
        "pch",
        headers={"app": ["<vector>"]},
        fallback=True,
    )
    targets = {target.name: target for target in configure.configure(wanted).targets}
    assert (targets["shapes"].own_pch, targets["shapes"].pch) == (True, True)
    assert not targets["app"].pch


def test_pch_headers_are_for_cxx_alone_in_a_mixed_target(tmp_path: Path) -> None:
    source = toy.make(tmp_path / "toy")
    headers = {"shapes": ["<vector>", str(source / "include/shapes.h")]}
    found = configured(source, "pch", headers=headers)
    assert "cmake_pch.hxx.cxx" in found
    assert "cmake_pch" in found["line.cpp"]
    assert "cmake_pch" not in found["count.c"]
    text = next((tmp_path / "build-pch").rglob("cmake_pch.hxx")).read_text("utf-8")
    assert "#include <vector>" in text
    assert f'#include "{source}/include/shapes.h"' in text


def test_scopes_are_cache_entries(tmp_path: Path) -> None:
    source = toy.make(tmp_path / "toy")
    assert "check.cpp" not in configured(source)
    assert "check.cpp" in configured(source, scope="full")


def test_targets_that_the_project_defers_are_reached(tmp_path: Path) -> None:
    late = "cmake_language(DEFER CALL include ${CMAKE_SOURCE_DIR}/late.cmake)"
    source = toy.make(tmp_path / "toy", before=late)
    (source / "late.cmake").write_text(
        "add_library(late src/line.cpp src/square.cpp)\n"
        "target_include_directories(late PRIVATE include)\n"
        "set_target_properties(late PROPERTIES UNITY_BUILD ON)\n",
        "utf-8",
    )
    wanted = request(source)
    targets = {target.name: target for target in configure.configure(wanted).targets}
    assert (targets["late"].own_unity, targets["late"].unity) == (True, False)


def test_compiler_caches_are_off_for_this_build(tmp_path: Path) -> None:
    launchers = (
        "set(CMAKE_CXX_COMPILER_LAUNCHER /usr/bin/ccache)\n"
        'set_property(GLOBAL PROPERTY RULE_LAUNCH_COMPILE "sccache")\n'
    )
    source = toy.make(tmp_path / "toy", before=launchers)
    assert "ccache" not in configured(source)["line.cpp"].partition("clang")[0]
    assert "sccache" not in (tmp_path / "build-baseline/build.ninja").read_text("utf-8")
    assert configure.environment()["CCACHE_DISABLE"] == "1"


def test_a_project_that_does_not_configure_shows_cmakes_words(tmp_path: Path) -> None:
    source = toy.make(tmp_path / "toy", before='message(FATAL_ERROR "needs a licence key")')
    with pytest.raises(ToolError, match="needs a licence key") as caught:
        configure.configure(request(source))
    assert caught.value.exit_code == 3


def test_what_a_project_leaves_out_is_read_from_its_words() -> None:
    text = "-- tern: left out Vulkan: no glslc\n-- Configuring done\n"
    found = configure.Configured(command=(), output=text, wall_s=0.1, targets=())
    assert found.left_out == ["tern: left out Vulkan: no glslc"]


def test_a_language_that_is_not_compiled_by_clang_is_named() -> None:
    gnu = Toolchain("C", Compiler(id="GNU", path="/usr/bin/gcc"))
    clang = Toolchain("CXX", Compiler(id="Clang"))
    assembler = Toolchain("ASM", Compiler(id="GNU"))
    configure.check_compilers([clang, assembler])
    with pytest.raises(ToolError, match=r"C is compiled by GNU \(/usr/bin/gcc\)"):
        configure.check_compilers([clang, gnu])


def test_a_folder_with_other_files_is_not_taken_for_a_build_tree(tmp_path: Path) -> None:
    source = toy.make(tmp_path / "toy")
    (tmp_path / "build-baseline").mkdir()
    (tmp_path / "build-baseline" / "notes.txt").touch()
    with pytest.raises(UsageError, match="not a build tree of buildprof"):
        configure.configure(request(source))


def test_top_level_includes_of_the_project_are_kept(tmp_path: Path) -> None:
    own = tmp_path / "own.cmake"
    own.write_text("add_compile_options(-DOWN_INCLUDE)\n", "utf-8")
    found = configured(toy.make(tmp_path / "toy"), cache={configure.INCLUDES: str(own)})
    assert "-DOWN_INCLUDE" in found["line.cpp"]
    assert "-ftime-trace" in found["line.cpp"]
