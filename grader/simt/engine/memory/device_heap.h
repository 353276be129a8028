// The heap of each device, for malloc, new and cudaMalloc in kernels. It is the last quarter of the
// device's addresses. Bookkeeping is kept elsewhere, so that an overrun destroys no more than it
// would on a GPU; in CHECK there are gaps between blocks, and a freed block is not reused soon.
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
  std::size_t size = 0;  // as requested
  const void* made = nullptr;
  const void* freed = nullptr;  // return address of the call that freed it; null: live
  std::size_t serial = 0;       // how many blocks were allocated before it
};

/// Memory from the host's cudaMalloc ends below this part of a device's addresses.
constexpr std::uintptr_t heap_offset = std::uintptr_t{3} << (space_bits - 2);
inline bool on_heap(std::uintptr_t address) {
  const bool last_quarter = (address >> (space_bits - 2) & 3) == 3;
  return last_quarter && is_device(address_space(reinterpret_cast<const void*>(address)));
}

/// Allocates on the heap of the running kernel's device. Returns null if the heap is full.
void* allocate_on_heap(std::size_t size, std::size_t alignment, const void* returns_to);
/// Returns false if there is no such block.
bool free_on_heap(void* memory, const void* returns_to);

/// Ends the kernel if there is no such block. `call` names the freeing function.
void free_in_kernel(void* memory, const char* call, const void* returns_to);

/// The block that contains the address, or the nearest one; freed blocks included.
std::optional<HeapBlock> heap_block_at(std::uintptr_t address);
void for_each_heap_block(const std::function<void(const HeapBlock&)>& f);  // live blocks only
std::size_t heap_blocks_made();

/// Allowed only before a kernel has allocated memory.
cudaError_t set_heap_limit(int device, std::size_t size);
std::size_t heap_limit(int device);
void clear_heaps();

}  // namespace simt::detail
