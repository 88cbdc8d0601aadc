#pragma once

#include <memory>

#include "models/blocks/delta_net.h"

namespace tern {

/// What decoders differ in that have delta nets in most layers and, in the others, attention with a
/// gate of what it gives.
struct DeltaDecoder {
  RopeMode rope = RopeMode::neox;
  DeltaNetLayout layout = DeltaNetLayout::apart;
  bool experts = false;  ///< and a shared one with a gate of its own
};

std::unique_ptr<Architecture> load_delta_decoder(const ModelSource& source,
                                                 const DeltaDecoder& kind);

}  // namespace tern
