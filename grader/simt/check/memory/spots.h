// Names for a place in memory that an access hits or nearly hits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "check/memory/regions.h"

namespace simt::check {

/// How [address, address + size) relates to known memory. `name` describes the place: "A[12][3]",
/// "4 bytes past the end of As (float[32][32])".
struct Spot {
  Where where;
  std::string name;
  std::string array = {};       // the array in or next to which it lies
  bool dynamic_shared = false;  // in or next to dynamic shared memory
};
Spot describe(std::uintptr_t address, std::size_t size, bool write);

}  // namespace simt::check
