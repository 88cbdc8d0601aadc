#include "text.hpp"

#include <cstdint>

namespace buildprof {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

void append(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  if (code < 0x800) {
    out += static_cast<char>(0xC0U | (code >> 6U));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0U | (code >> 12U));
    out += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
  } else {
    out += static_cast<char>(0xF0U | (code >> 18U));
    out += static_cast<char>(0x80U | ((code >> 12U) & 0x3FU));
    out += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
  }
  out += static_cast<char>(0x80U | (code & 0x3FU));
}

int hex(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

class Decoder {
 public:
  Decoder(std::string_view bytes, bool& replaced) : bytes_(bytes), replaced_(replaced) {
    out_.reserve(bytes.size());
  }

  std::string run() {
    while (at_ < bytes_.size()) {
      const auto byte = static_cast<unsigned char>(bytes_[at_]);
      if (byte == '\\') {
        escape();
      } else if (byte < 0x80) {
        out_ += bytes_[at_++];
      } else {
        multibyte(byte);
      }
    }
    return std::move(out_);
  }

 private:
  void replace() {
    replaced_ = true;
    append(out_, kReplacement);
  }

  // A sequence of two to four bytes: shortest form, no surrogate, at most U+10FFFF.
  void multibyte(unsigned char lead) {
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    std::uint32_t code = lead & (0x7FU >> length);
    std::size_t used = 1;
    while (used < length && at_ + used < bytes_.size() &&
           (static_cast<unsigned char>(bytes_[at_ + used]) & 0xC0U) == 0x80U) {
      code = (code << 6U) | (static_cast<unsigned char>(bytes_[at_ + used++]) & 0x3FU);
    }
    const bool valid = lead >= 0xC2 && lead <= 0xF4 && used == length &&
                       code >= kSmallest[length] && code <= 0x10FFFF &&
                       (code < 0xD800 || code > 0xDFFF);
    if (valid) {
      out_.append(bytes_.substr(at_, length));
    } else {
      replace();
    }
    at_ += valid ? length : 1;
  }

  void escape() {
    constexpr std::string_view kFrom = "bfnrt";
    constexpr std::string_view kTo = "\b\f\n\r\t";
    const char kind = at_ + 1 < bytes_.size() ? bytes_[at_ + 1] : '\0';
    at_ += 2;
    if (kind == 'u') {
      unicode();
    } else if (const auto found = kFrom.find(kind); found != std::string_view::npos) {
      out_ += kTo[found];
    } else if (kind != '\0') {
      out_ += kind;
    }
  }

  // Four hex digits at the current place, or -1.
  [[nodiscard]] int unit(std::size_t at) const {
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const int one = at + i < bytes_.size() ? hex(bytes_[at + i]) : -1;
      if (one < 0) {
        return -1;
      }
      value = value * 16 + one;
    }
    return value;
  }

  void unicode() {
    const int high = unit(at_);
    if (high < 0) {
      replace();
      return;
    }
    at_ += 4;
    if (high < 0xD800 || high > 0xDFFF) {
      append(out_, static_cast<std::uint32_t>(high));
      return;
    }
    const int low = bytes_.substr(at_).starts_with("\\u") ? unit(at_ + 2) : -1;
    if (high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) {
      replace();
      return;
    }
    at_ += 6;
    append(out_, 0x10000U + ((static_cast<std::uint32_t>(high) & 0x3FFU) << 10U) +
                     (static_cast<std::uint32_t>(low) & 0x3FFU));
  }

  std::string_view bytes_;
  bool& replaced_;
  std::string out_;
  std::size_t at_ = 0;
};

}  // namespace

std::string decode(const RawString& raw, bool& replaced) {
  return Decoder(raw.bytes, replaced).run();
}

}  // namespace buildprof
