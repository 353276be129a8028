// Results of variants: a table for the terminal, a page in Markdown, JSON.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/ceilings.h"
#include "model/variant_result.h"
#include "report/style.h"

namespace warpgrade {

/// Results from one machine.
struct VariantsReport {
  std::string lab;
  std::string title;
  VariantSet variants;
  std::map<std::string, std::string> environment;
  std::optional<Ceilings> ceilings;
  std::vector<VariantResult> results;
  std::string date;  // of the last result, "2026-11-22"; empty if not recorded
};

/// "naive", or "tiled (tile = 16)".
std::string format_label(const VariantResult& result);

/// "ok", "not verified" (it ran), or the verdict.
std::string describe_status(const VariantResult& result);

/// The machine that results of that backend come from: "NVIDIA H200 (driver 580.1, CUDA 13.0)".
std::string describe_machine(const VariantsReport& report, const std::string& backend);

/// The time of the baseline variant ("cpu", "library") at the result's size and precision, if
/// right; null if there is none.
const VariantResult* find_baseline(const VariantsReport& report, const VariantResult& result,
                                   const std::string& which);

/// Groups of results with the same size and precision, in order of measurement.
std::vector<std::vector<const VariantResult*>> variants_groups(const VariantsReport& report);

/// A table in Markdown: times, rates, and shares of CPU, library and roofline.
std::string variants_timing_table(const VariantsReport& report,
                                  const std::vector<const VariantResult*>& group);

/// A time with a suitable unit: "12.3 µs", "4.56 ms", "7.89 s".
std::string time_text(double seconds);

/// Three significant digits, without an exponent if that is readable: "0.123", "45.6", "7890".
std::string number_text(double value);

/// The results in order of measurement, grouped by size.
std::string render_variants(const VariantsReport& report, const Style& style);

/// The same as a documentation page: a verdict for each variant, backend and precision from the
/// runs at the variants' small size, then times, rates and shares for each larger size.
std::string variants_markdown(const VariantsReport& report);

/// `with_samples`: includes the seconds of each call.
std::string variants_json(const VariantsReport& report, bool with_samples = false);

/// Adds the results that variants_json() wrote for the same lab in an earlier run; they come first.
/// If that run had a GPU and this machine has none, or the report names no machine yet, its
/// environment and ceilings are used; results of a CPU keep that CPU's description. Throws
/// GraderError for another file.
void add_earlier_results(VariantsReport& report, const std::filesystem::path& json);

}  // namespace warpgrade
