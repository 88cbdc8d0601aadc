#pragma once

#include <string>

namespace tern {

/// A shared library that is opened when it is needed, so that programs start without it. Stays open
/// to the end of the program: drivers do not like to be closed.
class Library {
 public:
  explicit Library(const char* file);

  bool is_open() const { return handle_ != nullptr; }

  /// Sets `function` to the symbol; false if there is none.
  template <class Function>
  bool load(Function*& function, const std::string& symbol) const {
    function = reinterpret_cast<Function*>(find(symbol));
    return function != nullptr;
  }

 private:
  void* find(const std::string& symbol) const;

  void* handle_;
};

}  // namespace tern
