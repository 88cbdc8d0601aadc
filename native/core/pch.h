#pragma once

// What most files include. Only standard and stable core headers, and nothing that defines macros
// which other headers test: sources must mean the same with and without this header.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph.h"
#include "core/tensor.h"
#include "core/text.h"
#include "tern/error.h"
#include "tern/type.h"
