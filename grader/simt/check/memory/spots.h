// What to call a place in memory that an access hits, or nearly hits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "check/memory/regions.h"

namespace simt::check {

/// What [address, address + size) is to an access. `name` says in words what is hit, or nearly hit:
/// "A[12][3]", "4 bytes past the end of As (float[32][32])".
struct Spot {
  Where where;
  std::string name;
  std::string array = {};       // that it lies in or next to
  bool dynamic_shared = false;  // or what lies outside of it
};
Spot describe(std::uintptr_t address, std::size_t size, bool write);

}  // namespace simt::check
