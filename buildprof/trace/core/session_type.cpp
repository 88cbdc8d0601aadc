#include "session_type.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answer.hpp"
#include "facts.hpp"
#include "merge.hpp"

namespace buildprof {

namespace {

struct State {
  State(unsigned threads, std::string cache) : session(threads, std::move(cache)) {}
  Session session;
  std::optional<Tables> tables;
};

struct Object {
  PyObject_HEAD State* state;
};

State& state_of(PyObject* self) { return *reinterpret_cast<Object*>(self)->state; }

PyObject* create(PyTypeObject* type, PyObject* args, PyObject* /*keywords*/) {
  unsigned threads = 0;
  const char* cache = nullptr;
  Py_ssize_t size = 0;
  if (PyArg_ParseTuple(args, "Iy#", &threads, &cache, &size) == 0) {
    return nullptr;
  }
  const auto allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
  PyObject* const self = allocate(type, 0);
  if (self != nullptr) {
    reinterpret_cast<Object*>(self)->state = new State(threads, std::string(cache, static_cast<std::size_t>(size)));
  }
  return self;
}

void destroy(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  State* const state = reinterpret_cast<Object*>(self)->state;
  Py_BEGIN_ALLOW_THREADS
  delete state;
  Py_END_ALLOW_THREADS
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

PyObject* submit(PyObject* self, PyObject* args) {
  const char* path = nullptr;
  Py_ssize_t size = 0;
  if (PyArg_ParseTuple(args, "y#", &path, &size) == 0) {
    return nullptr;
  }
  state_of(self).session.submit(std::string(path, static_cast<std::size_t>(size)));
  Py_RETURN_NONE;
}

PyObject* files(PyObject* self, PyObject* /*args*/) {
  State& state = state_of(self);
  return answer([&] {
    state.session.wait();
    return pack_files(state.session);
  });
}

bool chosen_from(PyObject* list, std::vector<Chosen>& out) {
  for (Py_ssize_t i = 0; i < PyList_Size(list); ++i) {
    Chosen one;
    const char* label = nullptr;
    const char* path = nullptr;
    if (PyArg_ParseTuple(PyList_GetItem(list, i), "IIss", &one.file, &one.unit, &label, &path) == 0) {
      return false;
    }
    one.label = label;
    one.path = path;
    out.push_back(std::move(one));
  }
  return true;
}

PyObject* select(PyObject* self, PyObject* args) {
  PyObject* list = nullptr;
  std::vector<Chosen> chosen;
  if (PyArg_ParseTuple(args, "O!", &PyList_Type, &list) == 0 || !chosen_from(list, chosen)) {
    return nullptr;
  }
  State& state = state_of(self);
  for (const Chosen& one : chosen) {
    if (one.file >= state.session.files().size() ||
        one.unit >= state.session.files()[one.file].units.size()) {
      PyErr_SetString(PyExc_IndexError, "no such unit");
      return nullptr;
    }
  }
  state.tables.emplace(state.session, std::move(chosen));
  Py_RETURN_NONE;
}

Tables* tables_of(PyObject* self) {
  State& state = state_of(self);
  if (!state.tables) {
    PyErr_SetString(PyExc_ValueError, "no units are selected");
    return nullptr;
  }
  return &*state.tables;
}

PyObject* mangled(PyObject* self, PyObject* args) {
  int microsoft = 0;
  Tables* const tables = tables_of(self);
  if (tables == nullptr || PyArg_ParseTuple(args, "p", &microsoft) == 0) {
    return nullptr;
  }
  return answer([&] { return tables->mangled(microsoft != 0); });
}

PyObject* readable(PyObject* self, PyObject* args) {
  const char* lines = nullptr;
  Py_ssize_t size = 0;
  Tables* const tables = tables_of(self);
  if (tables == nullptr || PyArg_ParseTuple(args, "y#", &lines, &size) == 0) {
    return nullptr;
  }
  tables->readable({lines, static_cast<std::size_t>(size)});
  Py_RETURN_NONE;
}

PyObject* table(PyObject* self, PyObject* args) {
  const char* name = nullptr;
  Py_ssize_t limit = 0;
  Py_ssize_t chains = 0;
  Py_ssize_t payers = 0;
  int classic = 0;
  Tables* const tables = tables_of(self);
  if (tables == nullptr ||
      PyArg_ParseTuple(args, "snnnp", &name, &limit, &chains, &payers, &classic) == 0) {
    return nullptr;
  }
  const Wanted wanted{static_cast<std::size_t>(limit), static_cast<std::size_t>(chains),
                      static_cast<std::size_t>(payers), classic != 0};
  return answer([&] { return pack_table(*tables, name, wanted); });
}

PyMethodDef methods[] = {
    {"submit", submit, METH_VARARGS, nullptr},     {"files", files, METH_NOARGS, nullptr},
    {"select", select, METH_VARARGS, nullptr},     {"mangled", mangled, METH_VARARGS, nullptr},
    {"readable", readable, METH_VARARGS, nullptr}, {"table", table, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(create)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_methods, methods},
    {0, nullptr},
};

PyType_Spec spec = {"buildprof.trace._core.Session", sizeof(Object), 0, Py_TPFLAGS_DEFAULT, slots};

}  // namespace

PyObject* make_session_type() { return PyType_FromSpec(&spec); }

}  // namespace buildprof
