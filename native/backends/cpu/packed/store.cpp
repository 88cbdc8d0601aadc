#include "backends/cpu/packed/store.h"

#include <array>

#include "backends/common/rows.h"

namespace tern {
namespace packed_store {

using BandRows = std::array<const std::byte*, static_cast<std::size_t>(band_rows)>;

BandRows rows_of(const Tensor& weight, std::int64_t matrix, std::int64_t band) {
  BandRows rows{};
  for (std::int64_t i = 0; i < band_rows && band * band_rows + i < weight.shape[1]; ++i)
    rows[static_cast<std::size_t>(i)] = weight.row(band * band_rows + i, matrix);
  return rows;
}

void pack_share(const Tensor& weight, const PackedWeight& packed, Range bands) {
  for (std::int64_t i = bands.begin; i < bands.end; ++i) {
    const BandRows rows = rows_of(weight, i / packed.bands, i % packed.bands);
    std::byte* target = packed.memory->data() + static_cast<std::size_t>(i) * packed.band_bytes;
    pack_band(*packed.format, rows.data(), weight.shape[0], target);
  }
}

}  // namespace packed_store

bool is_packable(const Tensor& tensor) {
  return tensor.is_weight && tensor.shape[3] == 1 && element_count(tensor.shape) > 0 &&
         is_contiguous(tensor) && find_pack_format(tensor.type) != nullptr;
}

void PackedStore::provide(const Tensor& weight, ThreadPool& threads) {
  if (!is_packable(weight) || weights_.contains(&weight)) return;
  PackedWeight packed;
  packed.format = find_pack_format(weight.type);
  packed.band_bytes = band_bytes(*packed.format, weight.shape[0]);
  packed.bands = (weight.shape[1] + band_rows - 1) / band_rows;
  const std::int64_t all = packed.bands * weight.shape[2];
  packed.memory = std::make_unique<CpuBuffer>(static_cast<std::size_t>(all) * packed.band_bytes);
  threads.run([&](int thread) {
    packed_store::pack_share(weight, packed, share_of(all, thread, threads.size()));
  });
  bytes_ += packed.memory->size();
  weights_.emplace(&weight, std::move(packed));
}

const PackedWeight* PackedStore::find(const Tensor& weight) const {
  if (!weight.is_weight) return nullptr;
  const auto it = weights_.find(&weight);
  return it == weights_.end() ? nullptr : &it->second;
}

}  // namespace tern
