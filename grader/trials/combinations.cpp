#include "trials/combinations.h"

#include <algorithm>
#include <set>
#include <string>

namespace warpgrade {

constexpr std::size_t most_in_pairs = 6;  // proposals for findings that are also tried in pairs
constexpr std::size_t most_seen = 3;      // mistakes seen in the source that are paired with all

std::vector<std::vector<std::size_t>> singles_and_pairs(
    const std::vector<remedy::Proposal>& proposals, std::size_t of_findings,
    const std::vector<std::size_t>& chosen, bool values_first) {
  std::vector<std::vector<std::size_t>> all;
  std::vector<std::size_t> in_pairs;
  const auto is_chosen = [&](std::size_t p) {
    return std::find(chosen.begin(), chosen.end(), p) != chosen.end();
  };
  const auto add_pairs = [&] {
    for (std::size_t b = 1; b < in_pairs.size(); ++b)
      for (std::size_t a = 0; a < b; ++a)
        if (proposals[in_pairs[a]].remedy.code == proposals[in_pairs[b]].remedy.code)
          all.push_back({in_pairs[a], in_pairs[b]});
  };
  for (std::size_t p = 0; p < proposals.size(); ++p) {
    if (p == of_findings) add_pairs();
    if (proposals[p].insertions.empty()) continue;
    if (is_chosen(p)) continue;
    all.push_back({p});
    const std::string& id = proposals[p].remedy.id;
    if (p < of_findings && in_pairs.size() < most_in_pairs &&
        (id == "statement.after" || id == "loop.end"))
      in_pairs.push_back(p);
  }
  if (proposals.size() <= of_findings) add_pairs();
  // A mistake that is seen in the source may stand beside another one. What is seen often is this
  // program's way.
  std::vector<std::size_t> seen;
  for (std::size_t p = of_findings; p < proposals.size(); ++p)
    if (!proposals[p].insertions.empty() && !is_chosen(p) &&
        remedy::is_one_of(proposals[p].remedy.cause.id,
                          {"code.read-twice", "code.size-of-another-type"}))
      seen.push_back(p);
  if (seen.size() > most_seen) seen.clear();
  for (const std::size_t p : seen)
    for (std::size_t other = 0; other < proposals.size(); ++other)
      if (other != p && !proposals[other].insertions.empty() && !is_chosen(other))
        all.push_back({std::min(p, other), std::max(p, other)});
  if (values_first)
    std::stable_partition(all.begin(), all.end(),
                          [&](const auto& each) { return each.back() >= of_findings; });
  return all;
}

std::vector<std::size_t> one_for_each_finding(const std::vector<Tried>& made, const Failures& there,
                                              bool of_all) {
  std::set<std::size_t> on;
  Failures left = there;
  for (const std::string& each : there) {
    if (!is_finding(each) || left.count(each) == 0) continue;
    const Tried* best = nullptr;
    for (const Tried& t : made)
      if (t.left.count(each) == 0 && (!best || t.left.size() < best->left.size()) &&
          std::includes(there.begin(), there.end(), t.left.begin(), t.left.end()))
        best = &t;
    if (!best && of_all) return {};
    if (!best) continue;
    on.insert(best->on.begin(), best->on.end());
    std::erase_if(left, [&](const std::string& w) { return best->left.count(w) == 0; });
  }
  return {on.begin(), on.end()};
}

bool are_complementary(const Tried& a, const Tried& b) {
  return std::none_of(a.left.begin(), a.left.end(),
                      [&](const std::string& wrong) { return b.left.count(wrong) != 0; });
}

std::vector<std::size_t> joined(const Tried& a, const Tried& b) {
  std::vector<std::size_t> on = a.on;
  for (const std::size_t p : b.on)
    if (std::find(on.begin(), on.end(), p) == on.end()) on.push_back(p);
  return on;
}

}  // namespace warpgrade
