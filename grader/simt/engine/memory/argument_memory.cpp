#include "engine/memory/argument_memory.h"

#include <vector>

#include "engine/memory/address_space.h"

namespace simt::detail {

namespace {

// Slot sizes; kernel arguments take up to 4 KiB (32 KiB from CUDA 12.1 on).
constexpr std::size_t sizes[] = {256, 4096, 65536};
constexpr std::size_t slab = std::size_t{1} << 20;

struct Class {
  std::vector<char*> free;
};
Class classes[3];
std::size_t slabs_made = 0;

thread_local std::uintptr_t open_start = 0;
thread_local std::size_t open_size = 0;

int size_class(std::size_t size) {
  for (int c = 0; c < 3; ++c)
    if (size <= sizes[c]) return c;
  return -1;
}

}  // namespace

void* allocate_arguments(std::size_t size) {
  const int c = size_class(size);
  if (c < 0) return nullptr;
  auto& free = classes[c].free;
  if (free.empty()) {
    char* memory =
        static_cast<char*>(map_at(space_base(Space::arguments) + slabs_made++ * slab, slab));
    if (!memory) return nullptr;
    for (std::size_t at = slab; at >= sizes[c]; at -= sizes[c])
      free.push_back(memory + at - sizes[c]);
  }
  char* got = free.back();
  free.pop_back();
  return got;
}

void free_arguments(void* arguments, std::size_t size) {
  classes[size_class(size)].free.push_back(static_cast<char*>(arguments));
}

void open_arguments(const void* arguments, std::size_t size) {
  open_start = reinterpret_cast<std::uintptr_t>(arguments);
  open_size = size;
}
void close_arguments() { open_start = open_size = 0; }

bool in_open_arguments(std::uintptr_t address, std::size_t size) {
  return address >= open_start && address - open_start + size <= open_size;
}

}  // namespace simt::detail
