#include "lab/problem.h"

#include <utility>

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

void round_values(Problem& problem, Real real) {
  for (auto& [name, value] : problem.reals) value = round_to(real, value);
  for (auto& a : problem.arrays) {
    for (double& value : a.values) value = round_to(real, value);
  }
}

}  // namespace warpgrade
