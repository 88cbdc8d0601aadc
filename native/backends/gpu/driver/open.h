#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "backends/common/library.h"
#include "backends/gpu/driver/device.h"
#include "core/backend.h"

namespace tern {

/// A struct with a DriverApi `api` that `load` fills from the library; null if there is no driver.
/// Opened once for each type.
template <class Driver>
const Driver* open_driver(const char* file, bool (*load)(const Library& library, Driver& driver)) {
  static const std::optional<Driver> found = [&] {
    const Library library(file);
    Driver driver;
    const bool usable = library.is_open() && load(library, driver) && driver.api.initialise(0) == 0;
    return usable ? std::optional(driver) : std::nullopt;
  }();
  return found ? &*found : nullptr;
}

using MakeDriverDevice = std::unique_ptr<Backend> (*)(int number, const BackendOptions& options);

/// Adds "<prefix>0", "<prefix>1", … for the devices of a driver; none for null.
void register_driver_devices(BackendTable& table, const DriverApi* api, std::string_view prefix,
                             MakeDriverDevice make);

/// The device as a backend, with the processor for what it cannot do.
std::unique_ptr<Backend> with_fallback(std::unique_ptr<DriverDevice> device,
                                       const BackendOptions& options);

}  // namespace tern
