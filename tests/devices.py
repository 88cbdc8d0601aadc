"""A small project with kernels, for tests of what is compiled for GPUs; no toolkit is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

KERNEL = """\
#ifdef BROKEN
#error broken on purpose
#endif
#define KERNEL __attribute__((global))
struct dim3 { unsigned x, y, z; };
extern "C" int __hipPushCallConfiguration(dim3, dim3, unsigned long = 0, void * = 0);
extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **, unsigned long, void *);
KERNEL void add(float *a, const float *b, int n) { for (int i = 0; i < n; ++i) a[i] += b[i]; }
"""

# without headers, libraries and assemblers of a toolkit
_BARE_CUDA = ("-xcuda", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version")
CUDA = (*_BARE_CUDA, "--cuda-device-only", "-emit-llvm", "--offload-arch=sm_80")
BARE_HIP = ("-xhip", "-nogpuinc", "-nogpulib")

CMAKE = """\
cmake_minimum_required(VERSION 3.20)
project(kernels CXX)
# as where commands would be too long: options stand in files, also when a compile is made again
set(CMAKE_NINJA_FORCE_RESPONSE_FILE ON)
add_library(host OBJECT host.cpp)
foreach(arch IN ITEMS sm_80 sm_90)
  add_library(cuda-${arch} OBJECT one.cu two.cu)
  target_compile_options(cuda-${arch} PRIVATE -xcuda -nocudainc -nocudalib -Wno-unknown-cuda-version
    --cuda-device-only -emit-llvm --offload-arch=${arch} -Werror)
endforeach()
add_library(hip-gfx90a OBJECT one.hip)
target_compile_options(hip-gfx90a PRIVATE -xhip -nogpuinc -nogpulib --no-gpu-bundle-output
  --cuda-device-only -emit-llvm --offload-arch=gfx90a)
set_source_files_properties(one.cu two.cu one.hip PROPERTIES LANGUAGE CXX)
"""


def make(folder: Path) -> Path:
    """Write the project: a source for the host, two for CUDA on two architectures, one for HIP."""
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text(CMAKE, "utf-8")
    (folder / "host.cpp").write_text("int host() { return 0; }\n", "utf-8")
    for name in ("one.cu", "two.cu", "one.hip"):
        (folder / name).write_text(KERNEL, "utf-8")
    return folder
