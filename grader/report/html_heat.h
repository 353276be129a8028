// Each source line's share of its kernel's memory traffic.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/result.h"

namespace warpgrade::html {

/// A kernel's traffic: sectors of global memory, passes of shared memory.
struct Traffic {
  long long requests = 0, sectors = 0, useful_bytes = 0, passes = 0, ideal_passes = 0,
            worst_ways = 0;
};

Traffic sum_traffic(const KernelCosts& kernel);

/// One access on a line and its share of its kernel's traffic: of sectors for global memory, of
/// passes for shared memory.
struct Cost {
  std::string kernel;
  const LineCosts* numbers;  // points into the grade
  double share;
};

struct LineHeat {
  double global = 0;  // sum over the accesses of one kernel, maximum over kernels
  double shared = 0;
  std::vector<Cost> costs;  // the largest share first
};

/// The lines of all files. A kernel that ran in several tasks counts once, with the task in which
/// it made the most requests.
class Heat {
 public:
  explicit Heat(const GradeResult& grade);

  /// The lines of a file with memory accesses; null if there are none.
  const std::map<int, LineHeat>* of(const std::string& file) const;

 private:
  std::map<std::string, std::map<int, LineHeat>> files_;
};

/// The color level for a share: 0 (none) to 10.
int heat_level(double share);

/// "43 %", "<1 %", "0 %", with a non-breaking space.
std::string rounded_share(double share);

/// A short description: "global load: 43 % of the sectors, 32 a request where 4 would do".
std::string cost_summary(const Cost& cost);

/// All numbers of an access, as a sentence.
std::string cost_details(const Cost& cost);

/// Whether the access costs clearly more than necessary.
bool is_wasteful(const LineCosts& numbers);

}  // namespace warpgrade::html
