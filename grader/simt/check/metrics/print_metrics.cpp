#include <cstdio>
#include <string>

#include "check/report/code_lines.h"
#include "check/report/findings.h"

namespace simt::check {

namespace {

const char* access_name(Access a) {
  switch (a) {
    case Access::global_load:
      return "global-load";
    case Access::global_store:
      return "global-store";
    case Access::global_atomic:
      return "global-atomic";
    case Access::shared_load:
      return "shared-load";
    case Access::shared_store:
      return "shared-store";
    case Access::shared_atomic:
      return "shared-atomic";
  }
  return "access";
}

}  // namespace

void print_metrics(const char* name) {
  std::FILE* to = std::fopen(name, "w");
  if (!to) return;
  const Report& r = report();
  const CodeLines lines(r);
  std::fprintf(to,
               "kernel\tline\taccess\tbytes\trequests\tlanes\tsectors\tideal_sectors\t"
               "useful_bytes\tpasses\tideal_passes\tsame_address\n");
  for (std::uint32_t i = 0; i < r.site_count; ++i) {
    const SiteMetrics& s = r.sites[i];
    const std::string line = lines.of(s.pc);
    const auto n = [](std::uint64_t v) { return static_cast<unsigned long long>(v); };
    std::fprintf(to, "%s\t%s\t%s\t%u\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\n",
                 r.kernels[s.kernel].name, line.empty() ? "?" : line.c_str(), access_name(s.access),
                 s.size, n(s.requests), n(s.lanes), n(s.sectors), n(s.ideal_sectors),
                 n(s.useful_bytes), n(s.passes), n(s.ideal_passes), n(s.same_address));
  }
  std::fclose(to);
}

}  // namespace simt::check
