#pragma once

#include <vector>

#include "tern/session.h"
#include "tools/common/arguments.h"

namespace tern::tools {

/// The options that every program with a session has.
std::vector<Option> with_session_options(std::vector<Option> options);
SessionOptions read_session_options(const Arguments& arguments);

}  // namespace tern::tools
