// How much of its kernel's memory traffic each line of the source causes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/result.h"

namespace warpgrade::html {

/// What a kernel moved: sectors of global memory, turns of the banks of shared memory.
struct Traffic {
  long long requests = 0, sectors = 0, useful_bytes = 0, passes = 0, ideal_passes = 0,
            worst_ways = 0;
};

Traffic sum_traffic(const KernelCosts& kernel);

/// One access on a line, with its share of what its kernel moved: of the sectors for global memory,
/// of the turns of the banks for shared memory.
struct Cost {
  std::string kernel;
  const LineCosts* numbers;  // of the grade that this was made from
  double share;
};

struct LineHeat {
  double global = 0;  // the accesses of one kernel summed up, the largest of the kernels
  double shared = 0;
  std::vector<Cost> costs;  // the largest share first
};

/// The lines of all files. A kernel that several tasks ran counts once, by the task in which it
/// made most requests.
class Heat {
 public:
  explicit Heat(const GradeResult& grade);

  /// The lines of a file that touch memory; null where there are none.
  const std::map<int, LineHeat>* of(const std::string& file) const;

 private:
  std::map<std::string, std::map<int, LineHeat>> files_;
};

/// How strongly a share is coloured: 0 (nothing) to 10.
int heat_level(double share);

/// "43 %", "<1 %", "0 %", with a space that does not break.
std::string rounded_share(double share);

/// "global load: 43 % of the sectors, 32 a request where 4 would do": the line in short.
std::string in_short(const Cost& cost);

/// All numbers of an access, as a sentence.
std::string in_full(const Cost& cost);

/// True where the access costs clearly more than it would have to.
bool is_wasteful(const LineCosts& numbers);

}  // namespace warpgrade::html
