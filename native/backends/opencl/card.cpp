#include "backends/opencl/card.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace opencl_card {

constexpr std::size_t most_threads = 256;              // TN_MAX_THREADS of kernels/group.h
constexpr cl_device_info sizes_of_subgroups = 0x4108;  // of cl_intel_required_subgroup_size

template <class T>
T number(cl_device_id device, cl_device_info what) {
  T value{};
  check_opencl(opencl_functions()->GetDeviceInfo(device, what, sizeof value, &value, nullptr),
               "clGetDeviceInfo");
  return value;
}

template <class T>
T items(cl_device_id device, cl_device_info what) {
  std::size_t bytes = 0;
  check_opencl(opencl_functions()->GetDeviceInfo(device, what, 0, nullptr, &bytes),
               "clGetDeviceInfo");
  T items;
  items.resize(bytes / sizeof(typename T::value_type));
  check_opencl(opencl_functions()->GetDeviceInfo(device, what, bytes, items.data(), nullptr),
               "clGetDeviceInfo");
  return items;
}

std::string text(cl_device_id device, cl_device_info what) {
  const auto text = items<std::string>(device, what);
  return text.substr(0, text.find('\0'));
}

/// TERN_OPENCL_LANES, else 32.
std::size_t wanted_lanes() {
  const char* text = std::getenv("TERN_OPENCL_LANES");
  return text == nullptr ? 32 : static_cast<std::size_t>(std::atoi(text));
}

/// Subgroups are used where their size can be asked for: what is wanted, or the largest that is
/// less.
std::uint32_t lanes_of(cl_device_id device) {
  const std::string extensions = text(device, CL_DEVICE_EXTENSIONS);
  if (extensions.find("cl_intel_required_subgroup_size") == std::string::npos) return 1;
  std::size_t lanes = 1;
  for (const std::size_t size : items<std::vector<std::size_t>>(device, sizes_of_subgroups))
    if (size <= wanted_lanes()) lanes = std::max(lanes, size);
  return static_cast<std::uint32_t>(lanes);
}

bool is_usable(cl_device_id device) {
  return number<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE) == CL_TRUE &&
         number<cl_bool>(device, CL_DEVICE_ENDIAN_LITTLE) == CL_TRUE &&
         number<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE) >= most_threads;
}

bool is_gpu(cl_device_id device) {
  return (number<cl_device_type>(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0;
}

std::size_t image_pixels_of(cl_device_id device) {
  const char* text = std::getenv("TERN_OPENCL_IMAGES");
  const bool wanted = text == nullptr ? is_gpu(device) : std::string_view(text) != "0";
  if (!wanted || number<cl_bool>(device, CL_DEVICE_IMAGE_SUPPORT) != CL_TRUE) return 0;
  return number<std::size_t>(device, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
}

OpenClCard describe(cl_device_id device) {
  return {device,
          text(device, CL_DEVICE_NAME),
          text(device, CL_DEVICE_VERSION),
          static_cast<std::size_t>(number<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE)),
          lanes_of(device),
          image_pixels_of(device)};
}

std::vector<cl_platform_id> platforms() {
  cl_uint count = 0;
  if (opencl_functions() == nullptr ||
      opencl_functions()->GetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0)
    return {};
  std::vector<cl_platform_id> platforms(count);
  check_opencl(opencl_functions()->GetPlatformIDs(count, platforms.data(), nullptr),
               "clGetPlatformIDs");
  return platforms;
}

std::vector<cl_device_id> devices(cl_platform_id platform) {
  cl_uint count = 0;
  const auto get = opencl_functions()->GetDeviceIDs;
  if (get(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
  std::vector<cl_device_id> devices(count);
  check_opencl(get(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr), "clGetDeviceIDs");
  return devices;
}

std::string names_of(const std::vector<OpenClCard>& cards) {
  std::string names;
  for (const OpenClCard& card : cards) names += (names.empty() ? "" : ", ") + card.name;
  return names.empty() ? "no device" : names;
}

}  // namespace opencl_card

std::vector<OpenClCard> opencl_cards() {
  using namespace opencl_card;
  std::vector<OpenClCard> gpus;
  std::vector<OpenClCard> others;
  for (const cl_platform_id platform : platforms()) {
    for (const cl_device_id device : devices(platform))
      if (is_usable(device)) (is_gpu(device) ? gpus : others).push_back(describe(device));
  }
  gpus.insert(gpus.end(), others.begin(), others.end());
  return gpus;
}

OpenClCard chosen_opencl_card() {
  const std::vector<OpenClCard> cards = opencl_cards();
  const char* wish = std::getenv("TERN_OPENCL_DEVICE");
  const std::string wanted = wish == nullptr ? "" : wish;
  for (std::size_t i = 0; i < cards.size(); ++i)
    if (wanted == std::to_string(i) || cards[i].name.find(wanted) != std::string::npos)
      return cards[i];
  throw RequestError(concat("[opencl] device: expected ", wanted.empty() ? "any" : wanted,
                            ", found ", opencl_card::names_of(cards)));
}

}  // namespace tern
