#include "backends/host/kernel.h"
#include "backends/vulkan/kernel.h"
#include "core/text.h"
#include "tests/support/check.h"

namespace tern {
namespace backends_vulkan_test {

/// Rows of few blocks, whose lanes have work in GLSL anyway; and integers are moved, not converted.
bool is_needless(std::string_view name) {
  return name.starts_with("matmul_split_") || name == "copy_i32_i32";
}

void has_a_twin_of_every_portable_kernel() {
  HostKernelTable portable;
  register_host_kernels(portable);
  VulkanKernelTable own;
  register_vulkan_kernels(own);
  std::string missing;
  for (const std::string_view name : portable.names())
    if (own.find(name) == nullptr && !is_needless(name)) missing += concat(name, " ");
  CHECK_EQUAL(missing, "");
}

}  // namespace backends_vulkan_test

void test_backends_vulkan(TestTable& tests) {
  using namespace backends_vulkan_test;
  tests.add("backends_vulkan", "has a twin of every portable kernel",
            has_a_twin_of_every_portable_kernel);
}

}  // namespace tern
