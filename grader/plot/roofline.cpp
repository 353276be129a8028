#include "plot/roofline.h"

#include <fmt/format.h>

#include <algorithm>

#include "plot/axes.h"
#include "plot/collect.h"
#include "plot/quantity.h"

namespace warpgrade {
namespace {

constexpr double giga = 1e9;

/// The device's limits: flops and bytes per second.
struct Roof {
  double peak, bandwidth;

  double ridge() const { return peak / bandwidth; }
  double at(double intensity) const { return std::min(peak, intensity * bandwidth); }
};

/// For each variant, the correct result with the largest arrays.
std::vector<const VariantResult*> largest_results(const VariantsReport& report,
                                                  const DrawnResults& drawn) {
  std::vector<const VariantResult*> all;
  for (const Variant& variant : report.variants.all) {
    const VariantResult* last = nullptr;
    for (const VariantResult& r : report.results) {
      if (r.variant == variant.name && r.backend == "cuda" && is_drawn(r, drawn) && is_right(r) &&
          is_plain(report, variant, r, drawn) && holds(report, {}, r, drawn) && r.work.bytes > 0 &&
          (last == nullptr || footprint_bytes(report, r) >= footprint_bytes(report, *last)))
        last = &r;
    }
    if (last != nullptr) all.push_back(last);
  }
  return all;
}

/// One point: intensity in flops per byte, and rate in Gflop/s. Its name contains the share of the
/// roof.
Series make_series(const VariantsReport& report, const VariantResult& r, const Roof& roof) {
  const Work work = counted_work(report, r);
  const double x = work.flops / work.bytes, y = work.flops / (giga * r.seconds);
  const auto variant = std::find_if(report.variants.all.begin(), report.variants.all.end(),
                                    [&](const Variant& v) { return v.name == r.variant; });
  Series series = series_for(report, *variant);
  const double percent = 100 * y / (roof.at(x) / giga);
  series.name += percent < 0.01 ? ": < 0.01 %" : fmt::format(": {:.2g} %", percent);
  if (percent >= 100) series.name = fmt::format("{}: {:.0f} %", r.variant, percent);
  series.points = {{x, y, y, y, r.verified}};
  return series;
}

/// The axes, and the roof over all points.
void draw_roof(Figure& figure, const Roof& roof) {
  double low_x = roof.ridge(), high_x = roof.ridge(), low_y = roof.peak / giga;
  for (const Series& series : figure.series) {
    low_x = std::min(low_x, series.points[0].x);
    high_x = std::max(high_x, series.points[0].x);
    low_y = std::min(low_y, series.points[0].y);
  }
  low_x /= 4;
  high_x *= 4;
  const double left = low_x * roof.bandwidth / giga, top = roof.peak / giga;
  figure.x = {"Arithmetic intensity (operations for each byte)", true,
              log_ticks({low_x, high_x}, "")};
  figure.y = {"Rate (GFLOP/s)", true, log_ticks({std::min(low_y, left), top}, "")};
  figure.limits = {
      {fmt::format("{}B/s, {}FLOP/s", with_prefix(roof.bandwidth), with_prefix(roof.peak)),
       Series::Look::library,
       0,
       {{low_x, left, 0, 0, true}, {roof.ridge(), top, 0, 0, true}, {high_x, top, 0, 0, true}}}};
}

}  // namespace

std::optional<Figure> make_roofline(const VariantsReport& report, const DrawnResults& drawn,
                                    std::string& why_not) {
  if (!report.ceilings || drawn.backend != "cuda") {
    why_not = "what the device can do at most is measured on a GPU only";
    return std::nullopt;
  }
  const std::vector<const VariantResult*> shown = largest_results(report, drawn);
  if (shown.empty()) {
    why_not = "there is no right result of a GPU";
    return std::nullopt;
  }
  const Roof roof{drawn.real == Real::f32 ? report.ceilings->flops_f32 : report.ceilings->flops_f64,
                  report.ceilings->bytes_per_second};
  double largest = 0;
  for (const VariantResult* r : shown) largest = std::max(largest, footprint_bytes(report, *r));
  Figure figure;
  figure.name = "roofline";
  std::string size;
  std::vector<std::string> smaller;
  for (const VariantResult* r : shown) {
    figure.series.push_back(make_series(report, *r, roof));
    const std::string own_size = size_text(report, r->sizes, {});
    if (footprint_bytes(report, *r) < largest)
      smaller.push_back(r->variant + " at " + own_size);
    else
      size = own_size;
  }
  std::stable_sort(figure.series.begin(), figure.series.end(),
                   [](const Series& a, const Series& b) { return a.points[0].y > b.points[0].y; });
  figure.title = "Roofline (" + size + ")";
  draw_roof(figure, roof);
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
