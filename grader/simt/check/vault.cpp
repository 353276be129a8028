#include "vault.h"

#include <sys/mman.h>

#include <cstdint>
#include <iterator>

#include "engine/address_space.h"

namespace simt::check {

namespace {

// In the vault as well, as far as it is read while that is closed.
struct Stretches {
  struct {
    void* start;
    std::size_t size;
  } all[2];
  std::size_t count;
};
alignas(detail::page) union {
  Stretches stretches;
  char pages[detail::page];
} vault{};

void protect(int protection) {
  const Stretches now = vault.stretches;
  if (now.count == 0) return;
  // The list itself is opened first and closed last.
  if (protection & PROT_WRITE) mprotect(&vault, sizeof vault, protection);
  for (std::size_t i = 0; i < now.count; ++i)
    mprotect(now.all[i].start, now.all[i].size, protection);
  if (!(protection & PROT_WRITE)) mprotect(&vault, sizeof vault, protection);
}

}  // namespace

void close_vault(void* pages, std::size_t size) {
  if (pages == nullptr || reinterpret_cast<std::uintptr_t>(pages) % detail::page != 0 ||
      size % detail::page != 0)
    return;
  protect(PROT_READ | PROT_WRITE);
  Stretches& s = vault.stretches;
  if (s.count < std::size(s.all)) s.all[s.count++] = {pages, size};
  protect(PROT_READ);
}

void dissolve_vault() {
  protect(PROT_READ | PROT_WRITE);
  vault.stretches.count = 0;
}

OpenVault::OpenVault() { protect(PROT_READ | PROT_WRITE); }

OpenVault::~OpenVault() { protect(PROT_READ); }

}  // namespace simt::check
