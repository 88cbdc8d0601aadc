#pragma once

#include <stdexcept>
#include <string>

namespace tern {

/// Root of everything the library throws on bad input. The library never ends the process.
///
///   Error
///   ├── GraphError    an op was given operands that it cannot take; raised while the graph is
///   built ├── FileError     a file is missing, truncated or malformed; names the file and the
///   place ├── ModelError    metadata or weights do not describe a model we can run; names the key
///   └── RequestError  a batch, an option or a token id is out of range
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class GraphError : public Error {
 public:
  using Error::Error;
};

class FileError : public Error {
 public:
  using Error::Error;
};

class ModelError : public Error {
 public:
  using Error::Error;
};

class RequestError : public Error {
 public:
  using Error::Error;
};

}  // namespace tern
