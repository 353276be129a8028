#include "simt/warp.h"

#include <cstdint>
#include <cstring>

#include "engine/block.h"
#include "engine/checker.h"
#include "simt/matrix.h"

namespace simt::detail {

namespace {

template <class T, class F>
std::uint64_t fold(const unsigned long long* value, std::uint32_t lanes, F&& combine) {
  T total = static_cast<T>(value[__builtin_ctz(lanes)]);
  for (lanes &= lanes - 1; lanes; lanes &= lanes - 1)
    total = combine(total, static_cast<T>(value[__builtin_ctz(lanes)]));
  return static_cast<std::uint64_t>(total);
}

// `votes`: lanes whose predicate is true.
std::uint64_t result_of_vote(Collective what, std::uint32_t votes, std::uint32_t lanes) {
  if (what == Collective::ballot) return votes;
  if (what == Collective::all) return votes == lanes;
  if (what == Collective::any) return votes != 0;
  return votes == lanes || votes == 0;  // uniform
}

std::uint32_t collect_votes(const unsigned long long* value, std::uint32_t lanes) {
  std::uint32_t votes = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1u) votes |= static_cast<std::uint32_t>(value[lane]) << lane;
  return votes;
}

bool all_alike(const unsigned long long* value, std::uint32_t lanes) {
  const std::uint64_t first = value[__builtin_ctz(lanes)];
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((lanes >> lane & 1u) && value[lane] != first) return false;
  return true;
}

// The result of collectives that return the same value to all lanes.
std::uint64_t common_result(const unsigned long long* value, const Rendezvous& r) {
  const std::uint32_t lanes = r.arrived;
  using U = std::uint32_t;
  using I = std::int32_t;
  const auto add = [](U a, U b) { return a + b; };
  const auto least = [](auto a, auto b) { return a < b ? a : b; };
  const auto most = [](auto a, auto b) { return a > b ? a : b; };
  switch (r.what) {
    case Collective::ballot:
    case Collective::all:
    case Collective::any:
    case Collective::uniform:
      return result_of_vote(r.what, collect_votes(value, lanes), lanes);
    case Collective::active:
      return lanes;
    case Collective::match_all:
      return all_alike(value, lanes) ? lanes : 0;
    case Collective::add_unsigned:
    case Collective::add_int:
      return fold<U>(value, lanes, add);
    case Collective::min_unsigned:
      return fold<U>(value, lanes, least);
    case Collective::min_int:
      return fold<I>(value, lanes, least);
    case Collective::max_unsigned:
      return fold<U>(value, lanes, most);
    case Collective::max_int:
      return fold<I>(value, lanes, most);
    case Collective::bit_and:
      return fold<U>(value, lanes, [](U a, U b) { return a & b; });
    case Collective::bit_or:
      return fold<U>(value, lanes, [](U a, U b) { return a | b; });
    case Collective::bit_xor:
      return fold<U>(value, lanes, [](U a, U b) { return a ^ b; });
    default:
      return 0;
  }
}

void compute(const std::uint8_t* source_lanes, unsigned long long* value, const Rendezvous& r) {
  if (r.what == Collective::sync) return;
  if (r.what == Collective::shuffle) {
    std::uint64_t given[32];
    std::memcpy(given, value, sizeof given);
    if (r.arrived == ~0u) {
      for (unsigned lane = 0; lane < 32; ++lane) value[lane] = given[source_lanes[lane]];
      return;
    }
    for (std::uint32_t lanes = r.arrived; lanes; lanes &= lanes - 1) {
      const int lane = __builtin_ctz(lanes);
      // Shuffling from a lane that does not take part is undefined; return the lane's own value.
      const std::uint32_t source = source_lanes[lane];
      value[lane] = given[(r.arrived >> source & 1u) ? source : lane];
    }
    return;
  }
  if (r.what == Collective::match_any) {
    std::uint64_t given[32];
    std::memcpy(given, value, sizeof given);
    for (std::uint32_t lanes = r.arrived; lanes; lanes &= lanes - 1) {
      const int lane = __builtin_ctz(lanes);
      std::uint32_t same = 0;
      for (std::uint32_t others = r.arrived; others; others &= others - 1) {
        const int other = __builtin_ctz(others);
        if (given[other] == given[lane]) same |= 1u << other;
      }
      value[lane] = same;
    }
    return;
  }
  if (r.what == Collective::matrix) {
    MatrixOperation* of[32]{};
    for (std::uint32_t lanes = r.arrived; lanes; lanes &= lanes - 1)
      of[__builtin_ctz(lanes)] = reinterpret_cast<MatrixOperation*>(value[__builtin_ctz(lanes)]);
    return operate(of);
  }
  const std::uint64_t result = common_result(value, r);
  for (std::uint32_t lanes = r.arrived; lanes; lanes &= lanes - 1)
    value[__builtin_ctz(lanes)] = result;
}

}  // namespace

