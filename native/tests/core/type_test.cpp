#include "tern/type.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/type_table.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace core_type_test {

void knows_every_type() {
  for (std::size_t i = 0; i < type_count; ++i) {
    const auto type = static_cast<Type>(i);
    CHECK(traits(type).type == type);
    CHECK(!name(type).empty());
    CHECK(traits(type).block_bytes > 0);
    CHECK(type_from_gguf(traits(type).gguf_id) == type);
    CHECK(type_from_name(name(type)) == type);
    const bool integer = type == Type::i8 || type == Type::i16 || type == Type::i32;
    CHECK((traits(type).to_float == nullptr) == integer);
    CHECK(!integer || traits(type).from_float == nullptr);
  }
  CHECK(!type_from_gguf(9999).has_value());
  CHECK(!type_from_name("Q9_9").has_value());
}

void measures_rows() {
  CHECK_EQUAL(row_bytes(Type::f32, 64), 256u);
  CHECK_EQUAL(row_bytes(Type::f16, 64), 128u);
  CHECK_EQUAL(row_bytes(Type::q8_0, 64), 68u);
  CHECK_EQUAL(row_bytes(Type::q4_0, 64), 36u);
}

void decodes_q8_0_by_hand() {
  std::vector<std::byte> block(34);
  block[0] = std::byte{0x00};
  block[1] = std::byte{0x38};  // 0.5 as a half
  block[2] = std::byte{127};
  block[3] = std::byte{0x80};  // -128
  std::vector<float> values(32);
  dequantize(Type::q8_0, block, values);
  CHECK_EQUAL(values[0], 63.5f);
  CHECK_EQUAL(values[1], -64.0f);
  CHECK_EQUAL(values[2], 0.0f);
}

void decodes_q4_0_by_hand() {
  std::vector<std::byte> block(18, std::byte{0x88});  // both halves of a pair are zero
  block[0] = std::byte{0x00};
  block[1] = std::byte{0x40};  // 2.0 as a half
  block[2] = std::byte{0xf0};  // low: 0 - 8, high: 15 - 8
  std::vector<float> values(32);
  dequantize(Type::q4_0, block, values);
  CHECK_EQUAL(values[0], -16.0f);
  CHECK_EQUAL(values[16], 14.0f);
  CHECK_EQUAL(values[1], 0.0f);
}

/// The largest error of a round trip as a part of the largest value of its block.
double worst_error(Type type) {
  const std::vector<float> x = random_floats(4096, 7);
  const std::vector<float> y = round_trip(type, x);
  double worst = 0.0;
  for (std::size_t start = 0; start < x.size(); start += 32) {
    float largest = 0.0f;
    float error = 0.0f;
    for (std::size_t i = start; i < start + 32; ++i) {
      largest = std::max(largest, std::fabs(x[i]));
      error = std::max(error, std::fabs(x[i] - y[i]));
    }
    worst = std::max(worst, static_cast<double>(error / largest));
  }
  return worst;
}

void keeps_round_trips_close() {
  CHECK_EQUAL(worst_error(Type::f32), 0.0);
  CHECK(worst_error(Type::f16) < 0x1p-11 * 1.01);
  CHECK(worst_error(Type::bf16) < 0x1p-8 * 1.01);
  // Half a step, and what rounding the scale to a half does to 127 of them.
  CHECK(worst_error(Type::q8_0) < 0.5 / 127 + 0x1p-11);
  CHECK(worst_error(Type::q4_0) < 1.01 / 8);
  // A bound that is never reached would prove nothing.
  CHECK(worst_error(Type::q8_0) > 0.4 / 127);
  CHECK(worst_error(Type::q4_0) > 0.4 / 8);
}

void quantizes_edge_cases() {
  const std::vector<float> zeros(32, 0.0f);
  CHECK_ALL_NEAR(round_trip(Type::q8_0, zeros), zeros, 0.0);
  CHECK_ALL_NEAR(round_trip(Type::q4_0, zeros), zeros, 0.0);
  std::vector<float> signs(32, -1.0f);
  signs[0] = 1.0f;
  CHECK_ALL_NEAR(round_trip(Type::q8_0, signs), signs, 1e-3);
  // Q4_0 gives the extreme value the code -8; its opposite must do with 7.
  CHECK_NEAR(round_trip(Type::q4_0, signs)[1], -0.875, 1e-3);
  CHECK_NEAR(round_trip(Type::q4_0, signs)[0], 1.0, 1e-3);
}

/// Also what no caller should pass gives some result.
void quantizes_odd_values() {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const Type type : float_types()) {
    if (traits(type).from_float == nullptr) continue;
    for (const float odd : {NAN, infinity, -infinity, 3e38f, -3e38f, 1e-45f, 0.0f}) {
      CHECK_EQUAL(round_trip(type, std::vector<float>(256, odd)).size(), 256u);
      std::vector<float> values = random_floats(256, 9);
      values[7] = odd;
      CHECK_EQUAL(round_trip(type, values).size(), 256u);
    }
    const std::vector<float> zeros(256, 0.0f);
    CHECK_ALL_NEAR(round_trip(type, zeros), zeros, 0.0);
  }
}

void refuses_wrong_sizes() {
  std::vector<float> floats(33);
  std::vector<std::byte> bytes(34);
  CHECK_THROWS(RequestError, "multiple of 32 elements, got 33",
               quantize(Type::q8_0, floats, bytes));
  CHECK_THROWS(RequestError, "expected 132 bytes for 33 elements, got 34",
               dequantize(Type::f32, bytes, floats));
  std::vector<std::byte> block(row_bytes(Type::iq2_s, 256));
  CHECK_THROWS(RequestError, "IQ2_S cannot be written, only read",
               quantize(Type::iq2_s, std::vector<float>(256), block));
  CHECK_THROWS(RequestError, "I32 does not hold floats", dequantize(Type::i32, bytes, floats));
}

}  // namespace core_type_test

void test_core_type(TestTable& tests) {
  using namespace core_type_test;
  tests.add("core_type", "knows every type", knows_every_type);
  tests.add("core_type", "measures rows", measures_rows);
  tests.add("core_type", "decodes Q8_0 by hand", decodes_q8_0_by_hand);
  tests.add("core_type", "decodes Q4_0 by hand", decodes_q4_0_by_hand);
  tests.add("core_type", "keeps round trips close", keeps_round_trips_close);
  tests.add("core_type", "quantizes edge cases", quantizes_edge_cases);
  tests.add("core_type", "quantizes odd values", quantizes_odd_values);
  tests.add("core_type", "refuses wrong sizes", refuses_wrong_sizes);
}

}  // namespace tern
