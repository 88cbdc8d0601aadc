// What is known of each file and of the units in it, as MessagePack.
#pragma once

#include <string>

#include "session.hpp"

namespace buildprof {

std::string pack_files(Session& session);

}  // namespace buildprof
