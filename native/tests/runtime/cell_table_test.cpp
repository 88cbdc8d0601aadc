#include <algorithm>
#include <cmath>

#include "runtime/cell_table.h"
#include "tern/error.h"
#include "tests/support/check.h"

namespace tern {
namespace runtime_cell_table_test {

using Cells = std::vector<std::int32_t>;

Batch tokens(std::int32_t first, int count, std::int32_t sequence) {
  return make_batch(Cells(static_cast<std::size_t>(count)), first, WantLogits::none, sequence);
}

void fills_gaps_first() {
  CellTable table(6);
  CHECK(table.place(tokens(0, 4, 0)) == (Cells{0, 1, 2, 3}));
  table.forget(0, 1, 3);
  CHECK_EQUAL(table.used(), 2);
  CHECK_EQUAL(table.visible(), 4);
  CHECK(table.place(tokens(1, 3, 0)) == (Cells{1, 2, 4}));
  CHECK_EQUAL(table.visible(), 5);
}

void refuses_too_many_and_stays_as_it_was() {
  CellTable table(3);
  table.place(tokens(0, 2, 0));
  CHECK_THROWS(RequestError, "[cache] expected at most 1 more tokens, got 2; the context holds 3",
               table.place(tokens(2, 2, 0)));
  CHECK_EQUAL(table.used(), 2);
  CHECK(table.place(tokens(2, 1, 0)) == (Cells{2}));
}

/// The mask as text: one character per cell.
std::string mask_of(const CellTable& table, const Batch& batch) {
  std::vector<float> mask(batch.size() * static_cast<std::size_t>(table.visible()));
  table.fill_mask(batch, table.visible(), mask);
  std::string text;
  for (const float value : mask) text += std::isinf(value) ? '.' : 'x';
  return text;
}

void shows_the_past_of_the_same_sequence() {
  CellTable table(8);
  table.place(tokens(0, 2, 0));
  table.place(tokens(0, 2, 7));
  const Batch batch = tokens(2, 2, 0);
  table.place(batch);
  CHECK_EQUAL(mask_of(table, batch), "xx..x.xx..xx");
  CHECK_EQUAL(table.next_position(0), 4);
  CHECK_EQUAL(table.next_position(7), 2);
  table.forget(0, 0, -1);
  CHECK_EQUAL(table.next_position(0), 0);
  CHECK_EQUAL(table.used(), 2);
  CHECK_EQUAL(mask_of(table, tokens(1, 1, 7)), "..xx");
}

/// Two positions make a run; cells come in the order of places, so that of position 1 is cell 3.
void plans_runs_of_positions() {
  CellTable table(8);
  table.place(tokens(0, 1, 0));
  table.place(tokens(0, 2, 7));
  const RunPlan earlier = table.plan_runs(2, table.place(tokens(1, 1, 0)));
  CHECK_EQUAL(earlier.fresh, 1);
  CHECK(earlier.ends == (Cells{2, 3}));
  CHECK(earlier.new_ends == (Cells{3}));
  CHECK(earlier.members == (Cells{0, 3}));
  CHECK(earlier.before == (Cells{-1, -1}));
  const RunPlan plan = table.plan_runs(2, table.place(tokens(2, 3, 0)));
  CHECK(plan.ends == (Cells{2, 3, 5}));
  CHECK(plan.new_ends == (Cells{5}));
  CHECK(plan.starts == (Cells{2}));
  CHECK(plan.members == (Cells{4, 5}));
  CHECK(plan.before == (Cells{0, 3}));
  CHECK(plan.of_cell == (Cells{1, 0, 0, 1, 2, 2, -1, -1}));
  std::string seen;
  for (const float value : plan.mask) seen += std::isinf(value) ? '.' : 'x';
  CHECK_EQUAL(seen, ".x..xx.xx");
}

void plans_one_run_in_place_of_none() {
  CellTable table(4);
  const RunPlan plan = table.plan_runs(4, table.place(tokens(0, 2, 0)));
  CHECK_EQUAL(plan.count, 1);
  CHECK_EQUAL(plan.fresh, 1);
  CHECK(plan.ends == (Cells{-1}));
  CHECK(plan.members == Cells(4, -1));
  CHECK(plan.mask.size() == 2 && std::isinf(plan.mask[0]) && std::isinf(plan.mask[1]));
}

void leaves_cells_of_two_runs_to_none() {
  CellTable table(4);
  table.place(tokens(0, 1, 0));
  table.share(0, 1, 0, -1);
  table.place(tokens(1, 1, 0));
  const RunPlan plan = table.plan_runs(2, table.place(tokens(1, 1, 1)));
  CHECK(plan.ends == (Cells{1, 2}));
  CHECK(plan.of_cell == (Cells{-1, 0, 1, -1}));
}

/// The second block is of another sequence; it and the third one are not full.
void plans_blocks_of_positions() {
  CellTable table(5);
  table.place(tokens(0, 2, 0));
  table.place(tokens(0, 1, 7));
  const BlockPlan plan = table.plan_blocks(2, table.place(tokens(2, 1, 0)));
  CHECK_EQUAL(plan.count, 3);
  CHECK(plan.starts == (Cells{0, 0, 2}));
  CHECK(plan.members == (Cells{0, 1, 2, -1, 3, -1}));
  CHECK(plan.of_cell == (Cells{0, 0, 1, 2, -1}));
  std::string seen;
  for (const float value : plan.mask) seen += std::isinf(value) ? '.' : 'x';
  CHECK_EQUAL(seen, "xx..x.");
}

void keeps_only_what_windows_show() {
  // Room for one window of three and steps of two.
  CellTable table(5, {Window::Kind::sliding, 3});
  table.keep_only_window(1);
  for (std::int32_t first = 0; first < 12; first += 2) {
    table.expect_room(tokens(first, 2, 0));
    table.place(tokens(first, 2, 0));
    CHECK(table.used() <= 4);
    const std::string mask = mask_of(table, tokens(first + 1, 1, 0));
    CHECK_EQUAL(std::count(mask.begin(), mask.end(), 'x'), std::min(3, first + 2));
  }
  // A token at 10 sees 8 and 9, one at 9 would see 7.
  table.expect_forget(0, 10, -1);
  CHECK_THROWS(RequestError, "expected to forget sequence 0 from position 10 on",
               table.expect_forget(0, 9, -1));
  CHECK_THROWS(RequestError, "expected position 10 of sequence 0 or later",
               table.expect_room(tokens(9, 1, 0)));
  CHECK_THROWS(RequestError, "expected at most 1 sequences", table.expect_room(tokens(0, 1, 1)));
  table.forget(0, 0, -1);
  table.expect_room(tokens(0, 2, 1));
}

}  // namespace runtime_cell_table_test

void test_runtime_cell_table(TestTable& tests) {
  using namespace runtime_cell_table_test;
  tests.add("runtime_cell_table", "keeps only what windows show", keeps_only_what_windows_show);
  tests.add("runtime_cell_table", "fills gaps first", fills_gaps_first);
  tests.add("runtime_cell_table", "refuses too many and stays as it was",
            refuses_too_many_and_stays_as_it_was);
  tests.add("runtime_cell_table", "shows the past of the same sequence",
            shows_the_past_of_the_same_sequence);
  tests.add("runtime_cell_table", "plans runs of positions", plans_runs_of_positions);
  tests.add("runtime_cell_table", "leaves cells of two runs to none",
            leaves_cells_of_two_runs_to_none);
  tests.add("runtime_cell_table", "plans blocks of positions", plans_blocks_of_positions);
  tests.add("runtime_cell_table", "plans one run in place of none", plans_one_run_in_place_of_none);
}

}  // namespace tern
