#include "backends/opencl/words.h"

#include <iterator>

#include "backends/opencl/objects.h"
#include "backends/opencl/start.h"

namespace tern {
namespace opencl_words {

constexpr cl_image_format format{CL_R, CL_UNSIGNED_INT32};
constexpr std::uint32_t words_of_block = 4;

}  // namespace opencl_words

OpenClWordsTable::OpenClWordsTable(cl_context context, cl_command_queue queue,
                                   OpenClKernels& kernels)
    : context_(context), queue_(queue), kernels_(kernels) {}

bool OpenClWordsTable::has_format() const {
  return has_opencl_image_format(context_, opencl_words::format);
}

std::size_t OpenClWordsTable::pixels(const tn_words_args& args) {
  return std::size_t{opencl_words::words_of_block} * static_cast<std::size_t>(args.blocks) *
         static_cast<std::size_t>(args.rows);
}

OpenClWords OpenClWordsTable::make(const tn_words_args& args, GpuPlace place) {
  using namespace opencl_words;
  const std::size_t n = pixels(args);
  OpenClWords matrix{make_opencl_buffer(context_, n * sizeof(tn_u32)),
                     make_opencl_buffer(context_, n / words_of_block * sizeof(tn_u16)), nullptr};
  matrix.image = make_opencl_image(context_, matrix.words.get(), format, n);
  OpenClStart start(kernels_.find("words_of_q4_0"));
  start.add(args);
  start.add_place(opencl_object_of(place), place.offset);
  start.add_place(matrix.words.get(), 0);
  start.add_place(matrix.scales.get(), 0);
  start.run(queue_,
            {static_cast<std::uint32_t>(args.rows), static_cast<std::uint32_t>(args.blocks), 1},
            words_of_block);
  // Once for each matrix, and no product starts before its words are there.
  check_opencl(opencl_functions()->Finish(queue_), "clFinish");
  return matrix;
}

const OpenClWords& OpenClWordsTable::of(const tn_words_args& args, GpuPlace place) {
  const Key key{place.memory, place.offset, args.rows, args.blocks, args.a_stride};
  auto it = matrices_.find(key);
  if (it == matrices_.end()) it = matrices_.emplace(key, make(args, place)).first;
  return it->second;
}

void OpenClWordsTable::forget(GpuMemory memory) {
  bool waited = false;
  for (auto it = matrices_.begin(); it != matrices_.end();) {
    const bool goes = std::get<0>(it->first) == memory;
    // Drivers keep what a kernel reads, but not all of them an image with the buffer below it.
    if (goes && !waited) opencl_functions()->Finish(queue_);
    waited = waited || goes;
    it = goes ? matrices_.erase(it) : std::next(it);
  }
}

}  // namespace tern
