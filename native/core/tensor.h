#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "core/op.h"
#include "tern/type.h"

namespace tern {

inline constexpr int max_dims = 4;
inline constexpr int max_sources = 8;
inline constexpr std::size_t max_param_bytes = 128;

/// Elements per dimension; [0] runs fastest in memory, as in GGUF. Unused dimensions are 1.
using Shape = std::array<std::int64_t, max_dims>;
/// Bytes from one element (in [0]: block) to the next, per dimension.
using Strides = std::array<std::size_t, max_dims>;

/// A typed, strided array: a weight, an input, or the result of an op in a graph.
///
/// A tensor never owns its memory: weights point into a file map or a buffer, everything else into
/// memory that the allocator handed out. A view has a `base` and shares its memory.
struct Tensor {
  Type type{};
  Shape shape{1, 1, 1, 1};
  Strides stride{};
  const OpInfo* op = nullptr;  ///< null for weights and inputs
  std::array<Tensor*, max_sources> source{};
  Tensor* base = nullptr;  ///< never itself a view
  std::size_t offset = 0;  ///< bytes into base
  std::byte* data = nullptr;
  std::int32_t index = -1;  ///< position in its graph; -1 if it belongs to none
  bool is_output = false;   ///< its memory is not reused after its last use
  bool is_weight = false;   ///< its values never change: a backend may keep them in another form
  std::string name;
  alignas(8) std::array<std::byte, max_param_bytes> param_bytes{};

  template <class Params>
  void set_params(const Params& params) {
    static_assert(std::is_trivially_copyable_v<Params> && sizeof(Params) <= max_param_bytes);
    std::memcpy(param_bytes.data(), &params, sizeof params);
  }

  template <class Params>
  Params params() const {
    static_assert(std::is_trivially_copyable_v<Params> && sizeof(Params) <= max_param_bytes);
    Params params;
    std::memcpy(&params, param_bytes.data(), sizeof params);
    return params;
  }

  /// Start of the row at (i1, i2, i3).
  std::byte* row(std::int64_t i1, std::int64_t i2 = 0, std::int64_t i3 = 0) const {
    return data + static_cast<std::size_t>(i1) * stride[1] +
           static_cast<std::size_t>(i2) * stride[2] + static_cast<std::size_t>(i3) * stride[3];
  }
};

/// The strides of a tensor without gaps.
Strides contiguous_strides(Type type, const Shape& shape);

std::int64_t element_count(const Shape& shape);
/// Number of rows: the product of all dimensions but the first.
std::int64_t row_count(const Shape& shape);
/// Bytes from the first to behind the last element.
std::size_t byte_span(const Tensor& tensor);
bool is_contiguous(const Tensor& tensor);
/// True if the elements of each row lie side by side.
bool has_contiguous_rows(const Tensor& tensor);

/// "[4, 3, 1, 1]" without the trailing ones: "[4, 3]".
std::string to_string(const Shape& shape);
/// "name: F32 [4, 3]"
std::string describe(const Tensor& tensor);

}  // namespace tern
