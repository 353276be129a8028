#include "report/document/kernel_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/html_heat.h"
#include "report/html_text.h"

namespace warpgrade {
namespace {

using html::grouped;

std::string in_bytes(long long n) {
  return n >= 1024 && n % 1024 == 0 ? fmt::format("{} KiB", n / 1024) : fmt::format("{} B", n);
}

std::string blocks(const KernelCosts& k) {
  std::string text = fmt::format("{} of {} threads", grouped(k.blocks), k.threads);
  if (k.launches > 1) text += fmt::format(" in {} launches", grouped(k.launches));
  if (k.sampled_blocks < k.blocks) text += fmt::format(", {} counted", k.sampled_blocks);
  if (k.truncated) text += ", the first part of each";
  return text;
}

std::string occupancy(const Occupancy& o) {
  std::string text =
      fmt::format("{} ({} of {} warps, capability {})", html::rounded_share(o.share()), o.warps,
                  o.max_warps, o.architecture);
  if (!o.limited_by.empty()) text += ", limited by " + o.limited_by;
  if (o.registers == 0) text += ", registers not known";
  return text;
}

void add_counted(KernelPart& part, const KernelCosts& k) {
  const html::Traffic t = html::sum_traffic(k);
  const auto add = [&](const char* term, std::string value) {
    part.facts.emplace_back(term, std::move(value));
  };
  add("blocks", blocks(k));
  if (!k.measured_in.empty()) add("in case", k.measured_in);
  if (t.sectors > 0)
    add("global memory",
        fmt::format("{} sectors of 32 bytes, {} of the bytes used", grouped(t.sectors),
                    html::rounded_share(ratio_or(t.useful_bytes, 32 * t.sectors, 0))));
  if (k.static_shared + k.dynamic_shared > 0)
    add("shared memory", in_bytes(k.static_shared + k.dynamic_shared) + " a block");
  if (t.passes > 0)
    add("banks", t.passes <= t.ideal_passes
                     ? std::string("no conflicts")
                     : fmt::format("{:.3g} turns where 1 would do, {} at worst",
                                   ratio_or(t.passes, t.ideal_passes, 1), t.worst_ways));
  add("threads at work", html::rounded_share(k.simt_efficiency()) + " of a warp on average");
  if (k.branches > 0)
    add("branches", html::rounded_share(k.divergent_branches()) + " split their warp");
  if (k.barriers > 0) add("barriers", fmt::format("{:.4g} a block", k.barriers_per_block()));
  if (k.occupancy) add("occupancy", occupancy(*k.occupancy));
}

void add_compiled(KernelPart& part, const KernelResources& r) {
  const auto add = [&](const char* term, std::string value) {
    part.facts.emplace_back(term, std::move(value));
  };
  add("registers", fmt::format("{} a thread", r.registers));
  add("spills", r.spill_bytes == 0 ? "none" : in_bytes(r.spill_bytes));
  if (r.local_bytes > 0) add("local memory", in_bytes(r.local_bytes) + " a thread");
  if (r.shared_bytes > 0) add("static shared memory", in_bytes(r.shared_bytes));
  if (r.constant_bytes > 0) add("constant memory", in_bytes(r.constant_bytes));
  if (r.max_threads > 0) add("largest block", fmt::format("{} threads", r.max_threads));
}

/// The compiler only knows static shared memory; dynamic shared memory is known for observed
/// launches.
std::string shared_in_words(long long fixed, const std::vector<KernelCosts>& launched) {
  if (launched.empty())
    return fixed == 0 ? "no static shared memory" : in_bytes(fixed) + " static shared";
  long long dynamic = 0;
  for (const KernelCosts& kernel : launched) dynamic = std::max(dynamic, kernel.dynamic_shared);
  if (fixed == 0 && dynamic == 0) return "no shared memory";
  if (dynamic == 0) return in_bytes(fixed) + " shared";
  return (fixed == 0 ? "" : in_bytes(fixed) + " static and ") + in_bytes(dynamic) +
         " dynamic shared memory";
}

}  // namespace

std::vector<KernelPart> collect_kernels(const TaskResult& task) {
  std::vector<KernelPart> parts;
  std::vector<KernelResources> left = task.resources;
  for (const KernelCosts& k : task.metrics) {
    KernelPart& part = parts.emplace_back(KernelPart{k.kernel, {}, &k});
    add_counted(part, k);
    const auto same = std::find_if(left.begin(), left.end(),
                                   [&](const KernelResources& r) { return r.kernel == k.kernel; });
    if (same == left.end()) continue;
    add_compiled(part, *same);
    left.erase(same);
  }
  for (const KernelResources& r : left)
    add_compiled(parts.emplace_back(KernelPart{r.kernel, {}, nullptr}), r);
  return parts;
}

std::optional<KernelResources> maximum_resources(const std::vector<KernelResources>& kernels) {
  if (kernels.empty()) return std::nullopt;
  KernelResources most;
  for (const KernelResources& kernel : kernels) {
    for (const auto member : {&KernelResources::shared_bytes, &KernelResources::constant_bytes,
                              &KernelResources::local_bytes, &KernelResources::spill_bytes})
      most.*member = std::max(most.*member, kernel.*member);
    most.registers = std::max(most.registers, kernel.registers);
    if (kernel.max_threads > 0)
      most.max_threads = most.max_threads == 0 ? kernel.max_threads
                                               : std::min(most.max_threads, kernel.max_threads);
  }
  return most;
}

std::string describe_resources(const TaskResult& task) {
  const auto most = maximum_resources(task.resources);
  if (!most) return "";
  const std::size_t count = task.resources.size();
  std::string text =
      count == 1 ? task.resources.front().kernel + ": " : fmt::format("{} kernels: up to ", count);
  text += many(static_cast<std::size_t>(most->registers), "register");
  text += most->spill_bytes == 0 ? ", no spills" : ", " + in_bytes(most->spill_bytes) + " spilled";
  text += ", " + shared_in_words(most->shared_bytes, task.metrics);
  if (most->max_threads > 0 && most->max_threads < 1024)
    text += fmt::format(", {} threads a block at most", most->max_threads);
  return text;
}

}  // namespace warpgrade
