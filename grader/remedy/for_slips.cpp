// General edits, as the last resort.
#include <algorithm>

#include "remedy/edits/elsewhere.h"
#include "remedy/edits/everywhere.h"
#include "remedy/edits/guards.h"
#include "remedy/edits/operators.h"
#include "remedy/edits/order.h"
#include "remedy/edits/slips.h"
#include "remedy/edits/suspicion.h"
#include "remedy/edits/terms.h"
#include "remedy/macros.h"
#include "remedy/proposals.h"
#include "remedy/unused.h"

namespace warpgrade::remedy {
namespace {

constexpr std::size_t most_numbers = 4096;  // that simt_remedy knows

}  // namespace

std::vector<Proposal> proposals_for_slips(const Code& code, const std::string& file,
                                          const std::string& entry, const std::set<int>& lines) {
  using Which = Slips::Which;
  using Part = Slips::Part;
  ProposalList list(code, file, 0, most_numbers);
  Slips slips(list, entry);
  Operators operators(list, entry);
  Terms terms(list, entry);
  Guards guards(list, entry);
  Everywhere everywhere(list, entry);
  Elsewhere elsewhere(list, entry);
  Order order(list, entry);
  std::vector<int> ranks;  // of each proposal; the plainest mistakes have rank 0
  const auto rank = [&](int value) { ranks.resize(list.size(), value); };
  guards.keep_choices();
  Macros(list).parentheses();
  slips.other_members();
  elsewhere.objects();
  elsewhere.subscripts();
  everywhere.axes();
  everywhere.one_axis();
  everywhere.sizes({"/", "%"});
  guards.more_tests();
  rank(0);
  slips.other_variables(Which::alike, Slips::no_limit, Part::same);
  slips.other_variables(Which::whole_numbers, Slips::no_limit, Part::same);
  slips.variables_for_threads();
  slips.constants_for_numbers();
  slips.other_numbers();
  terms.as_beside();
  terms.as_elsewhere();
  terms.of_blocks();
  terms.rests();
  guards.of_statements();
  guards.fewer_tests();
  rank(1);
  slips.other_variables(Which::others);
  slips.other_signs();
  operators.divisions();
  operators.comparisons();
  elsewhere.arrays();
  elsewhere.arguments_of_calls();
  everywhere.sizes({"*"});
  everywhere.sizes({"<", "<=", ">", ">="});
  order.exchanged();
  terms.ones();
  rank(2);
  slips.other_variables(Which::alike, Slips::no_limit, Part::other);
  slips.other_variables(Which::whole_numbers, Slips::no_limit, Part::other);
  operators.operands();
  operators.assignments();
  terms.fewer();
  terms.counters();
  slips.doubled_numbers();
  rank(3);
  terms.any();
  operators.products();
  elsewhere.any_subscripts();
  guards.no_test();
  order.removed();
  rank(4);
  const Suspicion suspicion(code, entry, lines);
  std::vector<std::pair<int, Proposal>> scored;
  std::vector<Proposal> all = list.take();
  for (std::size_t i = 0; i < all.size(); ++i)
    scored.emplace_back(
        2 * ranks[i] + (lines.empty() ? 1 : 3) * suspicion.distance(all[i].remedy.line),
        std::move(all[i]));
  std::stable_sort(scored.begin(), scored.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  all.clear();
  for (auto& each : scored) all.push_back(std::move(each.second));
  return unused_last(code, std::move(all));
}

}  // namespace warpgrade::remedy
