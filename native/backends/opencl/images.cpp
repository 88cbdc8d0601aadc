#include "backends/opencl/images.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

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

std::size_t pixels_of_words(const tn_words_args& args) {
  return std::size_t{4} * static_cast<std::size_t>(args.blocks) *
         static_cast<std::size_t>(args.rows);
}

std::size_t floats_of_tiles(const tn_words_args& args) {
  return std::size_t{groups_for(args.columns, args.tile)} * static_cast<std::size_t>(args.tile) *
         static_cast<std::size_t>(args.blocks) * block;
}

cl_mem object_of(GpuPlace place) { return reinterpret_cast<cl_mem>(place.memory); }

constexpr cl_image_format words_format{CL_R, CL_UNSIGNED_INT32};
constexpr cl_image_format tiles_format{CL_RGBA, CL_FLOAT};

bool has_format(cl_context context, const cl_image_format& wanted) {
  const auto get = opencl_functions()->GetSupportedImageFormats;
  constexpr cl_mem_object_type kind = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  cl_uint count = 0;
  check_opencl(get(context, CL_MEM_READ_ONLY, kind, 0, nullptr, &count),
               "clGetSupportedImageFormats");
  std::vector<cl_image_format> formats(count);
  check_opencl(get(context, CL_MEM_READ_ONLY, kind, count, formats.data(), nullptr),
               "clGetSupportedImageFormats");
  return std::any_of(formats.begin(), formats.end(), [&](const cl_image_format& format) {
    return format.image_channel_order == wanted.image_channel_order &&
           format.image_channel_data_type == wanted.image_channel_data_type;
  });
}

/// How large images may be; 0 if there are none of the kinds that are needed.
std::size_t usable_pixels(cl_context context, const OpenClCard& card) {
  if (card.image_pixels == 0) return 0;
  return has_format(context, words_format) && has_format(context, tiles_format) ? card.image_pixels
                                                                                : 0;
}

}  // namespace opencl_images

OpenClImages::OpenClImages(cl_context context, cl_command_queue queue, const OpenClCard& card,
                           OpenClKernels& kernels)
    : context_(context),
      queue_(queue),
      most_pixels_(opencl_images::usable_pixels(context, card)),
      kernels_(kernels) {}

OpenClMemory OpenClImages::buffer(std::size_t bytes) const {
  cl_int result = CL_SUCCESS;
  OpenClMemory memory(
      opencl_functions()->CreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &result));
  check_opencl(result, "clCreateBuffer");
  return memory;
}

OpenClMemory OpenClImages::image(cl_mem buffer, const cl_image_format& format,
                                 std::size_t pixels) const {
  cl_image_desc shape{};
  shape.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  shape.image_width = pixels;
  shape.buffer = buffer;
  cl_int result = CL_SUCCESS;
  OpenClMemory image(opencl_functions()->CreateImage(context_, CL_MEM_READ_ONLY, &format, &shape,
                                                     nullptr, &result));
  check_opencl(result, "clCreateImage");
  return image;
}

/// One matrix, whose rows are whole and whose images are not too large.
bool OpenClImages::fits(const tn_matmul_args& args, const GpuLaunch& launch) const {
  using namespace opencl_images;
  const tn_words_args words = words_of(args);
  return args.y.shape[2] == 1 && args.y.shape[3] == 1 && args.a.stride[0] == block_bytes &&
         pixels_of_words(words) <= most_pixels_ && floats_of_tiles(words) / 4 <= most_pixels_ &&
         computed_.count(launch.buffers[0].memory) == 0;
}

OpenClImages::Matrix OpenClImages::make(const tn_words_args& args, GpuPlace place) {
  using namespace opencl_images;
  const std::size_t pixels = pixels_of_words(args);
  Matrix matrix{buffer(pixels * sizeof(tn_u32)), buffer(pixels / 4 * sizeof(tn_u16)), nullptr};
  matrix.image = image(matrix.words.get(), words_format, pixels);
  OpenClStart start(kernels_.find("words_of_q4_0"));
  start.add(args);
  start.add_place(object_of(place), place.offset);
  start.add_place(matrix.words.get(), 0);
  start.add_place(matrix.scales.get(), 0);
  start.run(queue_,
            {static_cast<std::uint32_t>(args.rows), static_cast<std::uint32_t>(args.blocks), 1}, 4);
  // Once for each matrix, and no product starts before its words are there.
  check_opencl(opencl_functions()->Finish(queue_), "clFinish");
  return matrix;
}

const OpenClImages::Matrix& OpenClImages::matrix_of(const tn_words_args& args, GpuPlace place) {
  const Key key{place.memory, place.offset, args.rows, args.blocks, args.a_stride};
  auto it = matrices_.find(key);
  if (it == matrices_.end()) it = matrices_.emplace(key, make(args, place)).first;
  return it->second;
}

void OpenClImages::grow_tiles(std::size_t floats) {
  if (floats <= tiles_floats_) return;
  check_opencl(opencl_functions()->Finish(queue_), "clFinish");  // products still read the old ones
  tiles_image_ = nullptr;
  tiles_ = buffer(floats * sizeof(float));
  tiles_image_ = image(tiles_.get(), opencl_images::tiles_format, floats / 4);
  tiles_floats_ = floats;
}

void OpenClImages::store_tiles(const tn_words_args& args, GpuPlace place) {
  using namespace opencl_images;
  grow_tiles(floats_of_tiles(args));
  OpenClStart start(kernels_.find("words_tiles"));
  start.add(args);
  start.add_place(object_of(place), place.offset);
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
  const Matrix& matrix = matrix_of(words, launch.buffers[0]);
  store_tiles(words, launch.buffers[1]);
  const bool one = words.columns == 1;
  OpenClStart start(kernels_.find(one ? "words_times_column" : "words_times_tile"));
  start.add(words);
  start.add(matrix.image.get());
  start.add(tiles_image_.get());
  start.add_place(matrix.scales.get(), 0);
  start.add_place(object_of(launch.buffers[2]), launch.buffers[2].offset);
  if (one) {
    start.run(queue_, {groups_for(words.rows, rows), 1, 1}, rows * parts);
  } else {
    start.run(queue_, {groups_for(words.rows, threads), groups_for(words.columns, tile), 1},
              threads);
  }
  return true;
}

void OpenClImages::forget(GpuMemory memory) {
  for (auto it = matrices_.begin(); it != matrices_.end();)
    it = std::get<0>(it->first) == memory ? matrices_.erase(it) : std::next(it);
  computed_.erase(memory);
}

void OpenClImages::mark_computed(GpuMemory memory) {
  if (computed_.count(memory) != 0) return;
  forget(memory);
  computed_.insert(memory);
}

}  // namespace tern
