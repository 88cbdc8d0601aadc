#pragma once

#include "models/base/sample.h"

namespace tern {

/// What small models with such layers have in common.
SampleValues mamba_sample();
SampleValues delta_net_sample();
SampleValues kda_sample();
SampleValues mla_sample();

/// With more values, which count where both have one.
SampleValues with(const SampleValues& values, SampleValues more);

}  // namespace tern
