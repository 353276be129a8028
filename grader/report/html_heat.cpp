#include "report/html_heat.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/html_text.h"

namespace warpgrade::html {
namespace {

double share_of_kernel(const LineCosts& line, const Traffic& totals) {
  return line.is_shared() ? ratio_or(line.passes, totals.passes, 0)
                          : ratio_or(line.sectors, totals.sectors, 0);
}

// "4", "4.5", "1.07": at most two decimals, without trailing zeros.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string a_request(long long n, const LineCosts& line) {
  return number(ratio_or(n, line.requests, 0));
}

}  // namespace

Traffic sum_traffic(const KernelCosts& kernel) {
  Traffic sum;
  for (const LineCosts& line : kernel.lines) {
    sum.requests += line.requests;
    sum.sectors += line.sectors;
    sum.useful_bytes += line.is_global() ? line.useful_bytes : 0;
    sum.passes += line.passes;
    sum.ideal_passes += line.ideal_passes;
    sum.worst_ways = std::max(sum.worst_ways, line.worst_ways);
  }
  return sum;
}

Heat::Heat(const GradeResult& grade) {
  std::map<std::string, std::pair<const KernelCosts*, Traffic>> kernels;
  for (const TaskResult& task : grade.tasks)
    for (const KernelCosts& kernel : task.metrics) {
      const Traffic totals = sum_traffic(kernel);
      const auto [at, added] = kernels.try_emplace(kernel.kernel, &kernel, totals);
      if (!added && totals.requests > at->second.second.requests) at->second = {&kernel, totals};
    }
  for (const auto& [name, kernel] : kernels) {
    std::map<std::pair<std::string, int>, std::pair<double, double>> sums;
    for (const LineCosts& line : kernel.first->lines) {
      if (line.file.empty() || line.line <= 0) continue;
      const double share = share_of_kernel(line, kernel.second);
      auto& [global, shared] = sums[{line.file, line.line}];
      (line.is_shared() ? shared : global) += share;
      files_[line.file][line.line].costs.push_back({name, &line, share});
    }
    for (const auto& [place, sum] : sums) {
      LineHeat& heat = files_[place.first][place.second];
      heat.global = std::max(heat.global, sum.first);
      heat.shared = std::max(heat.shared, sum.second);
    }
  }
  for (auto& [file, lines] : files_)
    for (auto& [line, heat] : lines)
      std::stable_sort(heat.costs.begin(), heat.costs.end(),
                       [](const Cost& a, const Cost& b) { return a.share > b.share; });
}

const std::map<int, LineHeat>* Heat::of(const std::string& file) const {
  const auto found = files_.find(file);
  return found == files_.end() ? nullptr : &found->second;
}

int heat_level(double share) {
  if (!(share > 0)) return 0;
  return std::clamp(static_cast<int>(std::ceil(share * 10 - 1e-9)), 1, 10);
}

std::string rounded_share(double share) {
  const double rounded = std::round(share * 100);
  return share > 0 && rounded < 1 ? "<1\u00A0%" : fmt::format("{:.0f}\u00A0%", rounded);
}

bool is_wasteful(const LineCosts& numbers) {
  // Extra sectors from rows that do not start on a sector boundary are not reported as waste.
  constexpr double clearly = 1.5;
  if (numbers.is_shared()) return ratio_or(numbers.passes, numbers.ideal_passes, 1) >= clearly;
  return ratio_or(numbers.sectors, numbers.ideal_sectors, 1) >= clearly;
}

std::string cost_summary(const Cost& cost) {
  const LineCosts& line = *cost.numbers;
  const bool shared = line.is_shared();
  std::string text = fmt::format("{}: {} of {}'s {}", line.access, rounded_share(cost.share),
                                 cost.kernel, shared ? "shared-memory turns" : "sectors");
  if (cost.share <= 0)
    text = fmt::format("{} in {}: no {}", line.access, cost.kernel, shared ? "turns" : "sectors");
  const long long request_cost = shared ? line.passes : line.sectors;
  const long long ideal = shared ? line.ideal_passes : line.ideal_sectors;
  text += fmt::format(", {} a request", a_request(request_cost, line));
  if (is_wasteful(line)) text += fmt::format(" where {} would do", a_request(ideal, line));
  return text;
}

std::string cost_details(const Cost& cost) {
  const LineCosts& line = *cost.numbers;
  std::string text = fmt::format(
      "{}, {} of {} byte{} a thread: {} request{} of warps, {} threads each on average.",
      cost.kernel, line.access, line.bytes, line.bytes == 1 ? "" : "s", grouped(line.requests),
      line.requests == 1 ? "" : "s", number(ratio_or(line.lanes, line.requests, 0)));
  if (line.is_shared()) {
    text += fmt::format(
        " {} turn{} of the banks ({} of the kernel's): {} a request, {} would do, {} at worst.",
        grouped(line.passes), line.passes == 1 ? "" : "s", rounded_share(cost.share),
        a_request(line.passes, line), a_request(line.ideal_passes, line), grouped(line.worst_ways));
  } else {
    text +=
        fmt::format(" {} sector{} of 32 bytes ({} of the kernel's): {} a request, {} would do.",
                    grouped(line.sectors), line.sectors == 1 ? "" : "s", rounded_share(cost.share),
                    a_request(line.sectors, line), a_request(line.ideal_sectors, line));
    if (line.sectors > 0)
      text += fmt::format(" {} of the bytes moved are used.",
                          rounded_share(ratio_or(line.useful_bytes, 32 * line.sectors, 0)));
  }
  if (line.is_atomic() && line.same_address > 0)
    text += fmt::format(" {} threads of a request update the same address on average.",
                        a_request(line.same_address, line));
  return text;
}

}  // namespace warpgrade::html
