// Traces with numbers that can be counted by hand.
#pragma once

#include <memory>

#include "check/metrics/trace.h"
#include "tests/unit/catch.h"

namespace simt::check {

constexpr std::uint64_t global = 0x100000000000, shared = 0x200000000000;
// Basic blocks, in the order of the code. The accesses of block b are at b + 1 and so on.
constexpr std::uint64_t A = 0x1000, B = 0x1100, C = 0x1200, D = 0x1300, E = 0x1400;
constexpr std::uint32_t all = ~0u;

inline std::unique_ptr<Report> written(const Metrics& metrics) {
  auto report = std::make_unique<Report>();
  metrics.write(*report);
  return report;
}

// A kernel of one block, whose threads are recorded one after the other.
class Traced {
 public:
  explicit Traced(std::uint32_t threads = 32) : threads_(threads) {
    kernel_ = metrics_.launched({"k", 1, threads, 0});
    trace.begin(metrics_, kernel_, threads);
  }

  template <class F>
  void each(F&& thread) {
    for (std::uint32_t t = 0; t < threads_; ++t) thread(t);
  }
  void step(std::uint32_t t, std::uint64_t pc, std::uint32_t depth = 0) {
    trace.step(t, pc, depth);
  }
  void load(std::uint32_t t, std::uint64_t pc, std::uint64_t at, std::uint32_t size = 4) {
    trace.access(t, pc, at < shared ? Access::global_load : Access::shared_load, at, size);
  }

  // The block ends when its numbers are first asked for.
  const Report& report() {
    if (!report_) {
      trace.end(0);
      report_ = written(metrics_);
      REQUIRE(report_->kernel_count == 1);
    }
    return *report_;
  }
  const KernelMetrics& end() { return report().kernels[0]; }
  const SiteMetrics& site(std::uint64_t pc) {
    for (std::uint32_t i = 0; i < report().site_count; ++i)
      if (report().sites[i].pc == pc) return report().sites[i];
    FAIL("no access at " << pc);
    return report().sites[0];
  }

  BlockTrace trace;

 private:
  Metrics metrics_;
  std::uint32_t threads_, kernel_;
  std::unique_ptr<Report> report_;
};

}  // namespace simt::check
