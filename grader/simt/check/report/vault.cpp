#include "check/report/vault.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstdint>
#include <iterator>

#include "engine/memory/address_space.h"

namespace simt::check {

[[gnu::noinline, gnu::noclone]] void protect_pages(void* start, std::size_t size, long protection) {
#if defined(__x86_64__)
  long call = SYS_mprotect;
  asm volatile("syscall\n.globl simt_vault_call\n.hidden simt_vault_call\nsimt_vault_call:"
               : "+a"(call)
               : "D"(start), "S"(size), "d"(protection)
               : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long call asm("x8") = SYS_mprotect;
  register void* first asm("x0") = start;
  register std::size_t second asm("x1") = size;
  register long third asm("x2") = protection;
  asm volatile("svc 0\n.globl simt_vault_call\n.hidden simt_vault_call\nsimt_vault_call:"
               : "+r"(first)
               : "r"(call), "r"(second), "r"(third)
               : "memory");
#endif
}

namespace {

// Kept in the vault as well, since it is read while the vault is closed.
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
  if (protection & PROT_WRITE) protect_pages(&vault, sizeof vault, protection);
  for (std::size_t i = 0; i < now.count; ++i)
    protect_pages(now.all[i].start, now.all[i].size, protection);
  if (!(protection & PROT_WRITE)) protect_pages(&vault, sizeof vault, protection);
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
