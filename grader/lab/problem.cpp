#include "lab/problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/fault.h"

namespace warpgrade {

long long Problem::integer(const std::string& name) const {
  const auto found = integers.find(name);
  if (found == integers.end()) throw GraderError("the case gives no integer '" + name + "'");
  return found->second;
}

double Problem::real(const std::string& name) const {
  const auto found = reals.find(name);
  if (found == reals.end()) throw GraderError("the case gives no real number '" + name + "'");
  return found->second;
}

const Array& Problem::array(const std::string& name) const {
  for (const auto& a : arrays) {
    if (a.name == name) return a;
  }
  throw GraderError("the case gives no array '" + name + "'");
}

Alternative rounded_down(const std::string& sums, const std::string& number,
                         const std::string& multiple, std::size_t left_out,
                         std::vector<double> values) {
  const std::string mistake = number + " rounded down to a multiple of " + multiple;
  const std::string terms = left_out == 1 ? "term" : std::to_string(left_out) + " terms";
  return {sums + " last " + terms + ": " + mistake, std::move(values), mistake};
}

Alternative stopped_early(
    const std::string& what, long long asked, const std::vector<double>& found,
    std::vector<double> start,
    const std::function<std::vector<double>(const std::vector<double>&)>& sweep) {
  std::vector<double> now = sweep(start), best;
  long long steps = 0;
  double least = 0;
  for (long long s = 2; s + 2 <= asked; ++s) {
    now = sweep(now);
    double distance = 0;
    for (std::size_t i = 0; i < now.size(); ++i)
      distance = std::max(distance, std::fabs(now[i] - found[i]));
    if (!best.empty() && !(distance < least)) continue;
    best = now;
    steps = s;
    least = distance;
  }
  return {what + " after " + std::to_string(steps) + " sweeps, not after " + std::to_string(asked),
          std::move(best), "stopped early"};
}

void require_value(const std::string& array, Element element, double value) {
  if (holds(element, value)) return;
  throw GraderError(
      fmt::format("the reference puts {} into {}, an array of {}", value, array, name(element)),
      "Write whole numbers from " + format_range(element) + ".");
}

void set_elements(Problem& problem, const std::map<std::string, Element>& elements) {
  for (Array& array : problem.arrays)
    if (const auto found = elements.find(array.name); found != elements.end())
      array.element = found->second;
}

void round_values(Problem& problem, Real real) {
  for (auto& [name, value] : problem.reals) value = round_to(real, value);
  for (auto& a : problem.arrays) {
    for (double& value : a.values) {
      value = round_to(a.element, real, value);
      require_value(a.name, a.element, value);
    }
  }
}

}  // namespace warpgrade
