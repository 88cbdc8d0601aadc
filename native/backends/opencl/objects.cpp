#include "backends/opencl/objects.h"

#include <algorithm>
#include <vector>

namespace tern {

OpenClMemory make_opencl_buffer(cl_context context, std::size_t bytes) {
  cl_int result = CL_SUCCESS;
  OpenClMemory memory(
      opencl_functions()->CreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &result));
  check_opencl(result, "clCreateBuffer");
  return memory;
}

OpenClMemory make_opencl_image(cl_context context, cl_mem buffer, const cl_image_format& format,
                               std::size_t pixels) {
  cl_image_desc shape{};
  shape.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  shape.image_width = pixels;
  shape.buffer = buffer;
  cl_int result = CL_SUCCESS;
  OpenClMemory image(opencl_functions()->CreateImage(context, CL_MEM_READ_ONLY, &format, &shape,
                                                     nullptr, &result));
  check_opencl(result, "clCreateImage");
  return image;
}

bool has_opencl_image_format(cl_context context, const cl_image_format& wanted) {
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

}  // namespace tern
