// Sanitizes the report of a checked call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "causes/cause.h"
#include "findings/costs.h"
#include "toolchain/compiler_text.h"

namespace warpgrade {

/// A place: a return address in the executable or, if that is 0, a line.
struct CheckPlace {
  std::uint64_t address = 0;
  SourceLine line;
};

struct CheckFinding {
  std::string kind;
  bool error = true;
  long long count = 1;
  CheckPlace place, other;
  std::string kernel;
  Cause cause;
};

/// What accesses to the members of a vector save where nvcc makes one access of them.
struct SavedCosts {
  long long requests = 0, lanes = 0, sectors = 0, passes = 0;
};

struct CheckSite {
  std::uint64_t address = 0;
  std::size_t kernel = 0;  // index into `kernels`
  LineCosts costs;
  SavedCosts joined;
};

/// The stores to an output that the check saw.
struct ArrayStores {
  std::string name;
  std::uint64_t words = 0;      // of 4 bytes
  std::uint64_t from_host = 0;  // of these, produced by the host
};

struct CheckReport {
  bool ended = false;           // complete, and written by the check only
  bool tampered = false;        // the program stored to memory of the engine
  bool again_serially = false;  // findings may differ between runs: rerun serially
  std::vector<CheckFinding> findings;
  long long more_findings = 0;  // beyond the report's capacity
  std::vector<KernelCosts> kernels;
  std::vector<CheckSite> sites;
  std::vector<ArrayStores> arrays;
  // 4-byte words moved from the host to memory that kernels read, and back (simt's Report).
  std::uint64_t from_host = 0, to_host = 0;
  std::uint64_t seen_by_host = 0;  // not produced by the host, and read by it
};

/// The worker may have written arbitrary bytes: counts and indices are limited to their ranges,
/// texts terminated and sanitized, findings of unknown kinds left out. `bytes` holds a
/// simt::check::Report.
CheckReport read_check_report(const std::vector<std::byte>& bytes,
                              const std::filesystem::path& submission);

}  // namespace warpgrade
