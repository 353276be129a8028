// The heap of each device: what malloc, new and cudaMalloc give in kernels. It lies in the last
// quarter of the device's addresses. Nothing is kept beside the blocks, so that an overrun spoils
// no more than it would on a GPU; in CHECK there are gaps between them, and a block that was freed
// is not used again soon.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "engine/memory/address_space.h"
#include "simt/error_codes.h"

namespace simt::detail {

struct HeapBlock {
  std::uintptr_t start = 0;
  std::size_t size = 0;  // as asked for
  const void* made = nullptr;
  const void* freed = nullptr;  // by calls that return there; null: it is not
  std::size_t serial = 0;       // how many were made before it
};

/// Device memory that cudaMalloc gives ends below this part of a device's addresses.
constexpr std::uintptr_t heap_offset = std::uintptr_t{3} << (space_bits - 2);
inline bool on_heap(std::uintptr_t address) {
  const bool last_quarter = (address >> (space_bits - 2) & 3) == 3;
  return last_quarter && is_device(address_space(reinterpret_cast<const void*>(address)));
}

/// On the device of the running kernel. Null: the heap is full.
void* allocate_on_heap(std::size_t size, std::size_t alignment, const void* returns_to);
/// False: there is no such block.
bool free_on_heap(void* memory, const void* returns_to);

/// Ends the kernel where there is no such block. `call` is what frees it.
void free_in_kernel(void* memory, const char* call, const void* returns_to);

/// The block that holds the address, or the one that is nearest; also one that was freed.
std::optional<HeapBlock> heap_block_at(std::uintptr_t address);
void for_each_heap_block(const std::function<void(const HeapBlock&)>& f);  // that is not freed
std::size_t heap_blocks_made();

/// Only before a kernel has allocated memory.
cudaError_t set_heap_limit(int device, std::size_t size);
std::size_t heap_limit(int device);
void clear_heaps();

}  // namespace simt::detail
