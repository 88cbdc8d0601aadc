// The bytes of a file.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "unit.hpp"

namespace buildprof {

class Bytes {
 public:
  // Reads it whole, unless its name and first bytes tell that it is no JSON object; tells size and time of change; says in `file` why it cannot.
  bool load(const std::string& path, TraceFile& file);
  [[nodiscard]] std::string_view view() const { return {data_.get(), size_}; }

 private:
  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace buildprof
