// The shared memory of blocks. Each block has an arena; a variable is known once a thread has
// reached its declaration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "check/memory/regions.h"
#include "engine/block.h"

namespace simt::check {

/// A __shared__ variable of a block.
struct SharedVariable {
  const char* name = nullptr;
  std::size_t offset = 0, size = 0, element = 0;
  std::size_t columns = 0, inner = 0;  // elements in v[0] and in v[0][0]; 0: no arrays
  std::size_t alignment = 0;           // demanded by its declaration; 0: unknown
};

/// Registers memory for a block's shared variables.
void add_arena(std::uintptr_t address);
/// Marks all arenas as unwritten.
void clear_arenas();

/// The block whose shared memory contains the address; one other than the running block only within
/// a cluster. Null if there is none.
const detail::Block* find_owner(std::uintptr_t address);

/// The alignment of the running block's variable at the address; 0: unknown.
std::size_t alignment_of_shared(std::uintptr_t address);

Where locate_shared(std::uintptr_t address, std::size_t size);
/// The block's shared variables declared so far, and its dynamic shared memory.
std::vector<Named> list_shared(const detail::Block& owner);

}  // namespace simt::check
