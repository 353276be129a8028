// Protects the findings of a checked call from the program. While the call runs, their pages are
// read-only, even for system calls; the check opens them only while it writes. Hold the findings'
// lock.
#pragma once

#include <cstddef>

namespace simt::check {

/// Calls mprotect by a dedicated instruction: in a runner, only this one may change the program's
/// own pages (runner/channel_simt.cpp).
void protect_pages(void* start, std::size_t size, long protection);

/// Protects whole pages; at most two ranges. Does nothing for a null address.
void close_vault(void* pages, std::size_t size);
/// Makes all of them ordinary memory again.
void dissolve_vault();

/// Makes the pages writable for its lifetime. Does nothing without a vault.
class OpenVault {
 public:
  OpenVault();
  ~OpenVault();
  OpenVault(const OpenVault&) = delete;
};

}  // namespace simt::check
