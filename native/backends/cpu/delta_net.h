#pragma once

#include "backends/cpu/recurrence.h"

namespace tern {

/// Bytes of scratch that each thread needs for a gated delta net: exp(gate) for each key channel.
std::size_t delta_net_scratch(const Tensor& net);

RecurrenceLayout delta_net_layout(const Tensor& net);

void run_delta_net(const CpuTask& task, const Tensor& net, const RecurrenceTarget& target);

}  // namespace tern
