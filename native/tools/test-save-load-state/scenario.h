#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tern/session.h"

namespace tern::tools {

/// One model and what it says behind a prompt when nothing happens to its cache. The steps do
/// something to the cache and give what is wrong with what the model says then; empty: nothing.
class Scenario {
 public:
  Scenario(std::shared_ptr<const Model> model, std::string backend);

  std::string whole_file() const;
  std::string sequence_file() const;
  std::string removal_is_isolated() const;
  std::string copy_over_bytes() const;
  std::string copy_in_place() const;
  std::string scattered_copy() const;
  std::string moved() const;

  struct Step {
    const char* name;
    std::string (Scenario::*body)() const;
  };
  static const std::vector<Step>& steps();

 private:
  std::unique_ptr<Session> make_session() const;
  void read_prompt(Session& session, std::int32_t sequence) const;
  std::string goes_on(Session& session, std::int32_t sequence) const;

  std::shared_ptr<const Model> model_;
  std::string backend_;
  std::vector<std::int32_t> prompt_;
  std::vector<std::int32_t> answer_;          // what comes behind, whatever the model prefers
  std::vector<std::vector<float>> expected_;  // the logits of each
};

}  // namespace tern::tools
