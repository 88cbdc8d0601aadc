#include "core/tensor.h"

#include "tests/support/check.h"

namespace tern {
namespace core_tensor_test {

Tensor make(Type type, const Shape& shape) {
  Tensor tensor;
  tensor.type = type;
  tensor.shape = shape;
  tensor.stride = contiguous_strides(type, shape);
  return tensor;
}

void lays_out_rows() {
  CHECK(contiguous_strides(Type::f32, {3, 4, 5, 6}) == (Strides{4, 12, 48, 240}));
  CHECK(contiguous_strides(Type::q8_0, {64, 4, 2, 1}) == (Strides{34, 68, 272, 544}));
  CHECK_EQUAL(byte_span(make(Type::q4_0, {64, 3, 1, 1})), 108u);
  CHECK_EQUAL(byte_span(make(Type::f32, {0, 3, 1, 1})), 0u);
}

void spans_gaps() {
  Tensor tensor = make(Type::f32, {2, 3, 1, 1});
  tensor.stride[1] = 100;
  CHECK_EQUAL(byte_span(tensor), 208u);
  CHECK(!is_contiguous(tensor));
  CHECK(has_contiguous_rows(tensor));
}

void ignores_strides_of_single_elements() {
  Tensor tensor = make(Type::f32, {1, 3, 1, 1});
  tensor.stride = {999, 4, 777, 555};
  CHECK(is_contiguous(tensor));
  CHECK(has_contiguous_rows(tensor));
}

void describes_itself() {
  Tensor tensor = make(Type::bf16, {2, 1, 3, 1});
  CHECK_EQUAL(describe(tensor), "BF16 [2, 1, 3]");
  tensor.name = std::string("w");  // GCC 12 warns wrongly about literals here
  CHECK_EQUAL(describe(tensor), "w: BF16 [2, 1, 3]");
  CHECK_EQUAL(to_string(Shape{1, 1, 1, 1}), "[1]");
}

}  // namespace core_tensor_test

void test_core_tensor(TestTable& tests) {
  using namespace core_tensor_test;
  tests.add("core_tensor", "lays out rows", lays_out_rows);
  tests.add("core_tensor", "spans gaps", spans_gaps);
  tests.add("core_tensor", "ignores strides of single elements",
            ignores_strides_of_single_elements);
  tests.add("core_tensor", "describes itself", describes_itself);
}

}  // namespace tern
