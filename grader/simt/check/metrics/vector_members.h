// Accesses to the members of a vector, one after the other, that nvcc makes at once.
#pragma once

#include <cstdint>

#include "check/metrics/metrics_request.h"
#include "check/metrics/metrics_sums.h"

namespace simt::check {

/// Finds loads, or stores, of one basic block in which each lane accesses neighboring elements of
/// one aligned group of 2 or 4, of up to 16 bytes. Notes at their places what they would save as
/// one access (SiteMetrics::joined). Whether nvcc joins them depends on types, of which the engine
/// sees nothing: it does so for `a[i].x + a[i].y` with `float4* a`, and not for `a[4 * i] +
/// a[4 * i + 1]` with `float* a`, because of the alignment that it knows. Its loads and stores are
/// joined by LLVM: https://github.com/llvm/llvm-project,
/// llvm/lib/Transforms/Vectorize/LoadStoreVectorizer.cpp.
class VectorMembers {
 public:
  explicit VectorMembers(Sums& sums) : sums_(sums) {}

  /// `what`: of the event.
  void note(std::uint64_t what, const Request& request);
  /// The basic block is left.
  void end_block();

 private:
  static constexpr unsigned most_members = 4, most_open = 8;
  struct Run {
    Request first;                           // the first access
    std::int64_t offset[most_members] = {};  // from the first, in bytes
    std::uint64_t what[most_members] = {};
    unsigned members = 0;
  };

  bool extend(Run& run, std::uint64_t what, const Request& request) const;
  void close(Run& run);
  unsigned join(const Run& run, unsigned from);

  Sums& sums_;
  Run open_[most_open];
  unsigned count_ = 0, oldest_ = 0, turn_ = 0;
};

}  // namespace simt::check
