// What to try for a finding.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "remedy/declarations.h"
#include "remedy/early_return.h"
#include "remedy/edits/operators.h"
#include "remedy/edits/slips.h"
#include "remedy/host/allocations.h"
#include "remedy/host/buffers.h"
#include "remedy/host/byte_counts.h"
#include "remedy/host/device_pointers.h"
#include "remedy/host/devices.h"
#include "remedy/host/exchanges.h"
#include "remedy/host/given_twice.h"
#include "remedy/host/host_code.h"
#include "remedy/host/initial_values.h"
#include "remedy/host/launches.h"
#include "remedy/host/loop_limits.h"
#include "remedy/host/missing.h"
#include "remedy/host/shared_memory.h"
#include "remedy/host/streams.h"
#include "remedy/host/targets.h"
#include "remedy/kernel/arithmetic.h"
#include "remedy/kernel/blocks.h"
#include "remedy/kernel/comparisons.h"
#include "remedy/kernel/conditions.h"
#include "remedy/kernel/indices.h"
#include "remedy/kernel/limits.h"
#include "remedy/kernel/loops.h"
#include "remedy/kernel/mappings.h"
#include "remedy/kernel/missing_guards.h"
#include "remedy/kernel/sizes.h"
#include "remedy/kernel/starts.h"
#include "remedy/kernel/tails.h"
#include "remedy/kernel/threads.h"
#include "remedy/kernel/tile_loads.h"
#include "remedy/macros.h"
#include "remedy/misreadings.h"
#include "remedy/objects.h"
#include "remedy/pitches.h"
#include "remedy/proposals.h"
#include "remedy/slots.h"
#include "remedy/synchronization/barriers.h"
#include "remedy/synchronization/locks.h"
#include "remedy/synchronization/ordering.h"
#include "remedy/synchronization/shuffles.h"
#include "remedy/synchronization/warp_steps.h"

