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
  /// Passes objects of such a class by reference where host functions get them by value.
  void passed_by_value();
  /// Lets a name refer to an object of such a class where it is a copy: `auto b = a;`.
  void copied();

 private:
  /// A class that frees its memory, and its pointers.
  struct Owner {
    std::string name;
    std::vector<std::string> pointers;
    std::size_t open = 0;        // the { of the class
    std::size_t destructor = 0;  // the { of its destructor
    int frees = 0;               // the line that frees
    bool assigned = false;       // it has an assignment of its own
  };
  std::vector<Owner> owners() const;
  std::string skips_destructor() const {
    return " if (" + asks() + ") { if (simt_owner_copy(this, false)) return; }";
  }
  bool only_reads(const Owner& owner, const Function& f, const std::string& name) const;
  std::string swap_pointers(const Owner& owner, const std::string& swap, std::size_t one,
                            std::size_t two) const;
  void swapped_by_hand(const Owner& owner, const Function& f);
  bool is_declared(const Function& f, const std::string& type, std::size_t use) const;
};

}  // namespace warpgrade::remedy
