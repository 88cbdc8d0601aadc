#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/common/gguf_file.h"

namespace tern::tools {

enum class DummyKind { dense, experts };

/// A small model of an architecture: what its loader asks for, with weights that are the same
/// everywhere and that all show in the logits, and with a vocabulary of bytes. Empty if the
/// architecture has no models of that kind. Throws ModelError where the loader wants a value that
/// dummy_value does not have.
std::optional<GgufContent> make_dummy(const std::string& architecture, DummyKind kind);

/// How such a model is called: ARCHITECTURE-dense or ARCHITECTURE-moe.
std::string dummy_name(const std::string& architecture, DummyKind kind);

}  // namespace tern::tools
