// The virtual devices: compute capability 9.0 with the limits of an H100 where programs can run
// into them, and few multiprocessors, so that a grid sized to fill the device stays small.
#pragma once

#include <cstddef>

namespace simt::detail {

constexpr int multiprocessors = 16;
constexpr int max_threads_per_multiprocessor = 2048;
constexpr int max_blocks_per_multiprocessor = 32;
constexpr std::size_t max_shared_per_block = 48 * 1024;
constexpr std::size_t max_shared_opt_in = 227 * 1024;
constexpr std::size_t shared_per_multiprocessor = 228 * 1024;
constexpr std::size_t reserved_shared_per_block = 1024;
constexpr unsigned max_block_dim[3] = {1024, 1024, 64};
constexpr unsigned max_grid_dim[3] = {2147483647, 65535, 65535};

// Bytes of memory per device: SIMT_DEVICE_MEMORY (bytes, or with a suffix K, M, G), or 8 GiB.
std::size_t device_memory_size();

// Blocks of this shape that fit on one multiprocessor.
int resident_blocks(int threads, std::size_t shared_bytes);
// Blocks of this shape that fit on the device at the same time.
std::size_t most_cooperative_blocks(int threads, std::size_t shared_bytes);

}  // namespace simt::detail
