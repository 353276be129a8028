// How near a line is to what went wrong.
#pragma once

#include <map>
#include <set>
#include <string>

#include "remedy/code.h"

namespace warpgrade::remedy {

class Suspicion {
 public:
  static constexpr int farthest = 4;

  /// `lines`: those of findings; without any, stores to the arrays of kernels.
  Suspicion(const Code& code, const std::string& entry, const std::set<int>& lines);

  /// 0: a finding's line; 1: sets or tests what is used there; 2: the same of those, or stores to
  /// an array of the caller; 3: the same of those; 4: any other.
  int distance(int line) const;

 private:
  std::set<int> stores() const;
  void widen(int distance);
  void add(int line, int distance) { distances_.emplace(line, distance); }

  const Code& code_;
  std::set<std::string> reached_;
  std::map<int, int> distances_;
};

}  // namespace warpgrade::remedy
