from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.project import profile

if TYPE_CHECKING:
    from pathlib import Path


def project(folder: Path, text: str, *files: str) -> Path:
    (folder / "CMakeLists.txt").write_text(text, "utf-8")
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return folder


def test_llama_cpp_is_known_by_its_project_name_and_files(tmp_path: Path) -> None:
    source = project(
        tmp_path, 'project("llama.cpp" C CXX)\n', "include/llama.h", "ggml/CMakeLists.txt"
    )
    found = profile.detect(source)
    assert found.name == "llama.cpp"
    assert found.cache["GGML_NATIVE"] == "OFF"
    minimal, full = found.scopes
    assert minimal.cache["LLAMA_BUILD_SERVER"] == "OFF"
    assert full.cache["LLAMA_BUILD_SERVER"] == "ON"


def test_a_project_that_only_mentions_llama_cpp_is_generic(tmp_path: Path) -> None:
    source = project(tmp_path, 'project("llama.cpp" C CXX)\n')
    assert profile.detect(source).name == "generic"


def test_the_embedded_project_has_its_own_options(tmp_path: Path) -> None:
    found = profile.detect(project(tmp_path, "project(tern VERSION 0.1.0 LANGUAGES CXX)\n"))
    assert found.name == "tern"
    by_name = {row.name: row.cache for row in found.variants}
    assert by_name["pch"] == {"TERN_PCH": "ON"}
    assert by_name["pch-unity"] == {"TERN_PCH": "ON", "TERN_UNITY": "ON"}
    assert by_name["baseline"] == {}
    for backend in ("CUDA", "HIP", "METAL", "OPENCL", "VULKAN"):
        assert [scope.cache.get(f"TERN_{backend}") for scope in found.scopes] == [None, "AUTO"]


def test_any_other_project_gets_testing_off_and_on(tmp_path: Path) -> None:
    found = profile.detect(project(tmp_path, "project(x)\n"))
    assert [scope.cache for scope in found.scopes] == [
        {"BUILD_TESTING": "OFF"},
        {"BUILD_TESTING": "ON"},
    ]
