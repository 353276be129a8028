#include "plot/quantity.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.h"

namespace warpgrade {
namespace {

std::string baseline_name(const VariantsReport& report, const std::string& which) {
  for (const Variant& variant : report.variants.all)
    if (variant.baseline == which) return variant.name;
  return "the CPU";
}

}  // namespace

PlottedQuantity make_quantity(const VariantsReport& report, const FigurePlan& plan) {
  using Y = FigurePlan::Y;
  PlottedQuantity q;
  if (plan.rate) {
    q.label = plan.rate->unit;
    q.value = [&report, rate = *plan.rate](const VariantResult& r,
                                           double seconds) -> std::optional<double> {
      const auto numbers = collect_numbers(report, r);
      const auto product = [&](const std::vector<std::string>& names) {
        Sum sum(1);
        for (const std::string& name : names) sum[0].emplace_back(name);
        return evaluate(sum, numbers);
      };
      const double value = product(rate.of) / (product(rate.per) * rate.scale * seconds);
      return value > 0 ? std::optional(value) : std::nullopt;
    };
  } else if (plan.y == Y::rate) {
    q.label = report.variants.rate.unit;
    q.value = [](const VariantResult& r, double seconds) -> std::optional<double> {
      if (!(r.rate > 0)) return std::nullopt;
      return r.rate * r.seconds / seconds;
    };
  } else if (plan.y == Y::speedup) {
    q.label = "Speedup over " + baseline_name(report, "cpu");
    q.value = [&report](const VariantResult& r, double seconds) -> std::optional<double> {
      const VariantResult* cpu = find_baseline(report, r, "cpu");
      if (cpu == nullptr) return std::nullopt;
      return cpu->seconds / seconds;
    };
  } else {
    const bool total = plan.y == Y::total;
    q.label = total ? "Time of a call, with transfers" : "Time of a call";
    q.unit = "s";
    q.of_time = true;
    q.value = [total](const VariantResult& r, double seconds) -> std::optional<double> {
      return seconds + (total && r.backend != "host" ? r.transfers : 0);
    };
  }
  return q;
}

std::optional<Point> make_point(const PlottedQuantity& quantity, const VariantResult& r, double x) {
  if (!(r.seconds > 0)) return std::nullopt;
  const auto value = quantity.value(r, r.seconds);
  if (!value) return std::nullopt;
  Point point{x, *value, *value, *value, r.verified};
  if (r.times.calls > 2) {
    point.low = quantity.value(r, r.times.first_quartile).value_or(*value);
    point.high = quantity.value(r, r.times.third_quartile).value_or(*value);
    if (point.low > point.high) std::swap(point.low, point.high);
  }
  return point;
}

}  // namespace warpgrade
