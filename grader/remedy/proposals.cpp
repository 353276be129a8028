#include "remedy/proposals.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <tuple>

#include "remedy/declarations.h"
#include "remedy/early_return.h"
#include "remedy/edits/elsewhere.h"
#include "remedy/edits/everywhere.h"
#include "remedy/edits/guards.h"
#include "remedy/edits/operators.h"
#include "remedy/edits/order.h"
#include "remedy/edits/slips.h"
#include "remedy/edits/suspicion.h"
#include "remedy/edits/terms.h"
#include "remedy/host/allocations.h"
#include "remedy/host/buffers.h"
#include "remedy/host/byte_counts.h"
#include "remedy/host/devices.h"
#include "remedy/host/host_code.h"
#include "remedy/host/initial_values.h"
#include "remedy/host/launches.h"
#include "remedy/host/loop_limits.h"
#include "remedy/host/missing.h"
#include "remedy/host/offsets.h"
#include "remedy/host/streams.h"
#include "remedy/host/targets.h"
#include "remedy/kernel/arithmetic.h"
#include "remedy/kernel/arrays.h"
#include "remedy/kernel/blocks.h"
#include "remedy/kernel/conditions.h"
#include "remedy/kernel/factors.h"
#include "remedy/kernel/indices.h"
#include "remedy/kernel/limits.h"
#include "remedy/kernel/loops.h"
#include "remedy/kernel/mappings.h"
#include "remedy/kernel/off_by_one.h"
#include "remedy/kernel/sizes.h"
#include "remedy/kernel/starts.h"
#include "remedy/kernel/strides.h"
#include "remedy/kernel/tails.h"
#include "remedy/kernel/threads.h"
#include "remedy/kernel/trees.h"
#include "remedy/kernel/writers.h"
#include "remedy/macros.h"
#include "remedy/objects.h"
#include "remedy/parameters.h"
#include "remedy/pitches.h"
#include "remedy/roots.h"
#include "remedy/slots.h"
#include "remedy/statements.h"
#include "remedy/synchronization/barriers.h"
#include "remedy/synchronization/locks.h"
#include "remedy/synchronization/ordering.h"
#include "remedy/synchronization/shuffles.h"
#include "remedy/unused.h"