// `self_bit`: the lane that completes the collective and does not wait.
void Block::complete(unsigned w, unsigned which, std::uint32_t self_bit) {
  Warp& wp = warp[w];
  const Rendezvous& r = wp.rendezvous[which];
  if (r.exchange && r.what <= Collective::shuffle) {
    for (std::uint32_t lanes = r.arrived; lanes; lanes &= lanes - 1) {
      const int lane = __builtin_ctz(lanes);
      r.exchange[lane] = value[w * 32 + static_cast<unsigned>(lane)];
    }
  }
  if (checker) checker->lanes_synchronized(*this, w, r.arrived, r.mask, r.what);
  compute(wp.source, value + w * 32, r);
  if (r.exchange && r.what > Collective::shuffle)
    std::memcpy(r.exchange, value + w * 32, exchange_bytes);
  const std::uint32_t wake = wp.rendezvous[which].arrived & ~self_bit;
  if (wake) make_ready(w, wake);
  wp.rendezvous[which] = wp.rendezvous[--wp.open];
  if (wp.collectives_since_poll < busy_warp) {
    ++wp.collectives_since_poll;
  } else {
    yields = 0;
    ++self.changes;
  }
}

void Block::complete_rendezvous(unsigned w) {
  for (unsigned i = warp[w].open; i-- > 0;) {
    const Rendezvous& r = warp[w].rendezvous[i];
    if (r.what != Collective::active && (r.mask & ~exited[w] & ~r.arrived) == 0) complete(w, i, 0);
  }
}

void Block::release_active(unsigned w, bool force) {
  if (warp[w].active == 0) return;
  const unsigned end = (w + 1) * 32 < count ? (w + 1) * 32 : count;
  if (!force && (ready[w] != 0 || next < end)) return;
  for (unsigned i = warp[w].open; i-- > 0;) {
    if (warp[w].rendezvous[i].what != Collective::active) continue;
    const auto lanes = static_cast<unsigned>(__builtin_popcount(warp[w].rendezvous[i].arrived));
    active -= lanes;
    warp[w].active -= lanes;
    complete(w, i, 0);
  }
}

namespace {

// The general case: any mask, several collectives open in the warp, __activemask.
[[gnu::noinline]] void join(Collective what, unsigned mask, unsigned long long value,
                            unsigned source, const char* file, int line) {
  Block& b = *self.block;
  use_masks(b);
  const unsigned w = self.thread / 32;
  const unsigned lane = self.thread % 32;
  const std::uint32_t bit = 1u << lane;
  const bool active = what == Collective::active;
  Warp& warp = b.warp[w];
  if (!active && !(mask & bit)) {
    if (checker) checker->mask_without_own_lane();
    abort_kernel(cudaErrorLaunchFailure,
                 "a warp collective's mask does not name the lane that calls it");
  }

  unsigned i = 0;
  while (i < warp.open) {
    const Rendezvous& r = warp.rendezvous[i];
    if (r.mask == mask && r.what == what && (!active || (r.line == line && r.file == file))) break;
    ++i;
  }
  if (i == warp.open) {
    warp.rendezvous[i] = {mask, 0, what, line, file, nullptr};
    ++warp.open;
  }
  Rendezvous& r = warp.rendezvous[i];
  r.arrived |= bit;
  b.value[self.thread] = value;
  warp.source[lane] = static_cast<std::uint8_t>(source % 32);
  if (active) {
    ++b.active;
    ++warp.active;
  } else if ((mask & ~b.exited[w] & ~r.arrived) == 0) {
    return b.complete(w, i, bit);
  }
  return pause_thread(b, file, line);
}

}  // namespace

namespace {

// The first collective of a block, called by the first lane of a whole warp: the threads take turns
// in order from here on.
void begin_in_order(Collective what, unsigned long long value, unsigned source, const char* file,
                    int line) {
  unsigned long long* const exchange = self.exchange;
  const unsigned me = self.thread;
  exchange[0] = value;
  self.order |= (static_cast<unsigned>(what) + 1) << order_shift;
  switch_threads(me, me + 1, file, line);
  self.values[me] = exchange[what == Collective::shuffle ? source % 32 : 0];
}

}  // namespace

void resolve(Collective what, unsigned long long* exchange) {
  compute(nullptr, exchange, {~0u, ~0u, what, 0, nullptr, nullptr});
}

// A short path for the common case out of order: the warp's lanes meet at one collective at a time.
void meet(Collective what, unsigned mask, unsigned long long value, unsigned source,
          const char* file, int line) {
  Block& b = *self.block;
  const unsigned t = self.thread;
  if (self.plain_end && t % 32 == 0 && mask == ~0u && t < self.whole_end) {
    begin_turns(b);
    return begin_in_order(what, value, source, file, line);
  }
  Warp& warp = b.warp[t / 32];
  Rendezvous& r = warp.rendezvous[0];
  const std::uint32_t bit = 1u << (t % 32);
  if (__builtin_expect(self.plain_end || self.order || warp.open != 1 || r.mask != mask ||
                           r.what != what || !(mask & bit) || what == Collective::active,
                       0))
    return join(what, mask, value, source, file, line);
  b.value[t] = value;
  warp.source[t % 32] = static_cast<std::uint8_t>(source % 32);
  const std::uint32_t arrived = r.arrived | bit;
  r.arrived = arrived;
  if ((mask & ~b.exited[t / 32] & ~arrived) == 0) return b.complete(t / 32, 0, bit);
  return pause_thread(b, file, line);
}

}  // namespace simt::detail
