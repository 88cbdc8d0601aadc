#pragma once

#include <string>

namespace tern::tools {

/// What the processor can do at best with some threads, measured now.
struct Limits {
  double bytes_per_second;             ///< read from memory
  double float_operations_per_second;  ///< multiplications and additions in registers
  double byte_operations_per_second;   ///< the same of bytes, as products of quantised weights take

  std::string text() const;
  std::string json() const;
};

/// Takes about a second.
Limits measure_limits(int threads);

}  // namespace tern::tools
