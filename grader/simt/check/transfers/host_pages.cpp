#include "check/transfers/host_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "check/memory/regions.h"
#include "check/memory/registered_memory.h"
#include "check/report/vault.h"
#include "check/transfers/transfer_counts.h"
#include "engine/memory/address_space.h"
#include "engine/memory/protection.h"
#include "engine/memory/symbols.h"

namespace simt::check {

namespace {

using detail::page;

/// The pages of an allocation, or of variables, that are closed to the host.
struct ClosedPages {
  std::uintptr_t start, end;
  bool for_host;                           // not device memory: the host's access opens the page
  std::vector<unsigned char> closed = {};  // by page

  std::uintptr_t first_page() const { return start / page * page; }
  std::size_t pages() const { return (detail::round_up(end, page) - first_page()) / page; }

  void protect(std::size_t from, std::size_t to, bool close) {
    protect_pages(reinterpret_cast<void*>(first_page() + from * page), (to - from) * page,
                  close ? PROT_NONE : PROT_READ | PROT_WRITE);
    std::fill(closed.begin() + static_cast<std::ptrdiff_t>(from),
              closed.begin() + static_cast<std::ptrdiff_t>(to), close);
  }

  /// The host accesses the page. All of it counts as seen: from now on it can be read unannounced.
  void open_to_host(std::size_t at) {
    const std::uintptr_t from = std::max(start, first_page() + at * page);
    const std::uintptr_t to = std::min(end, first_page() + (at + 1) * page);
    note_seen_by_host(cell_address(from), to - from);
    protect(at, at + 1, false);
  }
};

struct HostPages {
  std::mutex lock;
  bool wanted = false;
  bool used = false;  // by the running operation
  std::vector<ClosedPages> all;

  void close(const ClosedPages& pages) {
    all.push_back(pages);
    all.back().closed.resize(pages.pages());
    all.back().protect(0, pages.pages(), true);
  }

  void close_all() {
    all.clear();
    const bool devices = !detail::protection_keys_available();
    for (const auto& [start, size] : live_allocations()) {
      if (in_registered(start)) continue;  // it shares pages with other data of the host
      const bool for_host = is_for_both(start);
      if (!for_host && !devices) continue;
      close({start, start + std::max<std::size_t>(size, 1), for_host});
    }
    for (const auto& [start, size] : detail::writable_symbol_sections()) {
      // What shares a page with other data stays open: runner/link gives variables pages of their
      // own.
      const std::uintptr_t from = detail::round_up(start, page), to = (start + size) / page * page;
      if (from < to) close({from, to, true});
    }
  }

  void open_all() {
    for (ClosedPages& s : all) s.protect(0, s.pages(), false);
    all.clear();
  }
};

HostPages& host_pages() {
  static auto* p = new HostPages;
  return *p;
}

}  // namespace

void close_pages_to_host(bool wanted) {
  HostPages& p = host_pages();
  const std::lock_guard guard(p.lock);
  p.open_all();
  p.wanted = wanted;
  p.used = false;
}

void open_pages_to_operation() {
  HostPages& p = host_pages();
  if (!p.wanted || p.used) return;
  const std::lock_guard guard(p.lock);
  p.open_all();
  p.used = true;
}

void close_pages_to_queued() {
  HostPages& p = host_pages();
  if (!p.wanted || p.used) return;
  const std::lock_guard guard(p.lock);
  p.close_all();
}

void close_pages_after_operation() {
  HostPages& p = host_pages();
  if (!p.wanted || !p.used) return;
  const std::lock_guard guard(p.lock);
  p.used = false;
  p.close_all();
}

void forget_pages(std::uintptr_t start) {
  HostPages& p = host_pages();
  const std::lock_guard guard(p.lock);
  std::erase_if(p.all, [start](const ClosedPages& s) { return s.start == start; });
}

void open_pages_to_host(std::uintptr_t address, std::size_t size) {
  HostPages& p = host_pages();
  if (!p.wanted || size == 0) return;
  const std::lock_guard guard(p.lock);
  for (ClosedPages& s : p.all) {
    if (!s.for_host || address >= s.end || address + size <= s.start) continue;
    const std::size_t from = (std::max(address, s.start) - s.first_page()) / page;
    const std::size_t to = (std::min(address + size, s.end) - 1 - s.first_page()) / page + 1;
    for (std::size_t at = from; at < to; ++at)
      if (s.closed[at]) s.open_to_host(at);
  }
}

bool open_page_unannounced(std::uintptr_t address) {
  HostPages& p = host_pages();
  if (!p.wanted) return false;
  const std::lock_guard guard(p.lock);
  for (ClosedPages& s : p.all) {
    if (!s.for_host || address < s.first_page() || address >= s.first_page() + s.pages() * page)
      continue;
    const std::size_t at = (address - s.first_page()) / page;
    // Otherwise another host thread has opened it.
    if (s.closed[at]) s.open_to_host(at);
    return true;
  }
  return false;
}

}  // namespace simt::check
