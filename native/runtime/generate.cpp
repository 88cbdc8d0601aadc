#include "tern/generate.h"

#include "tern/error.h"

namespace tern {

std::vector<std::int32_t> generate(Session& session, Sampler& sampler,
                                   std::span<const std::int32_t> prompt, std::int64_t count,
                                   const TokenCallback& callback) {
  if (prompt.empty())
    throw RequestError("[generate] expected at least one token of prompt, got none");
  for (const std::int32_t token : prompt) sampler.accept(token);
  std::vector<std::int32_t> made;
  std::int32_t position = session.next_position();
  Batch batch = make_batch(prompt, position, WantLogits::last);
  while (static_cast<std::int64_t>(made.size()) < count) {
    position += static_cast<std::int32_t>(batch.size());
    const std::int32_t token = sampler.sample(session.decode(batch));
    made.push_back(token);
    if (callback && !callback(token)) break;
    if (session.used() == session.context()) break;
    batch = make_batch({&token, 1}, position, WantLogits::last);
  }
  return made;
}

}  // namespace tern
