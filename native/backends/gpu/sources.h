#pragma once

#include <string_view>
#include <vector>

namespace tern {

/// A file of portable kernels with all that it includes, for drivers that compile text.
struct GpuSource {
  std::string_view file;  ///< "binary"
  const char* text = nullptr;
  std::vector<std::string_view> kernels;  ///< that the text defines
};

class GpuSources {
 public:
  void add(GpuSource source);

  /// Null if no file defines the kernel. The pointer stays valid as long as nothing is added.
  const GpuSource* find(std::string_view kernel) const;
  const std::vector<GpuSource>& all() const { return sources_; }

 private:
  std::vector<GpuSource> sources_;
};

}  // namespace tern
