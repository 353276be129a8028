// Memory pools. Freed memory is returned at once.
#pragma once

#include <cstddef>

#include "simt/error_codes.h"

struct CUmemPoolHandle_st;

namespace simt::detail {

/// A null pool means the current device's pool.
cudaError_t allocate_from_pool(void** pointer, std::size_t size, CUmemPoolHandle_st* pool);
/// Called when the memory is freed.
void leave_pool(const void* pointer);

}  // namespace simt::detail
