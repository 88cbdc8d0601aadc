#include "tests/harness/npy.h"

#include <fstream>

#include "core/text.h"
#include "tern/error.h"

namespace tern::harness {
namespace harness_npy {

std::string header(const Shape& shape, const char* kind) {
  std::string text = concat("{'descr': '", kind, "', 'fortran_order': False, 'shape': (", shape[3],
                            ", ", shape[2], ", ", shape[1], ", ", shape[0], "), }");
  // The format wants the data to start at a multiple of 64 bytes, after a newline.
  constexpr std::size_t preamble = 10;
  while ((preamble + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  const auto size = static_cast<unsigned>(text.size());
  std::string result = "\x93NUMPY";
  result += {'\x01', '\x00', static_cast<char>(size & 255), static_cast<char>(size >> 8)};
  return result + text;
}

template <class Number>
void write(std::ofstream& file, const std::vector<double>& values) {
  const std::vector<Number> numbers(values.begin(), values.end());
  file.write(reinterpret_cast<const char*>(numbers.data()),
             static_cast<std::streamsize>(numbers.size() * sizeof(Number)));
}

}  // namespace harness_npy

void write_npy(const std::filesystem::path& path, const Tensor& tensor,
               const std::vector<double>& values) {
  const bool floats = traits(tensor.type).to_float != nullptr;
  std::ofstream file(path, std::ios::binary);
  file << harness_npy::header(tensor.shape, floats ? "<f4" : "<i4");
  if (floats) {
    harness_npy::write<float>(file, values);
  } else {
    harness_npy::write<std::int32_t>(file, values);
  }
  file.close();
  if (!file) throw FileError(concat("[file] ", path.string(), ": cannot write"));
}

}  // namespace tern::harness
