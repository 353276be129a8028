#include "memcheck/check_findings.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "memcheck/vector_members.h"
#include "remedy/own_copies.h"
#include "simt/include/simt/finding_words.h"

namespace warpgrade {
namespace {

using Lines = std::map<std::uint64_t, SourceLine>;

SourceLine resolved(const CheckPlace& place, const Lines& lines) {
  if (place.address == 0) return place.line;
  const auto found = lines.find(place.address);
  return found == lines.end() ? SourceLine{} : found->second;
}

/// Where a race's lock, flag or counter was changed without a fence; 0 if there is none.
std::uint64_t released_at(const Cause& race) {
  const std::string address = race.fact("released_pc");
  std::uint64_t number = 0;
  std::from_chars(address.data(), address.data() + address.size(), number);
  return number;
}

/// Replaces addresses in the facts by places.
Cause with_places(Cause cause, const Lines& lines) {
  const SourceLine released = resolved({released_at(cause), {}}, lines);
  cause.facts.erase("released_pc");
  if (released.known())
    cause.facts["released"] = released.file + ":" + std::to_string(released.line);
  return cause;
}

bool both_write(const Cause& race) {
  return race.fact("does") == "writes" && race.fact("party_does") == "writes";
}

bool one_reads(const Cause& race) {
  return race.fact("does") == "reads" || race.fact("party_does") == "reads";
}

/// Whether `a` should be reported instead of `b`, at the same places.
bool is_more_specific(const Cause& a, const Cause& b) {
  return std::make_tuple(cause_rank(a), both_write(a), stores(a)) >
         std::make_tuple(cause_rank(b), both_write(b), stores(b));
}

/// Two accesses on one line can only be described once lines are known.
void resolve_race(Finding& finding, bool reads) {
  if (finding.line == 0 || finding.file != finding.other_file || finding.line != finding.other_line)
    return;
  finding.cause.id =
      simt::check::race_in_one_line(finding.cause.id, both_write(finding.cause), reads);
  if (finding.kind == "race") finding.cause.facts["one_line"] = "1";
}

auto sort_key(const Finding& finding) {
  return std::make_tuple(finding.level != "error", finding.line == 0, finding.file, finding.line,
                         finding.kind, finding.other_file, finding.other_line);
}

/// The order of a race's two accesses is accidental.
bool same_race(const Finding& a, const Finding& b) {
  return a.kind == "race" && b.kind == "race" && a.line != 0 && b.line != 0 &&
         std::tie(a.file, a.line, a.other_file, a.other_line) ==
             std::tie(b.other_file, b.other_line, b.file, b.line);
}

/// The reason of a refused call without its numbers, which differ between cases.
std::string reason_without_numbers(const Cause& refusal) {
  std::string reason = refusal.id + " " + refusal.fact("why");
  std::erase_if(reason, [](char c) { return c >= '0' && c <= '9'; });
  return reason;
}

/// The same line may have calls refused for different reasons.
bool same_reason(const Finding& a, const Finding& b) {
  return a.kind != "api-error" ||
         reason_without_numbers(a.cause) == reason_without_numbers(b.cause);
}

bool shares_line(const Finding& race, const Finding& read) {
  return read.line != 0 && ((race.file == read.file && race.line == read.line) ||
                            (race.other_file == read.file && race.other_line == read.line));
}

/// A kernel that does not wait for a copy reads unwritten memory. The missing order is the mistake
/// and comes first: initializing the memory earlier would not fix it.
void missing_order_first(std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (findings[i].kind != "uninitialized") continue;
    const auto read = findings.begin() + static_cast<std::ptrdiff_t>(i);
    const auto race = std::find_if(read + 1, findings.end(), [&](const Finding& f) {
      return (f.cause.id == "race.streams" || f.cause.id == "race.host") && shares_line(f, *read);
    });
    if (race != findings.end()) std::rotate(read, race, race + 1);
  }
}

/// Where threads of a block meet at different barriers, none of them orders anything: races of the
/// block follow from it.
void barriers_before_races(std::vector<Finding>& findings) {
  const auto is_mismatch = [](const Finding& f) {
    return f.level == "error" &&
           (f.cause.id == "barrier.two-places" || f.cause.id == "barrier.unequal-loop");
  };
  std::stable_partition(findings.begin(), findings.end(), is_mismatch);
}

/// Threads may exit before a barrier, but that note would mislead where the barrier is an error.
void leave_out_allowed_beside_error(std::vector<Finding>& findings) {
  const std::vector<Finding> all = findings;
  std::erase_if(findings, [&](const Finding& f) {
    return f.cause.id == "barrier.after-return" && f.line != 0 &&
           std::any_of(all.begin(), all.end(), [&](const Finding& other) {
             return other.level == "error" && other.kind == f.kind && other.file == f.file &&
                    other.line == f.line;
           });
  });
}

/// The findings at one pair of places.
struct Merged {
  Finding finding;
  bool reads = false;  // one of the accesses was a load
};

/// Adds the findings of calls whose cases are `hidden`, or of the others.
void merge(std::vector<Merged>& all, const std::vector<CheckedCall>& calls, const Lines& lines,
           bool hidden) {
  for (const CheckedCall& call : calls) {
    if (call.hidden != hidden) continue;
    for (const CheckFinding& from : call.report.findings) {
      const SourceLine place = resolved(from.place, lines), other = resolved(from.other, lines);
      Finding finding{from.kind,
                      from.error ? "error" : "advice",
                      place.file,
                      place.line,
                      with_places(from.cause, lines),
                      from.count,
                      from.kernel,
                      other.file,
                      other.line,
                      hidden,
                      true,
                      {call.case_name}};
      // Findings without a line are the same only if their kernel is.
      const auto same = std::find_if(all.begin(), all.end(), [&](const Merged& m) {
        const Finding& f = m.finding;
        return same_race(f, finding) ||
               (sort_key(f) == sort_key(finding) && same_reason(f, finding) &&
                (place.known() || f.kernel == finding.kernel));
      });
      const bool loads = one_reads(from.cause);
      if (same == all.end()) {
        all.push_back({std::move(finding), loads});
      } else if (same->finding.hidden == hidden) {
        same->reads = same->reads || loads;
        finding.count += same->finding.count;
        std::vector<std::string> cases = std::move(same->finding.cases);
        if (cases.empty() || cases.back() != call.case_name) cases.push_back(call.case_name);
        if (is_more_specific(finding.cause, same->finding.cause))
          same->finding = std::move(finding);
        else
          same->finding.count = finding.count;
        same->finding.cases = std::move(cases);
      }
    }
  }
}

std::vector<Finding> merged(const std::vector<CheckedCall>& calls, const Lines& lines) {
  std::vector<Merged> all;
  for (const bool hidden : {false, true}) merge(all, calls, lines, hidden);
  std::vector<Finding> findings;
  for (Merged& each : all) {
    resolve_race(each.finding, each.reads);
    findings.push_back(std::move(each.finding));
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return sort_key(a) < sort_key(b); });
  missing_order_first(findings);
  barriers_before_races(findings);
  leave_out_allowed_beside_error(findings);
  return findings;
}

