"""The pipeline of llama.cpp."""

from __future__ import annotations

from buildprof.project.pipelines.generic import NOT_NAMED
from buildprof.project.stage import SANITIZERS, Backend, Pipeline, pipeline

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
    none={"parity": NOT_NAMED["parity"]},
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
