#include "check/memory/lent_pages.h"

#include <sys/mman.h>

#include <cstring>
#include <utility>

#include "check/shadow.h"
#include "engine/memory/address_space.h"

namespace simt::check {

bool LentPages::lend(std::uintptr_t address) {
  if (pages_.size() == most) return false;
  const std::uintptr_t start = address / detail::page * detail::page;
  void* const memory = detail::map_at(start, detail::page);
  if (!memory) return false;
  std::memset(memory, 0xFF, detail::page);
  if (!map_shadow(start, detail::page)) return false;
  pages_.push_back(start);
  return true;
}

bool LentPages::reclaim_pages() {
  const std::vector<std::uintptr_t> pages = std::exchange(pages_, {});
  for (const std::uintptr_t start : pages) {
    munmap(reinterpret_cast<void*>(start), detail::page);
    unmap_shadow(start, detail::page);
  }
  return !pages.empty();
}

}  // namespace simt::check
