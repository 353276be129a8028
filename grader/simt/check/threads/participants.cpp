#include "check/threads/participants.h"

#include <algorithm>
#include <string>
#include <utility>

#include "check/races/races.h"
#include "check/report/findings.h"
#include "check/report/words.h"

namespace simt::check {

using detail::Block;
using detail::Collective;

void report_two_barriers(BlockState& s, const SourceLine& here) {
  if (s.barrier_reported) return;
  s.barrier_reported = true;
  found(Level::error, at(here.file, here.line), at(s.barrier.file, s.barrier.line),
        "barrier.two-places", [] { return Facts().add_running_thread(); });
}

/// Exited threads are not waited for. But lanes that leave a loop may wait for lanes that stay in
/// it, which a barrier inside the loop blocks: an H200 then hangs.
void check_release(const Block& b, BlockState& s) {
  unsigned before = b.count;
  const auto known = std::find_if(s.passed.begin(), s.passed.end(),
                                  [&](const auto& p) { return p.first == s.barrier; });
  const bool again = known != s.passed.end();
  if (again)
    before = std::exchange(known->second, b.live);
  else
    s.passed.emplace_back(s.barrier, b.live);
  if (b.live == b.count || s.barrier_reported) return;
  const At place = at(s.barrier.file, s.barrier.line);
  if (again && b.live < before) {
    found(Level::error, place, "barrier.unequal-loop", [&] {
      return Facts()
          .add("threads", plural(before - b.live, "thread"))
          .add("block", triple(b.index));
    });
    s.barrier_reported = true;
    return;
  }
  found(Level::advice, place, "barrier.after-return", [&] {
    return Facts().add("threads", plural(b.count - b.live, "thread")).add("block", triple(b.index));
  });
}

void check_participants(const Block& b, BlockState& s, unsigned warp, std::uint32_t lanes,
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
      found(
          Level::error, at(there.file, there.line), at(here.file, here.line), "mask.two-places",
          [&] { return Facts().add("warp", std::to_string(warp)).add("block", triple(b.index)); });
      return;
    }
    if (what == Collective::matrix && lanes != ~0u) {
      if (s.matrix_reported) return;  // the same lanes will be missing at the next one
      s.matrix_reported = true;
      found(Level::error, at(here.file, here.line), "matrix.absent-lanes", [&] {
        return Facts()
            .add("lanes", plural(static_cast<unsigned>(__builtin_popcount(lanes)), "lane"))
            .add("warp", std::to_string(warp))
            .add("block", triple(b.index));
      });
      return;
    }
    if (what != Collective::shuffle || lanes == ~0u) continue;
    const unsigned source = s.source[warp * 32 + lane];
    if ((lanes >> source & 1) || !(mask >> source & 1)) continue;
    found(Level::error, at(there.file, there.line), "mask.absent-lane", [&] {
      return Facts()
          .add("lane", std::to_string(lane))
          .add("warp", std::to_string(warp))
          .add("block", triple(b.index))
          .add("source", std::to_string(source));
    });
    return;
  }
}

void explain_deadlock(const Block& b, const char* text) {
  bool at_barrier = false, at_matrix = false;
  SourceLine first, second;
  for (unsigned t = 0; t < b.count; ++t) {
    const bool barrier = b.barrier[t / 32] >> t % 32 & 1;
    bool waits = barrier;
    for (unsigned i = 0; i < b.warp[t / 32].open; ++i) {
      const detail::Rendezvous& r = b.warp[t / 32].rendezvous[i];
      if (!(r.arrived >> t % 32 & 1)) continue;
      waits = true;
      at_matrix = at_matrix || r.what == Collective::matrix;
    }
    if (!waits) continue;
    at_barrier = at_barrier || barrier;
    const SourceLine here{b.stopped[t].file, static_cast<int>(b.stopped[t].line)};
    if (!first.file)
      first = here;
    else if (!second.file && !(here == first))
      second = here;
  }
  found(Level::error, at(first.file, first.line), at(second.file, second.line),
        at_matrix    ? "matrix.not-reached"
        : at_barrier ? "barrier.not-reached"
                     : "mask.not-reached",
        [&] {
          return Facts()
              .add("block", triple(b.index))
              .add("why", std::strncmp(text, "deadlock: ", 10) == 0 ? text + 10 : text);
        });
}

}  // namespace simt::check
