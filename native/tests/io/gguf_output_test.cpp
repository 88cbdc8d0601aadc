#include "io/gguf_output.h"

#include <filesystem>

#include "tern/error.h"
#include "tests/support/check.h"

namespace tern {
namespace io_gguf_output_test {

/// A path that is free; the file at it goes away with the object.
struct Temporary {
  std::filesystem::path path = std::filesystem::temp_directory_path() / "tern-gguf-output.gguf";
  ~Temporary() { std::filesystem::remove(path); }
};

std::span<const std::byte> bytes_of(const std::vector<float>& values) {
  return std::as_bytes(std::span(values));
}

void what_is_written_can_be_read() {
  const Temporary file;
  const std::vector<float> values{1.0f, 2.0f, 3.0f};
  auto list = std::make_shared<GgufArray>();
  list->element = GgufType::string;
  list->values = std::vector<std::string>{"one", "two"};
  GgufOutput out(file.path);
  out.key("text", std::string("words"));
  out.key("flag", true);
  out.key("number", std::int64_t{-7});
  out.key("list", std::shared_ptr<const GgufArray>(list));
  out.tensor("a", Type::f32, {3});
  out.tensor("b", Type::f32, {1, 2});
  out.append(bytes_of(values).first(4));
  out.append(bytes_of(values).subspan(4));
  out.append(bytes_of(values).first(8));
  out.finish();
  const auto read = Gguf::open(file.path);
  CHECK_EQUAL(std::get<std::string>(*read->find("text")), "words");
  CHECK_EQUAL(std::get<bool>(*read->find("flag")), true);
  CHECK_EQUAL(std::get<std::int64_t>(*read->find("number")), -7);
  CHECK_EQUAL(std::get<std::shared_ptr<const GgufArray>>(*read->find("list"))->size(), 2u);
  CHECK_EQUAL(read->tensors().size(), 2u);
  CHECK_EQUAL(read->find_tensor("b")->shape[1], 2);
  const auto stored = read->data(*read->find_tensor("a"));
  CHECK_EQUAL(std::equal(stored.begin(), stored.end(), bytes_of(values).begin()), true);
}

void refuses_bytes_that_were_not_announced() {
  const Temporary file;
  const std::vector<float> values{1.0f, 2.0f, 3.0f};
  GgufOutput out(file.path);
  out.tensor("a", Type::f32, {2});
  CHECK_THROWS(RequestError, "expected 8 more bytes, got 12", out.append(bytes_of(values)));
  CHECK_THROWS(RequestError, "expected the bytes of 1 tensors, got those of 0", out.finish());
  out.append(bytes_of(values).first(8));
  CHECK_THROWS(RequestError, "expected 0 more bytes, got 12", out.append(bytes_of(values)));
}

void says_where_it_cannot_write() {
  CHECK_THROWS(FileError, "cannot write", GgufOutput("no-such-folder/model.gguf"));
}

}  // namespace io_gguf_output_test

void test_io_gguf_output(TestTable& tests) {
  using namespace io_gguf_output_test;
  tests.add("io_gguf_output", "what is written can be read", what_is_written_can_be_read);
  tests.add("io_gguf_output", "refuses bytes that were not announced",
            refuses_bytes_that_were_not_announced);
  tests.add("io_gguf_output", "says where it cannot write", says_where_it_cannot_write);
}

}  // namespace tern
