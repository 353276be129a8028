#include "variants/variant_verifier.h"

#include <fmt/format.h>

namespace warpgrade {

bool is_quickly_verified(const Work& work) { return work.flops <= 3e11 && work.bytes <= 4.5e8; }

std::string why_no_help(const RefereeHelp& help) {
  if (!help.gpu) return "there is no GPU here";
  if (!help.device_reference) return "the lab has no referee.cu";
  if (!help.failure.empty()) return help.failure;
  if (!help.supported) return "the lab's referee.cu does not support such problems";
  if (help.wanted_bytes > help.free_bytes)
    return fmt::format("verification takes {:.1f} GiB of its memory, of which {:.1f} are free",
                       static_cast<double>(help.wanted_bytes) / 0x1p30,
                       static_cast<double>(help.free_bytes) / 0x1p30);
  return {};
}

VerifierChoice verifier_for(Verify wanted, const Work& work, const RefereeHelp& help) {
  if (wanted == Verify::never) return {};
  if (is_quickly_verified(work)) return {Verifier::reference, {}};
  const std::string why = why_no_help(help);
  if (why.empty()) return {Verifier::referee, {}};
  if (wanted == Verify::always) return {Verifier::reference, {}};
  if (!help.gpu) return {};
  return {Verifier::nobody,
          "Not compared with the right values: they take the CPU long at this size, and on the "
          "GPU: " +
              why + "."};
}

}  // namespace warpgrade
