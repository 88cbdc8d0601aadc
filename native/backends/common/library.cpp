#include "backends/common/library.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace tern {

#ifdef _WIN32

Library::Library(const char* file) : handle_(LoadLibraryA(file)) {}

void* Library::find(const std::string& symbol) const {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), symbol.c_str()));
}

#else

Library::Library(const char* file) : handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {}

void* Library::find(const std::string& symbol) const { return dlsym(handle_, symbol.c_str()); }

#endif

}  // namespace tern
