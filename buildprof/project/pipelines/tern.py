"""The pipeline of `native/`."""

from __future__ import annotations

from buildprof.project.stage import SANITIZERS, Backend, Pipeline, pipeline

_MAIN: dict[str, object] = {
    "labels": ("main",),
    "known_tests": "{source}/tests/known-tests.txt",
}

_TERN_STATES: dict[str, object] = {"program": "tools/tern-test-save-load-state"}
_TERN_REAL = _TERN_STATES | {
    "kind": "program",
    "arguments": (("{mnt}/models/qwen3/0.6B",),),
    "needs": ("{mnt}/models/qwen3/0.6B/ggml-model-q4_0.gguf",),
}

# Half a minute for each of the tests fuzz_*.
_FUZZED = {"address": {"TERN_FUZZ": "ON"}}

TERN: Pipeline = pipeline(
    dict.fromkeys(("ctest_debug", "ctest_release", "variants"), _MAIN)
    | {f"sanitize_{name}": _MAIN for name in SANITIZERS}
    | {
        "generate_models": {
            "program": "tools/tern-generate-models",
            "arguments": (("{models}",),),
            "produces": "{models}/*.gguf",
        },
        "server": {
            "requires": ("generate_models",),
            "program": "tools/tern-server",
            "arguments": (("{source}/server/tests",),),
            "folder": "{source}/server/tests",
            "environment": {"TERN_SERVER": "{program}", "TERN_MODELS": "{models}"},
        },
        "test_backend_ops": {
            "program": "tools/tern-test-ops",
            "arguments": (("test", "--backend", "{device}"),),
            "devices": ("cpu", "opencl"),
        },
        "fusion": {
            "program": "tools/tern-test-fusion",
            "requires": ("parity",),
            "baseline": "{source}/tests/fusion/{backend}.csv",
            "devices": ("MTL0", "opencl"),
            "models": "{out}/parity-models",
            "reference": "{source}/../../shared/fusion/{backend}.csv",
        },
        "parity": {
            "program": "tools/tern-logits",
            "arguments": (("--least", "104", "--models", "{out}/parity-models"),),
            "folder": "{source}/..",
            "needs": ("{source}/../../shared/parity/README.md",),
        },
        "save_load_state": _TERN_STATES | {"arguments": (("{models}",),)},
        "tensor_split": {
            "program": "tools/tern-test-tensor-split",
            "arguments": (("all",), ("llama", "--device", "host")),
        },
        "with_model_debug": _TERN_REAL,
        "with_model_release": _TERN_REAL,
    },
    none={
        "scripts": "tern has no scripts",
    },
    # the drivers of OpenCL are none of ours, and not made for sanitizers; the release build tests them
    trees={"debug": {"CMAKE_BUILD_TYPE": "Debug", "TERN_OPENCL": "OFF"}}
    | {
        name: {
            "CMAKE_BUILD_TYPE": "RelWithDebInfo",
            "TERN_SANITIZE": name,
            "TERN_OPENCL": "OFF",
        }
        | _FUZZED.get(name, {})
        for name in SANITIZERS
    },
    backends={
        # off unless asked for: a build profile wants them all, the tests do not run them
        "cuda": Backend(on={"TERN_CUDA": "ON"}, off={"TERN_CUDA": "OFF"}, device="CUDA0"),
        "vulkan": Backend(on={"TERN_VULKAN": "ON"}, off={"TERN_VULKAN": "OFF"}, device="vulkan"),
        "opencl": Backend(on={"TERN_OPENCL": "ON"}, device="opencl"),
        "metal": Backend(on={"TERN_METAL": "ON"}, device="MTL0"),
    },
    cache={"TERN_HIP": "OFF"},
    cpu="cpu",
    fatal_warnings="TERN_WERROR",
)
