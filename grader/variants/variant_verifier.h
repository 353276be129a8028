// Chooses what verifies a variant's results: the reference, or, if that takes the CPU long, the
// referee on the GPU.
#pragma once

#include <cstdint>
#include <string>

#include "lab/problem.h"

namespace warpgrade {

/// Whether results are verified. `unless_long`: by the reference only if that is quick, by the
/// referee in any case.
enum class Verify { never, unless_long, always };

enum class Verifier { nobody, reference, referee };

/// What the referee can do. The defaults are optimistic.
struct RefereeHelp {
  bool gpu = true;                                 // there is one
  bool lab_side = true;                            // and the lab has a half of its own for it,
  bool serves = true;                              // which knows such problems
  std::uint64_t wanted_bytes = 0, free_bytes = 0;  // of the device's memory
  std::string failure;                             // what it said when it could not, or ""
};

/// Why it cannot verify, as the end of a sentence; "" if it can.
std::string why_no_help(const RefereeHelp& help);

struct VerifierChoice {
  Verifier verified_by = Verifier::nobody;
  std::string why_nobody;  // a sentence; "" where that was asked for, and on the CPU engine
};

/// `work`: of one call.
VerifierChoice verifier_for(Verify wanted, const Work& work, const RefereeHelp& help);

/// Larger problems take the CPU minutes to solve.
bool is_quickly_verified(const Work& work);

}  // namespace warpgrade
