// Host memory that the program has registered as pinned, which kernels may then access. Its cells
// are found through an alias address.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/checker.h"

namespace simt::check {

/// Encloses everything that is registered.
struct RegisteredBounds {
  std::uintptr_t start = 0, size = 0;
};
extern RegisteredBounds registered_bounds;
inline bool may_be_registered(std::uintptr_t address) {
  return address - registered_bounds.start < registered_bounds.size;
}

bool in_registered(std::uintptr_t address);
/// Also true a little past it, for an index that is too large.
bool near_registered(std::uintptr_t address);

/// The address that indexes the memory's cells: an alias for registered memory and for variables of
/// the device, otherwise the address itself.
std::uintptr_t cell_address(std::uintptr_t address);

/// The program registers memory, or ends that.
void add_registered(std::uintptr_t start, std::size_t size, const detail::CallSite& by);
void remove_registered(std::uintptr_t start, std::size_t size);

}  // namespace simt::check
