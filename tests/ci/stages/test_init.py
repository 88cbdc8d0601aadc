from __future__ import annotations

import pytest

from buildprof.ci import stages
from buildprof.errors import ConfigError
from buildprof.project.pipelines import GENERIC, LLAMA_CPP, TERN
from buildprof.project.stage import Stage


def test_kinds_are_files() -> None:
    assert {"ctest", "fusion", "program", "pytest", "sanitize", "scripts"} <= set(stages.kinds())


@pytest.mark.parametrize("name", stages.kinds())
def test_every_kind_can_be_asked_and_run(name: str) -> None:
    kind = stages.kind(Stage(name="x", kind=name))

    assert kind.obstacle.__doc__
    assert kind.run.__doc__


def test_every_stage_of_a_known_project_has_a_kind() -> None:
    rows = [row for known in (GENERIC, LLAMA_CPP, TERN) for row in known.stages]

    assert {row.kind for row in rows} <= set(stages.kinds())


def test_an_unknown_kind_is_refused_with_those_there_are() -> None:
    with pytest.raises(ConfigError, match=r"stage\.x: there is no kind 'nope'\nThere are: ctest"):
        stages.kind(Stage(name="x", kind="nope"))
