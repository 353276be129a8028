#include "plot/roofline.h"

#include <fmt/format.h>

#include <algorithm>

#include "plot/axes.h"
#include "plot/collect.h"
#include "plot/quantity.h"

namespace warpgrade {
namespace {

Work counted(const VariantsReport& report, const VariantResult& r) {
  if (report.variants.roofline_flops.empty()) return r.work;
  const auto numbers = numbers_of(report, r);
  return {value_of(report.variants.roofline_flops, numbers),
          value_of(report.variants.roofline_bytes, numbers)};
}

constexpr double giga = 1e9;

}  // namespace

std::optional<Figure> roofline_of(const VariantsReport& report, const Drawn& drawn,
                                  std::string& why_not) {
  if (!report.ceilings || drawn.backend != "cuda") {
    why_not = "what the device can do at most is measured on a GPU only";
    return std::nullopt;
  }
  const double peak =
      (drawn.real == Real::f32 ? report.ceilings->flops_f32 : report.ceilings->flops_f64);
  const double bandwidth = report.ceilings->bytes_per_second;
  const double ridge = peak / bandwidth;
  Figure figure;
  figure.name = "roofline";
  std::vector<const VariantResult*> shown;
  double largest = 0;
  for (const Variant& variant : report.variants.all) {
    const VariantResult* last = nullptr;
    for (const VariantResult& r : report.results) {
      if (r.variant == variant.name && r.backend == "cuda" && is_drawn(r, drawn) && is_right(r) &&
          is_plain(report, variant, r, drawn) && holds(report, {}, r, drawn) && r.work.bytes > 0 &&
          (last == nullptr || footprint_of(report, r) >= footprint_of(report, *last)))
        last = &r;
    }
    if (last == nullptr) continue;
    shown.push_back(last);
    largest = std::max(largest, footprint_of(report, *last));
  }
  if (shown.empty()) {
    why_not = "there is no right result of a GPU";
    return std::nullopt;
  }
  std::string size;
  std::vector<std::string> smaller;
  double low_x = ridge, high_x = ridge, low_y = peak / giga;
  for (const VariantResult* r : shown) {
    const Work work = counted(report, *r);
    const double x = work.flops / work.bytes, y = work.flops / (giga * r->seconds);
    const double roof = std::min(peak, x * bandwidth) / giga;
    const auto variant = std::find_if(report.variants.all.begin(), report.variants.all.end(),
                                      [&](const Variant& v) { return v.name == r->variant; });
    Series series = series_for(report, *variant);
    const double percent = 100 * y / roof;
    series.name += percent < 0.01 ? ": < 0.01 %" : fmt::format(": {:.2g} %", percent);
    if (percent >= 100) series.name = fmt::format("{}: {:.0f} %", r->variant, percent);
    const std::string own_size = size_text(report, r->sizes, {});
    if (footprint_of(report, *r) < largest)
      smaller.push_back(r->variant + " at " + own_size);
    else
      size = own_size;
    series.points = {{x, y, y, y, r->verified}};
    figure.series.push_back(std::move(series));
    low_x = std::min(low_x, x);
    high_x = std::max(high_x, x);
    low_y = std::min(low_y, y);
  }
  std::stable_sort(figure.series.begin(), figure.series.end(),
                   [](const Series& a, const Series& b) { return a.points[0].y > b.points[0].y; });
  low_x /= 4;
  high_x *= 4;
  figure.title = "Roofline (" + size + ")";
  Series roof{fmt::format("{}B/s, {}FLOP/s", with_prefix(bandwidth), with_prefix(peak)),
              Series::Look::library,
              0,
              {{low_x, low_x * bandwidth / giga, 0, 0, true},
               {ridge, peak / giga, 0, 0, true},
               {high_x, peak / giga, 0, 0, true}}};
  figure.x = {"Arithmetic intensity (operations for each byte)", true,
              log_ticks({low_x, high_x}, "")};
  low_y = std::min(low_y, low_x * bandwidth / giga);
  figure.y = {"Rate (GFLOP/s)", true, log_ticks({low_y, peak / giga}, "")};
  figure.limits = {roof};
  figure.remarks.push_back(report.variants.roofline_note.empty()
                               ? "Work: the least operations and bytes that the problem needs."
                               : report.variants.roofline_note);
  figure.remarks.push_back(
      "Grey: copying, and multiply-adds, as measured on this device; reading alone can be a little "
      "faster. % is of that roof.");
  if (!smaller.empty()) figure.remarks.push_back("Smaller: " + joined(smaller, "; ") + ".");
  add_remarks(figure, report, drawn, shown, {});
  return figure;
}

}  // namespace warpgrade
