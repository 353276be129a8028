// Chooses how a variant's results are verified: by the reference, or, if that takes the CPU long,
// by the referee on the GPU.
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
  bool gpu = true;                                 // a GPU is available
  bool device_reference = true;                    // the lab has device code for it,
  bool supported = true;                           // which supports such problems
  std::uint64_t wanted_bytes = 0, free_bytes = 0;  // of device memory
  std::string failure;                             // its error message; may be empty
};

/// Why it cannot verify, as the end of a sentence; "" if it can.
std::string why_no_help(const RefereeHelp& help);

struct VerifierChoice {
  Verifier verified_by = Verifier::nobody;
  std::string why_unverified;  // a sentence; empty if requested, and on the CPU engine
};

/// `work`: of one call.
VerifierChoice verifier_for(Verify wanted, const Work& work, const RefereeHelp& help);

/// Larger problems take the CPU minutes to solve.
bool is_quickly_verified(const Work& work);

}  // namespace warpgrade
