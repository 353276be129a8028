// Copies between host and devices.
#pragma once

#include <cstddef>

#include "streams.h"

namespace simt::detail {

// Checks the pointers against the kind and queues or does the copy: blocking with respect to the
// host where CUDA is.
cudaError_t copy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                 CUstream_st& stream, bool async);

}  // namespace simt::detail
