// Receives the report of a checked call as messages while the call runs. A submission cannot take
// back a finding: it leaves the process before the code that caused it continues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sandbox/descriptor.h"

namespace warpgrade {

class CheckChannel {
 public:
  CheckChannel();
  /// Send this to the worker, then close it here.
  int workers_end() const { return worker_end_.get(); }
  void close_workers_end() { worker_end_.reset(); }

  /// The report so far, as the bytes of a simt::check::Report. Its `ended` is 1 only if the end
  /// message came once, in order and complete, from a sender that knows the request's number.
  std::vector<std::byte> read(std::uint64_t request);

 private:
  Descriptor grader_end_, worker_end_;
};

}  // namespace warpgrade
