// Which elements a thread has: the sums of its number and a counter.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Mappings : Proposer {
 public:
  using Proposer::Proposer;
  /// Where a kernel has both `tx + 16 * j` and `tx * 4 + j`, the one for the other; the first for
  /// `tx + j`.
  void same_everywhere();
  /// `j = t / n` in place of `t / n % n` beside `i = t / plane` and `k = t % n`.
  void quotients_without_rest();

 private:
  /// `unit + by * stepped`, in any order.
  struct Sum {
    Range range;
    std::string unit, by, stepped;
  };
  std::size_t end_of_operand(std::size_t token) const;
  bool is_size(const std::string& text) const;
  std::optional<Sum> sum_at(std::size_t token) const;
  void step_everywhere(const Function& f, const Sum& sum);
  void replace(const std::vector<Sum>& all, const Sum& wrong, const Sum& right);
};

}  // namespace warpgrade::remedy
