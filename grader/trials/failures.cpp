#include "trials/failures.h"

namespace warpgrade {

bool makes_no_fix(const Finding& advice, const Failures& known) {
  return (advice.cause.id == "race.equal-values" || advice.cause.id.starts_with("barrier.")) &&
         known.count(finding_key(advice)) == 0;
}

bool helps(const Failures& before, const Failures& left) {
  if (!std::includes(before.begin(), before.end(), left.begin(), left.end()) ||
      left.count(stopped) != 0)
    return false;
  const auto cases = [](const Failures& all) {
    return std::count_if(all.begin(), all.end(), is_case);
  };
  const auto findings = [&](const Failures& all) {
    return static_cast<std::ptrdiff_t>(all.size()) - cases(all);
  };
  return cases(left) == 0 || (findings(left) < findings(before) && 2 * cases(left) < cases(before));
}

}  // namespace warpgrade
