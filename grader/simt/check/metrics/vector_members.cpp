#include "check/metrics/vector_members.h"

#include <algorithm>
#include <utility>

namespace simt::check {

namespace {

constexpr std::uint32_t largest_access = 16;

Request part_of(const Request& request, std::int64_t offset, std::uint32_t bytes) {
  Request part = request;
  for (unsigned i = 0; i < part.count; ++i) {
    part.address[i] += static_cast<std::uint64_t>(offset);
    part.size[i] = bytes;
  }
  return part;
}

SiteMetrics cost_of(std::uint64_t what, const Request& request) {
  SiteMetrics cost{};
  cost.access = decode_access(what);
  add_request(cost, request);
  return cost;
}

bool is_candidate(std::uint64_t what, const Request& request) {
  const Access access = decode_access(what);
  const std::uint32_t size = request.size[0];
  return access != Access::global_atomic && access != Access::shared_atomic && size != 0 &&
         2 * size <= largest_access && (size & (size - 1)) == 0 &&
         std::all_of(request.size, request.size + request.count,
                     [size](std::uint32_t other) { return other == size; });
}

}  // namespace

bool VectorMembers::extend(Run& run, std::uint64_t what, const Request& request) const {
  const std::uint32_t size = request.size[0];
  const std::int64_t most = std::min(most_members, largest_access / size);
  if (decode_access(run.what[0]) != decode_access(what) || run.first.lanes != request.lanes ||
      run.first.size[0] != size || run.members == most)
    return false;
  const auto offset = static_cast<std::int64_t>(request.address[0] - run.first.address[0]);
  std::int64_t lowest = offset, highest = offset;
  for (unsigned m = 0; m < run.members; ++m) {
    if (run.offset[m] == offset) return false;
    lowest = std::min(lowest, run.offset[m]);
    highest = std::max(highest, run.offset[m]);
  }
  if (offset % size != 0 || highest - lowest >= most * size) return false;
  for (unsigned i = 1; i < request.count; ++i)
    if (request.address[i] - run.first.address[i] != static_cast<std::uint64_t>(offset))
      return false;
  run.offset[run.members] = offset;
  run.what[run.members++] = what;
  return true;
}

void VectorMembers::note(std::uint64_t what, const Request& request) {
  if (!is_candidate(what, request)) return;
  for (unsigned i = 0; i < count_; ++i)
    if (extend(open_[i], what, request)) return;
  if (count_ == most_open) close(open_[oldest_]);
  Run& run =
      open_[count_ == most_open ? std::exchange(oldest_, (oldest_ + 1) % most_open) : count_++];
  run.first = request;
  run.offset[0] = 0;
  run.what[0] = what;
  run.members = 1;
}

void VectorMembers::end_block() {
  for (unsigned i = 0; i < count_; ++i) close(open_[i]);
  count_ = oldest_ = 0;
}

void VectorMembers::close(Run& run) {
  if (run.members < 2) return;
  for (unsigned i = 1; i < run.members; ++i)
    for (unsigned k = i; k > 0 && run.offset[k] < run.offset[k - 1]; --k) {
      std::swap(run.offset[k], run.offset[k - 1]);
      std::swap(run.what[k], run.what[k - 1]);
    }
  for (unsigned from = 0; from + 1 < run.members;) from += join(run, from);
}

/// Joins the members from `from` on that one access can hold. Returns how many these are.
unsigned VectorMembers::join(const Run& run, unsigned from) {
  const std::uint32_t size = run.first.size[0];
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < run.first.count; ++i)
    bits |= run.first.address[i] + static_cast<std::uint64_t>(run.offset[from]);
  unsigned members = 1;
  for (unsigned n = 2; from + n <= run.members; n *= 2)
    if (bits % (n * size) == 0 &&
        run.offset[from + n - 1] - run.offset[from] == std::int64_t{(n - 1) * size})
      members = n;
  if (members == 1) return 1;

  const SiteMetrics whole =
      cost_of(run.what[from], part_of(run.first, run.offset[from], members * size));
  ++turn_;
  for (unsigned m = 0; m < members; ++m) {
    const std::uint64_t what = run.what[from + m];
    const SiteMetrics alone = cost_of(what, part_of(run.first, run.offset[from + m], size));
    SiteMetrics& site = sums_.site(what);
    const auto save = [&](std::uint64_t SiteMetrics::*count, std::uint64_t& saved) {
      // What is left over of the division goes to each in turn.
      const std::uint64_t place = (m + turn_) % members;
      const std::uint64_t share =
          whole.*count * (place + 1) / members - whole.*count * place / members;
      saved += alone.*count - std::min(alone.*count, share);
    };
    save(&SiteMetrics::requests, site.joined.requests);
    save(&SiteMetrics::lanes, site.joined.lanes);
    save(&SiteMetrics::sectors, site.joined.sectors);
    save(&SiteMetrics::passes, site.joined.passes);
  }
  return members;
}

}  // namespace simt::check
