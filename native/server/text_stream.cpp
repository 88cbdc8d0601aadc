#include "server/text_stream.h"

#include <algorithm>
#include <utility>

#include "server/utf8.h"

namespace tern::server {

std::string TextStream::push(std::string_view piece) {
  if (stopped_) return {};
  pending_ += piece;
  std::size_t first = std::string::npos;
  for (const std::string& stop : stops_) first = std::min(first, pending_.find(stop));
  stopped_ = first != std::string::npos;
  const std::size_t ready = stopped_ ? first : pending_.size() - held_back();
  std::string text = pending_.substr(0, ready);
  stopped_ ? pending_.clear() : void(pending_.erase(0, ready));
  return valid_utf8(text);
}

std::size_t TextStream::held_back() const {
  std::size_t most = unfinished_utf8(pending_);
  for (const std::string& stop : stops_) {
    for (std::size_t size = std::min(stop.size() - 1, pending_.size()); size > most; --size) {
      if (std::string_view(pending_).substr(pending_.size() - size) == stop.substr(0, size))
        most = size;
    }
  }
  return most;
}

std::string TextStream::finish() { return valid_utf8(std::exchange(pending_, {})); }

}  // namespace tern::server
