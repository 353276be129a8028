// What a checked call must not change by itself: where its findings go, and those that were made.
// While the call runs these pages are read-only, whatever function of the system is asked to write
// there; the check opens them for the moment in which it writes. All of it under the findings'
// lock.
#pragma once

#include <cstddef>

namespace simt::check {

/// Whole pages, or nothing of that address; at most two stretches at a time.
void close_vault(void* pages, std::size_t size);
/// All of them are ordinary memory again.
void dissolve_vault();

/// Lets this process write there. Does nothing where there is no vault.
class OpenVault {
 public:
  OpenVault();
  ~OpenVault();
  OpenVault(const OpenVault&) = delete;
};

}  // namespace simt::check
