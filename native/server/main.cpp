#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>

#include "core/text.h"
#include "server/answer.h"
#include "server/api.h"
#include "server/listener.h"
#include "tern/tern.h"
#include "tools/common/session_options.h"

namespace tern::server {
namespace server_main {

using tools::Arguments;

std::atomic<bool> stopping = false;

void stop(int) { stopping = true; }

std::int64_t number(const Arguments& arguments, std::string_view name, std::int64_t fallback,
                    std::int64_t least, std::int64_t most) {
  const std::int64_t value = arguments.number(name, fallback);
  if (value < least || value > most)
    throw tools::UsageError(concat(name, ": expected ", least, " to ", most, ", got ", value));
  return value;
}

EngineOptions read_engine_options(const Arguments& arguments) {
  EngineOptions options;
  options.session = tools::read_session_options(arguments);
  options.slots = static_cast<std::int32_t>(number(arguments, "--slots", 4, 1, 256));
  options.session.sequences = options.slots;
  options.queue_limit = static_cast<std::size_t>(number(arguments, "--queue", 64, 1, 65536));
  return options;
}

ConnectionLimits read_limits(const Arguments& arguments) {
  ConnectionLimits limits;
  limits.idle = std::chrono::seconds(number(arguments, "--timeout", 30, 1, 86400));
  limits.send = limits.idle;
  limits.http.body_bytes =
      static_cast<std::size_t>(number(arguments, "--max-body", 4 << 20, 1, 1 << 30));
  return limits;
}

void run(const Arguments& arguments) {
  const auto model = Model::load(arguments.model());
  const auto tokenizer = Tokenizer::load(model->file());
  const std::string host = arguments.text("--host", "127.0.0.1");
  Socket socket =
      Socket::listen(host, static_cast<std::uint16_t>(number(arguments, "--port", 8080, 0, 65535)));
  const std::uint16_t port = socket.port();
  Engine engine(model, read_engine_options(arguments));
  const std::string name = std::filesystem::path(arguments.model()).stem().string();
  Api api(engine, *tokenizer, arguments.text("--alias", name), arguments.text("--api-key", ""));
  Listener listener(
      std::move(socket),
      static_cast<std::size_t>(number(arguments, "--connections", 128, 1, 65536)),
      read_limits(arguments),
      [&](const HttpRequest& request, Reply& reply) { api.handle(request, reply); }, error_json);
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
  std::printf("listening at http://%s:%d\n", host.c_str(), port);
  std::fflush(stdout);
  listener.run([] { return stopping.load(); });
}

}  // namespace server_main
}  // namespace tern::server

int main(int argc, char** argv) {
  using namespace tern;
  const auto options = tools::with_session_options({
      {"--host", "ADDRESS", "where to listen (default 127.0.0.1)"},
      {"--port", "N", "where to listen (default 8080; 0: any that is free, which is printed)"},
      {"--slots", "N", "requests computed together; they share the cache (default 4)"},
      {"--queue", "N", "requests that may wait for a slot (default 64)"},
      {"--connections", "N", "connections at a time (default 128)"},
      {"--timeout", "SECONDS", "for a request to come and an answer to be taken (default 30)"},
      {"--max-body", "BYTES", "the most that a request may have (default 4 MiB)"},
      {"--alias", "NAME", "how the model is called (default: as its file)"},
      {"--api-key", "KEY", "what clients must send (default: nothing)"},
  });
  return tools::run_program(argc, argv, "tern-server",
                            "Answers completions and chats over HTTP, as OpenAI's API does.",
                            options, server::server_main::run);
}
