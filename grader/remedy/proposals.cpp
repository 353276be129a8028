#include "remedy/proposals.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "remedy/arithmetic.h"
#include "remedy/arrays.h"
#include "remedy/buffers.h"
#include "remedy/conditions.h"
#include "remedy/declarations.h"
#include "remedy/early_return.h"
#include "remedy/host_code.h"
#include "remedy/indices.h"
#include "remedy/launches.h"
#include "remedy/locks.h"
#include "remedy/loops.h"
#include "remedy/off_by_one.h"
#include "remedy/ordering.h"
#include "remedy/parameters.h"
#include "remedy/shuffles.h"
#include "remedy/sizes.h"
#include "remedy/statements.h"
#include "remedy/streams.h"

namespace warpgrade::remedy {
namespace {

/// Of its two places those that are in `file`, the first one first.
std::vector<int> lines_of(const Finding& finding, const std::string& file) {
  std::vector<int> lines;
  if (finding.file == file && finding.line > 0) lines.push_back(finding.line);
  if (finding.other_file == file && finding.other_line > 0) lines.push_back(finding.other_line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

/// Of "dot.cu:12"; 0 where it is another file's.
int line_in(const std::string& place, const std::string& file) {
  return place.rfind(file + ":", 0) == 0 ? std::atoi(place.c_str() + file.size() + 1) : 0;
}

/// Of what stands at one offset: ends of expressions, the one that began last first; statements;
/// beginnings, the one that ends last first.
auto place_of(const Insertion& insertion) {
  const bool statement = insertion.other == std::string::npos;
  const int rank = statement ? 1 : insertion.other < insertion.offset ? 0 : 2;
  return std::make_tuple(insertion.offset, rank,
                         statement ? 0 : std::string::npos - insertion.other);
}

}  // namespace

std::vector<Proposal> proposals_for(const Code& code, const std::string& file,
                                    const Finding& finding, int first) {
  ProposalList list(code, file, first);
  Ordering ordering(list);
  Indices indices(list);
  Conditions conditions(list);
  HostCode host(list);
  Launches launches(list);
  const std::string& cause = finding.cause.id;
  const auto starts = [&](std::string_view with) { return cause.rfind(with, 0) == 0; };
  const std::vector<int> lines = lines_of(finding, file);
  if (lines.empty()) return {};
  if (cause == "race.update" || cause == "race.grid") Locks(list).for_all_blocks();
  if (cause == "race.warp" || cause == "race.block" || cause == "read.unwritten-shared")
    Buffers(list).other_of_two();
  if (cause == "race.block" || cause == "race.mixed") ordering.whole_block(lines.front());
  if (cause == "race.update") {
    ordering.fences(lines);  // of a lock
    ordering.make_atomic(lines.front());
  }
  if (cause == "race.no-release" || cause == "race.plain-release") {
    const int released = line_in(finding.cause.fact("released"), file);
    if (released > 0) ordering.make_atomic(released);
    ordering.fences(lines, true);
  }
  if (cause == "race.warp") ordering.barriers(lines, "__syncwarp();");
  if (cause == "race.warp" || cause == "race.block" || cause == "race.mixed" ||
      cause == "race.volatile" || cause == "read.unwritten-shared")
    ordering.barriers(lines, "__syncthreads();");
  if (starts("race.grid") || starts("race.mixed")) {
    ordering.fences(lines);
    for (const int line : lines) ordering.make_atomic(line);
  }
  if (cause == "race.streams") Streams(list).events_after_launches();
  if (cause == "race.host" || starts("read.unwritten-on-host") || cause == "race.streams")
    host.host_waits(lines);
  if (cause == "race.streams") Streams(list).waits_before_launches(lines);
  if (cause == "pointer.of-host") launches.pointers_of_the_device();
  if (cause == "race.same-store" || starts("bounds.") || starts("race.grid") ||
      starts("pointer.")) {
    conditions.compare_what_is_used(finding.line);
    if (starts("bounds.")) conditions.last_left_out(finding.line);
    conditions.one_more_comparison(finding.line);
    indices.guards(finding.line);
  }
  if (cause == "pointer.of-device") {
    host.manage();
    for (const int line : lines) host.set_on_device(line);
  }
  if (cause == "bounds.dynamic-shared") host.more_shared_memory();
  if (starts("bounds.")) {
    conditions.strict_comparisons(finding.line);
    launches.round_up_grids();
    host.sizes_in_bytes();
    host.without_static();
  }
  if (starts("barrier.") || starts("mask.") || starts("wait.")) ordering.out_of_branch(lines);
  if (starts("barrier.") || starts("mask.") || cause == "read.unwritten-shared")
    EarlyReturn(list).stay_and_guard();
  if (cause == "read.unwritten-shared") {
    ordering.zero_shared(lines);
    indices.clear_otherwise();
    indices.one_element_a_warp(finding.line);
  }
  if (cause == "read.unwritten" || cause == "read.unwritten-on-host") {
    launches.blocks_that_ran();
    host.sizes_in_bytes();
    host.zero_allocations();
  }
  if (starts("race.grid") || cause == "race.update" || cause == "race.same-store")
    launches.one_block();
  if (cause == "error.unnoticed" || cause == "error.ended" || cause == "copy.wrong-way")
    host.copy_directions();
  if (cause == "copy.wrong-size") host.sizes_in_bytes();
  if (cause == "launch.no-blocks") launches.round_up_grids();
  if (starts("loop.")) Loops(list).end(finding.line);
  return list.take();
}

std::vector<Proposal> proposals_for_values(const Code& code, const std::string& file,
                                           const std::string& entry, int first) {
  ProposalList list(code, file, first);
  HostCode host(list);
  Launches launches(list);
  launches.round_up_grids();
  host.sizes_in_bytes();
  host.zero_results(entry);
  host.zero_allocations();
  host.zero_in_each_round();
  Indices indices(list);
  indices.strides_of_the_grid();
  EarlyReturn(list).stay_and_guard();
  Shuffles(list).change_all();
  indices.round_up_loops();
  Arithmetic(list).in_the_number_type();
  Arithmetic(list).number_of_the_warp();
  Arithmetic(list).counts_of_a_block();
  launches.one_block_each();
  host.copy_directions();
  host.without_static();
  Parameters(list).swapped_by_reference();
  host.other_pitches();
  Declarations(list).sums_in_the_number_type();
  Statements(list).only_the_first();
  Conditions(list).other_comparisons();
  Declarations(list).same_as_before();
  Declarations(list).wider_loads();
  indices.transposed();
  launches.exchange();
  Sizes(list).other_sizes();
  Sizes(list).other_axes();
  Sizes(list).other_steps();
  Arithmetic(list).precedence();
  Arithmetic(list).quotient_and_rest();
  Arithmetic(list).assignments();
  Arithmetic(list).remainders();
  OffByOne(list).in_copies();
  host.offsets_of_copies();
  Statements(list).exchange();
  Statements(list).behind_loops();
  OffByOne(list).in_kernels();
  OffByOne(list).in_launches();
  host.other_sources();
  host.source_by_rounds();
  Arrays(list).other_arrays();
  Arrays(list).other_neighbours();
  indices.other_index();
  return list.take();
}

std::string with_proposals(const Code& code, const std::vector<Proposal>& proposals) {
  std::vector<const Insertion*> pieces;
  for (const Proposal& proposal : proposals)
    for (const Insertion& each : proposal.insertions) pieces.push_back(&each);
  std::stable_sort(pieces.begin(), pieces.end(), [](const Insertion* a, const Insertion* b) {
    return place_of(*a) < place_of(*b);
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
