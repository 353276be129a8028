// Pitches of rows, which cudaMallocPitch counts in bytes.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Pitches : Proposer {
 public:
  using Proposer::Proposer;
  /// `(T*)((char*)base + row * pitch)` for `base + row * pitch`, and `pitch / sizeof(T)` in an
  /// index of elements.
  void in_bytes();

 private:
  using Names = std::set<std::pair<const Function*, std::string>>;
  Names pitches() const;
  bool hand_on(const Function& f, Names& names) const;
  std::string pointer(const Function& f, std::size_t token) const;
};

}  // namespace warpgrade::remedy
