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

/// The address by which loads from constant memory are recorded: a terabyte of its own, as each
/// kind of memory has (address_space.h).
constexpr unsigned constant_terabyte = 0x18;
constexpr std::uint64_t constant_address(std::uint64_t address) {
  return std::uint64_t{constant_terabyte} << 40 | (address & ((std::uint64_t{1} << 40) - 1));
}

/// Adds the request to its place in the code.
void add_request(SiteMetrics& site, const Request& request);
/// Adds a contiguous transfer by the copy engine, counted as full warps that request 128 bytes
/// each.
void add_bulk(SiteMetrics& site, std::uint64_t address, std::uint32_t size);

}  // namespace simt::check
