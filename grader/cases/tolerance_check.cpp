#include "cases/tolerance_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/fault.h"
#include "diagnosis/answer_check.h"
#include "lab/problem_file.h"

namespace warpgrade {
namespace {

constexpr double small_flops = 2e6;  // larger cases are skipped: loading a lab must be fast

/// `value` with the significand of the next lower precision: 11 bits for float, 24 for double.
double next_lower(Real real, double value) {
  if (real == Real::f64) return static_cast<float>(value);
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, 11)), exponent - 11);
}

/// Whether the truth modified by `change` would pass in every output.
bool would_pass(const Truth& truth, auto&& change) {
  return std::all_of(truth.outputs.begin(), truth.outputs.end(), [&](const Expected& e) {
    std::vector<double> found = e.image ? e.answer : e.values;
    for (double& value : found) value = change(value);
    found = e.seen(std::move(found));
    for (std::size_t i = 0; i < e.values.size(); ++i) {
      if (!accepts(found[i], e.values[i], e.bound[i])) return false;
    }
    return true;
  });
}

/// Whether some output has fractions. Whole numbers have no lower precision.
bool has_rounded(const Truth& truth) {
  return std::any_of(truth.outputs.begin(), truth.outputs.end(),
                     [](const Expected& e) { return !is_whole(e.shown_element()); });
}

bool is_zero(const Truth& truth) {
  return would_pass(Truth{truth.outputs, {}}, [](double) { return 0.0; }) &&
         std::all_of(truth.outputs.begin(), truth.outputs.end(), [](const Expected& e) {
           return std::all_of(e.values.begin(), e.values.end(), [](double v) { return v == 0; });
         });
}

}  // namespace

void check_tolerances(const Lab& lab, const Reference& reference, Real real) {
  std::map<std::string, std::optional<Problem>> problems;  // by case name; large cases are left out
  const auto small_problem = [&](const Case& c) -> const std::optional<Problem>& {
    const auto [at, added] = problems.try_emplace(c.name);
    if (!added) return at->second;
    Random random(derive_seed(1, lab.name + "/" + c.name));
    Problem problem = generate_case(lab, reference, c, real, random);
    if (reference.work(problem, real).flops > small_flops) return at->second;
    round_values(problem, real);
    return at->second = std::move(problem);
  };
  for (const Task& task : lab.tasks) {
    bool lower_refused = false, tried = false;
    for (const Case& c : task.cases) {
      if (!c.data.empty()) continue;
      const std::optional<Problem>& problem = small_problem(c);
      if (!problem) continue;
      const Truth truth = solved(reference, *problem, task, real, lab.task_tolerance(task));
      if (truth.outputs.empty() || truth.checker || is_zero(truth)) continue;
      tried = tried || has_rounded(truth);
      if (would_pass(truth, [](double) { return 0.0; })) {
        throw GraderError((lab.folder / "lab.json").string() + ": the tolerance of " + task.entry +
                              " would let an answer of zeros pass in case " + c.name,
                          "Make \"tolerance\" tighter, or change the input of that case.");
      }
      lower_refused =
          lower_refused || !would_pass(truth, [&](double v) { return next_lower(real, v); });
    }
    if (tried && !lower_refused) {
      throw GraderError((lab.folder / "lab.json").string() + ": the tolerance of " + task.entry +
                            " would let an answer in " + (real == Real::f32 ? "half" : "single") +
                            " precision pass in every small case",
                        "Make \"tolerance\" tighter, or add a case with a short sum.");
    }
  }
}

}  // namespace warpgrade
