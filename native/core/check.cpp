#include "core/check.h"

#include "core/text.h"
#include "tern/error.h"

namespace tern {

void fail(const OpInfo& op, std::string_view expected, std::string_view found) {
  throw GraphError(concat("[", op.name, "] expected ", expected, ", got ", found));
}

void expect(bool ok, const OpInfo& op, std::string_view expected, const Tensor& found) {
  if (!ok) fail(op, expected, describe(found));
}

void expect_type(const OpInfo& op, const Tensor& tensor, Type type) {
  if (tensor.type != type) fail(op, concat("type ", name(type)), describe(tensor));
}

void expect_contiguous(const OpInfo& op, const Tensor& tensor) {
  expect(is_contiguous(tensor), op, "a contiguous tensor", tensor);
}

void expect_contiguous_rows(const OpInfo& op, const Tensor& tensor) {
  expect(has_contiguous_rows(tensor), op, "contiguous rows", tensor);
}

void expect_same_shape(const OpInfo& op, const Tensor& a, const Tensor& b) {
  if (a.shape != b.shape) fail(op, concat("shape ", to_string(a.shape)), describe(b));
}

}  // namespace tern
