// Why CUDA refuses a call, with its numbers, as far as the engine knows more than the error says.
#pragma once

#include <cstddef>
#include <string>

#include "simt/launch.h"
#include "simt/runtime_types.h"

namespace simt::detail {

struct Refusal {
  const char* cause = nullptr;  // of simt/finding_words.h, or null
  std::string why;              // "2048 threads a block, the limit is 1024"; or ""
};

/// Of a configuration that is refused. `function_limit`: bytes of dynamic shared memory that the
/// kernel may have; `static_shared`: what it is known to have besides.
Refusal refusal_of_launch(const Site& site, const Config& config, std::size_t function_limit,
                          std::size_t static_shared);

/// Of what `does` ("copies") so many `bytes` `where` ("into") an array that has room for `room`
/// from there on, of `size` in all.
Refusal refusal_of_size(const char* does, const char* where, std::size_t bytes, std::size_t room,
                        std::size_t size);

/// Of a copy whose direction does not fit the memory of its destination or source.
Refusal refusal_of_direction(cudaMemcpyKind kind, bool to_is_device, bool from_is_device);

}  // namespace simt::detail
