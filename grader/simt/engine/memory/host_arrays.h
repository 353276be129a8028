// The sizes of the host's arrays, for copies between host and device. CUDA does not know them, and
// a copy past the end of an array would overwrite what follows, including the engine's own records.
// Known sizes: memory allocated by malloc, new and similar functions; objects whose size the
// compiler knows at the copy's call; in CHECK, the program's variables and declared arrays. A
// variable on the stack ends at the latest at the end of its function's frame. Not detected: an
// overrun from one member or local variable into the next.
#pragma once

#include <cstddef>
#include <optional>

namespace simt::detail {

struct HostArray {
  std::size_t offset;  // of the pointer in the array
  std::size_t size;
  bool exact = true;  // false: an upper bound of the size
};

/// A block of the heap, or an array owned by the caller. Thread-safe.
enum class Owner { heap, caller };
void note_host_array(void* start, std::size_t size, Owner owner);
void forget_host_array(void* start);

/// `known_size`: bytes from the pointer on, or unknown_size.
std::optional<HostArray> host_array_at(const void* pointer, std::size_t known_size);

}  // namespace simt::detail
