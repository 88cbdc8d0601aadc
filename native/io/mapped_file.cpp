#include "io/mapped_file.h"

#include <system_error>

#include "core/text.h"
#include "tern/error.h"

#if defined(__unix__) || defined(__APPLE__)
#define TERN_HAS_MMAP 1
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#define TERN_HAS_MMAP 0
#include <fstream>
#endif

namespace tern {
namespace io_mapped_file {

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view what, int code) {
  throw FileError(concat("[file] ", path.string(), ": cannot ", what, ": ",
                         std::generic_category().message(code)));
}

#if TERN_HAS_MMAP

/// Closes the descriptor also when mapping fails; a map does not need it afterwards.
class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) fail(path, "open", errno);
  }
  ~Descriptor() { ::close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

std::size_t regular_size(const Descriptor& file, const std::filesystem::path& path) {
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) fail(path, "read", errno);
  if (S_ISDIR(status.st_mode)) fail(path, "read", EISDIR);
  return static_cast<std::size_t>(status.st_size);
}

#endif

}  // namespace io_mapped_file

#if TERN_HAS_MMAP

MappedFile::MappedFile(const std::filesystem::path& path) {
  const io_mapped_file::Descriptor file(path);
  const std::size_t size = io_mapped_file::regular_size(file, path);
  if (size == 0) return;  // an empty map is an error of its own
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (address == MAP_FAILED) io_mapped_file::fail(path, "map", errno);
  bytes_ = {static_cast<const std::byte*>(address), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

#else

MappedFile::MappedFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) io_mapped_file::fail(path, "open", errno);
  copy_.resize(static_cast<std::size_t>(file.tellg()));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(copy_.data()), static_cast<std::streamsize>(copy_.size()));
  if (!file) io_mapped_file::fail(path, "read", errno);
  bytes_ = copy_;
}

MappedFile::~MappedFile() = default;

#endif

}  // namespace tern
