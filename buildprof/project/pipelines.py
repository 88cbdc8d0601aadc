"""The pipelines of the known projects: which programs and labels their stages have."""

from __future__ import annotations

from buildprof.project.stage import SANITIZERS, Backend, Pipeline, pipeline

_GENERIC = {
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

GENERIC = pipeline({}, none=_GENERIC, cache={"BUILD_TESTING": "ON"})

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

_LOGS = {"LLAMA_ARG_LOG_PREFIX": "1", "LLAMA_ARG_LOG_TIMESTAMPS": "1"}
_MODEL: dict[str, object] = {
    "labels": ("model",),
    "needs": ("{mnt}/models/qwen3/0.6B/ggml-model-q4_0.gguf",),
    "environment": _LOGS
    | {"LLAMACPP_TEST_MODELFILE": "{mnt}/models/qwen3/0.6B/ggml-model-q4_0.gguf"},
}
_LLAMA_MAIN: dict[str, object] = {"labels": ("main",), "environment": _LOGS}

_LLAMA: dict[str, dict[str, object]] = {
    # both take long in a debug build, and the first on a slow machine
    "ctest_debug": _LLAMA_MAIN | {"exclude": ("test-opt", "test-llama-archs")},
    "ctest_release": _LLAMA_MAIN | {"more_labels": ("python",), "more_exclude": ("test-opt",)},
    "test_backend_ops": {
        "program": "bin/test-backend-ops",
        "arguments": (("-j", "{few}", "-b", "{device}"),),
        "environment": _LOGS,
    },
    "generate_models": {
        "program": "bin/test-llama-archs",
        "arguments": (("-o", "{models}"),),
        "produces": "{models}/*.gguf",
        "environment": _LOGS,
    },
    "tensor_split": {
        "program": "bin/test-llama-archs",
        "arguments": (("-s", "1"),),
        "counts": (1, 2, 3, 4),
        "on": ("cuda", "metal"),
        "environment": _LOGS | {"GGML_{backend}_DEVICES": "{count}"},
    },
    "fusion": {
        "program": "bin/test-fusion",
        "baseline": "{source}/tests/fusion/{backend}.csv",
        "environment": _LOGS,
    },
    "save_load_state": {
        "program": "bin/test-save-load-state",
        "arguments": (("--models", "{models}"),),
        "environment": _LOGS,
    },
    "scripts": {
        "arguments": tuple(
            ("bash", f"{{source}}/tools/{tool}/tests.sh", "{build}/bin", "{mnt}/models")
            for tool in ("gguf-split", "quantize")
        ),
        "environment": _LOGS,
    },
    "with_model_debug": _MODEL,
    "with_model_release": _MODEL,
    "server": {
        "program": "bin/llama-server",
        "arguments": (("{source}/tools/server/tests",),),
        "folder": "{source}/tools/server/tests",
        "environment": {"LLAMA_SERVER_BIN_PATH": "{program}"},
    },
    "variants": _LLAMA_MAIN,
    **{f"sanitize_{name}": _LLAMA_MAIN for name in SANITIZERS},
}

LLAMA_CPP: Pipeline = pipeline(
    _LLAMA,
    none={"parity": _GENERIC["parity"]},
    trees={
        name: {"CMAKE_BUILD_TYPE": "RelWithDebInfo", f"LLAMA_SANITIZE_{name.upper()}": "ON"}
        for name in SANITIZERS
    },
    cache={"LLAMA_OPENSSL": "OFF", "GGML_SCHED_NO_REALLOC": "ON"},
    backends={
        "cuda": Backend(on={"GGML_CUDA": "ON", "GGML_CUDA_CUB_3DOT2": "ON"}, device="CUDA0"),
        "rocm": Backend(on={"GGML_HIP": "ON"}, device="ROCm0"),
        "vulkan": Backend(
            on={"GGML_VULKAN": "ON"},
            device="Vulkan0",
            headers=("spirv/unified1/spirv.hpp",),
            libraries=("vulkan",),
        ),
        "opencl": Backend(on={"GGML_OPENCL": "ON"}, device="GPUOpenCL", libraries=("OpenCL",)),
        "metal": Backend(on={"GGML_METAL": "ON"}, off={"GGML_METAL": "OFF"}, device="MTL0"),
        "sycl": Backend(
            on={"GGML_SYCL": "ON", "GGML_SYCL_F16": "ON"},
            device="SYCL0",
            environment={
                "ONEAPI_DEVICE_SELECTOR": "level_zero:0",
                "ZES_ENABLE_SYSMAN": "1",
                "SYCL_PROGRAM_COMPILE_OPTIONS": "-cl-fp32-correctly-rounded-divide-sqrt",
            },
        ),
        "blas": Backend(on={"GGML_BLAS": "ON"}, off={"GGML_BLAS": "OFF"}, device="BLAS"),
    },
    fatal_warnings="LLAMA_FATAL_WARNINGS",
)
