#pragma once

#include <string_view>

#include "core/tensor.h"

namespace tern {

/// Throws GraphError "[op] expected …, got …".
[[noreturn]] void fail(const OpInfo& op, std::string_view expected, std::string_view found);

/// Throws GraphError naming `found` unless `ok`.
void expect(bool ok, const OpInfo& op, std::string_view expected, const Tensor& found);

/// The checks that most ops share.
void expect_type(const OpInfo& op, const Tensor& tensor, Type type);
void expect_contiguous(const OpInfo& op, const Tensor& tensor);
void expect_contiguous_rows(const OpInfo& op, const Tensor& tensor);
void expect_same_shape(const OpInfo& op, const Tensor& a, const Tensor& b);

}  // namespace tern
