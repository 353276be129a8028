#include "sandbox/inherited_limits.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "base/fault.h"

namespace warpgrade {
namespace {

constexpr rlim_t mib = 1 << 20;

struct Needed {
  __rlimit_resource resource;
  rlim_t least;  // in the limit's own unit
  rlim_t unit;   // the unit that ulimit displays
  const char* option;
  const char* what;
};

// Much more address space is reserved than used: by the engine for the stacks of a grid's threads,
// by CUDA's driver for all memory of host and device, by the check for its shadow memory.
constexpr Needed needs[] = {
    {RLIMIT_AS, 16 * 1024 * mib, 1024, "-v", "KiB of address space"},
    {RLIMIT_DATA, 4 * 1024 * mib, 1024, "-d", "KiB of data"},
    {RLIMIT_FSIZE, 1024 * mib, 1024, "-f", "KiB in a file"},
    {RLIMIT_STACK, 1 * mib, 1024, "-s", "KiB of stack"},
    {RLIMIT_CPU, 3600, 1, "-t", "seconds of processor time"},
    {RLIMIT_NOFILE, 256, 1, "-n", "open files"},
    {RLIMIT_NPROC, 128, 1, "-u", "processes and threads of its user"},
};

}  // namespace

void require_inherited_limits() {
  for (const Needed& need : needs) {
    rlimit limit{};
    if (getrlimit(need.resource, &limit) != 0 || limit.rlim_cur >= need.least) continue;
    if (need.resource == RLIMIT_NPROC && geteuid() == 0) continue;  // it does not apply to root
    rlimit lifted = limit;
    lifted.rlim_cur = std::min(limit.rlim_max, need.least);
    if (lifted.rlim_cur >= need.least && setrlimit(need.resource, &lifted) == 0) continue;
    throw GraderError(
        fmt::format("this process may have only {} {} (ulimit {}), and at least {} are needed: a "
                    "failure caused by this would be blamed on the submission",
                    limit.rlim_cur / need.unit, need.what, need.option, need.least / need.unit),
        fmt::format(
            "Start it with more: `ulimit {} {}` in a new shell, or ask whoever set that limit "
            "(/etc/security/limits.conf, a service's or a batch system's settings).",
            need.option, need.least / need.unit));
  }
}

}  // namespace warpgrade
