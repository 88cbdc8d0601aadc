#include "tools/test-save-load-state/scenario.h"

#include <filesystem>
#include <utility>

#include "core/text.h"
#include "models/base/architecture.h"
#include "tern/error.h"
#include "tools/common/checks.h"
#include "tools/common/logits.h"

namespace tern::tools {
namespace test_scenario {

constexpr double limit = 1e-5;
constexpr std::int64_t prompt_length = 24;
constexpr std::int64_t answer_length = 8;

/// A file that is gone with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path(std::filesystem::temp_directory_path() / ("tern-" + name + ".state")) {}
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::filesystem::path path;
};

}  // namespace test_scenario

Scenario::Scenario(std::shared_ptr<const Model> model, std::string backend)
    : model_(std::move(model)), backend_(std::move(backend)) {
  using namespace test_scenario;
  const auto tokens = test_tokens(prompt_length + answer_length, model_->vocab_size());
  prompt_.assign(tokens.begin(), tokens.begin() + prompt_length);
  answer_.assign(tokens.begin() + prompt_length, tokens.end());
  const auto session = make_session();
  read_prompt(*session, 0);
  for (std::size_t i = 0; i < answer_.size(); ++i)
    expected_.push_back(
        decode(*session, {{answer_[i], static_cast<std::int32_t>(prompt_.size() + i), 0, true}}));
}

std::unique_ptr<Session> Scenario::make_session() const {
  SessionOptions options;
  options.context = 4 * (test_scenario::prompt_length + test_scenario::answer_length);
  options.sequences = 4;
  options.backend = backend_;
  return std::make_unique<Session>(model_, options);
}

void Scenario::read_prompt(Session& session, std::int32_t sequence) const {
  decode(session, make_batch(prompt_, 0, WantLogits::none, sequence));
}

std::string Scenario::goes_on(Session& session, std::int32_t sequence) const {
  double worst = 0.0;
  for (std::size_t i = 0; i < answer_.size(); ++i) {
    const auto position = static_cast<std::int32_t>(prompt_.size() + i);
    const double error =
        nmse(decode(session, {{answer_[i], position, sequence, true}}), expected_[i]);
    // Written so that NaN stays.
    if (!(error <= worst)) worst = error;
  }
  return above(worst, test_scenario::limit);
}

std::string Scenario::whole_file() const {
  const test_scenario::TemporaryFile file("whole");
  const auto source = make_session();
  read_prompt(*source, 0);
  source->save_file(file.path);
  const auto target = make_session();
  target->restore_file(file.path);
  return goes_on(*target, 0);
}

std::string Scenario::sequence_file() const {
  const test_scenario::TemporaryFile file("sequence");
  const auto source = make_session();
  read_prompt(*source, 1);
  source->save_file(file.path, 1);
  const auto target = make_session();
  read_prompt(*target, 0);
  target->restore_file(file.path, 3);
  const std::string wrong = goes_on(*target, 3);
  return wrong.empty() ? goes_on(*target, 0) : wrong;
}

std::string Scenario::removal_is_isolated() const {
  const auto session = make_session();
  read_prompt(*session, 0);
  read_prompt(*session, 1);
  const auto before = session->save(1);
  session->forget(0);
  if (session->save(1) != before) return "removing sequence 0 changed sequence 1";
  return goes_on(*session, 1);
}

std::string Scenario::copy_over_bytes() const {
  const auto session = make_session();
  read_prompt(*session, 0);
  const auto state = session->save(0);
  session->forget(0);
  session->restore(state, 1);
  return goes_on(*session, 1);
}

std::string Scenario::copy_in_place() const {
  const auto session = make_session();
  read_prompt(*session, 0);
  session->copy(0, 2);
  const std::string wrong = goes_on(*session, 0);
  session->forget(0);
  return wrong.empty() ? goes_on(*session, 2) : wrong;
}

/// Two sequences token by token, one of which goes: its cells are holes between those of the other.
std::string Scenario::scattered_copy() const {
  // Token by token, those before would not see what comes later.
  if (!model_->architecture().shape().causal) return {};
  const auto session = make_session();
  for (std::size_t i = 0; i < prompt_.size(); ++i) {
    const auto position = static_cast<std::int32_t>(i);
    decode(*session, {{prompt_[i], position, 0, false}, {prompt_[i], position, 1, false}});
  }
  const auto state = session->save(1);
  session->forget(0);
  session->restore(state, 3);
  if (session->save(3) != state) return "the scattered copy is not what was saved";
  const std::string wrong = goes_on(*session, 3);
  return wrong.empty() ? goes_on(*session, 1) : wrong;
}

/// Read too far behind, then moved to where it belongs; or refused, where tokens cannot move.
std::string Scenario::moved() const {
  const auto session = make_session();
  try {
    decode(*session, make_batch(prompt_, 3, WantLogits::none));
    session->shift(0, 0, -1, -3);
  } catch (const RequestError&) {
    return {};
  }
  return goes_on(*session, 0);
}

const std::vector<Scenario::Step>& Scenario::steps() {
  static const std::vector<Step> steps{
      {"whole state in a file", &Scenario::whole_file},
      {"sequence in a file", &Scenario::sequence_file},
      {"removal is isolated", &Scenario::removal_is_isolated},
      {"copy over bytes", &Scenario::copy_over_bytes},
      {"copy in place", &Scenario::copy_in_place},
      {"scattered copy", &Scenario::scattered_copy},
      {"moved", &Scenario::moved},
  };
  return steps;
}

}  // namespace tern::tools
