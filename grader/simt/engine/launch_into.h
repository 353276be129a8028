// A launch by address into an internal stream, for a graph node.
#pragma once

#include "engine/api/streams.h"

namespace simt::detail {

/// Redirects this thread's launches into that stream during its lifetime.
class LaunchInto {
 public:
  explicit LaunchInto(CUstream_st& stream);
  ~LaunchInto();
  LaunchInto(const LaunchInto&) = delete;
};

}  // namespace simt::detail
