// Loads a model and continues a text: generate MODEL.gguf "Once upon a time" [COUNT]

#include <cstdio>
#include <cstdlib>
#include <exception>

#include <tern/tern.h>

namespace generate_example {

void run(const char* path, const char* prompt, long count) {
  const auto model = tern::Model::load(path);
  const auto tokenizer = tern::Tokenizer::load(model->file());
  tern::Session session(model, {.threads = 2});
  const auto sampler = tern::make_sampler({.seed = 1});
  const auto print = [&](std::int32_t token) {
    std::fputs(tokenizer->piece(token).c_str(), stdout);
    return !tokenizer->is_end(token);
  };
  tern::generate(session, *sampler, tokenizer->encode(prompt), count, print);
  std::puts("");
}

}  // namespace generate_example

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: generate MODEL.gguf PROMPT [COUNT]\n", stderr);
    return 2;
  }
  try {
    generate_example::run(argv[1], argv[2], argc > 3 ? std::atol(argv[3]) : 32);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "generate: %s\n", error.what());
    return 1;
  }
}
