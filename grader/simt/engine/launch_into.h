// A launch by address into a stream that no program knows: a node of a graph.
#pragma once

#include "engine/api/streams.h"

namespace simt::detail {

/// While it lives, this thread's launches go into that stream.
class LaunchInto {
 public:
  explicit LaunchInto(CUstream_st& stream);
  ~LaunchInto();
  LaunchInto(const LaunchInto&) = delete;
};

}  // namespace simt::detail
