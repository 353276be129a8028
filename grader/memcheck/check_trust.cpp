#include "memcheck/check_trust.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

namespace warpgrade {
namespace {

/// The number of 4-byte words in the returned array that differ from its initial content.
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
  if (report.tampered) return because("doubt.engines-memory");
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

Cause is_computed_by_host(const CheckReport& report, const CallImage& image,
                          const CallOutcome& outcome, bool device_pointers) {
  // The host may do small work, such as the last step of a reduction.
  constexpr std::uint64_t small = 64;
  std::uint64_t all = 0;
  for (const Region& region : image.regions) {
    if (region.role == Role::input) continue;
    const std::uint64_t changed = changed_words(region, image, outcome);
    all += changed;
    const auto stores = std::find_if(report.arrays.begin(), report.arrays.end(),
                                     [&](const ArrayStores& s) { return s.name == region.name; });
    if (stores != report.arrays.end() && changed >= small && 2 * stores->from_host > changed)
      return because("doubt.hosts-work", {{"array", region.name}});
  }
  if (all < small) return {};
  if (!device_pointers)
    return 2 * report.to_host < all
               ? because("doubt.nothing-came-back", {{"words", report.to_host}, {"changed", all}})
               : Cause{};
  return 2 * report.from_host > all
             ? because("doubt.host-brought", {{"words", report.from_host}, {"changed", all}})
             : Cause{};
}

Cause host_reads_inputs(const CheckReport& report, const CallImage& image, double share) {
  std::uint64_t inputs = 0, results = 0, results_on_host = 0;
  for (const Region& region : image.regions) {
    if (region.role != Role::output && region.begin < image.host_begin)
      inputs += region.array_bytes / 4;
    if (region.role == Role::input) continue;
    results += region.array_bytes / 4;
    if (region.begin >= image.host_begin) results_on_host += region.array_bytes / 4;
  }
  // What the contract wants on the host has to be read. Beside it, a flag or a norm; where the
  // result is one number, a partial sum for each block of a full GPU.
  const std::uint64_t few = results <= 2 ? 4096 : 512;
  const std::uint64_t read = report.seen_by_host - std::min(report.seen_by_host, results_on_host);
  if (read < few || static_cast<double>(read) < share * static_cast<double>(inputs)) return {};
  return because("doubt.host-reads-inputs", {{"words", report.seen_by_host}, {"inputs", inputs}});
}

Cause is_other_code(const LaunchedKernels& launched, const LaunchedKernels& watched) {
  if (watched.all.empty()) return {};
  std::set<std::string> seen;
  for (const LaunchedCode& code : watched.all)
    seen.insert(code.symbols.begin(), code.symbols.end());
  for (const LaunchedCode& code : launched.all)
    if (std::none_of(code.symbols.begin(), code.symbols.end(),
                     [&](const std::string& symbol) { return seen.count(symbol) != 0; }))
      return because("doubt.unwatched-kernel", {{"kernel", code.name}});
  // Kernels beyond the capacity of a reply are only counted; the check may have missed them.
  if (launched.more > 0)
    return because("doubt.too-many-kernels", {{"count", launched.all.size() + launched.more}});
  return {};
}

Cause reason_to_doubt(const Build& build) {
  constexpr std::size_t most = most_placed_uses;
  if (build.unlisted.empty()) return {};
  std::string uses;
  for (std::size_t i = 0; i < std::min(most, build.unlisted.size()); ++i) {
    const UnlistedUse& use = build.unlisted[i];
    uses += (i == 0 ? "" : ", ") + use.name + (use.place.empty() ? "" : " (" + use.place + ")");
  }
  if (build.unlisted.size() > most)
    uses += fmt::format(" and {} more", build.unlisted.size() - most);
  return because("doubt.unlisted", {{"uses", uses}});
}

}  // namespace warpgrade
