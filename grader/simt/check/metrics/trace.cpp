// Each thread of a block has a part of one large reservation, of which only the used pages become
// memory. Parts lie an odd number of cache lines apart: merging reads 32 of them side by side, and
// at a power-of-two distance they would all compete for the same few lines of the cache.
#include "check/metrics/trace.h"

#include <algorithm>
#include <iterator>

#include "check/metrics/merge.h"
#include "check/metrics/metrics_request.h"
#include "check/metrics/metrics_state.h"

namespace simt::check {

namespace {

constexpr std::uint32_t most_traced_threads = 1024;
constexpr std::size_t trace_bytes = std::size_t{64} << 20;
constexpr std::size_t line_events = 64 / sizeof(Event);

// Distance between the parts of two threads, in events.
std::size_t part_stride(std::uint32_t threads) {
  const std::size_t lines = trace_bytes / 64 / threads;
  return (lines - (lines % 2 == 0)) * line_events;
}

}  // namespace

struct BlockTrace::State {
  Metrics* into = nullptr;
  std::uint32_t kernel = 0;
  std::uint64_t launch = 0;
  std::uint32_t threads = 0;
  std::uint64_t meetings = 0;
  std::size_t part = 0;
  bool cut = false;
  // Left uninitialized, so that unused pages stay untouched.
  std::unique_ptr<Event[]> events;
  LanePosition position[most_traced_threads];
  std::uint32_t counted_lanes[most_traced_threads / 32];
  Sums sums;

  Event* first(std::uint32_t thread) const { return events.get() + thread * part; }
};

BlockTrace::BlockTrace()
    : lane_(std::make_unique<Lane[]>(most_traced_threads)), state_(std::make_unique<State>()) {}
BlockTrace::~BlockTrace() = default;

void BlockTrace::begin(Metrics& into, std::uint32_t kernel, std::uint32_t threads) {
  State& s = *state_;
  if (!s.events) s.events.reset(new Event[trace_bytes / sizeof(Event)]);
  s.into = &into;
  s.kernel = kernel;
  s.launch = into.state_->last_launch(kernel);
  s.threads = std::clamp(threads, 1u, most_traced_threads);
  s.meetings = 0;
  s.cut = false;
  s.sums.clear();
  s.part = part_stride(s.threads);
  std::fill(std::begin(s.counted_lanes), std::end(s.counted_lanes), 0);
  for (std::uint32_t thread = 0; thread < s.threads; ++thread) {
    // One less, as merging appends the trace's end.
    Event* const first = s.first(thread);
    lane_[thread] = {first, first + s.part / 2, first + s.part - 1};
    s.position[thread].block = 0;
    s.position[thread].depth = 0;
    s.position[thread].callers.clear();
  }
}

// Marks that something was not recorded.
void BlockTrace::cut() { state_->cut = true; }

void BlockTrace::bulk(std::uint64_t pc, Access what, std::uint64_t address, std::uint32_t size) {
  add_bulk(state_->sums.site(access_event(pc, what, 0, 0).what), address, size);
}

void BlockTrace::note_collective(std::uint32_t warp, std::uint32_t lanes) {
  State& s = *state_;
  const std::uint32_t before = warp * 32;
  if (before >= s.threads) return;
  const std::uint32_t all = s.threads - before >= 32 ? ~0u : (1u << (s.threads - before)) - 1;
  lanes &= all;
  if (lanes == all) {
    merge_warp(warp, lanes);
    return;
  }

  // The other lanes may not have begun, although on a GPU they would have executed a part together
  // with these. The meeting is noted in each trace, so that the whole warp can be merged together
  // later.
  bool full = false;
  const std::uint64_t what = s.meetings++ << code_shift | collective_tag;
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    const std::uint32_t thread = before + static_cast<std::uint32_t>(__builtin_ctz(rest));
    append(thread, {what, lanes});
    full |= static_cast<std::size_t>(lane_[thread].next - s.first(thread)) > s.part / 2;
  }
  // Lanes that have ended never arrive, so an incomplete merge now is better than none.
  if (full) merge_warp(warp, lanes);
}

void BlockTrace::barrier() {
  ++state_->sums.barriers;
  merge_all();
}

void BlockTrace::end(std::uint32_t static_shared) {
  State& s = *state_;
  if (!s.into) return;
  merge_all();
  s.sums.truncated = s.cut;
  s.into->state_->add(s.kernel, s.launch, (s.threads + 31) / 32, static_shared, s.sums);
  s.into = nullptr;
}

void BlockTrace::merge_all() {
  for (std::uint32_t warp = 0; warp * 32 < state_->threads; ++warp) merge_warp(warp, ~0u);
}

bool BlockTrace::merge_some(std::uint32_t thread, std::uint32_t unfinished) {
  return merge_warp(thread / 32, ~0u, unfinished);
}

bool BlockTrace::merge_warp(std::uint32_t warp, std::uint32_t lanes, std::uint32_t unfinished) {
  State& s = *state_;
  const std::uint32_t before = warp * 32;
  const Event* trace[32];
  bool any = false;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const std::uint32_t thread = before + lane;
    if (thread >= s.threads) lanes &= ~(1u << lane);
    if (!(lanes >> lane & 1u)) continue;
    trace[lane] = s.first(thread);
    any |= lane_[thread].next != trace[lane];
    *lane_[thread].next = {unfinished >> lane & 1u ? more_to_come : end_of_trace, 0};
  }
  if (!any) return false;
  merge_lanes(trace, s.position + before, lanes, s.counted_lanes[warp], s.sums);
  bool moved = false;
  for (; lanes; lanes &= lanes - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(lanes));
    Event* const first = s.first(before + lane);
    Event*& next = lane_[before + lane].next;
    if (trace[lane] == first) continue;
    next = std::copy(trace[lane], static_cast<const Event*>(next), first);
    moved = true;
  }
  return moved;
}

}  // namespace simt::check
