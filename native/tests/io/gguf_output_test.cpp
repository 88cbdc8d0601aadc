#include "tern/gguf_output.h"

#include <filesystem>
#include <sstream>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/gguf_writer.h"

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

GgufValue list_of(GgufType element, std::vector<std::int32_t> values) {
  return std::make_shared<const GgufArray>(GgufArray{element, std::move(values)});
}

/// Arrays within arrays, `depth` of them.
GgufValue nested(int depth) {
  GgufValue value = list_of(GgufType::int32, {1});
  for (int i = 1; i < depth; ++i) {
    value = std::make_shared<const GgufArray>(
        GgufArray{GgufType::array, std::vector<GgufValue>{value}});
  }
  return value;
}

void refuses_keys_that_cannot_be_read() {
  std::ostringstream bytes;
  CHECK_THROWS(RequestError, "x: expected version 2 or 3, got 4", GgufOutput(bytes, "x", 4));
  GgufOutput out(bytes, "x");
  CHECK_THROWS(RequestError, "expected a key with a name", out.key("", true));
  CHECK_THROWS(RequestError, "'k': expected elements of type UINT8, got INT32",
               out.key("k", list_of(GgufType::uint8, {1})));
  CHECK_THROWS(RequestError, "'k': expected an array, got none",
               out.key("k", std::shared_ptr<const GgufArray>()));
  CHECK_THROWS(RequestError, "'k': arrays nested more than 4 deep", out.key("k", nested(5)));
  out.key("k", nested(4));
  CHECK_THROWS(RequestError, "key 'k' is there already", out.key("k", true));
  CHECK_THROWS(RequestError, "expected UINT32 with a power of two",
               out.key("general.alignment", std::uint32_t{12}));
  out.finish();
  CHECK_EQUAL(parse_gguf(bytes.str())->metadata().size(), 1u);
}

void refuses_tensors_that_cannot_be_read() {
  std::ostringstream bytes;
  GgufOutput out(bytes, "x");
  CHECK_THROWS(RequestError, "tensor 't': expected 1 to 4 dimensions, got 0",
               out.tensor("t", Type::f32, {}));
  CHECK_THROWS(RequestError, "tensor 't': dimension out of range, got 0",
               out.tensor("t", Type::f32, {4, 0}));
  CHECK_THROWS(RequestError, "tensor 't': dimension out of range",
               out.tensor("t", Type::f32, {std::int64_t{1} << 40, std::int64_t{1} << 40}));
  CHECK_THROWS(RequestError, "tensor 't': expected rows of a multiple of 32 elements, got 33",
               out.tensor("t", Type::q8_0, {33}));
  out.tensor("t", Type::f32, {1});
  CHECK_THROWS(RequestError, "tensor 't': is there already", out.tensor("t", Type::f32, {1}));
  CHECK_THROWS(RequestError, "expected 'general.alignment' before the first tensor",
               out.key("general.alignment", std::uint32_t{64}));
  out.append(bytes_of({1.0f}));
  CHECK_THROWS(RequestError, "expected key 'late' before the data", out.key("late", true));
  CHECK_THROWS(RequestError, "tensor 'late': expected before the data",
               out.tensor("late", Type::f32, {1}));
}

void an_unfinished_file_leaves_nothing() {
  const Temporary file;
  {
    GgufOutput out(file.path);
    out.tensor("a", Type::f32, {2});
  }
  CHECK(!std::filesystem::exists(file.path));
  CHECK(!std::filesystem::exists(file.path.string() + ".part"));
}

/// The old bytes stay mapped while the new ones take the name.
void a_file_can_be_written_over_itself() {
  const Temporary file;
  const std::vector<float> values{1.0f, 2.0f, 3.0f};
  GgufOutput out(file.path, 2);
  out.key("general.alignment", std::uint32_t{128});
  out.tensor("a", Type::f32, {3});
  out.append(bytes_of(values));
  out.finish();
  GgufOutput again(file.path, 2);
  copy_gguf(*Gguf::open(file.path), again);
  const auto read = Gguf::open(file.path);
  CHECK_EQUAL(read->version(), 2u);
  CHECK_EQUAL(read->alignment(), 128u);
  const auto stored = read->data(read->tensors().front());
  CHECK_EQUAL(std::equal(stored.begin(), stored.end(), bytes_of(values).begin()), true);
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
  tests.add("io_gguf_output", "refuses keys that cannot be read", refuses_keys_that_cannot_be_read);
  tests.add("io_gguf_output", "refuses tensors that cannot be read",
            refuses_tensors_that_cannot_be_read);
  tests.add("io_gguf_output", "an unfinished file leaves nothing",
            an_unfinished_file_leaves_nothing);
  tests.add("io_gguf_output", "a file can be written over itself",
            a_file_can_be_written_over_itself);
  tests.add("io_gguf_output", "says where it cannot write", says_where_it_cannot_write);
}

}  // namespace tern
