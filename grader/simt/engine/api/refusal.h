// Why CUDA refuses a call, with numbers, where the engine knows more than the error code says.
#pragma once

#include <cstddef>
#include <string>

#include "simt/launch.h"
#include "simt/runtime_types.h"

namespace simt::detail {

struct Refusal {
  const char* cause = nullptr;  // from simt/finding_words.h, or null
  std::string why;              // "2048 threads a block, the limit is 1024"; may be empty
};

/// A refused launch configuration. `function_limit`: bytes of dynamic shared memory that the kernel
/// may have; `static_shared`: its known bytes of static shared memory.
Refusal refusal_of_launch(const Site& site, const Config& config, std::size_t function_limit,
                          std::size_t static_shared);

/// A copy that is too large: it `does` ("copies") `bytes` bytes `where` ("into") an array of `size`
/// bytes, of which `room` are left from the given address on.
Refusal refusal_of_size(const char* does, const char* where, std::size_t bytes, std::size_t room,
                        std::size_t size);

/// A copy whose direction does not match the memory of its destination or source.
Refusal refusal_of_direction(cudaMemcpyKind kind, bool to_is_device, bool from_is_device);

}  // namespace simt::detail
