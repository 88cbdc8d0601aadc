#include "models/base/window.h"

namespace tern {

bool reaches(const Window& window, std::int64_t from, std::int64_t to) {
  const std::int64_t distance = from - to;
  switch (window.kind) {
    case Window::Kind::sliding: return distance < window.size;
    case Window::Kind::chunked: return to >= from / window.size * window.size;
    case Window::Kind::symmetric:
      return distance >= -(window.size / 2) && distance <= window.size / 2;
    case Window::Kind::all:
    case Window::Kind::step: break;
  }
  return true;
}

}  // namespace tern
