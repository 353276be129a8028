// The rest of a loop that takes several elements at a time: the last n % 4 of n / 4 vectors.
#pragma once

#include <cstddef>
#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Tails : Proposer {
 public:
  using Proposer::Proposer;

  /// Adds a loop over the last elements after `for (q = start; q < n / 4; q += step)`, if that adds
  /// products of vectors up.
  void after_vectors();
  /// Replaces `packs` by `packs * 4` where a loop up to n begins, after `packs = n / 4`.
  void rest_behind_groups();
  /// Replaces `rows = half` in a loop over parts by `rows = min(half, m - h * half)`, where
  /// `half` is m divided and rounded up.
  void last_part();
  /// `n - c * T` for `n - c`, where c counts parts: `c * T` is the first element of one.
  void first_elements();

 private:
  struct Walk {
    std::string type, index, start, groups, step;
  };
  struct Division {
    std::string size, by, text;
  };

  Division division_at(const Function& f, std::size_t token) const;
  bool goes_up_to(const Function& f, std::size_t from, const std::string& index,
                  const std::string& size) const;
  bool read_head(const Statement& loop, Walk& walk) const;
  bool find_division(const Function& f, const Statement& loop, const std::string& groups,
                     Division& division) const;
  std::string find_sum(const Function& f, const Statement& loop, const Walk& walk) const;
  std::string element(const Function& f, const Statement& loop, const Walk& walk,
                      std::size_t& token) const;
  std::string find_array(const Function& f, std::string_view pointer) const;
};

}  // namespace warpgrade::remedy
