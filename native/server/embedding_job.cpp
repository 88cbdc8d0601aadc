#include "server/embedding_job.h"

namespace tern::server {

void EmbeddingJob::add(std::vector<float> row) {
  rows_.push_back(std::move(row));
  if (rows_.size() == texts_.size()) promise_.set_value(rows_);
}

void EmbeddingJob::fail(std::exception_ptr error) {
  promise_.set_exception(std::move(error));
  cancelled_ = true;
}

}  // namespace tern::server
