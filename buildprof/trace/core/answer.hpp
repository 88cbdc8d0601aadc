// How a call from Python gets bytes or an exception back.
#pragma once

#include <Python.h>

#include <exception>
#include <string>

namespace buildprof {

// Runs what may throw; the interpreter goes on meanwhile.
template <typename Call>
PyObject* answer(Call call) {
  std::string bytes;
  std::string problem;
  Py_BEGIN_ALLOW_THREADS
  try {
    bytes = call();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  Py_END_ALLOW_THREADS
  if (!problem.empty()) {
    PyErr_SetString(PyExc_RuntimeError, problem.c_str());
    return nullptr;
  }
  return PyBytes_FromStringAndSize(bytes.data(), static_cast<Py_ssize_t>(bytes.size()));
}

}  // namespace buildprof
