#include "core/ops/flash_attention.h"

#include <algorithm>

#include "backends/cpu/flash_rows.h"
#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_flash_attention {

using namespace flash_rows;

/// Where there are few items, as when single tokens are generated, the cells are cut into parts,
/// which are put together in order. Both numbers come from the shapes alone, so that the number of
/// threads does not change the result.
constexpr std::int64_t few_items = 16;
constexpr std::int64_t part_cells = 512;

std::int64_t part_count(const Work& work) {
  if (work.items() > few_items) return 1;
  return std::max<std::int64_t>(1, (work.cells() + part_cells - 1) / part_cells);
}

/// What is kept of the rows of an item in one part of the cells.
struct Part {
  Part(std::byte* memory, const Work& work, std::int64_t number)
      : sums(reinterpret_cast<float*>(memory) + number * tile_rows * (work.head_v() + 2)),
        largest(sums + tile_rows * work.head_v()),
        total(largest + tile_rows) {}

  float* sums;
  float* largest;
  float* total;
};

std::size_t shared_bytes(const Tensor& node) {
  const Work work(node);
  const std::int64_t parts = part_count(work);
  if (parts == 1) return 0;
  return static_cast<std::size_t>(work.items() * parts * tile_rows * (work.head_v() + 2)) *
         sizeof(float);
}

void add_range(const Work& work, const Item& item, const Scratch& scratch, Range cells) {
  start(work, item, scratch);
  for (std::int64_t cell = cells.begin; cell < cells.end; cell += tile_cells)
    add_cells(work, item, scratch, {cell, std::min(cell + tile_cells, cells.end)});
}

/// Computes all parts, if there are several.
void prepare(const CpuTask& task, const Tensor& node) {
  const Work work(node);
  const std::int64_t parts = part_count(work);
  if (parts == 1) return;
  const Scratch scratch(task, work);
  const Range mine = share_of(work.items() * parts, task.thread, task.threads);
  for (std::int64_t i = mine.begin; i < mine.end; ++i) {
    const std::int64_t first = i % parts * part_cells;
    const Item item(work, i / parts);
    add_range(work, item, scratch, {first, std::min(first + part_cells, work.cells())});
    const Part part(task.shared, work, i);
    std::copy_n(scratch.sums, item.rows * work.head_v(), part.sums);
    std::copy_n(scratch.largest, item.rows, part.largest);
    std::copy_n(scratch.total, item.rows, part.total);
  }
}

void join(const CpuTask& task, const Work& work, const Scratch& scratch, std::int64_t number,
          std::int64_t parts) {
  const Item item(work, number);
  start(work, item, scratch);
  for (std::int64_t i = 0; i < parts; ++i) {
    const Part part(task.shared, work, number * parts + i);
    for (std::int64_t r = 0; r < item.rows; ++r)
      add_part(work, scratch, r, part.sums + r * work.head_v(), part.largest[r], part.total[r]);
  }
  write(work, item, scratch);
}

void run(const CpuTask& task, const Tensor& node) {
  const Work work(node);
  const std::int64_t parts = part_count(work);
  const Scratch scratch(task, work);
  const Range mine = share_of(work.items(), task.thread, task.threads);
  for (std::int64_t number = mine.begin; number < mine.end; ++number) {
    if (parts > 1) {
      join(task, work, scratch, number, parts);
      continue;
    }
    const Item item(work, number);
    add_range(work, item, scratch, {0, work.cells()});
    write(work, item, scratch);
  }
}

}  // namespace cpu_flash_attention

void register_cpu_flash_attention(CpuKernelTable& table) {
  table.add(flash_attention_op, {.run = cpu_flash_attention::run,
                                 .scratch_bytes = flash_rows::scratch_bytes,
                                 .prepare = cpu_flash_attention::prepare,
                                 .shared_bytes = cpu_flash_attention::shared_bytes});
}

}  // namespace tern
