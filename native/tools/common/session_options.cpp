#include "tools/common/session_options.h"

#include <algorithm>
#include <thread>

#include "core/text.h"

namespace tern::tools {
namespace tools_session_options {

Type read_cache_type(const Arguments& arguments) {
  const std::string text = arguments.text("--cache-type", "f32");
  if (text == "f32") return Type::f32;
  if (text == "f16") return Type::f16;
  if (text == "bf16") return Type::bf16;
  throw UsageError(concat("--cache-type: expected f32, f16 or bf16, got '", text, "'"));
}

}  // namespace tools_session_options

std::vector<Option> with_session_options(std::vector<Option> options) {
  options.push_back({"--threads", "N", "threads to compute with (default: one per processor)"});
  options.push_back({"--device", "NAME", "where to compute (default cpu)"});
  options.push_back(
      {"--context", "N", "tokens that the cache holds (default: as the model was trained)"});
  options.push_back({"--batch-size", "N", "tokens computed at once (default 512)"});
  options.push_back({"--cache-type", "TYPE", "f32, f16 or bf16 (default f32)"});
  options.push_back({"--flash-attention", "", "attention as one op"});
  return options;
}

SessionOptions read_session_options(const Arguments& arguments) {
  SessionOptions options;
  const auto processors = std::max(1u, std::thread::hardware_concurrency());
  options.threads = static_cast<int>(arguments.number("--threads", processors));
  options.backend = arguments.text("--device", options.backend);
  options.context = arguments.number("--context", options.context);
  options.batch_size = arguments.number("--batch-size", options.batch_size);
  options.cache_type = tools_session_options::read_cache_type(arguments);
  options.flash_attention = arguments.has("--flash-attention");
  return options;
}

}  // namespace tern::tools
