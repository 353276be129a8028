#include "profile/profile_page.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/command_name.h"
#include "base/lines.h"
#include "base/percent.h"
#include "findings/compiler_message.h"
#include "findings/efficiency_metric.h"
#include "profile/interpretation.h"
#include "report/cost_table.h"
#include "report/findings_block.h"
#include "report/page.h"

namespace warpgrade {
namespace {

constexpr std::size_t most_lines = 5, few_lines = 3;

/// A label and a value; an empty value is unknown and left out.
using Cells = std::vector<std::pair<std::string, std::string>>;

std::string percent_or_nothing(const std::optional<double>& value) {
  return value ? fmt::format("{:.0f} %", *value) : std::string();
}

std::string whole(const std::optional<double>& value) {
  return value ? fmt::format("{:.0f}", *value) : std::string();
}

std::string sizes_of_grid(const std::optional<std::array<long long, 3>>& sizes) {
  return sizes ? fmt::format("{} x {} x {}", (*sizes)[0], (*sizes)[1], (*sizes)[2]) : "";
}

std::string bytes_or_nothing(const std::optional<double>& bytes) {
  if (!bytes) return {};
  return *bytes == 0 ? "none" : bytes_in_words(*bytes);
}

/// A section: its name, its numbers in two columns, and their meaning.
void add_section(Page& page, const std::string& name, Cells cells, const Sentences& said) {
  std::erase_if(cells, [](const auto& cell) { return cell.second.empty(); });
  if (cells.empty() && said.empty()) return;
  page.line("    " + page.in(Tone::quiet, name));
  const std::size_t rows = (cells.size() + 1) / 2;
  int label[2] = {0, 0}, value[2] = {0, 0};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    label[i / rows] = std::max(label[i / rows], columns(page.safe(cells[i].first)));
    value[i / rows] = std::max(value[i / rows], columns(page.safe(cells[i].second)));
  }
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line = "      ";
    for (std::size_t i = row; i < cells.size(); i += rows) {
      line += padded(page.safe(cells[i].first), label[i / rows] + 2);
      line += padded(page.safe(cells[i].second), value[i / rows] + 4);
    }
    while (line.back() == ' ') line.pop_back();
    page.line(line);
  }
  for (const std::string& sentence : said) page.paragraph(6, Tone::strong, "→", " " + sentence);
}

std::string times(long long launches) {
  return launches == 1 ? "launched once"
                       : fmt::format("launched {} times, the first is shown", launches);
}

void add_measured(Page& page, const KernelProfile& k, const Work& work) {
  page.line("  " + page.in(Tone::strong, k.kernel) + "  " + times(k.launches));
  add_section(page, "Launch statistics",
              {{"grid", sizes_of_grid(k.grid)},
               {"block", sizes_of_grid(k.block)},
               {"waves per SM", k.waves ? fmt::format("{:.3g}", *k.waves) : ""},
               {"registers a thread", whole(k.registers)},
               {"shared memory, static", bytes_or_nothing(k.static_shared)},
               {"shared memory, dynamic", bytes_or_nothing(k.dynamic_shared)}},
              read_launch(k));
  add_section(page, "Speed of light",
              {{"duration", k.seconds ? seconds_in_words(*k.seconds) : ""},
               {"memory", percent_or_nothing(k.memory)},
               {"compute", percent_or_nothing(k.compute)},
               {"SM frequency", k.sm_hertz ? fmt::format("{:.3g} GHz", *k.sm_hertz / 1e9) : ""},
               {"DRAM", percent_or_nothing(k.dram)},
               {"L1", percent_or_nothing(k.l1)},
               {"L2", percent_or_nothing(k.l2)},
               {"moved by DRAM", bytes_or_nothing(k.dram_bytes())}},
              read_speed(k, work.bytes));
  add_section(page, "Occupancy",
              {{"theoretical", percent_or_nothing(k.theoretical)},
               {"achieved", percent_or_nothing(k.achieved)},
               {"limited by", fmt::format("{}", fmt::join(k.limited_by(), ", "))}},
              read_occupancy(k));
}

void add_counted(Page& page, const KernelCosts& k, const Sources& sources) {
  page.line("  " + page.in(Tone::strong, k.kernel) + "  in " + page.safe(k.measured_in) + ", " +
            (k.launches == 1 ? "launched once" : fmt::format("launched {} times", k.launches)));
  const auto share = [](const std::optional<double>& value) {
    return value ? percent(*value) : std::string();
  };
  const auto factor = [](const std::optional<double>& value) {
    if (!value) return std::string();
    return *value < 1.05 ? std::string("about the least") : one_decimal(*value) + " x the least";
  };
  const auto counted = [&](const char* metric) { return metric_value(metric, {k}, k.kernel); };
  add_section(
      page, "Launch statistics",
      {{"blocks a launch", one_decimal(ratio_or(k.blocks, k.launches, 0))},
       {"threads a block", std::to_string(k.threads)},
       {"registers a thread",
        k.occupancy && k.occupancy->registers > 0 ? std::to_string(k.occupancy->registers) : ""},
       {"shared memory, static", bytes_or_nothing(static_cast<double>(k.static_shared))},
       {"shared memory, dynamic", bytes_or_nothing(static_cast<double>(k.dynamic_shared))}},
      read_counted_launch(k));
  add_section(page, "Memory",
              {{"useful bytes", share(counted("useful_bytes"))},
               {"bytes asked for", factor(counted("traffic"))},
               {"turns of shared memory", factor(counted("bank_conflicts"))}},
              read_counted_memory(k));
  add_section(page, "Threads",
              {{"active threads of a warp", share(k.simt_efficiency())},
               {"branches that split a warp", share(counted("divergent_branches"))},
               {"barriers a block", k.barriers > 0 ? one_decimal(k.barriers_per_block()) : "none"}},
              read_counted_threads(k));
  Cells occupancy;
  if (k.occupancy) {
    const Occupancy& o = *k.occupancy;
    occupancy = {{"theoretical", percent(o.share())},
                 {"warps", fmt::format("{} of {}", o.warps, o.max_warps)},
                 {"compute capability", o.architecture},
                 {"limited by", o.limited_by}};
  }
  add_section(page, "Occupancy", occupancy, read_counted_occupancy(k));
  if (k.truncated)
    page.paragraph(6, Tone::plain, "",
                   "A block did more than is recorded: the numbers are of a part.");
  std::vector<LineCosts> lines = most_wasteful(k, most_lines);
  const bool waste = !lines.empty();
  if (!waste) lines = most_moving(k, few_lines);
  if (lines.empty()) return;
  page.line("    " + page.in(Tone::quiet, waste ? "Lines that waste most"
                                                : "No line wastes much; these move most"));
  add_cost_table(page, lines, most_lines);
  const auto source = sources.find(lines.front().file);
  if (source == sources.end() || lines.front().line <= 0) return;
  std::string_view text = source_line(source->second, lines.front().line);
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  page.line(clipped(fmt::format("      {} | {}", lines.front().line, page.safe(text)),
                    page.style().width, page.style().unicode));
}

