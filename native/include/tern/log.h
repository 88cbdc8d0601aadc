#pragma once

#include <functional>
#include <string_view>

namespace tern {

enum class LogLevel { debug, info, warning, error };

/// Receives every message of the library; must be callable from any thread.
using LogSink = std::function<void(LogLevel, std::string_view)>;

/// Replaces the sink (default: warnings and errors to stderr). An empty sink silences the library.
void set_log_sink(LogSink sink);

/// Sends one message (without a final newline) to the sink.
void log(LogLevel level, std::string_view message);

}  // namespace tern
