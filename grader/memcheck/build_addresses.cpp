#include "memcheck/build_addresses.h"

#include <algorithm>

namespace warpgrade {
namespace {

constexpr int tag_shift = 48;

}  // namespace

void BuildAddresses::tag(CheckReport& report, const Build& build) {
  const auto known = std::find(builds_.begin(), builds_.end(), &build);
  const auto mark = static_cast<std::uint64_t>(known - builds_.begin()) << tag_shift;
  if (known == builds_.end()) builds_.push_back(&build);
  const auto tag = [&](std::uint64_t& address) {
    if (address != 0) address |= mark;
  };
  for (CheckFinding& finding : report.findings)
    tag(finding.place.address), tag(finding.other.address);
  for (CheckSite& site : report.sites) tag(site.address);
}

std::map<std::uint64_t, SourceLine> BuildAddresses::find_lines(
    const std::set<std::uint64_t>& tagged) const {
  std::map<std::uint64_t, SourceLine> lines;
  for (std::size_t b = 0; b < builds_.size(); ++b) {
    const std::uint64_t tag = static_cast<std::uint64_t>(b) << tag_shift;
    std::set<std::uint64_t> own;
    for (const std::uint64_t address : tagged)
      if (address >> tag_shift == b) own.insert(address ^ tag);
    for (const auto& [address, line] : toolchain_.find_lines(*builds_[b], own))
      lines[address | tag] = line;
  }
  return lines;
}

}  // namespace warpgrade
