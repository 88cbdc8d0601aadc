#pragma once

#include <cstring>

#include "tern/type.h"

namespace tern {

/// Types in blocks: `Block` is a struct with the bytes of one, `Block::elements` how many it holds.
template <class Block, void (*decode)(const Block&, float*)>
void decode_blocks(const std::byte* source, float* target, std::int64_t n) {
  for (std::int64_t i = 0; i < n; i += Block::elements, source += sizeof(Block)) {
    Block block;
    std::memcpy(&block, source, sizeof block);
    decode(block, target + i);
  }
}

template <class Block, Block (*encode)(const float*)>
void encode_blocks(const float* source, std::byte* target, std::int64_t n) {
  for (std::int64_t i = 0; i < n; i += Block::elements, target += sizeof(Block)) {
    const Block block = encode(source + i);
    std::memcpy(target, &block, sizeof block);
  }
}

/// Traits of a type that can be read but not written.
template <class Block, void (*decode)(const Block&, float*)>
TypeTraits read_only_block_type(Type type, std::string_view name, std::uint32_t gguf_id) {
  return {.type = type,
          .name = name,
          .gguf_id = gguf_id,
          .block_size = Block::elements,
          .block_bytes = sizeof(Block),
          .quantized = true,
          .to_float = decode_blocks<Block, decode>};
}

template <class Block, void (*decode)(const Block&, float*), Block (*encode)(const float*)>
TypeTraits block_type(Type type, std::string_view name, std::uint32_t gguf_id) {
  TypeTraits traits = read_only_block_type<Block, decode>(type, name, gguf_id);
  traits.from_float = encode_blocks<Block, encode>;
  return traits;
}

/// Field number `i` of fields with `bits` (1, 2 or 4) bits each, lowest first.
inline int bit_field(const std::uint8_t* bytes, int i, int bits) {
  const int per_byte = 8 / bits;
  return (bytes[i / per_byte] >> (i % per_byte * bits)) & ((1 << bits) - 1);
}

/// Adds bits to a byte that has zeros there.
inline void put_bits(std::uint8_t& byte, int value, int shift) {
  byte = static_cast<std::uint8_t>(byte | (value << shift));
}

}  // namespace tern
