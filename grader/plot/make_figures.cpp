#include "plot/make_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "plot/over_sizes.h"
#include "plot/roofline.h"
#include "plot/sweep.h"

namespace warpgrade {
std::vector<long long> swept_values(const FigurePlan::Swept& swept, const DrawnResults& drawn) {
  const auto own = drawn.swept.find(swept.name);
  return own == drawn.swept.end() ? swept.values : own->second;
}

Figures make_figures(const VariantsReport& report, const DrawnResults& drawn) {
  Figures all;
  const auto add = [&](std::optional<Figure> figure, const std::string& name,
                       const std::string& why_not) {
    if (figure)
      all.figures.push_back(std::move(*figure));
    else
      all.remarks.push_back(fmt::format("No figure {}: {}.", name, why_not));
  };
  for (const FigurePlan& plan : report.variants.figures) {
    // A sweep of an argument that none of these variants has is skipped.
    const bool known =
        std::any_of(report.results.begin(), report.results.end(), [&](const VariantResult& r) {
          return std::all_of(plan.sweep.begin(), plan.sweep.end(), [&](const auto& swept) {
            return find_integer(r, swept.name).has_value();
          });
        });
    if (!known && !report.results.empty()) continue;
    std::string why_not;
    add(plan.sweep.empty() ? over_sizes(report, plan, drawn, why_not)
                           : of_sweep(report, plan, drawn, why_not),
        plan.name, why_not);
  }
  std::string why_not;
  add(make_roofline(report, drawn, why_not), "roofline", why_not);
  return all;
}

}  // namespace warpgrade
