#include "plot/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plot/axes.h"
#include "plot/collect.h"
#include "plot/quantity.h"
#include "plot/roofline.h"

namespace warpgrade {
namespace {

/// What the result is drawn over; nothing where the sizes that share an axis differ.
std::optional<double> x_of(const VariantsReport& report, const FigurePlan& plan,
                           const VariantResult& r) {
  if (plan.x.empty()) return footprint_of(report, r);
  const auto first = integer_of(r, plan.x.front());
  for (const std::string& name : plan.x)
    if (!first || integer_of(r, name) != first) return std::nullopt;
  return static_cast<double>(*first);
}

/// Of two calls over the same x, the larger one has more of what is not on the axis.
double extent_of(const VariantsReport& report, const VariantResult& r) {
  double product = 1;
  for (const std::string& name : dimension_names(report))
    product *= static_cast<double>(integer_of(r, name).value_or(1));
  return product;
}

void say_what_varies(Figure& figure, const VariantsReport& report, const FigurePlan& plan,
                     const std::vector<const VariantResult*>& shown) {
  if (plan.x.empty()) return;  // all dimensions stand above the points
  for (const std::string& name : dimension_names(report)) {
    if (std::find(plan.x.begin(), plan.x.end(), name) != plan.x.end()) continue;
    std::set<long long> values;
    for (const VariantResult* r : shown)
      if (const auto value = integer_of(*r, name)) values.insert(*value);
    if (values.size() > 1)
      figure.remarks.push_back(
          fmt::format("{} is not the same everywhere: {}.", name, fmt::join(values, ", ")));
  }
}

void order_as_they_end(std::vector<Series>& series) {
  for (Series& one : series) {
    std::sort(one.points.begin(), one.points.end(),
              [](const Point& a, const Point& b) { return a.x < b.x; });
  }
  std::stable_sort(series.begin(), series.end(), [](const Series& a, const Series& b) {
    return a.points.back().y > b.points.back().y;
  });
}

std::vector<double> all_of(const std::vector<Series>& series, double Point::*which) {
  std::vector<double> values;
  for (const Series& one : series)
    for (const Point& point : one.points) values.push_back(point.*which);
  return values;
}

/// A curve through one size says nothing: then the variants stand beside each other.
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

void set_y_axis(Figure& figure, const PlottedQuantity& quantity, bool log) {
  figure.y.label = quantity.unit.empty() && quantity.label.rfind("Speedup", 0) != 0
                       ? "Rate (" + quantity.label + ")"
                       : quantity.label;
  figure.y.log = log;
  if (log) figure.y.ticks = log_ticks(all_of(figure.series, &Point::y), quantity.unit);
}

std::optional<Figure> over_sizes(const VariantsReport& report, const FigurePlan& plan,
                                 const Drawn& drawn, std::string& why_not) {
  Figure figure;
  figure.name = plan.name;
  figure.title = plan.title;
  const PlottedQuantity quantity = quantity_of(report, plan);
  const auto belongs = [&](const Variant& variant, const VariantResult& r) {
    return r.variant == variant.name && is_drawn(r, drawn) && is_plain(report, variant, r, drawn) &&
           holds(report, plan.where, r, drawn);
  };
  bool uneven = false, smaller = false;
  std::map<double, double> largest;  // call over each x
  for (const Variant& variant : report.variants.all) {
    for (const VariantResult& r : report.results) {
      if (!belongs(variant, r)) continue;
      if (const auto x = x_of(report, plan, r))
        largest[*x] = std::max(largest[*x], extent_of(report, r));
      else
        uneven = true;
    }
  }
  std::vector<const VariantResult*> shown;
  for (const Variant& variant : report.variants.all) {
    Series series = series_for(report, variant);
    for (const VariantResult& r : report.results) {
      if (!belongs(variant, r)) continue;
      const auto x = x_of(report, plan, r);
      const auto point = x && is_right(r) ? point_of(quantity, r, *x) : std::nullopt;
      if (!point) continue;
      if (extent_of(report, r) < largest[*x]) {
        smaller = true;
        continue;
      }
      // Where a call was measured twice, the later one counts.
      const auto before = std::find_if(series.points.begin(), series.points.end(),
                                       [&](const Point& other) { return other.x == *x; });
      if (before == series.points.end())
        series.points.push_back(*point);
      else
        *before = *point;
      shown.push_back(&r);
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
  const auto xs = all_of(figure.series, &Point::x);
  if (std::set<double>(xs.begin(), xs.end()).size() == 1) {
    as_bars(figure, size_text(report, shown.front()->sizes, {}));
    set_y_axis(figure, quantity, false);
  } else {
    figure.x.log = plan.log_x;
    figure.x.label = plan.x.empty() ? "Memory footprint of the arrays" : joined(plan.x, " = ");
    figure.x.ticks = plan.x.empty() && plan.log_x ? log_ticks(xs, "B") : ticks_at(xs, plan.log_x);
    if (plan.x.empty()) add_sizes_at_top(figure, report, shown);
    set_y_axis(figure, quantity, plan.log_y);
  }
  if (uneven)
    figure.remarks.push_back(fmt::format("Only sizes with {} are drawn.", joined(plan.x, " = ")));
  if (smaller)
    figure.remarks.push_back(fmt::format("Of calls with the same {} the largest are drawn.",
                                         plan.x.empty() ? "footprint" : joined(plan.x, " = ")));
  say_what_varies(figure, report, plan, shown);
  add_remarks(figure, report, drawn, shown, plan.where);
  return figure;
}

/// Sizes without what is swept: results of one sweep share them.
Sizes without(const VariantResult& r, const FigurePlan& plan) {
  Sizes rest = r.sizes;
  for (const auto& swept : plan.sweep) rest.erase(swept.name);
  return rest;
}

bool has_swept(const VariantResult& r, const FigurePlan& plan) {
  return std::all_of(plan.sweep.begin(), plan.sweep.end(),
                     [&](const auto& swept) { return r.arguments.count(swept.name) > 0; });
}

/// The size at which most values were compared.
std::optional<Sizes> size_of_sweep(const VariantsReport& report, const FigurePlan& plan,
                                   const Drawn& drawn) {
  std::map<Sizes, int> counts;
  for (const VariantResult& r : report.results)
    if (is_drawn(r, drawn) && has_swept(r, plan)) ++counts[without(r, plan)];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  // A variant's own default alone is no sweep.
  if (most == counts.end() || most->second < 2) return std::nullopt;
  return most->first;
}

std::optional<Figure> of_sweep(const VariantsReport& report, const FigurePlan& plan,
                               const Drawn& drawn, std::string& why_not) {
  const auto size = size_of_sweep(report, plan, drawn);
  if (!size) {
    why_not = "its values were not compared";
    return std::nullopt;
  }
  Figure figure;
  figure.name = plan.name;
  figure.title = plan.title + " (" + size_text(report, *size, {}) + ")";
  const PlottedQuantity quantity = quantity_of(report, plan);
  const bool two = plan.sweep.size() == 2;
  const auto outer = values_of(plan.sweep.front(), drawn);
  const auto inner = two ? values_of(plan.sweep.back(), drawn) : std::vector<long long>{0};
  for (const long long a : outer)
    for (const long long b : inner)
      figure.categories.push_back(two ? fmt::format("{}×{}", a, b) : std::to_string(a));
  std::vector<const VariantResult*> shown;
  for (const Variant& variant : report.variants.all) {
    Series series = series_for(report, variant);
    std::vector<Point> over_values;
    for (std::size_t i = 0; i < figure.categories.size(); ++i) {
      const long long a = outer[i / inner.size()], b = inner[i % inner.size()];
      for (const VariantResult& r : report.results) {
        if (r.variant != variant.name || !is_drawn(r, drawn) || !is_right(r) ||
            without(r, plan) != *size || integer_of(r, plan.sweep.front().name) != a ||
            (two && integer_of(r, plan.sweep.back().name) != b))
          continue;
        auto point = point_of(quantity, r, static_cast<double>(i));
        if (!point) continue;
        series.points.push_back(*point);
        point->x = static_cast<double>(a);
        over_values.push_back(*point);
        shown.push_back(&r);
        break;
      }
    }
    if (series.points.size() < 2) continue;
    if (!plan.bars.value_or(two)) series.points = over_values;
    figure.series.push_back(std::move(series));
  }
  if (figure.series.empty()) {
    why_not = "fewer than two of its values gave right results";
    return std::nullopt;
  }
  if (plan.bars.value_or(two || figure.series.size() == 1)) {
    if (!plan.bars.value_or(two)) {  // one variant: its values side by side
      for (std::size_t i = 0; i < figure.series[0].points.size(); ++i) {
        const auto& value = figure.series[0].points[i].x;
        const auto at = std::find(outer.begin(), outer.end(), static_cast<long long>(value));
        figure.series[0].points[i].x = static_cast<double>(at - outer.begin());
      }
    }
    figure.kind = Figure::Kind::bars;
    figure.x.log = false;
    set_y_axis(figure, quantity, false);
  } else {
    figure.categories.clear();
    order_as_they_end(figure.series);
    const auto xs = all_of(figure.series, &Point::x);
    figure.x.log = plan.log_x;
    figure.x.ticks = ticks_at(xs, plan.log_x);
    set_y_axis(figure, quantity, plan.log_y);
  }
  std::vector<std::string> names;
  for (const auto& swept : plan.sweep) names.push_back(swept.name);
  figure.x.label = joined(names, " × ");
  add_remarks(figure, report, drawn, shown, {});
  return figure;
}

}  // namespace

std::vector<long long> values_of(const FigurePlan::Swept& swept, const Drawn& drawn) {
  const auto own = drawn.swept.find(swept.name);
  return own == drawn.swept.end() ? swept.values : own->second;
}

Figures figures_of(const VariantsReport& report, const Drawn& drawn) {
  Figures all;
  const auto add = [&](std::optional<Figure> figure, const std::string& name,
                       const std::string& why_not) {
    if (figure)
      all.figures.push_back(std::move(*figure));
    else
      all.remarks.push_back(fmt::format("No figure {}: {}.", name, why_not));
  };
  for (const FigurePlan& plan : report.variants.figures) {
    // A sweep of what none of these variants takes is nobody's loss.
    const bool known =
        std::any_of(report.results.begin(), report.results.end(), [&](const VariantResult& r) {
          return std::all_of(plan.sweep.begin(), plan.sweep.end(), [&](const auto& swept) {
            return integer_of(r, swept.name).has_value();
          });
        });
    if (!known && !report.results.empty()) continue;
    std::string why_not;
    add(plan.sweep.empty() ? over_sizes(report, plan, drawn, why_not)
                           : of_sweep(report, plan, drawn, why_not),
        plan.name, why_not);
  }
  std::string why_not;
  add(roofline_of(report, drawn, why_not), "roofline", why_not);
  return all;
}

}  // namespace warpgrade
