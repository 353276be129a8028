// A launch, a copy or a memset runs: what the check keeps of it, and how many worker threads run
// it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "check/memory/lent_pages.h"
#include "engine/block.h"

namespace simt::check {

class CheckedCall;

void begin_operation(std::uint64_t id);
void end_operation();
/// Numbers for intervals start anew where few are left; everything so far was long ago then.
void renumber_if_due();

class Launches {
 public:
  void begin(detail::Grid& g, CheckedCall& call);
  void end(detail::Grid& g);
  /// All blocks have come to the grid's barrier.
  void pass_grid_barrier();

  LentPages lent;  // to the grid that runs

 private:
  unsigned choose_chunk(const detail::Grid& g) const;

  std::unordered_map<std::string, bool> takes_turns_;  // kernels that have run
};

}  // namespace simt::check
