#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tern::server {

/// Makes text of pieces: gives out only whole characters, and nothing that may turn out to be the
/// start of a stop text.
class TextStream {
 public:
  explicit TextStream(std::vector<std::string> stops) : stops_(std::move(stops)) {}

  /// What can be given out now that `piece` has come.
  std::string push(std::string_view piece);
  /// What was held back, once nothing more comes.
  std::string finish();
  /// True once a stop text has come; it and what follows is not given out.
  bool stopped() const { return stopped_; }

 private:
  std::size_t held_back() const;

  std::vector<std::string> stops_;
  std::string pending_;
  bool stopped_ = false;
};

}  // namespace tern::server
