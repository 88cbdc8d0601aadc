#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace tern {

/// How soon two neighbours are joined: the smallest goes first, of equal ones the leftmost.
/// Empty: never.
using MergePriority =
    std::function<std::optional<double>(std::string_view left, std::string_view right)>;

/// Joins neighbouring pieces of a text until no pair can be joined. The pieces are views of one
/// text, one after the other without gaps.
std::vector<std::string_view> merge_pieces(const std::vector<std::string_view>& pieces,
                                           const MergePriority& priority);

}  // namespace tern
