"""The pipeline of a project of which nothing is known: ctest, and reasons for what is not there."""

from __future__ import annotations

from buildprof.project.stage import pipeline

NOT_NAMED = {
    "test_backend_ops": "no program that tests backends is named",
    "generate_models": "no program that makes models is named",
    "tensor_split": "no program that splits models is named",
    "fusion": "no fusion test program is named",
    "parity": "no program that writes logits is named",
    "save_load_state": "no program that saves and loads states is named",
    "scripts": "no scripts are named",
    "with_model_debug": "no label of tests that need a model is named",
    "with_model_release": "no label of tests that need a model is named",
    "server": "no server tests are named",
}

GENERIC = pipeline({}, none=NOT_NAMED, cache={"BUILD_TESTING": "ON"})
