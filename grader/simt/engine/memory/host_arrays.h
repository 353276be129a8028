// How large the host's arrays are, for copies between host and device: CUDA does not know, and a
// copy past the end of an array would overwrite whatever lies there, the engine's own records
// included.
//
// Known are: what the program allocates by malloc, new and their kin; objects whose size the
// compiler knows where a copy is called for; in CHECK, variables of the program and arrays that
// were declared; and of what lies on the stack, that no variable reaches beyond its function's
// frame. Not seen: an overrun from one member or local variable into the next one.
#pragma once

#include <cstddef>
#include <optional>

namespace simt::detail {

struct HostArray {
  std::size_t offset;  // of the pointer
  std::size_t size;
  bool exact = true;  // false: it is smaller
};

/// Thread-safe. A block of the heap, or an array that somebody else owns.
enum class Owner { heap, caller };
void note_host_array(void* start, std::size_t size, Owner owner);
void forget_host_array(void* start);

/// `known_size`: from the pointer on, or unknown_size.
std::optional<HostArray> host_array_at(const void* pointer, std::size_t known_size);

}  // namespace simt::detail
