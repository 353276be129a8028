#include "check/shadow.h"

#include <sys/mman.h>

#include <cstring>

#include "engine/memory/address_space.h"

namespace simt::check {

namespace {

using detail::page;

struct Pages {
  std::uintptr_t start;
  std::size_t size;
};

Pages covering_pages(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t start = address / page * page;
  return {start, detail::round_up(address + size, page) - start};
}

}  // namespace

bool map_shadow(std::uintptr_t address, std::size_t size) {
  const Pages p = covering_pages(address, size);
  return detail::map_at(p.start * 2, p.size * 2) && detail::map_at(p.start * 4, p.size * 4);
}

void unmap_shadow(std::uintptr_t address, std::size_t size) {
  const Pages p = covering_pages(address, size);
  munmap(reinterpret_cast<void*>(p.start * 2), p.size * 2);
  munmap(reinterpret_cast<void*>(p.start * 4), p.size * 4);
}

void clear_shadow(std::uintptr_t address, std::size_t size) {
  const Pages p = covering_pages(address, size);
  madvise(reinterpret_cast<void*>(p.start * 2), p.size * 2, MADV_DONTNEED);
  madvise(reinterpret_cast<void*>(p.start * 4), p.size * 4, MADV_DONTNEED);
}

void forget(std::uintptr_t address, std::size_t size) {
  // The cells of 2 KiB of memory fill whole pages; addresses are mixed only within a page.
  constexpr std::uintptr_t stretch = page / 2;
  const std::uintptr_t end = address + size;
  for (std::uintptr_t at = address & ~std::uintptr_t{3}; at < end;) {
    if (at % stretch == 0 && end - at >= stretch) {
      std::memset(reinterpret_cast<void*>(at * 2), 0, page);
      at += stretch;
    } else {
      *cell_at(at) = 0;
      at += 4;
    }
  }
}

}  // namespace simt::check
