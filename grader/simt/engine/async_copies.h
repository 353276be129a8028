// A block's asynchronous copies that have not landed yet.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/async.h"

namespace simt::detail {

struct AsyncCopy {
  void* to;
  const void* from;
  unsigned size, zeros;
  unsigned batch;  // how many commits the thread had made
  bool bulk;
  bool bound;  // to a barrier object
  unsigned thread;
  std::uint64_t number;
};

struct AsyncCopies {
  std::vector<AsyncCopy> of[1024];  // by thread, in order
  unsigned committed[1024] = {};
  std::unordered_map<void*, std::vector<AsyncCopy>> bound;  // by barrier object
  std::uint64_t begun = 0;
  // PTX's sixteen barriers of the block, and one for each tile of more than a warp.
  std::uint64_t named[most_named_barriers] = {};
  unsigned counted[most_named_barriers] = {};  // predicates that hold, of the phase that is open
  unsigned counts[most_named_barriers] = {};   // and of the latest one that is complete
  std::vector<char> of_tile[most_named_barriers];  // what the threads of such a tile exchange
  bool used = false;

  void forget() {
    if (!used) return;
    for (auto& each : of) each.clear();
    for (unsigned& each : committed) each = 0;
    bound.clear();
    for (std::uint64_t& each : named) each = 0;
    for (unsigned& each : counted) each = 0;
    used = false;
  }
};

}  // namespace simt::detail
