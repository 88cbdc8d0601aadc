#include <cmath>

#include "tern/error.h"
#include "tern/session.h"
#include "tests/support/check.h"
#include "tests/support/model_maker.h"

namespace tern {
namespace runtime_embedding_test {

const std::vector<std::int32_t> prompt{3, 14, 15, 9, 26, 5, 35};
const std::vector<std::int32_t> other{8, 9, 7, 9};

std::vector<float> embed(Session& session, const Batch& batch, Pooling pooling) {
  session.forget(0);
  session.forget(1);
  const auto rows = session.embed(batch, pooling);
  return {rows.begin(), rows.end()};
}

/// A matrix of the file times a vector, in double precision.
std::vector<float> times(const Model& model, const char* name, std::span<const float> vector) {
  const GgufTensor& tensor = *model.file().find_tensor(name);
  const auto* values = reinterpret_cast<const float*>(model.file().data(tensor).data());
  std::vector<float> result;
  for (std::int64_t row = 0; row < tensor.shape[1]; ++row) {
    double sum = 0.0;
    for (const float value : vector) sum += double{value} * double{*values++};
    result.push_back(static_cast<float>(sum));
  }
  return result;
}

void are_what_logits_are_made_from() {
  const auto model = tiny_model();
  const auto width = static_cast<std::size_t>(model->embedding_length());
  Session session(model);
  const Batch batch = make_batch(prompt, 0, WantLogits::all);
  const auto rows = embed(session, batch, Pooling::none);
  CHECK_EQUAL(rows.size(), prompt.size() * width);
  session.forget(0);
  const auto logits = session.decode(batch);
  const std::size_t vocab = logits.size() / prompt.size();
  for (std::size_t i = 0; i < prompt.size(); ++i) {
    const auto expected = times(*model, "output.weight", std::span(rows).subspan(i * width, width));
    CHECK_ALL_NEAR(logits.subspan(i * vocab, vocab), expected, 1e-5);
  }
}

/// Two texts, token by token in turn, and the rows of each by themselves.
struct Texts {
  Batch mixed;
  std::vector<float> second, first;  ///< the second one comes first in the batch
  std::size_t width;
};

Texts texts(Session& session) {
  const Batch ours = make_batch(prompt, 0, WantLogits::all, 0);
  const Batch theirs = make_batch(other, 0, WantLogits::all, 1);
  Texts t{{},
          embed(session, theirs, Pooling::none),
          embed(session, ours, Pooling::none),
          static_cast<std::size_t>(session.model().embedding_length())};
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (i < theirs.size()) t.mixed.push_back(theirs[i]);
    t.mixed.push_back(ours[i]);
  }
  return t;
}

std::vector<float> mean(std::span<const float> rows, std::size_t width) {
  std::vector<float> result;
  for (std::size_t i = 0; i < width; ++i) {
    double sum = 0.0;
    for (std::size_t at = i; at < rows.size(); at += width) sum += double{rows[at]};
    result.push_back(static_cast<float>(sum / static_cast<double>(rows.size() / width)));
  }
  return result;
}

void are_pooled_by_sequence() {
  for (const std::int64_t batch_size : {512, 3}) {
    Session session(tiny_model(), {.batch_size = batch_size});
    const Texts t = texts(session);
    const auto means = embed(session, t.mixed, Pooling::mean);
    const auto firsts = embed(session, t.mixed, Pooling::first);
    const auto lasts = embed(session, t.mixed, Pooling::last);
    for (const auto* rows : {&means, &firsts, &lasts}) CHECK_EQUAL(rows->size(), 2 * t.width);
    std::size_t at = 0;
    for (const auto* rows : {&t.second, &t.first}) {
      const std::span all(*rows);
      CHECK_ALL_NEAR(std::span(means).subspan(at, t.width), mean(all, t.width), 1e-4);
      CHECK_ALL_NEAR(std::span(firsts).subspan(at, t.width), all.first(t.width), 1e-4);
      CHECK_ALL_NEAR(std::span(lasts).subspan(at, t.width), all.last(t.width), 1e-4);
      at += t.width;
    }
  }
}

void are_scored_by_a_classifier() {
  const auto model = tiny_model({.classifier = true});
  Session session(model);
  const Batch batch = make_batch(prompt, 0, WantLogits::none);
  auto inner = times(*model, "cls.weight", embed(session, batch, Pooling::last));
  const auto* bias = reinterpret_cast<const float*>(
      model->file().data(*model->file().find_tensor("cls.bias")).data());
  for (float& value : inner) value = std::tanh(value + *bias++);
  const auto scores = embed(session, batch, Pooling::rank);
  CHECK_ALL_NEAR(scores, times(*model, "cls.output.weight", inner), 1e-5);
  CHECK_EQUAL(scores.size(), 3u);
  // Where tokens see all others, the first one stands for the text.
  Session both_ways(model, {.sight = Sight::all});
  CHECK(std::fabs(embed(both_ways, batch, Pooling::rank)[0] - scores[0]) > 1e-4);
  Session without(tiny_model());
  CHECK_THROWS(RequestError, "[session] expected a model with a classifier",
               without.embed(batch, Pooling::rank));
  CHECK_EQUAL(without.used(), 0);
}

void see_what_they_may() {
  const auto model = tiny_model();
  const Batch batch = make_batch(prompt, 0, WantLogits::none);
  Batch changed = batch;
  changed.back().token = 40;
  for (const Sight sight : {Sight::as_trained, Sight::backward, Sight::all}) {
    Session session(model, {.sight = sight});
    const auto first = embed(session, batch, Pooling::first);
    const auto second = embed(session, changed, Pooling::first);
    CHECK_EQUAL(first == second, sight != Sight::all);
  }
  Session session(model, {.batch_size = 4, .sight = Sight::all});
  CHECK_THROWS(RequestError, "expected at most 4 tokens, as they see each other, got 7",
               session.embed(batch, Pooling::mean));
}

void give_nothing_for_nothing() {
  Session session(tiny_model());
  CHECK_EQUAL(session.embed({}, Pooling::mean).size(), 0u);
  CHECK_EQUAL(session.embed(make_batch(prompt, 0, WantLogits::none)).size(), 0u);
}

}  // namespace runtime_embedding_test

void test_runtime_embedding(TestTable& tests) {
  using namespace runtime_embedding_test;
  tests.add("runtime_embedding", "are what logits are made from", are_what_logits_are_made_from);
  tests.add("runtime_embedding", "are pooled by sequence", are_pooled_by_sequence);
  tests.add("runtime_embedding", "are scored by a classifier", are_scored_by_a_classifier);
  tests.add("runtime_embedding", "see what they may", see_what_they_may);
  tests.add("runtime_embedding", "give nothing for nothing", give_nothing_for_nothing);
}

}  // namespace tern
