#include "backends/opencl/images.h"

#include <cstring>

#include "backends/opencl/objects.h"
#include "backends/opencl/start.h"

namespace tern {
namespace opencl_images {

constexpr tn_i32 block = 32;        // columns of a block
constexpr tn_i32 block_bytes = 18;  // TN_BLOCK_BYTES of kernels/opencl/words.inl
constexpr std::uint32_t tile = 8;   // TN_TILE of kernels/opencl/words.inl
constexpr std::uint32_t rows = 64;  // TN_ROWS_OF_GROUP
constexpr std::uint32_t parts = 4;  // TN_PARTS
constexpr std::uint32_t threads = 64;

std::uint32_t groups_for(std::int64_t n, std::int64_t size) {
  return static_cast<std::uint32_t>((n + size - 1) / size);
}

tn_words_args words_of(const tn_matmul_args& args) {
  const tn_i32 columns = args.y.shape[1];
  return {args.a.stride[1],
          args.b.stride[1],
          args.y.stride[1],
          args.a.shape[1],
          args.a.shape[0] / block,
          columns,
          columns == 1 ? 1 : static_cast<tn_i32>(tile)};
}

std::size_t floats_of_tiles(const tn_words_args& args) {
  return std::size_t{groups_for(args.columns, args.tile)} * static_cast<std::size_t>(args.tile) *
         static_cast<std::size_t>(args.blocks) * block;
}

constexpr cl_image_format tiles_format{CL_RGBA, CL_FLOAT};

}  // namespace opencl_images

OpenClImages::OpenClImages(cl_context context, cl_command_queue queue, const OpenClCard& card,
                           OpenClKernels& kernels)
    : context_(context),
      queue_(queue),
      kernels_(kernels),
      matrices_(context, queue, kernels),
      most_pixels_(card.image_pixels) {
  const bool usable = most_pixels_ > 0 && matrices_.has_format() &&
                      has_opencl_image_format(context, opencl_images::tiles_format);
  if (!usable) most_pixels_ = 0;
}

/// One matrix, whose rows are whole and whose images are not too large.
bool OpenClImages::fits(const tn_matmul_args& args, const GpuLaunch& launch) const {
  using namespace opencl_images;
  const tn_words_args words = words_of(args);
  return args.y.shape[2] == 1 && args.y.shape[3] == 1 && args.a.stride[0] == block_bytes &&
         OpenClWordsTable::pixels(words) <= most_pixels_ &&
         floats_of_tiles(words) / 4 <= most_pixels_ &&
         computed_.count(launch.buffers[0].memory) == 0;
}

void OpenClImages::grow_tiles(std::size_t floats) {
  if (floats <= tiles_floats_) return;
  check_opencl(opencl_functions()->Finish(queue_), "clFinish");  // products still read the old ones
  tiles_image_ = nullptr;
  tiles_ = make_opencl_buffer(context_, floats * sizeof(float));
  tiles_image_ = make_opencl_image(context_, tiles_.get(), opencl_images::tiles_format, floats / 4);
  tiles_floats_ = floats;
}

void OpenClImages::store_tiles(const tn_words_args& args, GpuPlace place) {
  using namespace opencl_images;
  grow_tiles(floats_of_tiles(args));
  OpenClStart start(kernels_.find("words_tiles"));
  start.add(args);
  start.add_place(opencl_object_of(place), place.offset);
  start.add_place(tiles_.get(), 0);
  start.run(queue_,
            {groups_for(std::int64_t{args.blocks} * block, threads),
             groups_for(args.columns, args.tile), 1},
            threads);
}

bool OpenClImages::multiply(const GpuLaunch& launch) {
  using namespace opencl_images;
  tn_matmul_args args;
  std::memcpy(&args, launch.constants.data(), sizeof args);
  if (!fits(args, launch)) return false;
  const tn_words_args words = words_of(args);
  const OpenClWords& matrix = matrices_.of(words, launch.buffers[0]);
  store_tiles(words, launch.buffers[1]);
  const bool one = words.columns == 1;
  OpenClStart start(kernels_.find(one ? "words_times_column" : "words_times_tile"));
  start.add(words);
  start.add(matrix.image.get());
  start.add(tiles_image_.get());
  start.add_place(matrix.scales.get(), 0);
  start.add_place(opencl_object_of(launch.buffers[2]), launch.buffers[2].offset);
  if (one) {
    start.run(queue_, {groups_for(words.rows, rows), 1, 1}, rows * parts);
  } else {
    start.run(queue_, {groups_for(words.rows, threads), groups_for(words.columns, tile), 1},
              threads);
  }
  return true;
}

void OpenClImages::forget(GpuMemory memory) {
  matrices_.forget(memory);
  computed_.erase(memory);
}

void OpenClImages::mark_computed(GpuMemory memory) {
  if (computed_.count(memory) != 0) return;
  forget(memory);
  computed_.insert(memory);
}

}  // namespace tern
