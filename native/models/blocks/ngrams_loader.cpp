#include "core/text.h"
#include "models/blocks/ngrams.h"

namespace tern {
namespace blocks_ngrams_loader {

constexpr std::int64_t largest_size = 16;
constexpr std::uint64_t most_rows = 0x7fffffff;

std::vector<std::uint64_t> read_list(const Metadata& metadata, const char* key,
                                     std::int64_t count) {
  std::vector<std::uint64_t> values;
  for (const std::int64_t value : metadata.integers(key, count))
    values.push_back(static_cast<std::uint64_t>(value));
  return values;
}

NgramHash read_hash(const Metadata& metadata) {
  NgramHash hash;
  hash.size = metadata.positive("ple.ngram_size");
  if (hash.size < 2 || hash.size > largest_size)
    metadata.fail("ple.ngram_size", concat("2 to ", largest_size), concat(hash.size));
  hash.heads_each = metadata.positive("ple.heads_per_ngram");
  hash.end = static_cast<std::int32_t>(metadata.integer_or("ple.eos_token_id", 0));
  hash.multipliers = read_list(metadata, "ple.layer_multipliers", hash.size);
  hash.first = read_list(metadata, "ple.head_offsets", hash.heads());
  hash.rows = read_list(metadata, "ple.head_vocab_sizes", hash.heads());
  return hash;
}

/// Each head must find its part in the table.
void check_parts(const Metadata& metadata, const NgramHash& hash, std::int64_t rows) {
  for (std::size_t head = 0; head < hash.rows.size(); ++head) {
    const std::uint64_t count = hash.rows[head];
    if (count == 0 || count > most_rows)
      metadata.fail("ple.head_vocab_sizes", concat("1 to ", most_rows), concat(count));
    if (hash.first[head] > most_rows || hash.first[head] + count > static_cast<std::uint64_t>(rows))
      metadata.fail("ple.head_offsets", concat("at most ", rows, " - ", count),
                    concat(hash.first[head]));
  }
}

Tensor* load_table(LayerLoader& load, const NgramHash& hash, std::int64_t width) {
  const Metadata& metadata = load.model.metadata;
  const char* const name = "per_layer_token_embd.weight";
  const std::int64_t each = metadata.positive("embedding_length_per_layer_input");
  if (each * hash.heads() != width)
    metadata.fail("embedding_length_per_layer_input", concat(width, " / ", hash.heads()),
                  concat(each));
  const std::int64_t rows = load.model.weights.rows_of(name);
  check_parts(metadata, hash, rows);
  return load.model.weights.require(name, {each, rows, 1, 1});
}

}  // namespace blocks_ngrams_loader

NgramEmbedding load_ngrams(LayerLoader& load, const GatedStreams& streams) {
  Weights& weights = load.model.weights;
  const std::int64_t width = streams.width;
  const std::int64_t all = width * streams.count;
  const std::int64_t taps = load.model.metadata.positive("ple.conv_kernel");
  NgramEmbedding e;
  e.streams = streams;
  e.hash = blocks_ngrams_loader::read_hash(load.model.metadata);
  e.table = blocks_ngrams_loader::load_table(load, e.hash, width);
  e.key = load.tensor("ple_key.weight", {width, all, 1, 1});
  e.value = load.tensor("ple_value.weight", {width, width, 1, 1});
  e.key_norm = weights.require_as(load.prefix + "ple_norm_key.weight", {all, 1, 1, 1});
  e.query_norm = weights.require_as(load.prefix + "ple_norm_query.weight", {all, 1, 1, 1});
  e.value_norm = weights.require_as(load.prefix + "ple_norm_conv.weight", {all, 1, 1, 1});
  e.kernel = load.tensor("ple_conv1d.weight", {taps, all, 1, 1});
  e.slot = load.add_state(MemoryKind::convolution, (taps - 1) * e.hash.size * all);
  load.model.shape.memory.remember_tokens(e.hash.size - 1);
  return e;
}

}  // namespace tern
