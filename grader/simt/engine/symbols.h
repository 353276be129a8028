// __device__, __constant__ and __managed__ variables: globals that the rewriter puts into sections
// of their own.
#pragma once

#include <cstddef>

namespace simt::detail {

// Whether the bytes belong to such a variable.
bool is_symbol(const void* address, std::size_t size);

}  // namespace simt::detail
