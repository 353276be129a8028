// Objects that own memory of the device.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Objects : Proposer {
 public:
  using Proposer::Proposer;
  /// Swaps the pointers of two objects whose class frees its memory and has no copy or move
  /// operations of its own.
  void swapped();

 private:
  /// A class that frees its memory, and its pointers.
  struct Owner {
    std::string name;
    std::vector<std::string> pointers;
  };
  std::vector<Owner> owners() const;
  std::string swap_pointers(const Owner& owner, const std::string& swap, std::size_t one,
                            std::size_t two) const;
  void swapped_by_hand(const Owner& owner, const Function& f);
  bool is_declared(const Function& f, const std::string& type, std::size_t use) const;
};

}  // namespace warpgrade::remedy
