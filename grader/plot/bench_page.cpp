#include "plot/bench_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "plot/collect.h"

namespace warpgrade {
namespace {

std::string machine_lines(const VariantsReport& report, const DrawnResults& drawn) {
  const auto of = [&](const char* key) {
    const auto found = report.environment.find(key);
    return found == report.environment.end() ? std::string("?") : found->second;
  };
  std::string text;
  if (drawn.backend == "cuda") text += fmt::format("- GPU: {}\n", describe_machine(report, "cuda"));
  text += fmt::format("- CPU: {}; {}, {}\n", describe_machine(report, "cpu"), of("system"),
                      of("compiler"));
  text += fmt::format("- Numbers: {}\n", name(drawn.real));
  if (!report.date.empty()) text += fmt::format("- Date: {}\n", report.date);
  if (report.ceilings && drawn.backend == "cuda") {
    text += fmt::format(
        "- Measured ceilings: {} GB/s (copy, reads and writes counted); {} / {} TFLOP/s "
        "(multiply-adds in float / double)\n",
        number_text(report.ceilings->bytes_per_second / 1e9),
        number_text(report.ceilings->flops_f32 / 1e12),
        number_text(report.ceilings->flops_f64 / 1e12));
  }
  return text;
}

}  // namespace

std::string bench_page(const VariantsReport& report, const DrawnResults& drawn,
                       const Figures& figures, const std::vector<std::string>& drawn_names,
                       const std::vector<std::string>& remarks) {
  std::string text = fmt::format("# {}: measured\n\n", report.title);
  text += machine_lines(report, drawn);
  text += "\nTimes are medians of the calls. ";
  if (drawn.backend == "cpu")
    text +=
        "**Kernels ran on the CPU engine: those times say nothing of a GPU.** Only variants for "
        "the host are what they seem. ";
  text +=
      "\"With transfers\" adds bringing the arrays to the device and the results back. The error "
      "bars of figures are quartiles.\n";
  for (const Figure& figure : figures.figures) {
    if (std::find(drawn_names.begin(), drawn_names.end(), figure.name) == drawn_names.end())
      continue;
    text += fmt::format("\n## {}\n\n![{}: {}]({}.svg)\n", figure.title, figure.title,
                        figure.y.label, figure.name);
    if (!figure.warning.empty()) text += "\n**" + figure.warning + ".**\n";
    if (!figure.remarks.empty()) text += "\n" + joined(figure.remarks, " ") + "\n";
  }
  text += "\n## Tables\n";
  for (const auto& group : variants_groups(report)) {
    std::vector<const VariantResult*> rows;
    for (const VariantResult* r : group)
      if (is_drawn(*r, drawn)) rows.push_back(r);
    if (rows.empty()) continue;
    std::vector<std::string> integers;
    for (const auto& [name, value] : rows.front()->sizes)
      integers.push_back(fmt::format("{} = {}", name, value));
    text +=
        fmt::format("\n### {}\n\n{}", joined(integers, ", "), variants_timing_table(report, rows));
    for (const VariantResult* r : rows)
      if (!is_right(*r) && !r->detail.empty())
        text += fmt::format("\n- {}: {}: {}\n", format_label(*r), describe_status(*r),
                            r->detail.substr(0, 300));
  }
  std::vector<std::string> all = remarks;
  all.insert(all.end(), figures.remarks.begin(), figures.remarks.end());
  if (!all.empty()) {
    text += "\n## Remarks\n\n";
    for (const std::string& remark : all) text += "- " + remark + "\n";
  }
  return text;
}

}  // namespace warpgrade
