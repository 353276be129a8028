// A running launch, copy or memset: the check's data on it, and how many worker threads run it.
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
/// Restarts the numbers of intervals when few are left; everything so far then counts as long ago.
void renumber_if_due();

class Launches {
 public:
  void begin(detail::Grid& g, CheckedCall& call);
  void end(detail::Grid& g, CheckedCall& call);
  /// All blocks have arrived at the grid's barrier.
  void pass_grid_barrier();

  LentPages lent;  // to the running grid

 private:
  unsigned choose_chunk(const detail::Grid& g) const;

  std::unordered_map<std::string, bool> takes_turns_;  // by kernel
};

}  // namespace simt::check
