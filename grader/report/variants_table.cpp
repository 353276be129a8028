#include "report/variants_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/percent.h"
#include "report/page.h"
#include "report/variant_numbers.h"

namespace warpgrade {
namespace {

std::string pairs(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

bool same_group(const VariantResult& a, const VariantResult& b) {
  return a.sizes == b.sizes && a.real == b.real;
}

struct Cells {
  std::string time, transfers, rate, against_cpu, of_library, of_roofline, returned;
};

Cells format_cells(const VariantsReport& report, const VariantResult& r) {
  Cells c;
  if (r.seconds <= 0) return c;
  if (r.returned != 0) c.returned = std::to_string(r.returned);
  const bool device = r.backend != "host";
  c.time = time_text(r.seconds);
  if (device && r.transfers > 0) c.transfers = time_text(r.seconds + r.transfers);
  if (r.rate > 0) c.rate = fmt::format("{} {}", number_text(r.rate), r.unit);
  if (const VariantResult* cpu = find_baseline(report, r, "cpu"))
    c.against_cpu = number_text(cpu->seconds / r.seconds);
  if (const VariantResult* library = find_baseline(report, r, "library"))
    c.of_library = percent(library->seconds / r.seconds);
  const Work work = counted_work(report, r);
  if (report.ceilings && r.backend == "cuda" && work.bytes > 0)
    c.of_roofline = percent(report.ceilings->seconds_for(work, r.real) / r.seconds);
  return c;
}

/// Variant × backend × precision, from the runs at the small size.
std::string verdict_table(const VariantsReport& report) {
  const auto verdict = [&](const Variant& variant, const std::string& backend, Real real) {
    for (const VariantResult& r : report.results) {
      const bool small = std::all_of(report.variants.small.begin(), report.variants.small.end(),
                                     [&](const auto& size) {
                                       const auto at = r.sizes.find(size.first);
                                       return at != r.sizes.end() && at->second == size.second;
                                     });
      if (small && r.variant == variant.name && r.real == real &&
          (r.backend == backend || r.backend == "host"))
        return r.verdict == Verdict::pending ? std::string("needs a GPU") : describe_status(r);
    }
    return std::string("–");
  };
  std::string text =
      "| variant | what it is | CPU engine, float | double | GPU, float | double | reported |\n"
      "| --- | --- | --- | --- | --- | --- | --- |\n";
  for (const Variant& v : report.variants.all) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", v.name, v.title,
                        verdict(v, "cpu", Real::f32), verdict(v, "cpu", Real::f64),
                        verdict(v, "cuda", Real::f32), verdict(v, "cuda", Real::f64), v.reported);
  }
  return text;
}

}  // namespace

std::string format_label(const VariantResult& r) {
  Sizes shown = r.arguments;
  if (r.devices > 0) shown["devices"] = r.devices;
  return shown.empty() ? r.variant : fmt::format("{} ({})", r.variant, pairs(shown));
}

const VariantResult* find_baseline(const VariantsReport& report, const VariantResult& of,
                                   const std::string& which) {
  for (const Variant& variant : report.variants.all) {
    if (variant.baseline != which) continue;
    // If a call was measured twice, the later result counts.
    for (auto at_end = report.results.rbegin(); at_end != report.results.rend(); ++at_end) {
      const VariantResult& r = *at_end;
      // The other result has a swept integer in its arguments.
      const bool same = std::all_of(of.sizes.begin(), of.sizes.end(), [&](const auto& size) {
        const auto at = r.sizes.find(size.first);
        return at != r.sizes.end() && at->second == size.second;
      });
      if (r.variant == variant.name && same && r.real == of.real && r.seconds > 0 &&
          r.verdict == Verdict::ok)
        return &r;
    }
  }
  return nullptr;
}

std::string describe_status(const VariantResult& r) {
  if (r.verdict != Verdict::ok) return std::string(name(r.verdict));
  return r.verified ? "ok" : "not verified";
}

std::string describe_machine(const VariantsReport& report, const std::string& backend) {
  const auto of = [&](const char* key) {
    const auto found = report.environment.find(key);
    return found == report.environment.end() ? std::string("?") : found->second;
  };
  if (backend == "cuda")
    return fmt::format("{} (driver {}, CUDA {})", of("gpu"), of("driver"), of("cuda"));
  return fmt::format("{}, {} cores", of("cpu"), of("cores"));
}

std::vector<std::vector<const VariantResult*>> variants_groups(const VariantsReport& report) {
  std::vector<std::vector<const VariantResult*>> groups;
  for (const VariantResult& r : report.results) {
    const auto at = std::find_if(groups.begin(), groups.end(),
                                 [&](const auto& group) { return same_group(*group.front(), r); });
    if (at == groups.end())
      groups.push_back({&r});
    else
      at->push_back(&r);
  }
  return groups;
}

std::string variants_timing_table(const VariantsReport& report,
                                  const std::vector<const VariantResult*>& group) {
  // Only columns that are filled for some variant.
  const std::pair<const char*, std::string Cells::*> all[] = {
      {"time", &Cells::time},
      {"with transfers", &Cells::transfers},
      {"rate", &Cells::rate},
      {"times the CPU", &Cells::against_cpu},
      {"of the library", &Cells::of_library},
      {"of the roofline", &Cells::of_roofline},
      {"returned", &Cells::returned},
  };
  std::string head = "| variant | verdict |", line = "| --- | --- |";
  std::vector<std::string> rows;
  for (const VariantResult* r : group)
    rows.push_back(fmt::format("| {} | {} |", format_label(*r), describe_status(*r)));
  for (const auto& [title, cell] : all) {
    std::vector<std::string> texts;
    for (const VariantResult* r : group) texts.push_back(format_cells(report, *r).*cell);
    if (std::all_of(texts.begin(), texts.end(), [](const auto& text) { return text.empty(); }))
      continue;
    head += fmt::format(" {} |", title);
    line += " ---: |";
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] += fmt::format(" {} |", texts[i]);
  }
  std::string text = head + "\n" + line + "\n";
  for (const std::string& row : rows) text += row + "\n";
  return text;
}

