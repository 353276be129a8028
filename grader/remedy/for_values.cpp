// What to try where values are wrong and no finding says why.
#include "remedy/declarations.h"
#include "remedy/early_return.h"
#include "remedy/edits/everywhere.h"
#include "remedy/edits/operators.h"
#include "remedy/edits/rounds.h"
#include "remedy/host/allocations.h"
#include "remedy/host/byte_counts.h"
#include "remedy/host/device_pointers.h"
#include "remedy/host/exchanges.h"
#include "remedy/host/given_twice.h"
#include "remedy/host/host_code.h"
#include "remedy/host/initial_values.h"
#include "remedy/host/launches.h"
#include "remedy/host/loop_limits.h"
#include "remedy/host/missing.h"
#include "remedy/host/offsets.h"
#include "remedy/host/shared_memory.h"
#include "remedy/host/targets.h"
#include "remedy/kernel/arithmetic.h"
#include "remedy/kernel/arrays.h"
#include "remedy/kernel/blocks.h"
#include "remedy/kernel/comparisons.h"
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
#include "remedy/kernel/tile_loads.h"
#include "remedy/kernel/trees.h"
#include "remedy/kernel/writers.h"
#include "remedy/macros.h"
#include "remedy/misreadings.h"
#include "remedy/objects.h"
#include "remedy/parameters.h"
#include "remedy/pitches.h"
#include "remedy/proposals.h"
#include "remedy/roots.h"
#include "remedy/slots.h"
#include "remedy/statements.h"
#include "remedy/synchronization/shuffles.h"
#include "remedy/unused.h"

namespace warpgrade::remedy {

std::vector<Proposal> proposals_for_values(const Code& code, const std::string& file,
                                           const std::string& entry, int first,
                                           const Outputs& outputs) {
  ProposalList list(code, file, first, 320);
  HostCode host(list);
  Launches launches(list);
  Missing missing(list);
  // Where CUDA refuses only the largest launch, a trial is slow: this is the first.
  Exchanges(list).sizes();
  Macros(list).parentheses();
  Misreadings(list).all();
  Operators(list, entry).bits_before_comparisons();
  Parameters(list).swapped_by_reference();
  Parameters(list).overwritten();
  Objects(list).swapped();
  Objects(list).passed_by_value();
  Objects(list).copied();
  Pitches(list).in_bytes();
  ByteCounts(list).types_of_variables();
  InitialValues(list).zeros(entry, outputs);
  LoopLimits(list).rounds();
  LoopLimits(list).last_batch();
  LoopLimits(list).count_after_the_test();
  host.copies_the_other_way();
  launches.round_up_grids();
  SharedMemory(list).behind_the_first();
  missing.axes_of_grids();
  launches.blocks_of_each_axis();
  Exchanges(list).turns();
  ByteCounts(list).of_several();
  missing.copies_back(entry, outputs);
  missing.copies_to_the_other();
  missing.reset_in_each_round();
  host.zero_in_each_round();
  missing.reset_of_counters();
  missing.one_less_to_count();
  missing.no_rounds();
  missing.one_thread_alone();
  Writers(list).other_threads();
  Threads(list).of_all_dimensions();
  Trees(list).odd_halves();
  Trees(list).any_block_size();
  Trees(list).first_steps();
  Rounds(list, entry).computed_elements();
  Rounds(list, entry).handed_on();
  launches.threads_that_run();
  Arithmetic(list).divisions_before_ceil();
  Conditions(list).fewer_returns();
  host.clear_outputs(entry, outputs);
  Blocks(list).rest_of_the_elements();
  Blocks(list).rest_of_the_copies();
  Blocks(list).rest_of_the_values();
  Strides(list).loops_over_the_rest();
  Loops(list).computed_before();
  TileLoads(list).own_indices();
  TileLoads(list).of_other_axis();
  TileLoads(list).walls();
  Tails(list).after_vectors();
  Tails(list).rest_behind_groups();
  Tails(list).first_elements();
  Arithmetic(list).the_other_half();
  Offsets(list).of_copies();
  OffByOne(list).in_copies();
  Sizes(list).walks();
  launches.commas_in_brackets();
  Blocks(list).counts_from_zero();
  Conditions(list).each_time();
  Conditions(list).fewer_skips();
  Comparisons(list).last_left_out();
  Comparisons(list).also_of_nans();
  Comparisons(list).without_underflow();
  InitialValues(list).zero_is_the_least();
  Tails(list).last_part();
  launches.blocks_of_parts();
  Comparisons(list).the_other_way_round();
  Comparisons(list).behind_counting_loops();
  Conditions(list).never_begins();
  Statements(list).exchange();
  Statements(list).counts_before_breaks();
  Statements(list).counts_of_loops_before_breaks();
  Statements(list).continue_for_break();
  launches.constants_for_parameters();
  Mappings(list).same_everywhere();
  Mappings(list).quotients_without_rest();
  Factors(list).squares();
  LoopLimits(list).end_by_count_alone();
  Roots(list).needless();
  Roots(list).squares();
  ByteCounts(list).of_the_type();
  ByteCounts(list).of_pointers();
  DevicePointers(list).instead_of_their_addresses();
  host.sizes_in_bytes();
  host.sizes_of_one();
  host.other_than_bytes();
  host.zero_results(entry);
  Allocations(list).zero();
  Indices indices(list);
  Strides(list).of_the_grid();
  Strides(list).of_threads_that_share();
  Strides(list).fewer_threads();
  Strides(list).of_lanes();
  Strides(list).starts_of_blocks();
  Strides(list).starts_with_the_factor_of_steps();
  Strides(list).of_blocks();
  Arithmetic(list).add_the_old_value();
  Arithmetic(list).constant_counts();
  EarlyReturn(list).stay_and_guard();
  Shuffles(list).full_masks();
  Shuffles(list).change_all();
  Slots(list).parities();
  Slots(list).given();
  Slots(list).in_subscripts();
  Starts(list).of_results();
  Starts(list).of_results_in_blocks();
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
  Comparisons(list).other_comparisons();
  Conditions(list).other_connectives();
  // Try this before swapped buffers and an additional loop iteration: the wrong buffer has the
  // result of one iteration less.
  host.other_sources();
  host.source_by_rounds();
  Statements(list).swaps_behind_uses();
  Declarations(list).same_as_before();
  Declarations(list).wider_loads();
  indices.of_both_dimensions();
  indices.transposed();
  Targets(list).other_of_two();
  Roots(list).missing();
  Limits(list).exchange();
  Starts(list).of_threads();
  GivenTwice(list).other_buffer();
  Exchanges(list).arguments_and_axes();
  Sizes(list).other_sizes();
  Sizes(list).other_axes();
  Sizes(list).other_steps();
  Arithmetic(list).precedence();
  Arithmetic(list).divided_as_well();
  Arithmetic(list).round_before_the_product();
  Everywhere(list, entry).quotients();
  Arithmetic(list).assignments();
  Arithmetic(list).signs_of_sums();
  Factors(list).missing();
  Arithmetic(list).remainders();
  Statements(list).behind_loops();
  OffByOne(list).in_kernels();
  OffByOne(list).in_launches();
  Comparisons(list).another_round();
  Arrays(list).after_the_pieces();
  Arrays(list).unit_beyond();
  Arrays(list).other_arrays();
  Arrays(list).other_neighbors();
  indices.other_index();
  return unused_last(code, list.take());
}

}  // namespace warpgrade::remedy