std::string place(const ProfileResult& r) {
  const auto gpu = r.environment.find("gpu");
  if (r.backend == "cuda")
    return "on " + (gpu != r.environment.end() ? gpu->second : std::string("the GPU"));
  return "by the CPU engine";
}

void add_nothing(Page& page, const ProfileResult& r) {
  if (r.not_written) {
    page.paragraph(
        2, Tone::open, "Nothing to profile: ",
        r.detail.empty() ? r.task + " launches no kernel. Is it written yet?" : r.detail);
    return;
  }
  page.paragraph(2, is_open(r.verdict) ? Tone::open : Tone::bad, name(r.verdict), ": " + r.detail);
  std::size_t shown = 0;
  for (const CompilerMessage& message : compiler_messages(r.compiler_output)) {
    if (!message.error || shown++ == 3) continue;
    page.paragraph(2, Tone::bad, message.place() + ": error", ": " + describe(message.cause));
  }
}

/// Without the profiler: the duration of the call, and the kernels' share of it.
void add_call(Page& page, const ProfileResult& r) {
  if (r.samples.empty()) return;
  std::vector<double> samples = r.samples;
  std::sort(samples.begin(), samples.end());
  const double seconds = samples[samples.size() / 2];
  long long launches = 0;
  for (const LaunchedKernel& kernel : r.launched) launches += kernel.launches;
  std::string text =
      fmt::format(" in {} takes {} without the profiler, with {} launch{}", r.case_name,
                  seconds_in_words(seconds), launches, launches == 1 ? "" : "es");
  if (r.launched.size() > 1) text += fmt::format(" of {} kernels", r.launched.size());
  page.paragraph(2, Tone::plain, "A call", text + ".");
  if (r.measured.size() == r.launched.size())
    for (const std::string& sentence : read_call(seconds, r.measured))
      page.paragraph(2, Tone::plain, "", sentence);
  page.blank();
}

}  // namespace

std::string render_profile(const ProfileResult& r, const Style& style) {
  Page page(style);
  page.paragraph(
      0, Tone::strong, r.title.empty() ? r.lab : r.title,
      ": " + (r.variant.empty() ? r.task : "variant " + r.variant) + " of " + r.submission);
  const std::string in_case = r.case_name.empty() ? "" : ", case " + r.case_name;
  const bool counted = r.measured.empty() && !r.counted.empty();
  if (!r.measured.empty())
    page.paragraph(
        0, Tone::plain, "",
        fmt::format("Measured in {} {}{}, by {}.", name(r.real), place(r), in_case, r.profiler),
        Tone::quiet);
  else if (counted)
    page.paragraph(0, Tone::plain, "",
                   fmt::format("CPU engine: counted, not measured. In {}{}.", name(r.real),
                               r.samples.empty() ? in_case : ""),
                   Tone::quiet);
  page.blank();
  if (!r.note.empty()) page.paragraph(2, Tone::open, "Note: ", r.note);
  if (r.verdict != Verdict::ok || r.not_written) {
    add_nothing(page, r);
    return page.text();
  }
  add_call(page, r);
  if (!r.unmeasured.empty()) {
    page.paragraph(2, Tone::open, "Not measured: ",
                   r.unmeasured + ". " + r.advice +
                       (counted ? " Below is what the CPU engine counts, in small cases." : ""));
    page.blank();
  }
  if (r.errors > 0) {
    page.paragraph(2, Tone::bad, "First of all: ",
                   fmt::format("the check finds {} error{} in it. '{} check {} --submission {} "
                               "--task {}' shows {}.",
                               r.errors, r.errors == 1 ? "" : "s", command_name(), r.lab,
                               r.submission, r.task, r.errors == 1 ? "it" : "them"));
    page.blank();
  }
  for (const KernelProfile& kernel : r.measured) {
    add_measured(page, kernel, r.work);
    page.blank();
  }
  for (const KernelCosts& kernel : r.counted) {
    add_counted(page, kernel, r.sources);
    page.blank();
  }
  page.paragraph(0, Tone::quiet, "", "docs/profile.md says how to read this.", Tone::quiet);
  return page.text();
}

}  // namespace warpgrade
