from __future__ import annotations

import pytest

from buildprof.project.pipelines import GENERIC, LLAMA_CPP, TERN
from buildprof.project.stage import STAGES, Pipeline, pipeline


def test_changes_and_reasons_reach_their_stages() -> None:
    made = pipeline({"fusion": {"program": "bin/f"}}, none={"scripts": "there are none"})
    rows = {row.name: row for row in made.stages}

    assert rows["fusion"].program == "bin/f"
    assert rows["scripts"].absent == "there are none"
    assert [row.name for row in made.stages] == [row.name for row in STAGES]


@pytest.mark.parametrize("known", [GENERIC, LLAMA_CPP, TERN], ids=["generic", "llama.cpp", "tern"])
def test_stages_come_after_what_they_require_and_name_trees_that_are_there(known: Pipeline) -> None:
    seen: set[str] = set()
    for row in known.stages:
        assert set(row.requires) <= seen
        assert row.tree in known.trees
        seen.add(row.name)


def test_stages_of_llama_cpp_are_in_the_order_of_its_script() -> None:
    names = [row.name for row in LLAMA_CPP.stages if not row.absent]

    assert names[:6] == [
        "ctest_debug",
        "ctest_release",
        "test_backend_ops",
        "generate_models",
        "tensor_split",
        "fusion",
    ]
    assert names.index("with_model_debug") < names.index("with_model_release")
