// The type Session as Python sees it.
#pragma once

#include <Python.h>

namespace buildprof {

// A new reference, or null with an exception set.
PyObject* make_session_type();

}  // namespace buildprof
