#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tern/gguf.h"

namespace tern {

class Architecture;

/// A loaded model: its file and the way its weights are put together. Immutable; any number of
/// sessions and threads may share it.
class Model {
 public:
  /// Maps the file; weights are used where they lie. Throws FileError or ModelError.
  static std::shared_ptr<const Model> load(const std::filesystem::path& path);
  static std::shared_ptr<const Model> load(std::shared_ptr<const Gguf> file);

  /// The values of general.architecture that this build can load.
  static std::vector<std::string> known_architectures();

  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Gguf& file() const;
  const std::string& architecture_name() const;
  std::int64_t vocab_size() const;
  std::int64_t embedding_length() const;
  /// The number of positions that the model was trained with.
  std::int64_t context_length() const;
  std::size_t weight_bytes() const;

  const Architecture& architecture() const;

 private:
  struct Parts;
  explicit Model(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace tern
