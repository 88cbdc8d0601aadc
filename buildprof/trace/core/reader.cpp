#include "reader.hpp"

#include "events.hpp"
#include "file.hpp"
#include "recognise.hpp"

namespace buildprof {

namespace {

constexpr std::size_t kSniffed = 512;

bool is_json(const std::string& path) { return path.ends_with(".json"); }

void unreadable(TraceFile& file, std::string message) {
  file.status = TraceFile::Status::kUnreadable;
  file.message = std::move(message);
}

// Whether this cannot be a trace; where it is a file called .json, it may be told why.
bool rejected(std::string_view text, TraceFile& file) {
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.remove_prefix(3);
  }
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) {
    if (is_json(file.path)) {
      unreadable(file, "is empty");
    }
    return true;
  }
  const std::string_view head = text.substr(start, kSniffed);
  if (head[0] == '{') {
    return false;
  }
  if (is_json(file.path) && head.starts_with("\x1F\x8B")) {
    unreadable(file, "is compressed with gzip: unpack it first");
  } else if (is_json(file.path) && (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF"))) {
    unreadable(file, "is UTF-16, and traces are UTF-8: convert it first");
  }
  return true;
}

void warn(TraceFile& file, std::size_t count, const char* what) {
  if (count > 0) {
    file.warnings.push_back(std::to_string(count) + " " + what);
  }
}

void remark(const Document& document, TraceFile& file) {
  warn(file, document.strange, "of its traceEvents are no objects");
  warn(file, document.wrong_args, "of its events have arguments of a wrong type");
  warn(file, document.wrong_times, "of its times are no numbers of microseconds");
  if (document.more) {
    file.warnings.emplace_back("something follows the end of the trace");
  }
}

void build(const Document& document, TraceFile& file, Interner& strings) {
  for (const Recognised& one : recognise(document)) {
    file.units.push_back(build_unit(document, one.process, *one.producer, strings));
  }
  if (!file.units.empty()) {
    file.status = TraceFile::Status::kTrace;
    remark(document, file);
  }
}

// A broken file is a trace where it says so, or where it ends before it could.
void broken(const Document& document, const Malformed& error, TraceFile& file) {
  if (document.lists_events || (!document.foreign_keys && is_json(file.path))) {
    unreadable(file, std::string(error.what) + " at byte " + std::to_string(error.offset));
  }
}

}  // namespace

void read_trace(std::string_view text, TraceFile& file, Interner& strings) {
  if (rejected(text, file)) {
    return;
  }
  Document document;
  try {
    read_events(text, document);
  } catch (const Malformed& error) {
    broken(document, error, file);
    return;
  }
  if (document.wrong_events) {
    file.warnings.emplace_back("its traceEvents are no list");
    return;
  }
  build(document, file, strings);
}

TraceFile read_trace(const std::string& path, const Cache& cache, Interner& strings) {
  TraceFile file;
  file.path = path;
  try {
    Bytes bytes;
    if (!bytes.load(path, file)) {
      return file;
    }
    const std::string key = cache.key(bytes.view());
    if (key.empty() || !cache.load(key, file, strings)) {
      read_trace(bytes.view(), file, strings);
      // Only traces: what is wrong with a file may depend on its name.
      if (!key.empty() && file.status == TraceFile::Status::kTrace) {
        cache.store(key, file, strings);
      }
    }
  } catch (const std::bad_alloc&) {
    unreadable(file, "is too large for the memory at hand");
  }
  return file;
}

}  // namespace buildprof
