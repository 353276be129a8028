// Linked with a program built for CHECK: at its end, writes the divergent branches of each kernel
// to the file that SIMT_DIVERGENCE names, after a tab. SIMT_METRICS has the accesses alone.
#include <cstdio>
#include <cstdlib>

#include "check/report/findings.h"

namespace {

void write_divergence() {
  const char* name = std::getenv("SIMT_DIVERGENCE");
  std::FILE* to = name ? std::fopen(name, "w") : nullptr;
  if (!to) return;
  const simt::check::Report& report = simt::check::report();
  for (std::uint32_t i = 0; i < report.kernel_count; ++i)
    std::fprintf(to, "%s\t%llu\n", report.kernels[i].name,
                 static_cast<unsigned long long>(report.kernels[i].divergent));
  std::fclose(to);
}

// Before the engine's own (102), so that it runs after it: the report is whole then.
[[gnu::constructor(101)]] void write_at_end() { std::atexit(write_divergence); }

}  // namespace
