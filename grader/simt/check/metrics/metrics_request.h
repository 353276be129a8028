// What one request of a warp costs in the memory system.
#pragma once

#include <cstdint>

#include "simt/check_report.h"

namespace simt::check {

/// The lanes that execute one access together. Arrays hold the active lanes only, in lane order.
struct Request {
  std::uint32_t lanes;
  unsigned count;  // number of active lanes
  std::uint64_t address[32];
  std::uint32_t size[32];
};

/// Adds the request to its place in the code.
void add_request(SiteMetrics& site, const Request& request);
/// Adds a contiguous transfer by the copy engine, counted as full warps that request 128 bytes
/// each.
void add_bulk(SiteMetrics& site, std::uint64_t address, std::uint32_t size);

}  // namespace simt::check
