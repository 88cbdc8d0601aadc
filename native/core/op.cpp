#include "core/op.h"

namespace tern {
namespace core_op {

OpTable make_table() {
  OpTable table;
  register_ops(table);
  return table;
}

}  // namespace core_op

const OpTable& op_table() {
  static const OpTable table = core_op::make_table();
  return table;
}

}  // namespace tern
