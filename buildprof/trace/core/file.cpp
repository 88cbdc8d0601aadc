#include "file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace buildprof {

namespace {

constexpr std::size_t kSniffed = 64;
constexpr const char* kRecord = ".unit";  // what the cache keeps

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

bool fail(TraceFile& file, const char* what) {
  file.status = TraceFile::Status::kUnreadable;
  file.message = std::string(what) + ": " + std::strerror(errno);
  return false;
}

void measure(std::FILE* in, TraceFile& file) {
  struct stat facts{};
  if (fstat(fileno(in), &facts) == 0) {
    file.bytes = facts.st_size;
#ifdef __APPLE__
    const auto& modified = facts.st_mtimespec;
#else
    const auto& modified = facts.st_mtim;
#endif
    file.modified_ns = static_cast<std::int64_t>(modified.tv_sec) * 1000000000 + modified.tv_nsec;
  }
}

// Whether a file that is not called .json may hold an object; of others a few bytes are enough.
bool worth_reading(std::string_view head) {
  const std::size_t start = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return start == std::string_view::npos || head[start] == '{';
}

}  // namespace

bool Bytes::load(const std::string& path, TraceFile& file) {
  const std::unique_ptr<std::FILE, Closer> in(std::fopen(path.c_str(), "rb"));
  if (!in) {
    return fail(file, "cannot be opened");
  }
  std::setvbuf(in.get(), nullptr, _IONBF, 0);
  measure(in.get(), file);
  // One byte more than the size says, to notice a file that grows.
  capacity_ = static_cast<std::size_t>(std::max<std::int64_t>(0, file.bytes)) + 1;
  data_ = std::make_unique_for_overwrite<char[]>(capacity_);
  if (!path.ends_with(".json") && !path.ends_with(kRecord)) {
    size_ = std::fread(data_.get(), 1, std::min(capacity_, kSniffed), in.get());
    if (!worth_reading(view())) {
      return true;
    }
  }
  size_ += std::fread(data_.get() + size_, 1, capacity_ - size_, in.get());
  return std::ferror(in.get()) == 0 || fail(file, "cannot be read");
}

}  // namespace buildprof
