"""The presets of native/: complete, explained, and made of options that there are."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from tests.native import tern

if TYPE_CHECKING:
    from pathlib import Path

PRESETS: dict[str, Any] = json.loads(
    (tern.SOURCE / "CMakePresets.json").read_text(encoding="utf-8")
)
CONFIGURE: dict[str, dict[str, Any]] = {p["name"]: p for p in PRESETS["configurePresets"]}
VISIBLE = [name for name, preset in CONFIGURE.items() if not preset.get("hidden")]


def variables(name: str) -> dict[str, Any]:
    """Give the cache variables of a preset; of those it inherits from, the first counts."""
    inherited = CONFIGURE[name].get("inherits", [])
    parents = [inherited] if isinstance(inherited, str) else inherited
    found: dict[str, Any] = {}
    for parent in reversed(parents):
        found |= variables(parent)
    found |= CONFIGURE[name].get("cacheVariables", {})
    return found


def names(kind: str) -> list[str]:
    """Give the presets of a kind, each of which must belong to the one of its name."""
    visible = [preset for preset in PRESETS[kind] if not preset.get("hidden")]
    assert [p["configurePreset"] for p in visible] == [p["name"] for p in visible]
    return [str(preset["name"]) for preset in visible]


def test_every_preset_can_be_built_and_tested() -> None:
    assert {"release", "debug", "gcc", "clang", "asan", "tsan", "fuzz"} <= set(VISIBLE)
    assert names("buildPresets") == VISIBLE
    tested = [name for name in VISIBLE if variables(name).get("TERN_BUILD_TESTS", True)]
    assert names("testPresets") == tested


def test_presets_do_what_their_names_say() -> None:
    assert {name: variables(name)["CMAKE_BUILD_TYPE"] for name in ("release", "debug")} == {
        "release": "Release",
        "debug": "Debug",
    }
    assert [variables(name)["TERN_SANITIZE"] for name in ("asan", "tsan", "fuzz")] == [
        "address,undefined",
        "thread",
        "address,undefined",
    ]
    assert [variables(name)["CMAKE_CXX_COMPILER"] for name in ("gcc", "clang", "fuzz")] == [
        "g++",
        "clang++",
        "clang++",
    ]
    both = variables("pch-unity")
    assert both["TERN_PCH"] is both["TERN_UNITY"] is True
    assert all(variables(name)["TERN_WERROR"] is True for name in VISIBLE)


def test_presets_set_only_options_that_there_are() -> None:
    text = (tern.SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
    options = set(re.findall(r"^(?:option|set)\((TERN_\w+)", text, re.MULTILINE))
    used = {key for name in CONFIGURE for key in variables(name) if key.startswith("TERN_")}

    assert used <= options


def test_the_readme_names_presets_and_options() -> None:
    readme = (tern.SOURCE / "README.md").read_text(encoding="utf-8")
    text = (tern.SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
    named = VISIBLE + re.findall(r"^(?:option|set)\((TERN_\w+)", text, re.MULTILINE)

    assert [name for name in named if f"`{name}`" not in readme and name != "release"] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", VISIBLE)
def test_presets_can_be_configured(tmp_path: Path, name: str) -> None:
    chosen = variables(name).get("CMAKE_CXX_COMPILER")
    if chosen and not shutil.which(str(chosen)):
        pytest.skip(f"{chosen} is not installed")
    ninja = f"-DCMAKE_MAKE_PROGRAM={tern.tool('ninja')}"
    optional = ["-DTERN_VULKAN=AUTO"] if variables(name).get("TERN_VULKAN") else []
    folders = ["-S", str(tern.SOURCE), "-B", str(tmp_path)]
    tern.must([tern.tool("cmake"), "--preset", name, *folders, ninja, *optional])

    cache = (tmp_path / "CMakeCache.txt").read_text(encoding="utf-8")
    for key, value in variables(name).items():
        expected = {True: "TRUE", False: "FALSE"}.get(value, value)
        found = re.search(rf"^{key}:\w+=(.*)$", cache, re.MULTILINE)
        assert found, key
        assert optional or found[1].endswith(expected), key
