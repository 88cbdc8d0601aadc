#include "tools/common/session_options.h"

#include <algorithm>
#include <charconv>
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

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

std::vector<double> read_shares(const Arguments& arguments) {
  std::vector<double> shares;
  const std::string text = arguments.text("--tensor-split", "");
  if (text.empty()) return shares;
  for (const std::string& part : split_at_commas(text)) {
    double share = 0.0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), share);
    if (error != std::errc() || end != part.data() + part.size())
      throw UsageError(concat("--tensor-split: expected numbers such as 3,1, got '", text, "'"));
    shares.push_back(share);
  }
  return shares;
}

DeviceSplit read_split(const Arguments& arguments) {
  const std::string text = arguments.text("--split", "layer");
  if (text == "layer") return DeviceSplit::layer;
  if (text == "tensor") return DeviceSplit::tensor;
  throw UsageError(concat("--split: expected layer or tensor, got '", text, "'"));
}

}  // namespace tools_session_options

std::vector<Option> with_session_options(std::vector<Option> options) {
  options.push_back({"--threads", "N", "threads to compute with (default: one per processor)"});
  options.push_back({"--device", "NAME", "where to compute (default cpu)"});
  options.push_back({"--devices", "A,B", "several, in its place; one may come twice"});
  options.push_back({"--split", "HOW", "what several devices share: layer (default) or tensor"});
  options.push_back({"--tensor-split", "N,N", "how much of it each gets (default: the same)"});
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
  if (arguments.has("--devices"))
    options.devices = tools_session_options::split_at_commas(arguments.text("--devices", ""));
  options.split = tools_session_options::read_split(arguments);
  options.shares = tools_session_options::read_shares(arguments);
  options.context = arguments.number("--context", options.context);
  options.batch_size = arguments.number("--batch-size", options.batch_size);
  options.cache_type = tools_session_options::read_cache_type(arguments);
  options.flash_attention = arguments.has("--flash-attention");
  return options;
}

}  // namespace tern::tools
