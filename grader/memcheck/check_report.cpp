#include "memcheck/check_report.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "base/utf8.h"
#include "simt/include/simt/check_report.h"
#include "simt/include/simt/finding_words.h"

namespace warpgrade {
namespace {

namespace check = simt::check;

// In the order of simt::check::Access.
constexpr std::array access_names = {"global load", "global store", "global atomic",
                                     "shared load", "shared store", "shared atomic"};
static_assert(static_cast<std::size_t>(check::Access::shared_atomic) + 1 == access_names.size());

/// Sums of a few hundred such numbers, times 32, are exact in 64 bits, and nearly so as a JSON
/// reader's doubles.
constexpr std::uint64_t most = 1ull << 48;

long long number(std::uint64_t n) { return static_cast<long long>(std::min(n, most)); }

template <std::size_t size>
std::string text(const char (&field)[size]) {
  return plain_text({field, size});
}

/// The engine names files as the compiler did.
std::string without_folder(std::string message, const std::filesystem::path& submission) {
  const std::string folder = submission.string() + "/";  // a build without isolation
  for (auto at = message.find(folder); at != message.npos; at = message.find(folder, at))
    message.erase(at, folder.size());
  return as_student_knows(std::move(message));
}

Cause convert_cause(const check::Finding& from, const std::filesystem::path& submission) {
  Cause cause;
  cause.id = text(from.cause);
  std::string_view facts(from.facts, ::strnlen(from.facts, sizeof from.facts));
  while (!facts.empty()) {
    const std::string_view line = facts.substr(0, facts.find('\n'));
    if (const auto equals = line.find('='); equals != line.npos)
      cause.facts[plain_text(line.substr(0, equals))] =
          without_folder(plain_text(line.substr(equals + 1)), submission);
    facts.remove_prefix(std::min(line.size() + 1, facts.size()));
  }
  return cause;
}

CheckPlace convert_place(const check::Place& from, const std::filesystem::path& submission) {
  CheckPlace place;
  place.address = from.pc;
  if (from.pc == 0 && from.line > 0 && from.line < 1u << 24) {
    place.line = {path_in_submission(text(from.file), submission), static_cast<int>(from.line)};
    if (place.line.file.empty()) place.line = {};
  }
  return place;
}

Requested convert_requested(const check::RequestedBytes& from, int memory) {
  const long long all = number(from.all[memory]);
  return {all, std::min(number(from.sampled[memory]), all)};
}

KernelCosts convert_kernel(const check::KernelMetrics& from) {
  KernelCosts kernel;
  kernel.kernel = text(from.name);
  kernel.launches = number(from.launches);
  kernel.blocks = number(from.blocks);
  kernel.sampled_blocks = number(std::min(from.sampled_blocks, from.blocks));
  kernel.global = convert_requested(from.requested, 0);
  kernel.shared = convert_requested(from.requested, 1);
  kernel.global_on_first = std::min(number(from.global_on_first), kernel.global.all);
  kernel.threads = static_cast<int>(std::min(from.threads, 1024u));
  kernel.static_shared = from.static_shared;
  kernel.dynamic_shared = from.dynamic_shared;
  kernel.truncated = from.truncated != 0;
  kernel.warps = number(from.warps);
  kernel.steps = number(from.steps);
  kernel.lane_steps = std::min(number(from.lane_steps), 32 * kernel.steps);
  kernel.branches = number(from.branches);
  kernel.divergent = std::min(number(from.divergent), kernel.branches);
  kernel.barriers = number(from.barriers);
  return kernel;
}

LineCosts convert_costs(const check::SiteMetrics& from) {
  LineCosts line;
  line.access = access_names[static_cast<std::size_t>(from.access)];
  line.bytes = static_cast<int>(std::min(from.size, 1u << 16));
  line.requests = number(from.requests);
  line.lanes = std::min(number(from.lanes), 32 * line.requests);
  line.sectors = number(from.sectors);
  line.ideal_sectors = std::min(number(from.ideal_sectors), line.sectors);
  line.useful_bytes = std::min(number(from.useful_bytes), 32 * line.sectors);
  line.passes = number(from.passes);
  line.ideal_passes = std::min(number(from.ideal_passes), line.passes);
  line.worst_ways = number(from.worst_ways);
  line.same_address = std::min(number(from.same_address), line.lanes);
  return line;
}

SavedCosts convert_saved(const check::SiteMetrics& from) {
  const auto at_most = [](std::uint64_t saved, std::uint64_t all) {
    return number(std::min(saved, all));
  };
  return {at_most(from.joined.requests, from.requests), at_most(from.joined.lanes, from.lanes),
          at_most(from.joined.sectors, from.sectors), at_most(from.joined.passes, from.passes)};
}

}  // namespace

CheckReport read_check_report(const std::vector<std::byte>& bytes,
                              const std::filesystem::path& submission) {
  CheckReport result;
  if (bytes.size() != sizeof(check::Report)) return result;
  const auto report = std::make_unique<check::Report>();
  std::memcpy(report.get(), bytes.data(), bytes.size());
  result.again_serially = report->again_serially != 0;
  result.more_findings = number(report->more_findings);
  for (std::uint32_t i = 0; i < std::min(report->finding_count, check::Report::most_findings);
       ++i) {
    const check::Finding& from = report->findings[i];
    CheckFinding finding;
    finding.error = from.level != check::Level::advice;
    finding.count = std::max(1LL, number(from.count));
    finding.place = convert_place(from.place, submission);
    finding.other = convert_place(from.other, submission);
    finding.kernel = text(from.kernel);
    finding.cause = convert_cause(from, submission);
    finding.kind = check::find_kind(finding.cause.id);
    if (finding.kind.empty()) continue;
    result.findings.push_back(std::move(finding));
  }
  for (std::uint32_t i = 0; i < std::min(report->kernel_count, check::Report::most_kernels); ++i)
    result.kernels.push_back(convert_kernel(report->kernels[i]));
  for (std::uint32_t i = 0; i < std::min(report->site_count, check::Report::most_sites); ++i) {
    const check::SiteMetrics& from = report->sites[i];
    if (from.kernel >= result.kernels.size() ||
        static_cast<std::size_t>(from.access) >= access_names.size())
      continue;
    result.sites.push_back({from.pc, from.kernel, convert_costs(from), convert_saved(from)});
  }
  result.ended = report->ended == 1;
  result.tampered = report->tampered != 0;
  result.from_host = report->from_host;
  result.to_host = report->to_host;
  result.seen_by_host = report->seen_by_host;
  for (std::uint32_t i = 0; i < std::min(report->array_count, check::Report::most_arrays); ++i)
    result.arrays.push_back(
        {text(report->arrays[i].name), report->arrays[i].words, report->arrays[i].from_host});
  return result;
}

}  // namespace warpgrade
