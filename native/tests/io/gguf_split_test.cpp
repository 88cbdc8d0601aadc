#include <cstring>
#include <filesystem>

#include "core/text.h"
#include "tern/error.h"
#include "tern/gguf_output.h"
#include "tests/support/check.h"
#include "tests/support/gguf_writer.h"

namespace tern {
namespace io_gguf_split_test {

/// A free folder that goes away with the object.
struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / "tern-gguf-split";
  Folder() {
    std::filesystem::remove_all(path);
    std::filesystem::create_directory(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

std::shared_ptr<const Gguf> five_tensors() {
  GgufWriter writer;
  writer.text("general.name", "five");
  for (int i = 0; i < 5; ++i) writer.floats(concat("t", i), {2}, {static_cast<float>(i), 0.5f});
  return parse_gguf(writer.bytes());
}

float first_value(const Gguf& file, const GgufTensor& tensor) {
  float value = 0;
  std::memcpy(&value, file.data(tensor).data(), sizeof value);
  return value;
}

void parts_are_read_as_one() {
  const Folder folder;
  const auto paths = split_gguf(*five_tensors(), folder.path / "m", 2);
  CHECK_EQUAL(paths.size(), 3u);
  CHECK_EQUAL(paths[2].filename().string(), "m-00003-of-00003.gguf");
  const auto file = Gguf::open(paths[0]);
  CHECK_EQUAL(std::get<std::string>(*file->find("general.name")), "five");
  CHECK_EQUAL(file->tensors().size(), 5u);
  for (int i = 0; i < 5; ++i) {
    const GgufTensor* tensor = file->find_tensor(concat("t", i));
    CHECK(tensor != nullptr);
    CHECK_EQUAL(first_value(*file, *tensor), static_cast<float>(i));
  }
}

void parts_can_be_divided_again() {
  const Folder folder;
  const auto paths = split_gguf(*five_tensors(), folder.path / "m", 2);
  const auto file = Gguf::open(paths[0]);
  split_gguf(*file, folder.path / "m", 2);  // the same names: the mapped files stay as they are
  const auto single = split_gguf(*file, folder.path / "n", 100);
  CHECK_EQUAL(single.size(), 1u);
  CHECK_EQUAL(Gguf::open(single[0])->tensors().size(), 5u);
  CHECK_THROWS(RequestError, "got files of 0 tensors", split_gguf(*file, folder.path / "o", 0));
}

void names_the_part_that_is_wrong() {
  const Folder folder;
  const auto paths = split_gguf(*five_tensors(), folder.path / "m", 2);
  CHECK_THROWS(FileError, "expected the first of 3 files, got number 2", Gguf::open(paths[1]));
  std::filesystem::copy_file(paths[0], folder.path / "other.gguf");
  CHECK_THROWS(FileError, "expected a name that ends with -00001-of-00003.gguf",
               Gguf::open(folder.path / "other.gguf"));
  std::filesystem::copy_file(paths[1], paths[2], std::filesystem::copy_options::overwrite_existing);
  CHECK_THROWS(FileError, "m-00003-of-00003.gguf: expected file 3 of 3, got 2 of 3",
               Gguf::open(paths[0]));
  std::filesystem::remove(paths[2]);
  CHECK_THROWS(FileError, "m-00003-of-00003.gguf: cannot open", Gguf::open(paths[0]));
}

/// A first part with these keys, under the name of the first of two.
void expect_error(GgufOutput& out, const std::filesystem::path& path, std::string_view part) {
  out.finish();
  CHECK_THROWS(FileError, part, Gguf::open(path));
}

void keys_must_fit_each_other() {
  const Folder folder;
  const auto path = folder.path / "m-00001-of-00001.gguf";
  GgufOutput beyond(path);
  beyond.key("split.no", std::uint16_t{3});
  beyond.key("split.count", std::uint16_t{3});
  expect_error(beyond, path, "'split.no': expected less than 3, got 3");
  GgufOutput text(path);
  text.key("split.count", std::string("3"));
  expect_error(text, path, "'split.count': expected a whole number, got STRING");
  GgufOutput negative(path);
  negative.key("split.count", std::int32_t{-1});
  expect_error(negative, path, "'split.count': expected a whole number, got INT32");
  GgufOutput none(path);
  none.key("split.count", std::uint16_t{0});
  expect_error(none, path, "'split.count': expected 1 to 65535, got 0");
}

void tensors_must_be_complete_and_different() {
  const Folder folder;
  const auto write = [&](std::uint16_t index, std::int32_t tensors) {
    const auto path =
        folder.path / (index == 0 ? "m-00001-of-00002.gguf" : "m-00002-of-00002.gguf");
    GgufOutput out(path);
    out.key("split.no", index);
    out.key("split.count", std::uint16_t{2});
    out.key("split.tensors.count", tensors);
    out.tensor(index == 0 || tensors == 2 ? "a" : "b", Type::f32, {1});
    out.append(std::as_bytes(std::span(&tensors, 1)));
    out.finish();
    return path;
  };
  write(1, 2);
  CHECK_THROWS(FileError, "00002-of-00002.gguf: tensor 'a' is in a file before",
               Gguf::open(write(0, 2)));
  write(1, 3);
  CHECK_THROWS(FileError, "expected 3 tensors in all files, got 2", Gguf::open(write(0, 3)));
}

}  // namespace io_gguf_split_test

void test_io_gguf_split(TestTable& tests) {
  using namespace io_gguf_split_test;
  tests.add("io_gguf_split", "parts are read as one", parts_are_read_as_one);
  tests.add("io_gguf_split", "parts can be divided again", parts_can_be_divided_again);
  tests.add("io_gguf_split", "names the part that is wrong", names_the_part_that_is_wrong);
  tests.add("io_gguf_split", "keys must fit each other", keys_must_fit_each_other);
  tests.add("io_gguf_split", "tensors must be complete and different",
            tensors_must_be_complete_and_different);
}

}  // namespace tern
