#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "io/gguf_value.h"
#include "tern/tern.h"

namespace tern {
namespace fuzz_gguf {

bool can_be_written(const Gguf& file) {
  const auto known = [](const GgufTensor& tensor) { return tensor.type.has_value(); };
  return file.alignment() <= 4096 &&  // else the space between would be all of it
         std::all_of(file.tensors().begin(), file.tensors().end(), known);
}

/// What was read can be written, and read again.
void write_again(const Gguf& file) {
  std::ostringstream out(std::ios::binary);
  GgufOutput writer(out, "copy", file.version());
  copy_gguf(file, writer);
  const std::string bytes = std::move(out).str();
  const auto copy = Gguf::parse(std::as_bytes(std::span(bytes)), "copy");
  if (copy->tensors().size() != file.tensors().size()) std::abort();
}

void compute_with(const std::shared_ptr<const Gguf>& file) {
  const auto model = Model::load(file);
  Session session(model, {.context = 4, .batch_size = 2, .sequences = 1});
  const std::int32_t token = 0;
  session.decode(make_batch(std::span(&token, 1), 0, WantLogits::last));
}

/// Does not matter whether it can be done: only how it fails.
template <class Work>
void attempt(const Work& work) {
  try {
    work();
  } catch (const Error&) {
  }
}

void use(const std::shared_ptr<const Gguf>& file) {
  for (const auto& [key, value] : file->metadata()) to_string(value);
  if (can_be_written(*file)) write_again(*file);
  attempt([&] { Tokenizer::load(*file)->encode("Once upon a time"); });
  attempt([&] { compute_with(file); });
}

}  // namespace fuzz_gguf
}  // namespace tern

/// Takes the bytes for a file: reads, lists and writes it, and tries to compute with the model.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tern;
  fuzz_gguf::attempt(
      [&] { fuzz_gguf::use(Gguf::parse(std::as_bytes(std::span(data, size)), "fuzz")); });
  return 0;
}
