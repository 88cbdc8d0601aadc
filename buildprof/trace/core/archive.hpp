// The two directions of a record: record.cpp lists the fields, once for both.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "flat.hpp"
#include "unit.hpp"

namespace buildprof {

// Strings are numbered in the order they come; each is stored once.
class ArchiveWriter {
 public:
  static constexpr bool kReads = false;
  explicit ArchiveWriter(const Interner& strings) : strings_(strings) {}

  template <typename Value>
  void plain(Value& value) {
    out_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }

  void text(std::string& value) {
    auto size = static_cast<std::uint32_t>(value.size());
    plain(size);
    out_.append(value);
  }

  void id(StringId& value) {
    const auto known = static_cast<std::uint32_t>(seen_.size());
    std::uint32_t number = seen_.index(value);
    plain(number);
    if (number == known) {
      const std::string_view text = strings_.text(value);
      auto size = static_cast<std::uint32_t>(text.size());
      plain(size);
      out_.append(text);
    }
  }

  std::string take() { return std::move(out_); }

 private:
  const Interner& strings_;
  Flat<char> seen_;
  std::string out_;
};

// Throws Malformed where the bytes are not what an ArchiveWriter wrote.
class ArchiveReader {
 public:
  static constexpr bool kReads = true;
  ArchiveReader(std::string_view bytes, Interner& strings) : left_(bytes), strings_(strings) {}

  template <typename Value>
  void plain(Value& value) {
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
  }

  void text(std::string& value) {
    std::uint32_t size = 0;
    plain(size);
    value = take(size);
  }

  void id(StringId& value) {
    std::uint32_t number = 0;
    plain(number);
    if (number == ids_.size()) {
      std::uint32_t size = 0;
      plain(size);
      ids_.push_back(strings_.id(take(size)));
    }
    check(number < ids_.size());
    value = ids_[number];
  }

  // How many elements may follow: never more than there are bytes.
  void check(bool sound) const {
    if (!sound) {
      throw Malformed{"is no record", left_.size()};
    }
  }
  [[nodiscard]] std::size_t left() const { return left_.size(); }

 private:
  std::string_view take(std::size_t size) {
    check(size <= left_.size());
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }

  std::string_view left_;
  Interner& strings_;
  std::vector<StringId> ids_;
};

}  // namespace buildprof
