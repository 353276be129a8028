// The metrics of all kernels, as they are summed up: by sums and maxima alone, so that neither the
// number of workers nor their order can be seen in them.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "check/metrics/metrics_sums.h"
#include "check/metrics/trace.h"

namespace simt::check {

struct Metrics::State {
  struct Kernel {
    std::string name;
    KernelMetrics metrics{};
    std::uint64_t shared_of_launch = 0;  // the launch that metrics.static_shared is of
    std::map<std::pair<std::uint64_t, Access>, SiteMetrics> sites;
  };

  /// Which launch of the kernel is the last one so far; 0: no such kernel.
  std::uint64_t last_launch(std::uint32_t kernel);
  void add(std::uint32_t kernel, std::uint64_t launch, std::uint32_t warps,
           std::uint32_t static_shared, const Sums& sums);

  std::mutex lock;
  std::vector<Kernel> kernels;
};

}  // namespace simt::check
