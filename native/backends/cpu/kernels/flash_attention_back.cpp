#include <algorithm>

#include "backends/cpu/attention_links.h"
#include "backends/cpu/kernel.h"
#include "core/ops/flash_attention.h"

namespace tern {
namespace cpu_flash_attention_back {

void prepare(const CpuTask& task, const Tensor& node) {
  const AttentionLinks links(task, node);
  for_each_row(task, links.queries(), [&](RowIndex query) { links.measure(query); });
}

void add_scaled(float* y, const float* x, float factor, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

void by_queries(const CpuTask& task, const AttentionLinks& links, const Tensor& node) {
  for_each_row(task, node.shape, [&](RowIndex query) {
    float* y = float_row(node, query);
    std::fill_n(y, node.shape[0], 0.0f);
    for (std::int64_t cell = 0; cell < links.cells(); ++cell) {
      const AttentionLink link = links.link(query, cell);
      add_scaled(y, link.key, link.slope, node.shape[0]);
    }
  });
}

/// Of keys or values: calls add(y, query, link) for each query that sees the cell.
template <class Add>
void by_cells(const CpuTask& task, const AttentionLinks& links, const Tensor& node,
              const Add& add) {
  for_each_row(task, node.shape, [&](RowIndex at) {
    float* y = float_row(node, at);
    std::fill_n(y, node.shape[0], 0.0f);
    for (std::int64_t head = at.i2 * links.group(); head < (at.i2 + 1) * links.group(); ++head) {
      for (std::int64_t token = 0; token < links.tokens(); ++token) {
        const RowIndex query{token, head, at.i3};
        add(y, query, links.link(query, at.i1));
      }
    }
  });
}

void by_sinks(const CpuTask& task, const AttentionLinks& links, const Tensor& node) {
  const Range mine = share_of(node.shape[0], task.thread, task.threads);
  for (std::int64_t head = mine.begin; head < mine.end; ++head) {
    double total = 0.0;
    for (std::int64_t sequence = 0; sequence < links.queries()[3]; ++sequence)
      for (std::int64_t token = 0; token < links.tokens(); ++token)
        total += links.sink_slope({token, head, sequence});
    float_row(node, {0, 0, 0})[head] = static_cast<float>(total);
  }
}

void run(const CpuTask& task, const Tensor& node) {
  const AttentionLinks links(task, node);
  const std::int64_t n = node.shape[0];
  switch (node.params<FlashAttentionBackParams>().operand) {
    case AttentionOperand::queries: return by_queries(task, links, node);
    case AttentionOperand::keys:
      return by_cells(task, links, node, [&](float* y, RowIndex query, const AttentionLink& link) {
        add_scaled(y, links.query(query), link.slope, n);
      });
    case AttentionOperand::values:
      return by_cells(task, links, node, [&](float* y, RowIndex query, const AttentionLink& link) {
        add_scaled(y, links.gradient(query), link.weight, n);
      });
    case AttentionOperand::sinks: return by_sinks(task, links, node);
  }
}

}  // namespace cpu_flash_attention_back

void register_cpu_flash_attention_back(CpuKernelTable& table) {
  table.add(flash_attention_back_op, {.run = cpu_flash_attention_back::run,
                                      .scratch_bytes = AttentionLinks::scratch_bytes,
                                      .prepare = cpu_flash_attention_back::prepare,
                                      .shared_bytes = AttentionLinks::shared_bytes});
}

}  // namespace tern
