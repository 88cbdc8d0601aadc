// The compiled core of buildprof.trace: parses traces without holding the interpreter.
#include <Python.h>

namespace {

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_core", nullptr, 0, nullptr,
                          nullptr,               nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__core() { return PyModule_Create(&definition); }
