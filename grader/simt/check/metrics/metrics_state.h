// The accumulated metrics of all kernels. Only sums and maxima are kept, so the result does not
// depend on the number or order of workers.
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
    std::uint64_t shared_of_launch = 0;  // the launch to which metrics.static_shared refers
    std::map<std::pair<std::uint64_t, Access>, SiteMetrics> sites;
  };

  /// The number of the kernel's latest launch; 0 if there is no such kernel.
  std::uint64_t last_launch(std::uint32_t kernel);
  void add(std::uint32_t kernel, std::uint64_t launch, std::uint32_t warps,
           std::uint32_t static_shared, const Sums& sums);

  std::mutex lock;
  std::vector<Kernel> kernels;
};

}  // namespace simt::check
