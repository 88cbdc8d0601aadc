#include "tern/log.h"

#include <cstdio>
#include <mutex>
#include <utility>

namespace tern {
namespace core_log {

struct Sink {
  std::mutex mutex;
  LogSink write;
};

void write_to_stderr(LogLevel level, std::string_view message) {
  if (level < LogLevel::warning) return;
  const char* label = level == LogLevel::warning ? "warning" : "error";
  std::fprintf(stderr, "tern: %s: %.*s\n", label, static_cast<int>(message.size()), message.data());
}

Sink& sink() {
  static Sink instance{{}, write_to_stderr};
  return instance;
}

}  // namespace core_log

void set_log_sink(LogSink write) {
  auto& sink = core_log::sink();
  const std::lock_guard lock(sink.mutex);
  sink.write = std::move(write);
}

void log(LogLevel level, std::string_view message) {
  auto& sink = core_log::sink();
  const std::lock_guard lock(sink.mutex);
  if (sink.write) sink.write(level, message);
}

}  // namespace tern
