#include "tools/common/dummy_set.h"

#include <utility>

#include "tern/error.h"

namespace tern::tools {

DummySet make_dummies(const std::string& architecture) {
  DummySet set;
  for (const DummyKind kind : {DummyKind::dense, DummyKind::experts}) {
    try {
      if (auto content = make_dummy(architecture, kind))
        set.made.push_back({kind, std::move(*content)});
    } catch (const ModelError& error) {
      set.refused.push_back(dummy_name(architecture, kind) + ": " + error.what());
    }
  }
  return set;
}

}  // namespace tern::tools
