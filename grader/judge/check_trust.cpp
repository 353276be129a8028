#include "judge/check_trust.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

namespace warpgrade {
namespace {

/// Of the array that came back, how many words of 4 bytes are not what was put there.
std::uint64_t changed_words(const Region& region, const CallImage& image,
                            const CallOutcome& outcome) {
  constexpr std::size_t word = 4;
  std::uint64_t changed = 0;
  for (std::size_t at = region.array; at < region.array + region.array_bytes; at += word)
    changed += std::memcmp(&image.bytes[at], &outcome.returned[at], word) != 0;
  return changed;
}

}  // namespace

Cause reason_to_doubt(const CheckReport& report, const CallImage& image,
                      const CallOutcome& outcome) {
  if (!report.ended) return because("doubt.no-end");
  for (const ArrayStores& stores : report.arrays) {
    const auto region = std::find_if(image.regions.begin(), image.regions.end(),
                                     [&](const Region& r) { return r.name == stores.name; });
    if (region == image.regions.end()) continue;
    const std::uint64_t changed = changed_words(*region, image, outcome);
    if (changed > stores.words)
      return because("doubt.unseen-stores",
                     {{"changed", changed}, {"array", region->name}, {"seen", stores.words}});
  }
  return {};
}

Cause reason_to_doubt(const Build& build) {
  if (build.meddling.empty()) return {};
  return because("doubt.meddling", {{"calls", fmt::format("{}", fmt::join(build.meddling, ", "))}});
}

}  // namespace warpgrade