/// Names what the engine knows as an address.
void name_own_copies(std::vector<Finding>& findings, const FileText& file_text) {
  for (Finding& f : findings) {
    if (f.cause.id != "atomic.own-copy" || f.line == 0) continue;
    const remedy::Code code(file_text(f.file));
    const auto copy = remedy::find_own_copy(code, f.line);
    if (!copy) continue;
    f.cause.facts["what"] = "`" + copy->variable + "`";
    f.cause.facts["why"] = copy->parameter.empty() ? ": it is a local variable"
                                                   : ": `" + copy->function + "` gets `" +
                                                         copy->parameter + "` by value";
  }
}

void add_up(LineCosts& sum, const LineCosts& more) {
  sum.requests += more.requests;
  sum.lanes += more.lanes;
  sum.sectors += more.sectors;
  sum.ideal_sectors += more.ideal_sectors;
  sum.useful_bytes += more.useful_bytes;
  sum.passes += more.passes;
  sum.ideal_passes += more.ideal_passes;
  sum.worst_ways = std::max(sum.worst_ways, more.worst_ways);
  sum.same_address += more.same_address;
}

/// Two accesses on one line with equal costs per request: one that was inlined or instantiated
/// several times, or a distinction that does not matter. `A[i] * B[j]` stay two if one of them is
/// the expensive one.
bool alike(const LineCosts& a, const LineCosts& b) {
  const auto same_rate = [&](long long LineCosts::*count) {
    const double one = ratio_or(a.*count, a.requests, 0), other = ratio_or(b.*count, b.requests, 0);
    return one <= 1.05 * other && other <= 1.05 * one;
  };
  return a.file == b.file && a.line == b.line && a.access == b.access && a.bytes == b.bytes &&
         same_rate(&LineCosts::sectors) && same_rate(&LineCosts::ideal_sectors) &&
         same_rate(&LineCosts::passes) && same_rate(&LineCosts::same_address);
}

