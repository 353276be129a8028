#include "plot/over_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "plot/axes.h"
#include "plot/collect.h"
#include "plot/curves.h"

namespace warpgrade {
namespace {

/// The x axis of a result; nothing if sizes that share an axis differ.
std::optional<double> find_x(const VariantsReport& report, const FigurePlan& plan,
                             const VariantResult& r) {
  if (plan.x.empty()) return footprint_bytes(report, r);
  const auto first = find_integer(r, plan.x.front());
  for (const std::string& name : plan.x)
    if (!first || find_integer(r, name) != first) return std::nullopt;
  return static_cast<double>(*first);
}

/// The size of a call in dimensions that are not on the axis, to compare calls with the same x.
double call_extent(const VariantsReport& report, const VariantResult& r) {
  double product = 1;
  for (const std::string& name : dimension_names(report))
    product *= static_cast<double>(find_integer(r, name).value_or(1));
  return product;
}

void add_varying_sizes(Figure& figure, const VariantsReport& report, const FigurePlan& plan,
                       const std::vector<const VariantResult*>& shown) {
  if (plan.x.empty()) return;  // all dimensions are shown above the points
  for (const std::string& name : dimension_names(report)) {
    if (std::find(plan.x.begin(), plan.x.end(), name) != plan.x.end()) continue;
    std::set<long long> values;
    for (const VariantResult* r : shown)
      if (const auto value = find_integer(*r, name)) values.insert(*value);
    if (values.size() > 1)
      figure.remarks.push_back(
          fmt::format("{} is not the same everywhere: {}.", name, fmt::join(values, ", ")));
  }
}

/// A curve with one size is useless: then the variants are compared by bars.
void as_bars(Figure& figure, const std::string& size) {
  Series bars{"", Series::Look::device, 0, {}};
  for (Series& one : figure.series) {
    bars.points.push_back(one.points.front());
    bars.points.back().x = static_cast<double>(figure.categories.size());
    figure.categories.push_back(one.name);
  }
  figure.kind = Figure::Kind::bars;
  figure.series = {bars};
  figure.x = {"", false, {}};
  figure.top.clear();
  figure.title += " (" + size + ")";
}

/// The results that the plan requests, with their positions.
class Chosen {
 public:
  Chosen(const VariantsReport& report, const FigurePlan& plan, const DrawnResults& drawn) {
    for (const Variant& variant : report.variants.all) {
      for (const VariantResult& r : report.results) {
        if (r.variant != variant.name || !is_drawn(r, drawn) ||
            !is_plain(report, variant, r, drawn) || !holds(report, plan.where, r, drawn))
          continue;
        const auto x = find_x(report, plan, r);
        if (!x) {
          uneven = true;
          continue;
        }
        all[&variant].push_back({&r, *x});
        largest_[*x] = std::max(largest_[*x], call_extent(report, r));
      }
    }
  }

  /// If calls have the same x, the largest are drawn.
  bool is_largest(const VariantsReport& report, const VariantResult& r, double x) const {
    return call_extent(report, r) >= largest_.at(x);
  }

  struct Placed {
    const VariantResult* result;
    double x;
  };
  std::map<const Variant*, std::vector<Placed>> all;
  bool uneven = false;  // some are left out: the sizes that share the axis differ

 private:
  std::map<double, double> largest_;  // extent over each x
};

/// If a call was measured twice, the later one counts.
void put(std::vector<Point>& points, const Point& point) {
  const auto before = std::find_if(points.begin(), points.end(),
                                   [&](const Point& other) { return other.x == point.x; });
  if (before == points.end())
    points.push_back(point);
  else
    *before = point;
}

void set_axes(Figure& figure, const VariantsReport& report, const FigurePlan& plan,
              const PlottedQuantity& quantity, const std::vector<const VariantResult*>& shown) {
  const auto xs = all_values(figure.series, &Point::x);
  if (std::set<double>(xs.begin(), xs.end()).size() == 1) {
    as_bars(figure, size_text(report, shown.front()->sizes, {}));
    set_y_axis(figure, quantity, false);
    return;
  }
  figure.x.log = plan.log_x;
  figure.x.label = plan.x.empty() ? "Memory footprint of the arrays" : joined(plan.x, " = ");
  figure.x.ticks = plan.x.empty() && plan.log_x ? log_ticks(xs, "B") : ticks_at(xs, plan.log_x);
  if (plan.x.empty()) add_sizes_at_top(figure, report, shown);
  set_y_axis(figure, quantity, plan.log_y);
}

}  // namespace

std::optional<Figure> over_sizes(const VariantsReport& report, const FigurePlan& plan,
                                 const DrawnResults& drawn, std::string& why_not) {
  Figure figure;
  figure.name = plan.name;
  figure.title = plan.title;
  const PlottedQuantity quantity = make_quantity(report, plan);
  Chosen chosen(report, plan, drawn);
  std::vector<const VariantResult*> shown;
  bool smaller = false;
  for (const Variant& variant : report.variants.all) {
    Series series = series_for(report, variant);
    for (const auto& [r, x] : chosen.all[&variant]) {
      const auto point = is_right(*r) ? make_point(quantity, *r, x) : std::nullopt;
      if (!point) continue;
      if (!chosen.is_largest(report, *r, x)) {
        smaller = true;
        continue;
      }
      put(series.points, *point);
      shown.push_back(r);
    }
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }
  if (figure.series.empty()) {
    why_not = plan.y == FigurePlan::Y::speedup && !plan.rate
                  ? "there is no right result of a CPU baseline at the same size"
                  : "there is no right result for it";
    return std::nullopt;
  }
  order_as_they_end(figure.series);
  set_axes(figure, report, plan, quantity, shown);
  if (chosen.uneven)
    figure.remarks.push_back(fmt::format("Only sizes with {} are drawn.", joined(plan.x, " = ")));
  if (smaller)
    figure.remarks.push_back(fmt::format("Of calls with the same {} the largest are drawn.",
                                         plan.x.empty() ? "footprint" : joined(plan.x, " = ")));
  add_varying_sizes(figure, report, plan, shown);
  add_remarks(figure, report, drawn, shown, plan.where);
  return figure;
}

}  // namespace warpgrade
