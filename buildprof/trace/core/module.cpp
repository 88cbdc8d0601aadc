// The compiled core of buildprof.trace as Python sees it; _core.pyi describes it.
#include <Python.h>

#include <string>

#include "answer.hpp"
#include "session_type.hpp"
#include "timeline.hpp"

namespace {

using namespace buildprof;

PyObject* timeline(PyObject* /*self*/, PyObject* args) {
  const char* path = nullptr;
  Py_ssize_t size = 0;
  long long shortest = 0;
  if (PyArg_ParseTuple(args, "y#L", &path, &size, &shortest) == 0) {
    return nullptr;
  }
  const std::string name(path, static_cast<std::size_t>(size));
  return answer([&] { return pack_timeline(name, shortest); });
}

PyMethodDef functions[] = {
    {"timeline", timeline, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_core", nullptr, 0, functions,
                          nullptr,               nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__core() {
  PyObject* const module = PyModule_Create(&definition);
  PyObject* const type = module != nullptr ? make_session_type() : nullptr;
  if (type == nullptr || PyModule_AddObjectRef(module, "Session", type) != 0) {
    Py_XDECREF(type);
    Py_XDECREF(module);
    return nullptr;
  }
  Py_DECREF(type);
  return module;
}
