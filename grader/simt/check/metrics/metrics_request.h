// What one request of a warp costs in the memory system.
#pragma once

#include <cstdint>

#include "simt/check_report.h"

namespace simt::check {

/// The lanes that execute one access together; addresses and sizes of the active lanes only, in the
/// order of the lanes.
struct Request {
  std::uint32_t lanes;
  unsigned count;  // of them
  std::uint64_t address[32];
  std::uint32_t size[32];
};

/// Adds the request to the place that it was made at.
void add_request(SiteMetrics& site, const Request& request);
/// Adds what the copy engine moves in one piece, as if full warps asked for 128 bytes each.
void add_bulk(SiteMetrics& site, std::uint64_t address, std::uint32_t size);

}  // namespace simt::check
