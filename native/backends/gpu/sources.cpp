#include "backends/gpu/sources.h"

#include <algorithm>
#include <utility>

namespace tern {

void GpuSources::add(GpuSource source) { sources_.push_back(std::move(source)); }

const GpuSource* GpuSources::find(std::string_view kernel) const {
  const auto it = std::find_if(sources_.begin(), sources_.end(), [&](const GpuSource& source) {
    return std::find(source.kernels.begin(), source.kernels.end(), kernel) != source.kernels.end();
  });
  return it == sources_.end() ? nullptr : &*it;
}

}  // namespace tern
