#include "tern/gguf.h"

#include <cmath>

#include "io/gguf_value.h"
#include "tests/support/check.h"
#include "tests/support/gguf_writer.h"

namespace tern {
namespace io_gguf_test {

template <class Value>
void check_scalar(GgufType type, Value value) {
  GgufWriter writer;
  std::string payload;
  GgufWriter::put(payload, value);
  writer.key("key", type, payload);
  const auto file = parse_gguf(writer.bytes());
  const GgufValue* read = file->find("key");
  CHECK(read != nullptr && type_of(*read) == type);
  if (read != nullptr) CHECK_EQUAL(std::get<Value>(*read), value);
}

void reads_every_scalar() {
  check_scalar<std::uint8_t>(GgufType::uint8, 200);
  check_scalar<std::int8_t>(GgufType::int8, -100);
  check_scalar<std::uint16_t>(GgufType::uint16, 60000);
  check_scalar<std::int16_t>(GgufType::int16, -30000);
  check_scalar<std::uint32_t>(GgufType::uint32, 4000000000u);
  check_scalar<std::int32_t>(GgufType::int32, -2000000000);
  check_scalar<float>(GgufType::float32, 1.25f);
  check_scalar<bool>(GgufType::boolean, true);
  check_scalar<std::uint64_t>(GgufType::uint64, 1ull << 63);
  check_scalar<std::int64_t>(GgufType::int64, -(1ll << 62));
  check_scalar<double>(GgufType::float64, -0.1);
}

void reads_strings_and_arrays() {
  GgufWriter writer(2);
  writer.text("text", "höhe");
  std::string payload;
  GgufWriter::put(payload, static_cast<std::uint32_t>(GgufType::string));
  GgufWriter::put(payload, std::uint64_t{2});
  GgufWriter::put_string(payload, "a");
  GgufWriter::put_string(payload, "");
  writer.key("list", GgufType::array, payload);
  const auto file = parse_gguf(writer.bytes());
  CHECK_EQUAL(file->version(), 2u);
  CHECK_EQUAL(std::get<std::string>(*file->find("text")), "höhe");
  const auto& list = *std::get<std::shared_ptr<const GgufArray>>(*file->find("list"));
  CHECK(list.element == GgufType::string);
  CHECK(std::get<std::vector<std::string>>(list.values) == (std::vector<std::string>{"a", ""}));
}

void reads_nested_arrays() {
  GgufWriter writer;
  std::string payload;
  GgufWriter::put(payload, static_cast<std::uint32_t>(GgufType::array));
  GgufWriter::put(payload, std::uint64_t{2});
  for (std::uint8_t i = 1; i <= 2; ++i) {
    GgufWriter::put(payload, static_cast<std::uint32_t>(GgufType::uint8));
    GgufWriter::put(payload, std::uint64_t{i});
    for (std::uint8_t j = 0; j < i; ++j)
      GgufWriter::put(payload, static_cast<std::uint8_t>(10 * i + j));
  }
  writer.key("nested", GgufType::array, payload);
  CHECK_EQUAL(to_string(*parse_gguf(writer.bytes())->find("nested")), "[[10], [20, 21]]");
}

void reads_tensors() {
  for (const std::size_t alignment : {std::size_t{32}, std::size_t{64}}) {
    GgufWriter writer(3, alignment);
    if (alignment != 32) writer.uint32("general.alignment", static_cast<std::uint32_t>(alignment));
    writer.floats("first", {3}, {1, 2, 3});
    writer.floats("second", {2, 2}, {4, 5, 6, 7});
    writer.tensor("strange", {256}, 99, std::string(144, 'x'));
    const auto file = parse_gguf(writer.bytes());
    CHECK_EQUAL(file->alignment(), alignment);
    CHECK_EQUAL(file->tensors().size(), 3u);
    const GgufTensor* second = file->find_tensor("second");
    CHECK(second->shape == (std::array<std::int64_t, 4>{2, 2, 1, 1}));
    CHECK_EQUAL(second->dims, 2);
    std::vector<float> values(4);
    dequantize(*second->type, file->data(*second), values);
    CHECK_ALL_NEAR(values, (std::vector<float>{4, 5, 6, 7}), 0.0);
    // Unknown types can be listed, not read.
    CHECK(!file->find_tensor("strange")->type.has_value());
    CHECK(file->find_tensor("missing") == nullptr);
  }
}

void shortens_long_arrays() {
  GgufWriter writer;
  std::string payload;
  GgufWriter::put(payload, static_cast<std::uint32_t>(GgufType::boolean));
  GgufWriter::put(payload, std::uint64_t{9});
  payload += std::string("\1\0\1\0\1\0\1\0\1", 9);
  writer.key("flags", GgufType::array, payload);
  CHECK_EQUAL(to_string(*parse_gguf(writer.bytes())->find("flags")),
              "[true, false, true, false, true, false, true, false, … (9)]");
}

}  // namespace io_gguf_test

void test_io_gguf(TestTable& tests) {
  using namespace io_gguf_test;
  tests.add("io_gguf", "reads every scalar", reads_every_scalar);
  tests.add("io_gguf", "reads strings and arrays", reads_strings_and_arrays);
  tests.add("io_gguf", "reads nested arrays", reads_nested_arrays);
  tests.add("io_gguf", "reads tensors", reads_tensors);
  tests.add("io_gguf", "shortens long arrays", shortens_long_arrays);
}

}  // namespace tern
