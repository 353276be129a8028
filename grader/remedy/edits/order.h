// Statements that should not run, or run in the other order.
#pragma once

#include "remedy/edits/edits.h"

namespace warpgrade::remedy {

class Order : Edits {
 public:
  using Edits::Edits;

  /// Exchanges two neighboring statements, if one uses what the other one sets.
  void exchanged();
  /// Removes a call or store.
  void removed();

 private:
  std::string target(const Statement& s) const;
};

}  // namespace warpgrade::remedy
