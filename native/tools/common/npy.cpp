#include "tools/common/npy.h"

#include <fstream>

#include "core/text.h"
#include "tern/error.h"

namespace tern::tools {
namespace tools_npy {

std::string header(const std::vector<std::size_t>& shape) {
  std::string dims;
  for (const std::size_t n : shape) dims += concat(n, ", ");
  std::string text = concat("{'descr': '<f4', 'fortran_order': False, 'shape': (", dims, "), }");
  // The format wants the data to start at a multiple of 64 bytes, after a newline.
  constexpr std::size_t preamble = 10;
  while ((preamble + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  const auto size = static_cast<unsigned>(text.size());
  std::string result = "\x93NUMPY";
  result += {'\x01', '\x00', static_cast<char>(size & 255), static_cast<char>(size >> 8)};
  return result + text;
}

void write(std::ofstream& file, const std::string& path, std::span<const std::byte> bytes) {
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw FileError(concat("[file] ", path, ": cannot write"));
}

}  // namespace tools_npy

void write_bytes(const std::string& path, std::span<const std::byte> bytes) {
  std::ofstream file(path, std::ios::binary);
  tools_npy::write(file, path, bytes);
}

void write_floats(const std::string& path, std::span<const float> values,
                  const std::vector<std::size_t>& shape) {
  std::ofstream file(path, std::ios::binary);
  if (path.ends_with(".npy")) file << tools_npy::header(shape);
  tools_npy::write(file, path, std::as_bytes(values));
}

}  // namespace tern::tools