std::string time_text(double seconds) {
  if (seconds < 1e-3) return number_text(1e6 * seconds) + " µs";
  if (seconds < 1) return number_text(1e3 * seconds) + " ms";
  return number_text(seconds) + " s";
}

std::string number_text(double value) {
  if (!(value > 0)) return "0";
  // Three digits after rounding: 9.996 becomes 10.0.
  const std::string rounded = fmt::format("{:.2e}", value);
  const int exponent = std::stoi(rounded.substr(rounded.find('e') + 1));
  return fmt::format("{:.{}f}", value, std::max(0, 2 - exponent));
}

std::string render_variants(const VariantsReport& report, const Style& style) {
  Page page(style);
  page.line(page.in(Tone::strong, report.title));
  for (const auto& group : variants_groups(report)) {
    const VariantResult& first = *group.front();
    page.blank();
    page.line(page.in(Tone::strong, fmt::format("{}, {}", pairs(first.sizes), name(first.real))));
    int widest = 7;
    for (const VariantResult* r : group) widest = std::max(widest, columns(format_label(*r)));
    page.line(page.in(Tone::quiet,
                      fmt::format("  {}  verdict        {:>9}  {:>10}  {:>17}  {:>7}  {:>7}  {:>8}",
                                  padded("variant", widest), "call", "+transfers", "rate", "× CPU",
                                  "library", "roofline")));
    for (const VariantResult* r : group) {
      const Cells c = format_cells(report, *r);
      const bool right = r->verdict == Verdict::ok;
      const auto at_right = [](const std::string& text, int width) {
        return std::string(static_cast<std::size_t>(std::max(0, width - columns(text))), ' ') +
               text;
      };
      page.line(fmt::format("  {}  {}  {}  {}  {}  {}  {}  {}",
                            page.safe(padded(format_label(*r), widest)),
                            page.in(right                            ? Tone::good
                                    : r->verdict == Verdict::pending ? Tone::open
                                                                     : Tone::bad,
                                    padded(describe_status(*r), 13)),
                            page.safe(at_right(c.time, 9)), page.safe(at_right(c.transfers, 10)),
                            page.safe(at_right(c.rate, 17)), at_right(c.against_cpu, 7),
                            at_right(c.of_library, 7), at_right(c.of_roofline, 8)));
      if (!right && !r->detail.empty()) page.paragraph(4, Tone::plain, "", r->detail);
      if (right && !r->detail.empty()) page.paragraph(4, Tone::quiet, "", r->detail, Tone::quiet);
    }
  }
  page.blank();
  const bool any_gpu = std::any_of(report.results.begin(), report.results.end(),
                                   [](const VariantResult& r) { return r.backend == "cuda"; });
  page.paragraph(0, Tone::quiet, "",
                 any_gpu ? "On " + describe_machine(report, "cuda") + "; CPU variants on " +
                               describe_machine(report, "cpu") +
                               ". Medians of the calls; + transfers: with "
                               "the arrays brought to the device and the results back."
                         : "On " + describe_machine(report, "cpu") +
                               ". Times of the CPU engine say nothing of a GPU.",
                 Tone::quiet);
  return page.text();
}

std::string variants_markdown(const VariantsReport& report) {
  std::string text = fmt::format(
      "<!-- Written by `warpgrade run {} --table`. -->\n\n# {}: the variants, measured\n\n",
      report.lab, report.title);
  text += fmt::format("Every variant, verified at {} on the CPU engine and on a GPU:\n\n",
                      pairs(report.variants.small));
  text += verdict_table(report);
  bool any = false;
  for (const auto& group : variants_groups(report)) {
    const VariantResult& first = *group.front();
    const bool reported = std::any_of(
        report.variants.sizes.begin(), report.variants.sizes.end(), [&](const Sizes& sizes) {
          return std::all_of(sizes.begin(), sizes.end(), [&](const auto& size) {
            const auto at = first.sizes.find(size.first);
            return at != first.sizes.end() && at->second == size.second;
          });
        });
    if (!reported) continue;
    if (!any) {
      text += fmt::format(
          "\nMeasured on {}; CPU variants on {}. Times are medians of the calls; \"with "
          "transfers\" adds bringing the arrays to the device and the results back.",
          describe_machine(report, "cuda"), describe_machine(report, "cpu"));
      if (report.ceilings) {
        text += fmt::format(
            " Roofline: the least time that the {} takes at "
            "this device's measured {} GB/s (copy, reads and writes counted) and {} / {} TFLOP/s "
            "(multiply-adds in float / double).{}{}",
            report.variants.roofline_note.empty() ? "reference's count of operations and bytes"
                                                  : "work",
            number_text(report.ceilings->bytes_per_second / 1e9),
            number_text(report.ceilings->flops_f32 / 1e12),
            number_text(report.ceilings->flops_f64 / 1e12),
            report.variants.roofline_note.empty() ? "" : " ", report.variants.roofline_note);
      }
      text += "\n";
      any = true;
    }
    text += fmt::format("\n## {}, {}\n\n", pairs(first.sizes), name(first.real));
    text += variants_timing_table(report, group);
  }
  return text;
}

}  // namespace warpgrade
