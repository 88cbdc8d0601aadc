#include "io/merge.h"

#include <map>
#include <string>

#include "tests/support/check.h"

namespace tern {
namespace io_merge_test {

/// Joins the letters of a text by a table of ranks; gives the pieces with bars between.
std::string joined(std::string_view text, const std::map<std::string, double, std::less<>>& ranks) {
  std::vector<std::string_view> pieces;
  for (std::size_t i = 0; i < text.size(); ++i) pieces.push_back(text.substr(i, 1));
  const auto priority = [&](std::string_view left,
                            std::string_view right) -> std::optional<double> {
    const auto it = ranks.find(std::string(left) + std::string(right));
    return it == ranks.end() ? std::nullopt : std::optional(it->second);
  };
  std::string result;
  for (const std::string_view piece : merge_pieces(pieces, priority)) {
    result += result.empty() ? "" : "|";
    result += piece;
  }
  return result;
}

void joins_the_lowest_rank_first() {
  CHECK_EQUAL(joined("abc", {{"ab", 2}, {"bc", 1}}), "a|bc");
  CHECK_EQUAL(joined("abc", {{"ab", 1}, {"bc", 2}}), "ab|c");
  CHECK_EQUAL(joined("abc", {{"ab", 2}, {"bc", 1}, {"abc", 3}}), "abc");
}

void joins_the_leftmost_of_equals() {
  CHECK_EQUAL(joined("aaa", {{"aa", 1}}), "aa|a");
  CHECK_EQUAL(joined("aaaaa", {{"aa", 1}, {"aaaa", 2}}), "aaaa|a");
}

void leaves_what_has_no_rank() {
  CHECK_EQUAL(joined("xyz", {{"ab", 1}}), "x|y|z");
  CHECK_EQUAL(joined("", {}), "");
  CHECK_EQUAL(joined("x", {}), "x");
}

}  // namespace io_merge_test

void test_io_merge(TestTable& tests) {
  using namespace io_merge_test;
  tests.add("io_merge", "joins the lowest rank first", joins_the_lowest_rank_first);
  tests.add("io_merge", "joins the leftmost of equals", joins_the_leftmost_of_equals);
  tests.add("io_merge", "leaves what has no rank", leaves_what_has_no_rank);
}

}  // namespace tern