namespace warpgrade::remedy {
namespace {

constexpr std::size_t most_numbers = 4096;  // that simt_remedy knows

/// The lines of the finding's two places that are in `file`.
std::vector<int> finding_lines(const Finding& finding, const std::string& file) {
  std::vector<int> lines;
  if (finding.file == file && finding.line > 0) lines.push_back(finding.line);
  if (finding.other_file == file && finding.other_line > 0) lines.push_back(finding.other_line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

/// The line of "dot.cu:12"; 0 for another file.
int line_in(const std::string& place, const std::string& file) {
  return place.rfind(file + ":", 0) == 0 ? std::atoi(place.c_str() + file.size() + 1) : 0;
}

/// The input of a rule.
struct Given {
  ProposalList& list;
  const Finding& finding;
  const std::string& file;
  std::vector<int> lines;  // one or two lines of the finding
};

/// What to try for a finding with one of these causes.
struct Rule {
  std::vector<std::string_view> causes;  // ids; "race.*" matches all that begin with "race."
  void (*propose)(const Given&);

  bool is_about(std::string_view id) const {
    return std::any_of(causes.begin(), causes.end(), [&](std::string_view cause) {
      return cause.back() == '*' ? id.starts_with(cause.substr(0, cause.size() - 1)) : id == cause;
    });
  }
};

/// In the order in which the proposals are tried.
const std::vector<Rule> rules = {
    // Mistakes of structure: they are seen in the source, so that few programs have a candidate.
    {{"*"}, [](const Given& g) { Macros(g.list).parentheses(); }},
    {{"memory.*", "pointer.*", "bounds.*", "error.*", "race.*"},
     [](const Given& g) { Objects(g.list).swapped(); }},
    {{"bounds.*", "error.*", "access.*", "race.*", "read.unwritten*"},
     [](const Given& g) { Pitches(g.list).in_bytes(); }},
    {{"bounds.*", "launch.*", "error.*", "shared.over-limit"},
     [](const Given& g) { Launches(g.list).exchange_sizes(); }},
    {{"lock.several-lanes", "loop.*"}, [](const Given& g) { Locks(g.list).one_thread(); }},
    {{"race.volatile", "race.update", "race.grid"},
     [](const Given& g) { Locks(g.list).read_behind(g.lines); }},
    {{"race.*", "lock.*", "wait.*"}, [](const Given& g) { Locks(g.list).compares_with_free(); }},
    {{"loop.*"}, [](const Given& g) { LoopLimits(g.list).rounds(); }},
    {{"bounds.*"}, [](const Given& g) { Conditions(g.list).without_underflow(); }},
    {{"error.*", "bounds.*"}, [](const Given& g) { Tails(g.list).last_part(); }},
    {{"race.grid*", "race.block"}, [](const Given& g) { Targets(g.list).other_of_two(); }},
    {{"read.unwritten"},
     [](const Given& g) { InitialValues(g.list).zero_before_launch(g.finding.line); }},
    {{"copy.wrong-size", "bounds.*", "read.unwritten*"},
     [](const Given& g) {
       ByteCounts(g.list).types_of_variables();
       ByteCounts(g.list).of_the_type();
       ByteCounts(g.list).of_pointers();
       ByteCounts(g.list).in_variables();
     }},
    {{"bounds.row", "bounds.outside", "race.same-store"},
     [](const Given& g) {
       Conditions(g.list).compare_as_indexed(g.finding.line);
       Conditions(g.list).other_connectives_in_choices(g.finding.line);
       Sizes(g.list).of_quotients(g.finding.line);
       Sizes(g.list).other_sizes_near(g.finding.line);
       Limits(g.list).exchange(g.finding.line);
     }},
    {{"race.one-warp", "race.warp", "race.block", "race.same-store", "race.update",
      "read.unwritten-shared"},
     [](const Given& g) {
       Threads(g.list).of_all_dimensions();
       Threads(g.list).of_the_block();
     }},
    {{"race.update", "race.grid"}, [](const Given& g) { Locks(g.list).for_all_blocks(); }},
    {{"race.grid*", "race.block"}, [](const Given& g) { Launches(g.list).given_twice(); }},
    {{"race.one-warp", "race.warp", "race.block", "read.unwritten-shared"},
     [](const Given& g) { Buffers(g.list).other_of_two(); }},
    {{"race.one-warp", "race.block", "race.mixed"},
     [](const Given& g) { Barriers(g.list).whole_block(g.lines.front()); }},
    {{"race.grid*", "race.mixed*", "race.volatile", "race.update", "race.same-store"},
     [](const Given& g) { Barriers(g.list).whole_grid(g.lines); }},
    {{"race.one-warp", "race.warp", "race.block", "race.grid*"},
     [](const Given& g) { Slots(g.list).given(); }},
    {{"race.update"},
     [](const Given& g) {
       Ordering(g.list).fences(g.lines);  // for a lock
       Ordering(g.list).make_atomic(g.lines.front());
     }},
    {{"race.no-release", "race.plain-release"},
     [](const Given& g) {
       const int released = line_in(g.finding.cause.fact("released"), g.file);
       if (released > 0) Ordering(g.list).make_atomic(released);
       Ordering(g.list).fences(g.lines, true);
     }},
    {{"race.warp"}, [](const Given& g) { Barriers(g.list).missing(g.lines, "__syncwarp();"); }},
    {{"race.one-warp", "race.warp", "race.block", "race.mixed", "race.volatile",
      "read.unwritten-shared"},
     [](const Given& g) { Barriers(g.list).missing(g.lines, "__syncthreads();"); }},
    {{"race.one-warp", "race.warp", "race.block"},
     [](const Given& g) { Starts(g.list).of_threads(g.finding.line); }},
    {{"race.grid*", "race.mixed*"},
     [](const Given& g) {
       Ordering(g.list).fences(g.lines);
       for (const int line : g.lines) Ordering(g.list).make_atomic(line);
     }},
    {{"race.grid"}, [](const Given& g) { Launches(g.list).limit_of_one_block(); }},
    {{"race.streams"},
     [](const Given& g) {
       Streams(g.list).waits_of_another_stream();
       Streams(g.list).events_after_launches();
     }},
    {{"race.host", "read.unwritten-on-host*", "race.streams"},
     [](const Given& g) { HostCode(g.list).host_waits(g.lines); }},
    {{"race.streams"}, [](const Given& g) { Streams(g.list).waits_before_launches(g.lines); }},
    {{"pointer.of-other-device"}, [](const Given& g) { Devices(g.list).set_before_allocations(); }},
    {{"pointer.of-host"}, [](const Given& g) { Launches(g.list).pointers_of_the_device(); }},
    {{"pointer.of-variable"},
     [](const Given& g) {
       Launches(g.list).address_on_the_device(g.finding.cause.fact("variable"));
     }},
    {{"bounds.dynamic-shared"},
     [](const Given& g) {
       Launches(g.list).pass_shared_bytes();
       HostCode(g.list).memory_for_padded_rows();
       HostCode(g.list).more_shared_memory();
       HostCode(g.list).memory_for_more_arrays();
     }},
    {{"access.misaligned"}, [](const Given& g) { Conditions(g.list).other_multiples(); }},
    {{"bounds.*"}, [](const Given& g) { Conditions(g.list).strict_comparisons(g.finding.line); }},
    // A slip in the line itself; beside another mistake it is seen only together with that one's
    // fix.
    {{"bounds.*", "race.same-store"},
     [](const Given& g) {
       if (const Function* f = g.list.code().function_at(g.finding.line); f != nullptr)
         Slips(g.list, f->name, {g.finding.line}).other_variables(Slips::Which::alike);
     }},
    {{"race.mixed*", "race.grid*"},
     [](const Given& g) { Blocks(g.list).zero_before_launch(g.lines); }},
    {{"bounds.row", "bounds.outside", "bounds.local-array"},
     [](const Given& g) { Blocks(g.list).larger_shared_array(g.finding.line); }},
    {{"race.same-store", "bounds.*", "race.grid*", "pointer.*"},
     [](const Given& g) {
       Conditions(g.list).compare_what_is_used(g.finding.line);
       Indices(g.list).what_is_compared(g.finding.line);
       if (g.finding.cause.id.starts_with("bounds."))
         Conditions(g.list).last_left_out(g.finding.line);
       Conditions(g.list).one_more_comparison(g.finding.line);
       Indices(g.list).guards(g.finding.line);
     }},
    {{"pointer.of-device"},
     [](const Given& g) {
       HostCode(g.list).manage();
       for (const int line : g.lines) HostCode(g.list).set_on_device(line);
     }},
    {{"wait.*"},
     [](const Given& g) {
       Locks(g.list).released_before_returns();
       Locks(g.list).free_at_first();
       Missing(g.list).release(g.finding.line);
     }},
    {{"mask.*"},
     [](const Given& g) {
       Shuffles(g.list).full_masks();
       Missing(g.list).all_lanes();
       Shuffles(g.list).whole_warp_in_branches();
     }},
    {{"lock.not-taken"}, [](const Given& g) { Locks(g.list).wait_while_taken(g.finding.line); }},
    {{"lock.not-held"}, [](const Given& g) { Locks(g.list).release_by_one(g.finding.line); }},
    {{"launch.no-blocks", "error.*", "bounds.*"},
     [](const Given& g) { Arithmetic(g.list).divisions_before_ceil(); }},
    {{"launch.no-blocks"}, [](const Given& g) { Missing(g.list).nothing_to_do(g.finding.line); }},
    {{"bounds.*"},
     [](const Given& g) {
       Launches(g.list).round_up_grids();
       HostCode(g.list).sizes_in_bytes();
       HostCode(g.list).without_static();
     }},
    {{"barrier.unequal-loop", "barrier.after-return", "race.block", "read.unwritten-shared"},
     [](const Given& g) { Loops(g.list).rounds_of_the_block(); }},
    {{"barrier.*", "mask.*", "wait.*"},
     [](const Given& g) { Barriers(g.list).out_of_branch(g.lines); }},
    {{"barrier.*", "mask.*", "read.unwritten-shared"},
     [](const Given& g) { EarlyReturn(g.list).stay_and_guard(); }},
    {{"read.unwritten-shared"},
     [](const Given& g) {
       Blocks(g.list).rest_of_the_copies();
       Arithmetic(g.list).constant_counts();
       Ordering(g.list).zero_shared(g.lines);
       Indices(g.list).clear_otherwise();
       Indices(g.list).one_element_a_warp(g.finding.line);
     }},
    {{"read.unset-local"},
     [](const Given& g) {
       Declarations(g.list).initialize_variable(g.finding.cause.fact("variable"),
                                                g.finding.other_line, g.finding.line);
     }},
    {{"read.unwritten*"}, [](const Given& g) { Missing(g.list).start_at_zero(g.finding.line); }},
    {{"read.unwritten", "read.unwritten-on-host"},
     [](const Given& g) {
       Launches(g.list).blocks_that_ran();
       HostCode(g.list).sizes_in_bytes();
       Allocations(g.list).zero();
     }},
    {{"race.grid*", "race.update", "race.same-store"},
     [](const Given& g) { Launches(g.list).one_block(); }},
    {{"error.unnoticed", "error.ended", "copy.wrong-way"},
     [](const Given& g) { HostCode(g.list).copy_directions(); }},
    {{"copy.wrong-size"},
     [](const Given& g) {
       HostCode(g.list).sizes_of_one();
       HostCode(g.list).sizes_in_bytes();
     }},
    {{"error.unnoticed", "error.ended"},
     [](const Given& g) { Buffers(g.list).freed_too_early(g.finding.line); }},
    {{"memory.leak", "race.grid*", "race.block"},
     [](const Given& g) { Buffers(g.list).swapped_not_assigned(); }},
    {{"memory.leak"}, [](const Given& g) { Allocations(g.list).free_at_end(g.finding.line); }},
    {{"shared.over-limit"}, [](const Given& g) { HostCode(g.list).limits_in_bytes(); }},
    {{"launch.no-blocks"}, [](const Given& g) { Launches(g.list).round_up_grids(); }},
    {{"loop.*"},
     [](const Given& g) {
       Missing(g.list).progress(g.finding.line);
       Loops(g.list).end(g.finding.line);
       Conditions(g.list).other_connectives();
     }},
};

/// A change that leaves a variable unused may make values right and work useless: it is tried last.
std::vector<Proposal> unused_last(const Code& code, std::vector<Proposal> all) {
  std::stable_partition(all.begin(), all.end(),
                        [&](const Proposal& p) { return !leaves_unused(code, p); });
  return all;
}

/// The order of insertions at one offset: ends of expressions, the one that began last first; then
/// statements; then what takes the place of the statement behind it; then beginnings, the one that
/// ends last first.
auto insertion_order(const Insertion& insertion) {
  const bool statement = insertion.other == std::string::npos;
  const bool in_place = statement && insertion.text.ends_with("else ");
  const int rank = in_place ? 2 : statement ? 1 : insertion.other < insertion.offset ? 0 : 3;
  return std::make_tuple(insertion.offset, rank,
                         statement ? 0 : std::string::npos - insertion.other);
}

}  // namespace

std::vector<Proposal> proposals_for(const Code& code, const std::string& file,
                                    const Finding& finding, int first) {
  ProposalList list(code, file, first);
  const Given given{list, finding, file, finding_lines(finding, file)};
  if (given.lines.empty()) return {};
  for (const Rule& rule : rules)
    if (rule.is_about(finding.cause.id)) rule.propose(given);
  return list.take();
}

std::vector<Proposal> proposals_for_values(const Code& code, const std::string& file,
                                           const std::string& entry, int first,
                                           const Outputs& outputs) {
  ProposalList list(code, file, first, 320);
  HostCode host(list);
  Launches launches(list);
  Missing missing(list);
  // Where CUDA refuses only the largest launch, a trial is slow: this is the first.
  launches.exchange_sizes();
  Macros(list).parentheses();
  Parameters(list).swapped_by_reference();
  Parameters(list).overwritten();
  Objects(list).swapped();
  Pitches(list).in_bytes();
  ByteCounts(list).types_of_variables();
  InitialValues(list).zeros(entry, outputs);
  LoopLimits(list).rounds();
  launches.round_up_grids();
  missing.axes_of_grids();
  launches.exchange_turns();
  missing.copies_back(entry, outputs);
  missing.reset_in_each_round();
  missing.one_thread_alone();
  Writers(list).other_threads();
  Threads(list).of_all_dimensions();
  Trees(list).odd_halves();
  Trees(list).any_block_size();
  Arithmetic(list).divisions_before_ceil();
  host.clear_outputs(entry, outputs);
  Blocks(list).rest_of_the_elements();
  Blocks(list).rest_of_the_copies();
  Tails(list).after_vectors();
  Arithmetic(list).the_other_half();
  Offsets(list).of_copies();
  OffByOne(list).in_copies();
  Sizes(list).walks();
  launches.commas_in_brackets();
  Blocks(list).counts_from_zero();
  Conditions(list).each_time();
  Conditions(list).also_of_nans();
  Conditions(list).without_underflow();
  InitialValues(list).zero_is_the_least();
  Tails(list).last_part();
  launches.blocks_of_parts();
  Conditions(list).the_other_way_round();
  Conditions(list).behind_counting_loops();
  Conditions(list).never_begins();
  Statements(list).exchange();
  Mappings(list).same_everywhere();
  Factors(list).squares();
  Roots(list).needless();
  Roots(list).squares();
  ByteCounts(list).of_the_type();
  ByteCounts(list).of_pointers();
  host.sizes_in_bytes();
  host.sizes_of_one();
  host.zero_results(entry);
  Allocations(list).zero();
  host.zero_in_each_round();
  Indices indices(list);
  Strides(list).of_the_grid();
  Strides(list).starts_of_blocks();
  Strides(list).of_blocks();
  Arithmetic(list).constant_counts();
  EarlyReturn(list).stay_and_guard();
  Shuffles(list).full_masks();
  Shuffles(list).change_all();
  Slots(list).parities();
  Slots(list).given();
  Slots(list).in_subscripts();
  Starts(list).of_results();
  indices.round_up_loops();
  Declarations(list).round_up_constants();
  Arithmetic(list).in_the_number_type();
  Arithmetic(list).number_of_the_warp();
  Arithmetic(list).counts_of_a_block();
  launches.one_block_each();
  host.copy_directions();
  host.without_static();
  host.other_pitches();
  Declarations(list).sums_in_the_number_type();
  Statements(list).only_the_first();
  Blocks(list).one_block_alone();
  Conditions(list).fewer_returns();
  Conditions(list).other_comparisons();
  Conditions(list).other_connectives();
  // Try this before swapped buffers and an additional loop iteration: the wrong buffer has the
  // result of one iteration less.
  host.other_sources();
  host.source_by_rounds();
  Declarations(list).same_as_before();
  Declarations(list).wider_loads();
  indices.of_both_dimensions();
  indices.transposed();
  Targets(list).other_of_two();
  Roots(list).missing();
  Limits(list).exchange();
  Starts(list).of_threads();
  launches.given_twice();
  launches.exchange();
  Sizes(list).other_sizes();
  Sizes(list).other_axes();
  Sizes(list).other_steps();
  Arithmetic(list).precedence();
  Arithmetic(list).round_before_the_product();
  Everywhere(list, entry).quotients();
  Arithmetic(list).assignments();
  Arithmetic(list).signs_of_sums();
  Factors(list).missing();
  Arithmetic(list).remainders();
  Statements(list).behind_loops();
  OffByOne(list).in_kernels();
  OffByOne(list).in_launches();
  Conditions(list).another_round();
  Arrays(list).after_the_pieces();
  Arrays(list).unit_beyond();
  Arrays(list).other_arrays();
  Arrays(list).other_neighbors();
  indices.other_index();
  return unused_last(code, list.take());
}

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
  guards.fewer_tests();
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

Proposal renumbered(Proposal proposal, int number) {
  const std::string asks = "simt_remedy(" + std::to_string(proposal.number) + ")";
  const std::string by = "simt_remedy(" + std::to_string(number) + ")";
  for (Insertion& each : proposal.insertions)
    for (auto at = each.text.find(asks); at != std::string::npos;
         at = each.text.find(asks, at + by.size()))
      each.text.replace(at, asks.size(), by);
  proposal.number = number;
  return proposal;
}

std::string change_key(const Proposal& proposal) {
  std::string key;
  for (const Insertion& each : proposal.insertions) {
    std::string text = each.text;
    const std::string asks = "simt_remedy(" + std::to_string(proposal.number) + ")";
    for (auto at = text.find(asks); at != text.npos; at = text.find(asks))
      text.erase(at, asks.size());
    std::erase_if(text, [](char c) { return c == '(' || c == ')' || c == ' '; });
    key += std::to_string(each.offset) + text + ";";
  }
  return key;
}

std::string with_proposals(const Code& code, const std::vector<Proposal>& proposals) {
  std::vector<const Insertion*> pieces;
  for (const Proposal& proposal : proposals)
    for (const Insertion& each : proposal.insertions) pieces.push_back(&each);
  std::stable_sort(pieces.begin(), pieces.end(), [](const Insertion* a, const Insertion* b) {
    return insertion_order(*a) < insertion_order(*b);
  });
  std::string text;
  std::size_t copied = 0;
  for (const Insertion* piece : pieces) {
    text += code.text().substr(copied, piece->offset - copied) + piece->text;
    copied = piece->offset;
  }
  return text + code.text().substr(copied);
}

}  // namespace warpgrade::remedy
