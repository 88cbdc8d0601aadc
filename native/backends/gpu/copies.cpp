#include "backends/gpu/copies.h"

#include "core/text.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_copies {

bool in_blocks(Type type) { return traits(type).block_size > 1; }

std::string word(Type type) { return type == Type::i32 ? "i32" : readable_type(type); }

/// A block is one element, of any number of bytes.
void move_blocks(Lowering& to, const Tensor& x, const Tensor& y) {
  tn_rows_args args{layout_in_blocks(x), {}, layout_in_blocks(y), {}};
  args.z.shape[0] = static_cast<tn_i32>(traits(x.type).block_bytes);
  to.call("move_blocks", args, {&x}, y, groups_by_row(x.shape),
          to.threads_for(args.x.shape[0] * args.z.shape[0]));
}

void one_step(Lowering& to, const Tensor& x, const Tensor& y) {
  const tn_rows_args args{layout_of(x), layout_of(x), layout_of(y), {}};
  const bool moves = x.type == y.type;
  const std::string kernel = moves ? concat("move_", traits(x.type).block_bytes)
                                   : concat("copy_", word(x.type), "_", word(y.type));
  to.call(kernel, args, with_grid({&x}, x.type), y, groups_by_row(x.shape),
          to.threads_for(x.shape[0] / traits(y.type).block_size));
}

}  // namespace gpu_copies

bool can_copy(Type from, Type to) {
  if (from == to) return true;
  const bool reads = from == Type::i32 || !readable_type(from).empty();
  return reads && (to == Type::i32 || !writable_type(to).empty());
}

void lower_copy(Lowering& to, const Tensor& x, const Tensor& y) {
  using namespace gpu_copies;
  if (x.type == y.type && in_blocks(x.type)) {
    move_blocks(to, x, y);
  } else if ((in_blocks(x.type) && y.type != Type::f32) ||
             (in_blocks(y.type) && x.type != Type::f32)) {
    const Tensor& floats = to.scratch(Type::f32, x.shape);
    one_step(to, x, floats);
    one_step(to, floats, y);
  } else {
    one_step(to, x, y);
  }
}

}  // namespace tern
