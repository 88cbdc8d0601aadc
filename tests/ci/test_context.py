from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.ci.context import environment, filled, lacking
from buildprof.ci.switches import Switches
from buildprof.errors import ConfigError
from buildprof.project.stage import Backend, Stage
from tests import contexts

if TYPE_CHECKING:
    from pathlib import Path


def test_words_name_the_places_of_the_call(tmp_path: Path) -> None:
    found = contexts.context(tmp_path)
    words = found.words(contexts.row(found, "generate_models"))

    assert words["build"] == str(tmp_path / "trees/release")
    assert words["program"] == str(tmp_path / "trees/release/bin/models")
    assert words["models"] == str(tmp_path / "out/models")
    assert words["few"] == "2"


def test_backends_that_are_on_add_to_the_environment(tmp_path: Path) -> None:
    backend = Backend(on={}, environment={"SELECT": "gpu:0", "BOTH": "backend"})
    found = contexts.context(tmp_path, Switches(backends=("sycl",)))
    pipeline = msgspec.structs.replace(found.project.profile.pipeline, backends={"sycl": backend})
    profile = msgspec.structs.replace(found.project.profile, pipeline=pipeline)
    project = msgspec.structs.replace(found.project, profile=profile)
    stage = contexts.row(found, "hello", environment={"BOTH": "stage"})

    equipped = msgspec.structs.replace(found, project=project).equipped(stage)
    assert equipped.environment == {"SELECT": "gpu:0", "BOTH": "stage"}
    off = msgspec.structs.replace(found, project=project, switches=Switches())
    assert off.equipped(stage) == stage


def test_rocm_takes_one_thread(tmp_path: Path) -> None:
    found = contexts.context(tmp_path, Switches(backends=("rocm",)))

    assert found.words(contexts.row(found, "hello"))["few"] == "1"


def test_words_are_filled_in_and_others_are_named() -> None:
    stage = Stage(name="s", environment={"{a}_X": "{b}/c"})

    assert filled("{a}-{b}", {"a": "1", "b": "2"}, stage) == "1-2"
    found = environment(stage, {"a": "A", "b": "B"})
    assert found == {"A_X": "B/c", "PYTHONDONTWRITEBYTECODE": "1"}
    with pytest.raises(ConfigError, match=r"no word \{nix\}"):
        filled("{nix}", {"a": "1"}, stage)


def test_a_file_that_is_needed_is_named(tmp_path: Path) -> None:
    stage = Stage(name="s", needs=("{mnt}/model.gguf",))

    assert lacking(stage, {"mnt": str(tmp_path)}) == f"there is no {tmp_path}/model.gguf"
    (tmp_path / "model.gguf").touch()
    assert lacking(stage, {"mnt": str(tmp_path)}) is None
