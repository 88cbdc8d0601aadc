#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tern {

/// Element types of tensors. Quantised types store blocks of elements that share a scale.
enum class Type : std::uint8_t {
  f32,
  f16,
  bf16,
  i8,
  i16,
  i32,
  q4_0,
  q4_1,
  q5_0,
  q5_1,
  q8_0,
  q2_k,
  q3_k,
  q4_k,
  q5_k,
  q6_k,
  iq1_s,
  iq1_m,
  iq2_xxs,
  iq2_xs,
  iq2_s,
  iq3_xxs,
  iq3_s,
  iq4_nl,
  iq4_xs,
  tq1_0,
  tq2_0,
  mxfp4,
  nvfp4,
};
inline constexpr std::size_t type_count = static_cast<std::size_t>(Type::nvfp4) + 1;

/// What is known about one type. The objects live as long as the program.
struct TypeTraits {
  Type type{};
  std::string_view name;
  std::uint32_t gguf_id = 0;    ///< the number that stands for it in a GGUF file
  std::int64_t block_size = 1;  ///< elements per block
  std::size_t block_bytes = 0;  ///< bytes per block
  bool quantized = false;

  /// Converts `n` elements (a multiple of block_size) to float. Absent for integers.
  void (*to_float)(const std::byte* source, float* target, std::int64_t n) = nullptr;
  /// Converts `n` floats (a multiple of block_size) to this type. Absent for integers and for types
  /// that can only be read.
  void (*from_float)(const float* source, std::byte* target, std::int64_t n) = nullptr;
};

const TypeTraits& traits(Type type);
std::string_view name(Type type);

/// The type with this name, as names are in GGUF: "Q4_0"; empty if this library does not have it.
std::optional<Type> type_from_name(std::string_view name);

/// The type that a GGUF file calls `gguf_id`; empty if this library does not have it.
std::optional<Type> type_from_gguf(std::uint32_t gguf_id);

/// Bytes of `n` consecutive elements; `n` must be a multiple of the block size.
std::size_t row_bytes(Type type, std::int64_t n);

/// Converts a whole row. Throws RequestError if sizes do not match, the type has no floats or, for
/// quantize, it can only be read.
void dequantize(Type type, std::span<const std::byte> source, std::span<float> target);
void quantize(Type type, std::span<const float> source, std::span<std::byte> target);

}  // namespace tern
