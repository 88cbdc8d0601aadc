#include "models/blocks/samples.h"

namespace tern {

SampleValues mamba_sample() {
  return {{"ssm.conv_kernel", 4},
          {"ssm.inner_size", 256},
          {"ssm.state_size", 16},
          {"ssm.time_step_rank", 4},
          {"ssm.group_count", 2}};
}

SampleValues delta_net_sample() {
  return {{"ssm.conv_kernel", 4},    {"ssm.inner_size", 128}, {"ssm.state_size", 32},
          {"ssm.time_step_rank", 4}, {"ssm.group_count", 2},  {"full_attention_interval", 2}};
}

SampleValues kda_sample() {
  return {{"attention.head_count_kv", {1, 0}},
          {"ssm.conv_kernel", 4},
          {"kda.head_dim", 32},
          {"attention.kv_lora_rank", 32},
          {"attention.key_length_mla", 48},
          {"attention.value_length_mla", 32},
          {"attention.key_length", 48},
          {"attention.value_length", 32},
          {"rope.dimension_count", 16}};
}

SampleValues mla_sample() {
  return {{"attention.head_count_kv", 1},
          {"attention.key_length", 192},
          {"attention.value_length", 128}};
}

SampleValues with(const SampleValues& values, SampleValues more) {
  more.insert(values.begin(), values.end());
  return more;
}

}  // namespace tern
