// Counts of one block. They are added to the kernel's metrics when the block ends.
#pragma once

#include <cstdint>
#include <vector>

#include "check/metrics/merge_event.h"
#include "simt/check_report.h"

namespace simt::check {

class Sums {
 public:
  std::uint64_t steps = 0, lane_steps = 0, branches = 0, divergent = 0, barriers = 0;
  bool truncated = false;

  Sums() : index_(first_index, 0) {}

  /// The entry for an access, by its event's `what`.
  SiteMetrics& site(std::uint64_t what) {
    for (std::size_t at = slot(what);; at = (at + 1) & (index_.size() - 1)) {
      const std::uint32_t number = index_[at];
      if (number == 0) return sites_[add(what, at)];
      if (what_[number - 1] == what) return sites_[number - 1];
    }
  }
  const std::vector<SiteMetrics>& sites() const { return sites_; }

  /// Resets the counts but keeps the memory.
  void clear() {
    steps = lane_steps = branches = divergent = barriers = 0;
    truncated = false;
    what_.clear();
    sites_.clear();
    index_.assign(index_.size(), 0);
  }

 private:
  static constexpr std::size_t first_index = 256;  // a power of two, and at least twice the sites

  std::size_t slot(std::uint64_t what) const {
    // Fibonacci hashing: Knuth, The Art of Computer Programming, volume 3, section 6.4.
    return (what * 0x9E3779B97F4A7C15u >> 32) & (index_.size() - 1);
  }

  std::size_t add(std::uint64_t what, std::size_t at) {
    SiteMetrics site{};
    site.pc = what >> code_shift;
    site.access = decode_access(what);
    what_.push_back(what);
    sites_.push_back(site);
    index_[at] = static_cast<std::uint32_t>(sites_.size());
    if (2 * sites_.size() > index_.size()) {
      index_.assign(2 * index_.size(), 0);
      for (std::size_t i = 0; i < what_.size(); ++i) {
        std::size_t free = slot(what_[i]);
        while (index_[free] != 0) free = (free + 1) & (index_.size() - 1);
        index_[free] = static_cast<std::uint32_t>(i + 1);
      }
    }
    return sites_.size() - 1;
  }

  std::vector<std::uint64_t> what_;
  std::vector<SiteMetrics> sites_;
  std::vector<std::uint32_t> index_;  // 1 + number of a site; 0: free
};

}  // namespace simt::check
