#pragma once

#include <string>
#include <string_view>

namespace tern::tools {

/// Whether the dummy of an architecture has a tensor that its loader can do without. As many as
/// possible, as they show more of it, but none that other programs would not know in such a file,
/// which they refuse then.
bool has_optional_tensor(std::string_view architecture, std::string_view name);

/// The name of a tensor of the same shape that other programs want beside this one, although our
/// loader does not ask for it; empty if there is none.
std::string twin_of(std::string_view architecture, std::string_view name);

}  // namespace tern::tools
