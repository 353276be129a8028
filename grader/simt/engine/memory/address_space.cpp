#include "engine/memory/address_space.h"

#include <sys/mman.h>

namespace simt::detail {

void* map_at(std::uintptr_t address, std::size_t size) {
  void* wanted = reinterpret_cast<void*>(address);
  void* got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == MAP_FAILED) return nullptr;
  if (got != wanted) {  // Linux before 4.17 takes the address as a hint
    munmap(got, size);
    return nullptr;
  }
  return got;
}

}  // namespace simt::detail
