#include <random>

#include "core/text.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/gguf_writer.h"
#include "tests/support/model_maker.h"

namespace tern {
namespace io_gguf_errors_test {

void expect_error(const std::string& bytes, std::string_view part) {
  CHECK_THROWS(FileError, part, parse_gguf(bytes));
}

void names_what_is_wrong_in_the_header() {
  expect_error("",
               "[gguf] test.gguf: at byte 0: file ends inside the magic number: expected 4 more "
               "bytes, got 0");
  expect_error("not a model at all", "at byte 4: not a GGUF file");
  expect_error(GgufWriter(1).bytes(), "expected version 2 or 3, got 1");
  expect_error(GgufWriter(4).bytes(), "expected version 2 or 3, got 4");
  expect_error(GgufWriter(0x03000000).bytes(), "big-endian files are not supported");
}

void names_the_key() {
  GgufWriter unknown;
  unknown.key("odd.key", static_cast<GgufType>(13), "");
  expect_error(unknown.bytes(), "'odd.key': expected a value type from 0 to 12, got 13");
  GgufWriter twice;
  twice.uint32("same", 1);
  twice.uint32("same", 2);
  expect_error(twice.bytes(), "metadata key 'same' appears twice");
  GgufWriter alignment;
  alignment.uint32("general.alignment", 12);
  expect_error(alignment.bytes(),
               "'general.alignment': expected UINT32 with a power of two, got UINT32 12");
  GgufWriter split;
  split.key("split.count", GgufType::uint16, std::string("\3\0", 2));
  expect_error(split.bytes(),
               "test.gguf: is one of 3 files, which can only be opened by their path");
}

/// The length of an array or string must not be believed before it is checked.
void refuses_lengths_beyond_the_file() {
  for (const std::uint64_t count : {std::uint64_t{1} << 20, ~std::uint64_t{0}}) {
    GgufWriter array;
    std::string payload;
    GgufWriter::put(payload, static_cast<std::uint32_t>(GgufType::float64));
    GgufWriter::put(payload, count);
    array.key("huge", GgufType::array, payload);
    expect_error(array.bytes(), concat("file ends inside huge: it announces ", count));
    GgufWriter text;
    std::string length;
    GgufWriter::put(length, count);
    text.key("long", GgufType::string, length);
    expect_error(text.bytes(), "file ends inside long");
  }
}

void refuses_deep_nesting() {
  GgufWriter writer;
  std::string payload;
  for (int i = 0; i < 100; ++i) {
    GgufWriter::put(payload, static_cast<std::uint32_t>(GgufType::array));
    GgufWriter::put(payload, std::uint64_t{1});
  }
  writer.key("deep", GgufType::array, payload + std::string(64, '\0'));
  expect_error(writer.bytes(), "'deep': arrays nested more than");
}

void names_the_tensor() {
  const auto with = [](const std::vector<std::uint64_t>& shape, std::uint32_t type,
                       std::string_view data) {
    GgufWriter writer;
    writer.tensor("w", shape, type, data);
    return writer.bytes();
  };
  const std::string data(128, 'x');
  expect_error(with({}, 0, data), "tensor 'w': expected 1 to 4 dimensions, got 0");
  expect_error(with({1, 1, 1, 1, 1}, 0, data), "tensor 'w': expected 1 to 4 dimensions, got 5");
  expect_error(with({0}, 0, data), "tensor 'w': dimension 0 out of range, got 0");
  expect_error(with({1ull << 40, 1ull << 40}, 0, data), "tensor 'w': dimension 1 out of range");
  expect_error(with({33}, 8, data),
               "tensor 'w': expected rows of a multiple of 32 elements for Q8_0, got 33");
  expect_error(with({64}, 0, data),
               "tensor 'w': file ends inside its data: expected 256 bytes at offset 0, got 128");
  GgufWriter twice;
  twice.floats("same", {1}, {1});
  twice.floats("same", {1}, {1});
  expect_error(twice.bytes(), "tensor 'same' appears twice");
}

/// Whatever is cut off, the answer is an error.
void refuses_every_truncation() {
  GgufWriter writer;
  writer.text("general.architecture", "llama");
  writer.uint32("number", 7);
  writer.floats("w", {4, 2}, std::vector<float>(8, 1.0f));
  const std::string whole = writer.bytes();
  CHECK(parse_gguf(whole)->tensors().size() == 1);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK_THROWS(FileError, "test.gguf", parse_gguf(whole.substr(0, size)));
  }
}

/// Changed bytes give a file or an error, nothing else; sanitizers watch the rest.
void survives_damage() {
  const std::string whole = tiny_model_bytes();
  std::mt19937 engine(11);
  int errors = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 3; ++i) damaged[engine() % 1500] = static_cast<char>(engine());
    try {
      parse_gguf(damaged);
    } catch (const FileError&) {
      ++errors;
    }
  }
  CHECK(errors > 500);
}

void names_files_that_cannot_be_read() {
  CHECK_THROWS(FileError, "[file] no/such/file: cannot open: No such file",
               Gguf::open("no/such/file"));
  CHECK_THROWS(FileError, "cannot read: Is a directory", Gguf::open("."));
}

}  // namespace io_gguf_errors_test

void test_io_gguf_errors(TestTable& tests) {
  using namespace io_gguf_errors_test;
  tests.add("io_gguf_errors", "names what is wrong in the header",
            names_what_is_wrong_in_the_header);
  tests.add("io_gguf_errors", "names the key", names_the_key);
  tests.add("io_gguf_errors", "refuses lengths beyond the file", refuses_lengths_beyond_the_file);
  tests.add("io_gguf_errors", "refuses deep nesting", refuses_deep_nesting);
  tests.add("io_gguf_errors", "names the tensor", names_the_tensor);
  tests.add("io_gguf_errors", "refuses every truncation", refuses_every_truncation);
  tests.add("io_gguf_errors", "survives damage", survives_damage);
  tests.add("io_gguf_errors", "names files that cannot be read", names_files_that_cannot_be_read);
}

}  // namespace tern
