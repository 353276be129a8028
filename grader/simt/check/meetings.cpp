#include "meetings.h"

#include <algorithm>
#include <string>
#include <utility>

#include "findings.h"
#include "races.h"
#include "words.h"

namespace simt::check {

using detail::Block;
using detail::Collective;

void check_arrival(BlockState& s, const SourceLine& here) {
  if (!s.barrier.file) {
    s.barrier = here;
  } else if (!(s.barrier == here)) {
    if (s.barrier_told) return;
    s.barrier_told = true;
    found(Kind::barrier, Level::error, at(here.file, here.line), at(s.barrier.file, s.barrier.line),
          [&] {
            return running_thread() +
                   " waits at this __syncthreads() while others of its block wait at the one at "
                   "{other}: all threads of a block must come to the same barrier. Take it out of "
                   "the branch or the loop that not all of them take alike.";
          });
  }
}

/// Threads that have left the kernel are not waited for. But lanes that leave a loop may wait for
/// those that stay in it, whom the barrier in the loop keeps: an H200 then hangs.
void check_release(const Block& b, BlockState& s) {
  unsigned before = b.count;
  const auto known = std::find_if(s.passed.begin(), s.passed.end(),
                                  [&](const auto& p) { return p.first == s.barrier; });
  const bool again = known != s.passed.end();
  if (again)
    before = std::exchange(known->second, b.live);
  else
    s.passed.emplace_back(s.barrier, b.live);
  if (b.live == b.count || s.barrier_told) return;
  const At place = at(s.barrier.file, s.barrier.line);
  if (again && b.live < before) {
    const auto text = [&] {
      return plural(before - b.live, "thread") + " of block " + triple(b.index) +
             " came to this __syncthreads() before and have left since, while others come to it "
             "again: a loop with a barrier must run equally often for all threads of a block.";
    };
    found(Kind::barrier, Level::error, place, {}, text, 1);
    s.barrier_told = true;
    return;
  }
  found(Kind::barrier, Level::advice, place, [&] {
    return plural(b.count - b.live, "thread") + " of block " + triple(b.index) +
           " had left the kernel before this __syncthreads(): allowed since Volta, a hang on "
           "older GPUs. Let all threads stay, and guard only their work.";
  });
}

void check_meeting(const Block& b, const BlockState& s, unsigned warp, std::uint32_t lanes,
                   std::uint32_t mask, Collective what) {
  const auto site = [&](unsigned lane) -> const SourceLine& {
    return s.collective[warp * 32 + lane];
  };
  const unsigned first = static_cast<unsigned>(__builtin_ctz(lanes));
  const SourceLine& here = site(first);
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
    const SourceLine& there = site(lane);
    if (!(there == here)) {
      found(Kind::warp_mask, Level::error, at(there.file, there.line), at(here.file, here.line),
            [&] {
              return "Lanes of warp " + std::to_string(warp) + " of block " + triple(b.index) +
                     " meet from two places, here and at {other}: the lanes that a mask names "
                     "must all come to the same call.";
            });
      return;
    }
    if (what != Collective::shuffle || lanes == ~0u) continue;
    const unsigned source = s.source[warp * 32 + lane];
    if ((lanes >> source & 1) || !(mask >> source & 1)) continue;
    found(Kind::warp_mask, Level::error, at(there.file, there.line), [&] {
      return "Lane " + std::to_string(lane) + " of warp " + std::to_string(warp) + " of block " +
             triple(b.index) + " reads the value of lane " + std::to_string(source) +
             ", which the mask names and which is not there: it has left, or the block has no "
             "such thread. The value is undefined.";
    });
    return;
  }
}

void tell_deadlock(const Block& b, const char* text) {
  bool at_barrier = false;
  SourceLine first, second;
  for (unsigned t = 0; t < b.count; ++t) {
    const bool barrier = b.barrier[t / 32] >> t % 32 & 1;
    bool waits = barrier;
    for (unsigned i = 0; i < b.warp[t / 32].open; ++i)
      waits = waits || (b.warp[t / 32].rendezvous[i].arrived >> t % 32 & 1);
    if (!waits) continue;
    at_barrier = at_barrier || barrier;
    const SourceLine here{b.stopped[t].file, static_cast<int>(b.stopped[t].line)};
    if (!first.file)
      first = here;
    else if (!second.file && !(here == first))
      second = here;
  }
  found(at_barrier ? Kind::deadlock : Kind::warp_mask, Level::error, at(first.file, first.line),
        at(second.file, second.line), [&] {
          return "Block " + triple(b.index) + " cannot go on: " +
                 (std::strncmp(text, "deadlock: ", 10) == 0 ? text + 10 : text) + "." +
                 (at_barrier ? "" : " A mask may only name lanes that come to the call.");
        });
}

}  // namespace simt::check