namespace warpgrade::remedy {
namespace {

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
    {{"*"},
     [](const Given& g) {
       Macros(g.list).parentheses();
       Misreadings(g.list).all();
       if (const Function* f = g.list.code().function_at(g.finding.line); f != nullptr)
         Operators(g.list, f->name).bits_before_comparisons();
     }},
    {{"memory.*", "pointer.*", "bounds.*", "error.*", "race.*"},
     [](const Given& g) {
       Objects(g.list).swapped();
       Objects(g.list).passed_by_value();
       Objects(g.list).copied();
     }},
    {{"pointer.of-other-device"},
     [](const Given& g) {
       Devices(g.list).set_before_launches();
       Devices(g.list).set_before_allocations();
     }},
    {{"bounds.*", "error.*", "access.*", "race.*", "read.unwritten*"},
     [](const Given& g) { Pitches(g.list).in_bytes(); }},
    {{"bounds.*", "launch.*", "error.*", "shared.over-limit"},
     [](const Given& g) { Exchanges(g.list).sizes(); }},
    {{"lock.several-lanes", "loop.*"}, [](const Given& g) { Locks(g.list).one_thread(); }},
    {{"race.*", "bounds.dynamic-shared", "read.unwritten-shared"},
     [](const Given& g) { SharedMemory(g.list).behind_the_first(); }},
    {{"race.volatile", "race.grid*"},
     [](const Given& g) {
       Missing(g.list).reset_of_counters();
       Blocks(g.list).tickets_of_all_axes();
     }},
    {{"race.volatile", "race.update", "race.grid"},
     [](const Given& g) { Locks(g.list).read_behind(g.lines); }},
    {{"race.*", "lock.*", "wait.*"}, [](const Given& g) { Locks(g.list).compares_with_free(); }},
    {{"loop.*"}, [](const Given& g) { LoopLimits(g.list).rounds(); }},
    {{"bounds.*"}, [](const Given& g) { Comparisons(g.list).without_underflow(); }},
    {{"error.*", "bounds.*"},
     [](const Given& g) {
       Tails(g.list).last_part();
       Tails(g.list).first_elements();
     }},
    {{"race.grid*", "race.block"}, [](const Given& g) { Targets(g.list).other_of_two(); }},
    {{"copy.wrong-size", "bounds.*", "read.unwritten*"},
     [](const Given& g) {
       ByteCounts(g.list).types_of_variables();
       ByteCounts(g.list).of_the_type();
       ByteCounts(g.list).of_pointers();
       ByteCounts(g.list).in_variables();
     }},
    {{"read.unwritten"},
     [](const Given& g) {
       Arithmetic(g.list).only_store(g.finding.line);
       InitialValues(g.list).zero_before_launch(g.finding.line);
     }},
    {{"bounds.row", "bounds.outside", "race.same-store"},
     [](const Given& g) {
       Comparisons(g.list).compare_as_indexed(g.finding.line);
       Conditions(g.list).other_connectives_in_choices(g.finding.line);
       Conditions(g.list).other_connectives_before(g.finding.line);
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
    {{"race.update", "race.grid", "race.volatile"},
     [](const Given& g) { Locks(g.list).for_all_blocks(); }},
    {{"barrier.*", "mask.*", "wait.*"}, [](const Given& g) { Shuffles(g.list).behind_loops(); }},
    {{"race.grid*", "race.block"}, [](const Given& g) { GivenTwice(g.list).other_buffer(); }},
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
       Ordering(g.list).both_fences(g.finding.line);
       Ordering(g.list).fences(g.lines, true);
     }},
    {{"race.warp", "race.volatile", "race.one-warp"},
     [](const Given& g) { WarpSteps(g.list).in_order(g.lines); }},
    // `volatile` is what code used that relies on lanes of a warp running in lockstep.
    {{"race.warp", "race.volatile"},
     [](const Given& g) { Barriers(g.list).missing(g.lines, "__syncwarp();"); }},
    {{"race.one-warp", "race.warp", "race.block", "race.mixed", "race.volatile",
      "read.unwritten-shared"},
     [](const Given& g) { Barriers(g.list).missing(g.lines, "__syncthreads();"); }},
    // In a branch that only one warp takes.
    {{"race.one-warp"}, [](const Given& g) { Barriers(g.list).missing(g.lines, "__syncwarp();"); }},
    {{"race.one-warp", "race.warp", "race.block"},
     [](const Given& g) { Starts(g.list).of_threads(g.finding.line); }},
    {{"race.warp", "race.block", "race.same-store"},
     [](const Given& g) { Blocks(g.list).array_for_each_warp(g.finding.line); }},
    {{"race.grid*", "race.mixed*"},
     [](const Given& g) {
       Ordering(g.list).fences(g.lines);
       for (const int line : g.lines) Ordering(g.list).make_atomic(line);
     }},
    {{"race.grid"}, [](const Given& g) { Launches(g.list).limit_of_one_block(); }},
    {{"race.streams"},
     [](const Given& g) {
       Streams(g.list).launches_in_the_stream();
       Streams(g.list).waits_of_another_stream();
       Streams(g.list).events_after_work();
     }},
    {{"race.host", "read.unwritten-on-host*", "race.streams"},
     [](const Given& g) { HostCode(g.list).host_waits(g.lines); }},
    {{"race.streams"}, [](const Given& g) { Streams(g.list).waits_before_launches(g.lines); }},
    {{"error.*"}, [](const Given& g) { Devices(g.list).set_before_streams(); }},
    {{"race.copy-in-flight"}, [](const Given& g) { Barriers(g.list).commits_behind_branches(); }},
    {{"race.grid*", "race.volatile"}, [](const Given& g) { Missing(g.list).one_less_to_count(); }},
    {{"pointer.of-host"},
     [](const Given& g) {
       DevicePointers(g.list).instead_of_the_hosts();
       Allocations(g.list).manage();
     }},
    {{"pointer.of-variable"},
     [](const Given& g) { DevicePointers(g.list).of_variable(g.finding.cause.fact("variable")); }},
    {{"bounds.dynamic-shared"},
     [](const Given& g) {
       SharedMemory(g.list).pass_bytes();
       SharedMemory(g.list).padded_rows();
       SharedMemory(g.list).of_other_size();
       SharedMemory(g.list).one_or_two_more();
       SharedMemory(g.list).more_arrays();
     }},
    {{"access.misaligned"}, [](const Given& g) { Conditions(g.list).other_multiples(); }},
    {{"bounds.*"}, [](const Given& g) { Comparisons(g.list).strict_comparisons(g.finding.line); }},
    // A slip in the line itself; beside another mistake it is seen only together with that one's
    // fix.
    {{"race.same-store"},
     [](const Given& g) {
       Mappings(g.list).same_everywhere();
       Comparisons(g.list).strict_comparisons(g.finding.line);
     }},
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
       Comparisons(g.list).compare_what_is_used(g.finding.line);
       Indices(g.list).what_is_compared(g.finding.line);
       if (g.finding.cause.id.starts_with("bounds."))
         Comparisons(g.list).last_left_out(g.finding.line);
       Conditions(g.list).one_more_comparison(g.finding.line);
       MissingGuards(g.list).of_chunks(g.finding.line);
       MissingGuards(g.list).of_shared_rows(g.finding.line);
       MissingGuards(g.list).of_indices(g.finding.line);
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
    {{"lock.tried-once"},
     [](const Given& g) { Locks(g.list).wait_instead_of_trying(g.finding.line); }},
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
       TileLoads(g.list).walls();
       Blocks(g.list).rest_of_the_copies();
       Arithmetic(g.list).constant_counts();
       Ordering(g.list).zero_shared(g.lines);
       MissingGuards(g.list).store_always();
       MissingGuards(g.list).clear_otherwise();
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
       Missing(g.list).copies_to_the_other();
       Launches(g.list).blocks_that_ran();
       HostCode(g.list).sizes_in_bytes();
       Allocations(g.list).zero();
     }},
    {{"race.grid*", "race.update", "race.same-store"},
     [](const Given& g) { Launches(g.list).one_block(); }},
    {{"error.*", "copy.*", "read.unwritten*", "pointer.*"},
     [](const Given& g) { DevicePointers(g.list).instead_of_their_addresses(); }},
    {{"error.unnoticed", "error.ended", "copy.wrong-way"},
     [](const Given& g) {
       HostCode(g.list).copy_directions();
       HostCode(g.list).copies_the_other_way();
     }},
    {{"copy.wrong-size"},
     [](const Given& g) {
       HostCode(g.list).sizes_of_one();
       HostCode(g.list).sizes_in_bytes();
     }},
    {{"error.unnoticed", "error.ended"},
     [](const Given& g) { Buffers(g.list).freed_too_early(g.finding.line); }},
    {{"memory.leak", "race.grid*", "race.block"},
     [](const Given& g) { Buffers(g.list).swapped_not_assigned(); }},
    {{"memory.leak"},
     [](const Given& g) {
       Allocations(g.list).free_in_destructor(g.finding.line);
       Allocations(g.list).free_before_returns(g.finding.line);
       Allocations(g.list).free_at_end(g.finding.line);
     }},
    {{"shared.over-limit"}, [](const Given& g) { SharedMemory(g.list).limits_in_bytes(); }},
    {{"launch.no-blocks"}, [](const Given& g) { Launches(g.list).round_up_grids(); }},
    {{"loop.*"},
     [](const Given& g) {
       Missing(g.list).progress(g.finding.line);
       Loops(g.list).end(g.finding.line);
       Conditions(g.list).other_connectives();
     }},
};

}  // namespace

std::vector<Proposal> proposals_for(const Code& code, const std::string& file,
                                    const Finding& finding, int first) {
  ProposalList list(code, file, first);
  const Given given{list, finding, file, finding_lines(finding, file)};
  if (given.lines.empty()) return {};
  for (const Rule& rule : rules)
    if (rule.is_about(finding.cause.id)) rule.propose(given);
  std::vector<Proposal> proposals = list.take();
  // What the two accesses of a race share.
  for (Proposal& each : proposals)
    if (Cause& cause = each.remedy.cause; cause.id == "code.next-iteration") {
      const std::string array = finding.cause.fact("array");
      cause.facts.emplace(array.empty() ? "no_array" : "array", array.empty() ? "1" : array);
    }
  return proposals;
}

}  // namespace warpgrade::remedy
