// Addresses of the device where the host's are given to kernels and copies.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class DevicePointers : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `b`, which the caller passed, by `d_b`: one argument, or all of a launch or of a call
  /// within the file.
  void instead_of_the_hosts();
  /// Replaces `&p` by `p`, where p is a pointer and CUDA is given memory to copy, set or free.
  void instead_of_their_addresses();
  /// Adds `cudaGetSymbolAddress((void**)&p, table);` after `T* p = &table[0];`, and with the
  /// pointer before a launch that gets `&table[0]`.
  void of_variable(const std::string& variable);

 private:
  void owners_instead(const Function& f, const Launch& launch, Range given);
  void all_instead(const Function& f);
  void of_variable_for(const Function& f, const Launch& launch, const std::string& variable);
  std::string starts_at(Range pointer) const;
};

}  // namespace warpgrade::remedy
