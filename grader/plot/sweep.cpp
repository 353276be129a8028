#include "plot/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "plot/axes.h"
#include "plot/collect.h"
#include "plot/curves.h"

namespace warpgrade {
namespace {

/// The compared values: of one argument, or all pairs of two.
class Values {
 public:
  Values(const FigurePlan& plan, const DrawnResults& drawn)
      : plan_(plan), two_(plan.sweep.size() == 2), outer_(swept_values(plan.sweep.front(), drawn)) {
    if (two_) inner_ = swept_values(plan.sweep.back(), drawn);
  }

  bool two() const { return two_; }
  std::size_t size() const { return outer_.size() * inner_.size(); }
  long long outer(std::size_t i) const { return outer_[i / inner_.size()]; }
  std::string name(std::size_t i) const {
    return two_ ? fmt::format("{}×{}", outer(i), inner(i)) : std::to_string(outer(i));
  }
  bool matches_position(const VariantResult& r, std::size_t i) const {
    return find_integer(r, plan_.sweep.front().name) == outer(i) &&
           (!two_ || find_integer(r, plan_.sweep.back().name) == inner(i));
  }

 private:
  long long inner(std::size_t i) const { return inner_[i % inner_.size()]; }

  const FigurePlan& plan_;
  bool two_;
  std::vector<long long> outer_, inner_{0};
};

/// Sizes without the swept arguments, which results of one sweep share.
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
                                   const DrawnResults& drawn) {
  std::map<Sizes, int> counts;
  for (const VariantResult& r : report.results)
    if (is_drawn(r, drawn) && has_swept(r, plan)) ++counts[without(r, plan)];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  // One value alone, such as a default, is not a sweep.
  if (most == counts.end() || most->second < 2) return std::nullopt;
  return most->first;
}

/// Adds the variant's points by index of their values; of results with equal values the first one
/// counts.
void add_points(Series& series, const VariantsReport& report, const Variant& variant,
                const FigurePlan& plan, const DrawnResults& drawn, const Sizes& size,
                const Values& values, const PlottedQuantity& quantity,
                std::vector<const VariantResult*>& shown) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const VariantResult& r : report.results) {
      if (r.variant != variant.name || !is_drawn(r, drawn) || !is_right(r) ||
          without(r, plan) != size || !values.matches_position(r, i))
        continue;
      const auto point = make_point(quantity, r, static_cast<double>(i));
      if (!point) continue;
      series.points.push_back(*point);
      shown.push_back(&r);
      break;
    }
  }
}

}  // namespace

std::optional<Figure> of_sweep(const VariantsReport& report, const FigurePlan& plan,
                               const DrawnResults& drawn, std::string& why_not) {
  const auto size = size_of_sweep(report, plan, drawn);
  if (!size) {
    why_not = "its values were not compared";
    return std::nullopt;
  }
  Figure figure;
  figure.name = plan.name;
  figure.title = plan.title + " (" + size_text(report, *size, {}) + ")";
  const PlottedQuantity quantity = make_quantity(report, plan);
  const Values values(plan, drawn);
  std::vector<const VariantResult*> shown;
  for (const Variant& variant : report.variants.all) {
    Series series = series_for(report, variant);
    add_points(series, report, variant, plan, drawn, *size, values, quantity, shown);
    if (series.points.size() >= 2) figure.series.push_back(std::move(series));
  }
  if (figure.series.empty()) {
    why_not = "fewer than two of its values gave right results";
    return std::nullopt;
  }
  // A single variant's values are shown side by side, too.
  if (plan.bars.value_or(values.two() || figure.series.size() == 1)) {
    figure.kind = Figure::Kind::bars;
    for (std::size_t i = 0; i < values.size(); ++i) figure.categories.push_back(values.name(i));
    figure.x.log = false;
    set_y_axis(figure, quantity, false);
  } else {
    for (Series& series : figure.series)
      for (Point& point : series.points)
        point.x = static_cast<double>(values.outer(static_cast<std::size_t>(point.x)));
    order_as_they_end(figure.series);
    figure.x.log = plan.log_x;
    figure.x.ticks = ticks_at(all_values(figure.series, &Point::x), plan.log_x);
    set_y_axis(figure, quantity, plan.log_y);
  }
  std::vector<std::string> names;
  for (const auto& swept : plan.sweep) names.push_back(swept.name);
  figure.x.label = joined(names, " × ");
  add_remarks(figure, report, drawn, shown, {});
  return figure;
}

}  // namespace warpgrade
