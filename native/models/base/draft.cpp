#include "models/base/draft.h"

#include "core/text.h"
#include "models/base/architecture.h"
#include "tern/error.h"

namespace tern {
namespace models_draft {

class NoFile : public Gguf {
 public:
  explicit NoFile(const std::string& architecture) { label_ = concat("draft of ", architecture); }
};

}  // namespace models_draft

void fill_draft(const std::string& architecture, ModelDraft& draft) {
  const ArchitectureFactory* factory = model_table().find(architecture);
  if (factory == nullptr)
    throw ModelError(concat("[draft] expected a known architecture, got '", architecture, "'"));
  const models_draft::NoFile file(architecture);
  const Metadata metadata(file, architecture, &draft);
  Weights weights(file, &draft);
  (*factory)({metadata, weights});
}

}  // namespace tern
