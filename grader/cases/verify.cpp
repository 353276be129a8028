#include "cases/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/fault.h"
#include "diagnosis/answer_check.h"
#include "diagnosis/arranged.h"
#include "diagnosis/explain.h"
#include "diagnosis/hypotheses.h"

namespace warpgrade {
namespace {

/// CUDA's error for an invalid grid or block: 9 in the documentation, 1 (invalid argument) from
/// CUDA 13.
bool refuses_launch(const protocol::Reply& reply) { return reply.error == 9 || reply.error == 1; }

/// Whether every output has size 0.
bool nothing_to_compute(const Truth& truth) {
  return !truth.outputs.empty() && std::all_of(truth.outputs.begin(), truth.outputs.end(),
                                               [](const Expected& e) { return e.values.empty(); });
}

/// Whether every array that the function may write still has its initial contents.
bool untouched(const CallImage& image, const CallOutcome& outcome) {
  bool any = false;
  for (const Region& region : image.regions) {
    if (region.role == Role::input || region.array_bytes == 0) continue;
    if (std::memcmp(image.bytes.data() + region.array, outcome.returned.data() + region.array,
                    region.array_bytes) != 0)
      return false;
    any = true;
  }
  return any;
}

/// The outputs as they came back.
std::vector<Answer> collect_answers(const GeneratedCase& generated, const CallImage& image,
                                    const CallOutcome& outcome) {
  std::vector<Answer> answers;
  for (const Expected& expected : generated.truth.outputs) {
    const auto region = std::find_if(image.regions.begin(), image.regions.end(),
                                     [&](const Region& r) { return r.name == expected.array; });
    if (region == image.regions.end())
      throw GraderError("the reference expects an array '" + expected.array +
                        "' that the function does not have");
    Answer answer;
    answer.expected = &expected;
    answer.poison = image.poison(*region);
    const std::size_t size = region->rows * region->cols;
    for (std::size_t i = 0; i < size; ++i)
      answer.content.push_back(image.element(outcome.returned, *region, i));
    answer.found = expected.seen(answer.content);
    if (answer.found.size() != expected.values.size())
      throw GraderError("the reference expects " + std::to_string(expected.values.size()) +
                        " elements of " + expected.shown() + ", of which there are " +
                        std::to_string(answer.found.size()));
    if (!expected.unordered.empty()) {
      answer.in_this_order = std::make_shared<const Expected>(arranged(expected, answer.found));
      answer.expected = answer.in_this_order.get();
    }
    for (std::size_t i = 0; i < answer.found.size(); ++i) {
      // Elements of an image are computed from the array, so they have no poison of their own.
      answer.untouched.push_back(!expected.image &&
                                 image.is_poison(outcome.returned, *region,
                                                 region->array + i * image.element_bytes(*region)));
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

void append(Causes& to, Causes from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

/// "[1, 2.5]"; rows of a matrix in brackets of their own.
std::string in_brackets(const std::vector<double>& values, std::size_t cols, Element element) {
  std::string text = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool row = cols > 1 && i % cols == 0;
    text += (i > 0 ? row ? "], " : ", " : "") + std::string(row ? "[" : "") +
            shown(element, values[i], 6);
  }
  return text + (cols > 1 && !values.empty() ? "]]" : "]");
}

/// Inputs, result and right values of a case small enough to be computed by hand; empty for others.
Causes whole_example(const GeneratedCase& generated, const std::vector<Answer>& answers) {
  constexpr std::size_t most = 16;  // elements of all arrays
  std::string inputs;
  std::size_t size = 0;
  for (const Array& array : generated.problem.arrays) {
    size += array.size();
    if (size > most || array.depth > 0) return {};
    if (array.role != Role::output && !array.values.empty())
      inputs += (inputs.empty() ? "" : ", ") + array.name + " = " +
                in_brackets(array.values, array.cols, array.element);
  }
  if (inputs.empty() || answers.size() != 1 || answers[0].found.empty()) return {};
  const Expected& expected = *answers[0].expected;
  const bool several = expected.values.size() > 1;
  // A factor U says more than the product by which it is judged.
  const bool whole = expected.answer.size() == answers[0].content.size();
  const Element element = whole ? expected.element : expected.shown_element();
  const std::size_t cols = several ? expected.cols : 1;
  const std::vector<double>&right = whole ? expected.answer : expected.values,
        &found = whole ? answers[0].content : answers[0].found;
  return {
      because("value.inputs", {{"inputs", inputs},
                               {"array", several ? whole ? expected.array : expected.shown() : ""},
                               {"right", several ? in_brackets(right, cols, element) : ""},
                               {"found", several ? in_brackets(found, cols, element) : ""}})};
}

/// Adds explanations of the wrong values.
void add_wrong_values(CallVerdict& result, const GeneratedCase& generated,
                      const std::vector<Answer>& answers, long long returned) {
  for (const Answer& answer : answers) {
    const auto wrong = wrong_elements(answer);
    if (wrong.empty()) continue;
    result.readings.push_back(diagnose(answer, wrong));
    append(result.detail, explain_alone(result.readings.back()));
  }
  if (!result.detail.empty() && !result.untouched)
    append(result.detail, whole_example(generated, answers));
  if (!generated.truth.returns) return;
  const auto [low, high] = *generated.truth.returns;
  if (low <= returned && returned <= high) return;
  result.detail.push_back(
      low == high
          ? because("returned.other", {{"found", returned}, {"right", low}})
          : because("returned.outside", {{"found", returned}, {"low", low}, {"high", high}}));
}

/// Whether every output is within its error bound. A fast path without diagnosis, as most calls are
/// right.
bool all_within(const GeneratedCase& generated, const CallImage& image,
                const CallOutcome& outcome) {
  if (generated.truth.checker) return false;
  for (const Expected& expected : generated.truth.outputs) {
    const auto region = std::find_if(image.regions.begin(), image.regions.end(),
                                     [&](const Region& r) { return r.name == expected.array; });
    const bool plain = !expected.image && expected.unordered.empty() &&
                       region != image.regions.end() &&
                       region->rows * region->cols == expected.values.size();
    if (!plain) return false;
    for (std::size_t i = 0; i < expected.values.size(); ++i) {
      const double found = image.element(outcome.returned, *region, i);
      if (!accepts(found, expected.values[i], expected.bound[i])) return false;
    }
  }
  if (!generated.truth.returns) return true;
  const auto [low, high] = *generated.truth.returns;
  const long long returned = outcome.reply->return_value;
  return low <= returned && returned <= high;
}

/// All outputs as returned by the call.
std::vector<Array> collect_outputs(const CallImage& image, const CallOutcome& outcome) {
  std::vector<Array> outputs;
  for (const Region& region : image.regions) {
    if (region.role == Role::input || region.begin >= image.host_begin) continue;
    Array array{region.name, Role::output, region.rows, region.cols, {}};
    array.element = region.element;
    for (std::size_t i = 0; i < array.size(); ++i)
      array.values.push_back(image.element(outcome.returned, region, i));
    outputs.push_back(std::move(array));
  }
  return outputs;
}

/// The reference's own objection to these outputs, if it checks more than error bounds.
Causes run_checker(const Truth& truth, const std::vector<Array>& found, bool untouched) {
  if (!truth.checker) return {};
  std::string text = truth.checker(found);
  if (text.empty()) return {};
  if (untouched) return {because("values.untouched", {{"array", found.front().name}})};
  return {because("reference.complaint", {{"text", std::move(text)}})};
}

/// The case with the outputs that belong to the returned value; nothing if they are the case's.
std::optional<GeneratedCase> with_outputs_for(const GeneratedCase& generated, long long returned) {
  const Truth& truth = generated.truth;
  if (!truth.outputs_for || returned == truth.usual_return || returned < truth.returns->first ||
      returned > truth.returns->second)
    return std::nullopt;
  GeneratedCase other = generated;
  other.truth.outputs = truth.outputs_for(returned);
  for (Expected& output : other.truth.outputs)
    output.element = generated.problem.array(output.array).element;
  return other;
}

/// Another permitted number to which these outputs belong.
std::optional<long long> find_number_of_outputs(const GeneratedCase& generated,
                                                const CallImage& image,
                                                const CallOutcome& outcome) {
  CallOutcome same = outcome;
  const auto [low, high] = *generated.truth.returns;
  for (long long number = low; number <= high; ++number) {
    if (number == outcome.reply->return_value) continue;
    same.reply->return_value = number;
    const std::optional<GeneratedCase> other = with_outputs_for(generated, number);
    if (all_within(other ? *other : generated, image, same)) return number;
  }
  return std::nullopt;
}

Causes remark(const TaskRun& run, const GeneratedCase& generated, const std::vector<Array>& found,
              bool right) {
  std::string text = run.exercise.reference.remark(generated.problem, found, right);
  return text.empty() ? Causes{} : Causes{because("reference.remark", {{"text", std::move(text)}})};
}

void judge_values(CallVerdict& result, const TaskRun& run, const GeneratedCase& generated,
                  const CallImage& image, const CallOutcome& outcome) {
  const std::vector<Answer> answers = collect_answers(generated, image, outcome);
  const std::vector<Array> found = collect_outputs(image, outcome);
  result.untouched = untouched(image, outcome);
  add_wrong_values(result, generated, answers, outcome.reply->return_value);
  if (result.detail.empty()) result.detail = run_checker(generated.truth, found, result.untouched);
  if (result.detail.empty()) {
    result.detail = remark(run, generated, found, true);
    return;
  }
  result.verdict = Verdict::wrong;
  result.values = true;
  result.finite = std::all_of(answers.begin(), answers.end(), [](const Answer& a) {
    const auto& values = a.expected->is_prefix ? a.found : a.content;
    return std::all_of(values.begin(), values.end(), [](double v) { return v - v == 0; });
  });
  result.whole =
      std::any_of(found.begin(), found.end(), [](const Array& a) { return is_whole(a.element); });
  if (outcome.threads_left > 0)
    result.detail.push_back(because("threads.left-running", {{"count", outcome.threads_left}}));
  append(result.detail, remark(run, generated, found, false));
}

}  // namespace

GeneratedCase generate(const TaskRun& run, const Case& c, std::uint64_t draw) {
  return generate(run.exercise, run.task, c, draw);
}

std::shared_ptr<const GeneratedCase> generated_case(const TaskRun& run, const Case& c,
                                                    std::uint64_t draw) {
  if (run.generated == nullptr)
    return std::make_shared<const GeneratedCase>(generate(run, c, draw));
  return run.generated->get(run.exercise, run.task, c, draw);
}

Work least_work(const TaskRun& run, const Case& c) {
  GeneratedCases none(0, 0);
  return (run.generated ? *run.generated : none).work(run.exercise, run.task, c);
}

CallVerdict verify_all_but_outputs(const TaskRun& run, const Case& c, const CallImage& image,
                                   const CallOutcome& outcome) {
  CallVerdict result;
  const auto find_line = [&](std::uint64_t address) {
    return run.toolchain.find_line(run.builds.of(c), address);
  };
  const Explanation explanation = explain(outcome, run.worker.limits, find_line);
  result.verdict = explanation.verdict;
  result.detail = explanation.detail;
  result.doubtful = explanation.doubtful;
  result.if_submission_fault = explanation.if_submission_fault;
  result.claim = explanation.claim;
  if (result.verdict != Verdict::ok) return result;
  result.completed = true;
  result.detail = broken_guards(image, outcome.returned);
  if (!result.detail.empty()) {
    result.verdict = Verdict::out_of_bounds;
    return result;
  }
  result.detail = changed_inputs(image, outcome.returned);
  if (!result.detail.empty()) result.verdict = Verdict::wrong;
  return result;
}

CallVerdict verify(const TaskRun& run, const Case& c, const GeneratedCase& generated,
                   const CallImage& image, const CallOutcome& outcome) {
  CallVerdict result = verify_all_but_outputs(run, c, image, outcome);
  if (!result.completed && outcome.reply && refuses_launch(*outcome.reply) &&
      nothing_to_compute(generated.truth)) {
    result.detail.push_back(because("launch.nothing-to-do"));
  }
  if (result.verdict != Verdict::ok) return result;
  const std::optional<GeneratedCase> other =
      with_outputs_for(generated, outcome.reply->return_value);
  const GeneratedCase& expected = other ? *other : generated;
  // A timed call needs no diagnosis if its values are right.
  if (outcome.returned.size() < image.bytes.size() && all_within(expected, image, outcome))
    return result;
  judge_values(result, run, expected, image, outcome);
  if (generated.truth.outputs_for == nullptr || result.verdict != Verdict::wrong) return result;
  const long long returned = outcome.reply->return_value;
  if (const auto number = find_number_of_outputs(generated, image, outcome))
    result.detail = {because("returned.of-others", {{"found", returned}, {"number", *number}})};
  else if (other)
    result.detail.push_back(because("returned.belongs", {{"found", returned}}));
  return result;
}

double share_of_bounds(const GeneratedCase& generated, const CallImage& image,
                       const CallOutcome& outcome) {
  double most = 0;
  for (const Answer& answer : collect_answers(generated, image, outcome))
    most = std::max(most, share_of_bound(answer));
  return most;
}

}  // namespace warpgrade
