// What can be told from a name alone.
#pragma once

#include <string>
#include <string_view>

namespace buildprof {

// The set that a template or function belongs to: every outermost <...> becomes <$>.
// A name whose brackets do not match is its own set.
std::string collapse(std::string_view name);

// ClangBuildAnalyzer leaves names with an operator as they are.
bool is_left_alone(std::string_view name);

// A path with forward slashes and without empty, `.` and `name/..` parts.
std::string tidy_path(std::string_view path);

// Whether a path names a file that is compiled by itself, as members of a unity file are.
bool is_source(std::string_view path);

}  // namespace buildprof
