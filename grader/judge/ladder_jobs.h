// What a bench measures: which version at which size with which arguments, in which order.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "judge/ladder_run.h"

namespace warpgrade {

struct LadderJob {
  const Version* version = nullptr;  // of the runner's ladder
  Sizes size;
  Sizes set;
};

struct LadderWish {
  std::vector<std::string> versions;                    // empty: all that do not take too long
  std::vector<Sizes> sizes;                             // empty: the lab's curve for this backend
  Sizes set;                                            // integers in place of their defaults
  std::map<std::string, std::vector<long long>> swept;  // values in place of bench.json's
  bool sweeps = true;
};

struct LadderJobs {
  std::vector<LadderJob> jobs;
  std::vector<std::string> remarks;  // what is left out, and why
};

/// The curve's sizes one after the other, each with all versions; then the sweeps. Throws
/// UsageError for names that are not there.
LadderJobs jobs_of(const LadderRunner& runner, const LadderWish& wish);

/// The same call of the same version, in the same precision and on the same machine.
bool is_result_of(const LadderResult& result, const LadderRunner& runner, const LadderJob& job);

}  // namespace warpgrade
