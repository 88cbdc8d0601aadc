// Writes MessagePack: how results reach Python.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "unit.hpp"

namespace buildprof {

class Pack {
 public:
  void array(std::size_t size) { sized(size, 0x90, 16, 0xDC, 0xDD); }
  void map(std::size_t size) { sized(size, 0x80, 16, 0xDE, 0xDF); }
  void nil() { byte(0xC0); }
  void flag(bool value) { byte(value ? 0xC3 : 0xC2); }
  void time(const Time& value) { value ? number(*value) : nil(); }

  void number(std::int64_t value) {
    if (value >= 0 && value < 128) {
      byte(static_cast<unsigned>(value));
    } else if (value >= 0 && value <= 0xFFFFFFFF) {
      byte(0xCE);
      big(static_cast<std::uint64_t>(value), 4);
    } else {
      byte(0xD3);
      big(static_cast<std::uint64_t>(value), 8);
    }
  }

  void text(std::string_view value) {
    if (value.size() >= 32 && value.size() < 256) {
      byte(0xD9);
      byte(static_cast<unsigned>(value.size()));
    } else {
      sized(value.size(), 0xA0, 32, 0xDA, 0xDB);
    }
    out_.append(value);
  }

  void field(std::string_view name, std::int64_t value) {
    text(name);
    number(value);
  }
  void field(std::string_view name, std::string_view value) {
    text(name);
    text(value);
  }

  std::string take() { return std::move(out_); }

 private:
  void byte(unsigned value) { out_ += static_cast<char>(value); }

  void big(std::uint64_t value, unsigned bytes) {
    while (bytes-- > 0) {
      byte(static_cast<unsigned>((value >> (8 * bytes)) & 0xFFU));
    }
  }

  void sized(std::size_t size, unsigned fix, std::size_t small, unsigned two, unsigned four) {
    if (size < small) {
      byte(fix | static_cast<unsigned>(size));
    } else if (size < 65536) {
      byte(two);
      big(size, 2);
    } else {
      byte(four);
      big(size, 4);
    }
  }

  std::string out_;
};

}  // namespace buildprof
