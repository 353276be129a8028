#include "check/races/operations.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "check/memory/regions.h"
#include "check/memory/registered_memory.h"
#include "engine/api/streams.h"

namespace simt::check {

namespace {

/// For each stream, how many of its operations are known to be complete. Streams are numbered in
/// order of first use.
using Clock = std::vector<std::uint32_t>;

struct Queued {
  std::uint32_t stream = 0;
  std::uint32_t number = 0;  // number in its stream, from 1
  Clock before;              // operations complete before it, and itself
  bool host_waited = false;  // for its predecessor in the stream
  detail::CallSite by{};
};

struct History {
  std::vector<Queued> all{1};  // by id; ids start at 1
  std::map<const CUstream_st*, std::uint32_t> streams;
  std::vector<std::uint32_t> counts;
  Clock host;
  bool host_touches = false;
  std::set<std::uintptr_t> released;
};

// The host may query this while a kernel runs.
std::mutex released_lock;

History& history() {
  static auto* s = new History;
  return *s;
}

void join(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

bool holds(const Clock& clock, const Queued& op) {
  return op.stream < clock.size() && clock[op.stream] >= op.number;
}

}  // namespace

void operation_queued(std::uint64_t id, const CUstream_st& stream, const std::uint64_t* after,
                      std::size_t count) {
  History& s = history();
  const auto [at, made] =
      s.streams.try_emplace(&stream, static_cast<std::uint32_t>(s.counts.size()));
  if (made) s.counts.push_back(0);
  Queued q;
  q.stream = at->second;
  q.number = ++s.counts[q.stream];
  q.before = s.host;
  q.host_waited = q.stream < s.host.size() && s.host[q.stream] + 1 >= q.number;
  for (std::size_t i = 0; i < count; ++i)
    if (after[i] && after[i] < s.all.size()) join(q.before, s.all[after[i]].before);
  if (q.before.size() <= q.stream) q.before.resize(q.stream + 1);
  q.before[q.stream] = q.number;
  q.by = detail::current_call;
  if (s.all.size() <= id) s.all.resize(id + 1);
  s.all[id] = std::move(q);
}

void host_waited(std::uint64_t id) {
  History& s = history();
  if (id && id < s.all.size()) join(s.host, s.all[id].before);
}

void host_waited_for_everything() { history().host = history().counts; }

bool ordered(std::uint64_t earlier, std::uint64_t later) {
  const History& s = history();
  if (earlier == 0 || earlier >= s.all.size() || later >= s.all.size()) return true;
  return holds(s.all[later].before, s.all[earlier]);
}

bool may_overlap(std::uint64_t earlier, std::uint64_t later) {
  const History& s = history();
  if (earlier == 0 || earlier >= s.all.size() || later >= s.all.size()) return false;
  const Queued &ahead = s.all[earlier], &q = s.all[later];
  return ahead.stream == q.stream && ahead.number + 1 == q.number && !q.host_waited;
}

void note_release_to_host(std::uintptr_t address) {
  if (!is_for_both(address)) return;
  const std::lock_guard guard(released_lock);
  history().released.insert(cell_address(address));
}

bool is_released_to_host(std::uintptr_t address) {
  const std::lock_guard guard(released_lock);
  return history().released.count(address) != 0;
}

bool host_knows(std::uint64_t id) {
  const History& s = history();
  return id == 0 || id >= s.all.size() || holds(s.host, s.all[id]);
}

bool host_knows_everything() {
  Clock all = history().host;
  all.resize(history().counts.size());
  return all == history().counts;
}

bool all_in_one_stream() { return history().counts.size() <= 1; }

bool host_touches() { return history().host_touches; }
void note_host_touch() { history().host_touches = true; }

std::uint64_t newest_operation() { return history().all.size() - 1; }

const detail::CallSite& queued_by(std::uint64_t id) {
  const History& s = history();
  return s.all[id < s.all.size() ? id : 0].by;
}

}  // namespace simt::check
