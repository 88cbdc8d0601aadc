#include "tern/model.h"

#include <utility>

#include "core/text.h"
#include "models/base/architecture.h"
#include "tern/error.h"

namespace tern {

struct Model::Parts {
  explicit Parts(std::shared_ptr<const Gguf> gguf) : file(std::move(gguf)), weights(*file) {}

  std::shared_ptr<const Gguf> file;
  Weights weights;
  std::string name;
  std::unique_ptr<Architecture> architecture;
};

namespace models_model {

std::string read_name(const Gguf& file) {
  const GgufValue* value = file.find("general.architecture");
  const auto* name = value != nullptr ? std::get_if<std::string>(value) : nullptr;
  if (name == nullptr) {
    throw ModelError(concat("[metadata] ", file.label(),
                            ": 'general.architecture': expected a STRING, got ",
                            value == nullptr ? "no such key" : tern::name(type_of(*value))));
  }
  return *name;
}

const ArchitectureFactory& find_factory(const Gguf& file, const std::string& name) {
  if (const ArchitectureFactory* factory = model_table().find(name)) return *factory;
  std::string known;
  for (const std::string& other : model_table().names())
    known += concat(known.empty() ? "" : ", ", other);
  throw ModelError(concat("[metadata] ", file.label(), ": 'general.architecture': expected one of ",
                          known, ", got '", name, "'"));
}

}  // namespace models_model

std::shared_ptr<const Model> Model::load(const std::filesystem::path& path) {
  return load(Gguf::open(path));
}

std::shared_ptr<const Model> Model::load(std::shared_ptr<const Gguf> file) {
  auto parts = std::make_unique<Parts>(std::move(file));
  parts->name = models_model::read_name(*parts->file);
  const Metadata metadata(*parts->file, parts->name);
  parts->architecture =
      models_model::find_factory(*parts->file, parts->name)({metadata, parts->weights});
  return std::shared_ptr<const Model>(new Model(std::move(parts)));
}

std::vector<std::string> Model::known_architectures() { return model_table().names(); }

Model::Model(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Model::~Model() = default;

const Gguf& Model::file() const { return *parts_->file; }
const std::string& Model::architecture_name() const { return parts_->name; }
std::int64_t Model::vocab_size() const { return parts_->architecture->shape().vocab; }
std::int64_t Model::embedding_length() const {
  return parts_->architecture->shape().embedding;
}
std::int64_t Model::context_length() const { return parts_->architecture->shape().context; }
std::size_t Model::weight_bytes() const { return parts_->weights.bytes(); }
const Architecture& Model::architecture() const { return *parts_->architecture; }

}  // namespace tern
