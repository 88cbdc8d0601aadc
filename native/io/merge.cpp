#include "io/merge.h"

#include <queue>

namespace tern {
namespace io_merge {

constexpr int none = -1;

/// A piece in a doubly linked list; empty once it was joined to its left neighbour.
struct Node {
  std::string_view text;
  int previous;
  int next;
};

struct Pair {
  double priority;
  int left;
  int right;
  std::size_t size;  // of both texts, to notice that one has changed

  bool operator<(const Pair& other) const {
    // The queue gives the largest first.
    return priority != other.priority ? priority > other.priority : left > other.left;
  }
};

class Merger {
 public:
  Merger(const std::vector<std::string_view>& pieces, const MergePriority& priority)
      : priority_(priority) {
    const int count = static_cast<int>(pieces.size());
    for (int i = 0; i < count; ++i)
      nodes_.push_back({pieces[static_cast<std::size_t>(i)], i - 1, i + 1});
    if (count != 0) nodes_.back().next = none;
    for (int i = 0; i + 1 < count; ++i) consider(i, i + 1);
  }

  std::vector<std::string_view> run() {
    while (!queue_.empty()) {
      const Pair pair = queue_.top();
      queue_.pop();
      if (is_current(pair)) join(pair);
    }
    std::vector<std::string_view> result;
    for (const Node& node : nodes_) {
      if (!node.text.empty()) result.push_back(node.text);
    }
    return result;
  }

 private:
  Node& at(int index) { return nodes_[static_cast<std::size_t>(index)]; }

  void consider(int left, int right) {
    if (left == none || right == none) return;
    const std::string_view a = at(left).text;
    const std::string_view b = at(right).text;
    if (const auto priority = priority_(a, b))
      queue_.push({*priority, left, right, a.size() + b.size()});
  }

  bool is_current(const Pair& pair) {
    const Node& left = at(pair.left);
    const Node& right = at(pair.right);
    return !left.text.empty() && !right.text.empty() &&
           left.text.size() + right.text.size() == pair.size;
  }

  void join(const Pair& pair) {
    Node& left = at(pair.left);
    Node& right = at(pair.right);
    left.text = {left.text.data(), pair.size};
    right.text = {};
    left.next = right.next;
    if (right.next != none) at(right.next).previous = pair.left;
    consider(left.previous, pair.left);
    consider(pair.left, left.next);
  }

  const MergePriority& priority_;
  std::vector<Node> nodes_;
  std::priority_queue<Pair> queue_;
};

}  // namespace io_merge

std::vector<std::string_view> merge_pieces(const std::vector<std::string_view>& pieces,
                                           const MergePriority& priority) {
  return io_merge::Merger(pieces, priority).run();
}

}  // namespace tern
