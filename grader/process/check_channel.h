// How the report of a checked call reaches us: as messages, while the call runs. What was told
// cannot be taken back: a finding has left the process before the code that earned it runs on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sandbox/descriptor.h"

namespace warpgrade {

class CheckChannel {
 public:
  CheckChannel();
  /// To be sent to the worker, and then closed here.
  int workers_end() const { return theirs_.get(); }
  void close_workers_end() { theirs_.reset(); }

  /// All that came until now, as the bytes of a simt::check::Report. Its `ended` is 1 only if it
  /// was told once and in order, to its end, by whoever knows the request's number.
  std::vector<std::byte> read(std::uint64_t request);

 private:
  Descriptor ours_, theirs_;
};

}  // namespace warpgrade