void add_up(SavedCosts& sum, const SavedCosts& more) {
  sum.requests += more.requests;
  sum.lanes += more.lanes;
  sum.sectors += more.sectors;
  sum.passes += more.passes;
}

void count_at_once(LineCosts& line, const SavedCosts& joined) {
  const long long requests = line.requests - joined.requests;
  for (const int members : {2, 4})
    if (members * requests == line.requests) line.bytes *= members;
  line.requests = requests;
  line.lanes -= joined.lanes;
  line.sectors -= joined.sectors;
  line.ideal_sectors = std::min(line.ideal_sectors, line.sectors);
  line.useful_bytes = std::min(line.useful_bytes, 32 * line.sectors);
  line.passes -= joined.passes;
  line.ideal_passes = std::min(line.ideal_passes, line.passes);
}

void add_lines(KernelCosts& kernel, std::size_t index, const CheckReport& report,
               const Lines& lines, const FileText& file_text) {
  std::vector<SavedCosts> joined;  // of kernel.lines
  std::vector<CheckSite> sites;
  for (const CheckSite& site : report.sites)
    if (site.kernel == index) sites.push_back(site);
  std::stable_sort(sites.begin(), sites.end(),
                   [](const CheckSite& a, const CheckSite& b) { return a.address < b.address; });
  for (CheckSite& site : sites) {
    const SourceLine place = resolved({site.address, {}}, lines);
    site.costs.file = place.file;
    site.costs.line = place.line;
    const auto same = std::find_if(kernel.lines.begin(), kernel.lines.end(),
                                   [&](const LineCosts& l) { return alike(l, site.costs); });
    if (same != kernel.lines.end()) {
      add_up(*same, site.costs);
      add_up(joined[static_cast<std::size_t>(same - kernel.lines.begin())], site.joined);
    } else {
      kernel.lines.push_back(site.costs);
      joined.push_back(site.joined);
    }
  }
  for (std::size_t i = 0; i < joined.size(); ++i) {
    LineCosts& line = kernel.lines[i];
    if (file_text && joined[i].lanes > 0 && line.line > 0 &&
        accesses_only_members(file_text(line.file), line.line))
      count_at_once(line, joined[i]);
  }
  std::stable_sort(kernel.lines.begin(), kernel.lines.end(),
                   [](const LineCosts& a, const LineCosts& b) {
                     return std::make_tuple(a.line == 0, a.file, a.line) <
                            std::make_tuple(b.line == 0, b.file, b.line);
                   });
}

std::vector<KernelCosts> largest(const std::vector<CheckedCall>& calls, const Lines& lines,
                                 const FileText& file_text) {
  const bool any_visible =
      std::any_of(calls.begin(), calls.end(), [](const CheckedCall& call) { return !call.hidden; });
  std::vector<const CheckedCall*> by_work;
  // A metric that earns points must not depend on, or reveal, the hidden cases.
  for (const CheckedCall& call : calls)
    if (!call.hidden || !any_visible) by_work.push_back(&call);
  std::stable_sort(by_work.begin(), by_work.end(),
                   [](const CheckedCall* a, const CheckedCall* b) { return a->flops > b->flops; });
  std::vector<KernelCosts> kernels;
  for (const CheckedCall* call : by_work) {
    for (std::size_t k = 0; k < call->report.kernels.size(); ++k) {
      KernelCosts kernel = call->report.kernels[k];
      const bool known = std::any_of(kernels.begin(), kernels.end(), [&](const KernelCosts& other) {
        return other.kernel == kernel.kernel;
      });
      if (known || kernel.sampled_blocks == 0) continue;
      kernel.measured_in = call->case_name;
      kernel.problem_bytes = call->bytes;
      add_lines(kernel, k, call->report, lines, file_text);
      kernels.push_back(std::move(kernel));
    }
  }
  return kernels;
}

}  // namespace

CheckSummary summarise(const std::vector<CheckedCall>& calls, const FindLines& find_lines,
                       const FileText& file_text) {
  std::set<std::uint64_t> addresses;
  for (const CheckedCall& call : calls) {
    for (const CheckFinding& finding : call.report.findings)
      addresses.insert({finding.place.address, finding.other.address, released_at(finding.cause)});
    for (const CheckSite& site : call.report.sites) addresses.insert(site.address);
  }
  addresses.erase(0);
  const Lines lines = addresses.empty() ? Lines{} : find_lines(addresses);
  CheckSummary summary{merged(calls, lines), largest(calls, lines, file_text)};
  if (file_text) name_own_copies(summary.findings, file_text);
  return summary;
}

}  // namespace warpgrade
