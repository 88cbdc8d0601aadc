#pragma once

#include <cstddef>
#include <string_view>

#include "core/half.h"
#include "core/kernel_table.h"

namespace tern {

/// What a kernel of the host runtime is started with.
struct HostStart {
  const std::byte* constants;
  const unsigned char* const* inputs;
  unsigned char* const* outputs;
};

using HostKernel = void (*)(const HostStart& start);
using HostKernelTable = KernelTable<HostKernel>;

struct HostKernelEntry;

/// The kernels that one file defines.
class HostKernelList {
 public:
  void add_to(HostKernelTable& table) const;

 private:
  friend struct HostKernelEntry;
  const HostKernelEntry* last_ = nullptr;
};

/// Adds a kernel to the list of its file when the program starts.
struct HostKernelEntry {
  HostKernelEntry(std::string_view kernel_name, HostKernel start, HostKernelList& list)
      : name(kernel_name), kernel(start), previous(list.last_) {
    list.last_ = this;
  }

  std::string_view name;
  HostKernel kernel;
  const HostKernelEntry* previous;
};

inline void HostKernelList::add_to(HostKernelTable& table) const {
  for (const HostKernelEntry* entry = last_; entry != nullptr; entry = entry->previous)
    table.add(entry->name, entry->kernel);
}

/// Generated from the file names in kernels/.
void register_host_kernels(HostKernelTable& table);

}  // namespace tern
