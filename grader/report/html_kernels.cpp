#include "report/html_kernels.h"

#include <fmt/format.h>

#include <vector>

#include "report/html_heat.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

struct Traffic {
  long long sectors = 0, useful_bytes = 0, passes = 0, ideal_passes = 0, worst_ways = 0;
};

Traffic traffic_of(const KernelCosts& kernel) {
  Traffic sum;
  for (const LineCosts& line : kernel.lines) {
    sum.sectors += line.sectors;
    sum.useful_bytes += line.is_global() ? line.useful_bytes : 0;
    sum.passes += line.passes;
    sum.ideal_passes += line.ideal_passes;
    sum.worst_ways = std::max(sum.worst_ways, line.worst_ways);
  }
  return sum;
}

std::string in_bytes(long long n) {
  return n >= 1024 && n % 1024 == 0 ? fmt::format("{} KiB", n / 1024) : fmt::format("{} B", n);
}

std::string row(std::string_view term, const std::string& value) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", term, value);
}

std::string blocks(const KernelCosts& k) {
  std::string text = fmt::format("{} of {} threads", grouped(k.blocks), k.threads);
  if (k.launches > 1) text += fmt::format(" in {} launches", grouped(k.launches));
  if (k.sampled_blocks < k.blocks) text += fmt::format(", {} counted", k.sampled_blocks);
  if (k.truncated) text += ", the first part of each";
  return text;
}

std::string occupancy(const Occupancy& o) {
  std::string text = fmt::format("{} ({} of {} warps, capability {})", percent(o.share()), o.warps,
                                 o.max_warps, escaped(o.architecture));
  if (!o.limited_by.empty()) text += ", limited by " + escaped(o.limited_by);
  if (o.registers == 0) text += "; registers are not known";
  return text;
}

std::string counted_costs(const KernelCosts& k) {
  const Traffic t = traffic_of(k);
  std::string out = row("blocks", blocks(k));
  if (!k.measured_in.empty()) out += row("in case", escaped(k.measured_in));
  if (t.sectors > 0)
    out += row("global memory",
               fmt::format("{} sectors of 32 bytes, {} of the bytes used", grouped(t.sectors),
                           percent(ratio_of(t.useful_bytes, 32 * t.sectors, 0))));
  if (k.static_shared + k.dynamic_shared > 0)
    out += row("shared memory", in_bytes(k.static_shared + k.dynamic_shared) + " a block");
  if (t.passes > 0 && t.passes <= t.ideal_passes) out += row("banks", "no conflicts");
  if (t.passes > t.ideal_passes)
    out += row("banks", fmt::format("{:.3g} turns where 1 would do, {} at worst",
                                    ratio_of(t.passes, t.ideal_passes, 1), t.worst_ways));
  out += row("threads at work", percent(k.simt_efficiency()) + " of a warp on average");
  if (k.branches > 0) out += row("branches", percent(k.divergent_branches()) + " split their warp");
  if (k.barriers > 0) out += row("barriers", fmt::format("{:.4g} a block", k.barriers_per_block()));
  if (k.occupancy) out += row("occupancy", occupancy(*k.occupancy));
  return out;
}

std::string compiled(const KernelResources& r) {
  std::string out = row("registers", fmt::format("{} a thread", r.registers));
  out += row("spills", r.spill_bytes == 0 ? "none" : in_bytes(r.spill_bytes));
  if (r.local_bytes > 0) out += row("local memory", in_bytes(r.local_bytes) + " a thread");
  if (r.shared_bytes > 0) out += row("static shared memory", in_bytes(r.shared_bytes));
  if (r.constant_bytes > 0) out += row("constant memory", in_bytes(r.constant_bytes));
  if (r.max_threads > 0) out += row("largest block", fmt::format("{} threads", r.max_threads));
  return out;
}

std::string kernel_item(const std::string& name, const std::string& rows) {
  return fmt::format("<li><h4><code>{}</code></h4><dl>{}</dl></li>\n", escaped(name), rows);
}

}  // namespace

std::string kernels(const TaskResult& task) {
  std::string items;
  std::vector<bool> told(task.resources.size(), false);
  for (const KernelCosts& k : task.metrics) {
    std::string rows = counted_costs(k);
    for (std::size_t i = 0; i < task.resources.size(); ++i)
      if (!told[i] && task.resources[i].kernel == k.kernel) {
        rows += compiled(task.resources[i]);
        told[i] = true;
        break;
      }
    items += kernel_item(k.kernel, rows);
  }
  for (std::size_t i = 0; i < task.resources.size(); ++i)
    if (!told[i]) items += kernel_item(task.resources[i].kernel, compiled(task.resources[i]));
  return items.empty() ? "" : "<h3>Kernels</h3>\n<ul class=\"kernels\">\n" + items + "</ul>\n";
}

}  // namespace warpgrade::html
