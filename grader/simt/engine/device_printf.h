// printf in kernels. As on a GPU, the text goes to a ring buffer of cudaLimitPrintfFifoSize bytes:
// when more is printed, the oldest calls are overwritten. (Here a call takes as many bytes as its
// text.)
#pragma once

#include <cstddef>

namespace simt::detail {

/// Prints the buffer when a kernel has ended.
void print_kernel_output();

void set_printf_limit(std::size_t bytes);
std::size_t printf_limit();

}  // namespace simt::detail
