// The shared memory of blocks: each has an arena for it, and its variables are known once a thread
// has reached their declaration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "check/memory/regions.h"
#include "engine/block.h"

namespace simt::check {

/// A variable of a block.
struct SharedVariable {
  const char* name = nullptr;
  std::size_t offset = 0, size = 0, element = 0;
  std::size_t columns = 0, inner = 0;  // elements in v[0], and in v[0][0]; 0: those are no arrays
  std::size_t alignment = 0;           // that its declaration asks for; 0: not known
};

/// Memory for a block's shared variables.
void add_arena(std::uintptr_t address);
/// Nothing in any of them has been written.
void clear_arenas();

/// The block whose shared memory the address lies in: another one in a cluster only. Null:
/// nobody's.
const detail::Block* find_owner(std::uintptr_t address);

/// The alignment of the running block's variable that the address lies in; 0: not known.
std::size_t alignment_of_shared(std::uintptr_t address);

Where locate_shared(std::uintptr_t address, std::size_t size);
/// The variables of the block that its threads have come to, and its dynamic shared memory.
std::vector<Named> list_shared(const detail::Block& owner);

}  // namespace simt::check
