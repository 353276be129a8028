// What a checked call left in the memory that it shares with us, made harmless.
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

/// Where something is: a return address in the executable, or, where that is 0, a line.
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

struct CheckSite {
  std::uint64_t address = 0;
  std::size_t kernel = 0;  // index in `kernels`
  LineCosts costs;
};

/// Of an output, what the check saw stored there.
struct ArrayStores {
  std::string name;
  std::uint64_t words = 0;      // of 4 bytes
  std::uint64_t from_host = 0;  // of these, that the host made
};

struct CheckReport {
  bool ended = false;           // it was told to its end, by the check alone
  bool meddled = false;         // the program stored to what is the engine's
  bool again_serially = false;  // its findings are not told in the same words every time
  std::vector<CheckFinding> findings;
  long long more_findings = 0;  // that found no room
  std::vector<KernelCosts> kernels;
  std::vector<CheckSite> sites;
  std::vector<ArrayStores> arrays;
  // Words of 4 bytes that went from the host to where kernels read, and back (simt's Report).
  std::uint64_t from_host = 0, to_host = 0;
  std::uint64_t seen_by_host = 0;  // that the host did not make and has looked at
};

/// The worker could write there whatever it liked: counts and indices are brought into range, texts
/// ended and cleaned, findings of no known kind left out. `bytes` holds a simt::check::Report.
CheckReport read_check_report(const std::vector<std::byte>& bytes,
                              const std::filesystem::path& submission);

}  // namespace warpgrade
