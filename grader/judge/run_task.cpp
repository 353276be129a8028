#include "judge/run_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "judge/compare.h"
#include "judge/explain.h"
#include "lab/fault.h"
#include "lab/random.h"

namespace warpgrade {
namespace {

enum class Round { first, again, other_values };

struct Posed {
  Problem problem;
  Truth truth;
};

/// CUDA's word for a grid or block that it does not launch: 9 in the documents, 1 (an invalid
/// argument) from CUDA 13.
bool refuses_launch(const protocol::Reply& reply) { return reply.error == 9 || reply.error == 1; }

/// Every output has size 0.
bool nothing_to_compute(const Truth& truth) {
  return std::all_of(truth.outputs.begin(), truth.outputs.end(),
                     [](const Expected& e) { return e.values.empty(); });
}

class Runner {
 public:
  explicit Runner(const TaskRun& run) : run_(run) {
    const std::size_t n = run.task.cases.size();
    outcome_.cases.resize(n);
    outcome_.has_work.resize(n);
    posed_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      outcome_.cases[i].name = run.task.cases[i].name;
      outcome_.cases[i].hidden = run.task.cases[i].hidden;
    }
  }

  TaskOutcome run() {
    for (std::size_t i = 0; i < run_.task.cases.size(); ++i) call(i, Round::first);
    // What was right keeps its chance: one more bad end is allowed for.
    given_up_ = Verdict::ok;
    seconds_lost_ = 0;
    auto later = later_calls();
    Random random(derive_seed(run_.seed, run_.task.entry + "/order"));
    for (std::size_t i = later.size(); i > 1; --i) {
      std::swap(
          later[i - 1],
          later[static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(i) - 1))]);
    }
    for (const auto& [index, round] : later) {
      if (outcome_.cases[index].verdict == Verdict::ok) call(index, round);
    }
    if (child_) collect_output();
    return std::move(outcome_);
  }

 private:
  std::vector<std::pair<std::size_t, Round>> later_calls() const {
    std::vector<std::pair<std::size_t, Round>> calls;
    for (std::size_t i = 0; i < run_.task.cases.size(); ++i) {
      const Case& c = run_.task.cases[i];
      if (c.calls >= 2) calls.emplace_back(i, Round::again);
      // A data file holds one set of values.
      if (c.calls >= 3 && c.data.empty() && !c.seed) calls.emplace_back(i, Round::other_values);
    }
    return calls;
  }

  Posed pose(const Case& c, bool other_values) const {
    const std::uint64_t base = c.seed ? *c.seed : run_.seed;
    Random random(derive_seed(base, run_.lab.name + "/" + c.name, other_values ? 1 : 0));
    Posed posed;
    posed.problem = run_.oracle.pose(c, run_.real, random);
    round_values(posed.problem, run_.real);
    posed.truth =
        run_.oracle.solve(posed.problem, run_.task, run_.real, run_.lab.tolerance_of(run_.task));
    return posed;
  }

  void call(std::size_t index, Round round) {
    const Case& c = run_.task.cases[index];
    CaseResult& result = outcome_.cases[index];
    if (given_up_ != Verdict::ok) {
      result.verdict = given_up_;
      result.detail =
          fmt::format("not run: {} was stopped in case {}.", run_.task.entry, given_up_in_);
      outcome_.has_work[index] = true;
      return;
    }
    run_.on_case(c.name);
    Posed fresh;
    if (round == Round::other_values) {
      fresh = pose(c, true);
    } else if (posed_[index] == nullptr) {
      posed_[index] = std::make_unique<Posed>(pose(c, false));
      outcome_.has_work[index] = run_.oracle.work(posed_[index]->problem, run_.real).flops > 0;
    }
    const Posed& posed = round == Round::other_values ? fresh : *posed_[index];
    const CallImage image =
        compose(posed.problem, run_.task.signature, run_.real,
                round == Round::again ? Poison::nan : Poison::finite,
                derive_seed(run_.seed, run_.task.entry + "/" + c.name + "/poison",
                            static_cast<std::uint64_t>(round)));
    if (!child_ || !child_->alive()) {
      if (child_) collect_output();
      child_ = std::make_unique<Child>(run_.sandbox, run_.child);
    }
    const CallOutcome outcome = child_->call(run_.task.entry, run_.task.device_pointers, image);
    result.seconds = std::max(result.seconds, outcome.seconds);
    note_kernels(outcome);
    judge(index, round, posed, image, outcome);
    // Nothing is compared with this case any more.
    if (c.calls == 1 || result.verdict != Verdict::ok) posed_[index].reset();
  }

  void judge(std::size_t index, Round round, const Posed& posed, const CallImage& image,
             const CallOutcome& outcome) {
    CaseResult& result = outcome_.cases[index];
    const auto line_of = [&](std::uint64_t address) {
      return run_.toolchain.line_of(run_.build, address);
    };
    const Explanation explanation = explain(outcome, run_.child.limits, line_of);
    if (explanation.verdict != Verdict::ok) {
      result.verdict = explanation.verdict;
      result.detail = explanation.detail;
      if (outcome.reply && refuses_launch(*outcome.reply) && nothing_to_compute(posed.truth)) {
        result.detail +=
            " In this case there is nothing to compute, and a launch with an empty grid is an "
            "error: "
            "return before it.";
      }
      seconds_lost_ += outcome.seconds;
      if (result.verdict == Verdict::timeout || seconds_lost_ > run_.child.limits.cpu_seconds) {
        given_up_ = result.verdict;
        given_up_in_ = result.name;
      }
      return;
    }
    if (std::string detail = broken_guards(image, outcome.returned); !detail.empty()) {
      result.verdict = Verdict::out_of_bounds;
      result.detail = std::move(detail);
      return;
    }
    if (std::string detail = changed_inputs(image, outcome.returned); !detail.empty()) {
      result.verdict = Verdict::wrong;
      result.detail = std::move(detail);
      return;
    }
    judge_values(result, round, posed, image, outcome);
  }

  void judge_values(CaseResult& result, Round round, const Posed& posed, const CallImage& image,
                    const CallOutcome& outcome) {
    std::vector<Answer> answers;
    std::vector<Array> found;
    for (const Expected& expected : posed.truth.outputs) {
      const auto region = std::find_if(image.regions.begin(), image.regions.end(),
                                       [&](const Region& r) { return r.name == expected.array; });
      if (region == image.regions.end())
        throw GraderError("the oracle expects an array '" + expected.array +
                          "' that the function does not have");
      Answer answer;
      answer.expected = &expected;
      answer.poison = image.poison();
      for (std::size_t i = 0; i < expected.values.size(); ++i) {
        answer.found.push_back(image.element(outcome.returned, region->array, i));
        answer.untouched.push_back(image.is_poison(outcome.returned, region->array, i));
      }
      found.push_back({expected.array, Role::output, expected.rows, expected.cols, answer.found});
      answers.push_back(std::move(answer));
    }
    std::string detail;
    for (const Answer& answer : answers) {
      const auto wrong = wrong_elements(answer);
      if (!wrong.empty()) detail += (detail.empty() ? "" : "\n") + diagnose(answer, wrong);
    }
    if (posed.truth.returns) {
      const auto [low, high] = *posed.truth.returns;
      const long long value = outcome.reply->return_value;
      if (value < low || value > high) {
        detail +=
            (detail.empty() ? "" : "\n") +
            (low == high ? fmt::format("It returned {}; {} is right.", value, low)
                         : fmt::format("It returned {}; {} to {} is right.", value, low, high));
      }
    }
    const std::string remark = run_.oracle.remark(posed.problem, found);
    if (detail.empty()) {
      if (round == Round::first) result.detail = remark;
      return;
    }
    result.verdict = Verdict::wrong;
    result.untouched = round == Round::first && all_untouched(answers);
    if (round == Round::again) {
      const bool finite = std::all_of(found.begin(), found.end(), [](const Array& a) {
        return std::all_of(a.values.begin(), a.values.end(), [](double v) { return v - v == 0; });
      });
      if (finite) {
        result.verdict = Verdict::race;
        detail =
            "Right at first, wrong on a second run with the same values: a race between threads, "
            "memory that is "
            "used before it is set, or something kept from an earlier call.\n" +
            detail;
      } else {
        detail =
            "Right while harmless numbers stood in and around the arrays, wrong when NaN stood "
            "there: your code "
            "uses what it finds past the end of an array or in an output (0 times NaN is NaN), or "
            "leaves elements "
            "unwritten.\n" +
            detail;
      }
    } else if (round == Round::other_values) {
      detail =
          "Right for the first values, wrong for others of the same sizes: is something kept from "
          "call to call?\n" +
          detail;
    }
    if (outcome.threads_left > 0) {
      detail += fmt::format(
          "\n{} thread(s) of your code still ran when the function returned: what they do "
          "afterwards "
          "does not count.",
          outcome.threads_left);
    }
    if (!remark.empty()) detail += "\n" + remark;
    result.detail = std::move(detail);
  }

  void note_kernels(const CallOutcome& outcome) {
    if (!outcome.reply) return;
    for (std::uint32_t i = 0; i < outcome.reply->kernel_count; ++i) {
      const std::string kernel = outcome.reply->kernels[i].name;
      if (std::find(outcome_.kernels.begin(), outcome_.kernels.end(), kernel) ==
          outcome_.kernels.end()) {
        outcome_.kernels.push_back(kernel);
      }
    }
  }

  void collect_output() {
    constexpr std::size_t enough = 4096;
    if (outcome_.printed.size() < enough)
      outcome_.printed += as_student_knows(child_->take_output().substr(0, enough));
  }

  const TaskRun& run_;
  TaskOutcome outcome_;
  std::vector<std::unique_ptr<Posed>> posed_;
  std::unique_ptr<Child> child_;
  // Waiting for the same bad end in every case would help nobody: together they may take as long as
  // one call.
  double seconds_lost_ = 0;
  Verdict given_up_ = Verdict::ok;  // of the cases that are not run any more
  std::string given_up_in_;
};

}  // namespace

TaskOutcome run_cases(const TaskRun& run) { return Runner(run).run(); }

}  // namespace warpgrade
