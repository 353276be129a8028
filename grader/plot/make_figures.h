// Makes figures from results, as labs/<lab>/bench.json requests, and the roofline.
#pragma once

#include <string>
#include <vector>

#include "plot/figure.h"
#include "report/variants_table.h"

namespace warpgrade {

/// Which results to draw.
struct DrawnResults {
  Real real = Real::f32;
  std::string backend = "cuda";  // or "cpu": the engine; host variants are always drawn
  Sizes set;                     // integers with other values than their defaults
  /// Values instead of those in bench.json, by parameter.
  std::map<std::string, std::vector<long long>> swept;
};

struct Figures {
  std::vector<Figure> figures;
  std::vector<std::string> remarks;  // missing figures, and why
};

/// The precision and backend of most correct results, for results read from a file.
DrawnResults choose_most_complete(const VariantsReport& report);

/// The values that a sweep compares.
std::vector<long long> swept_values(const FigurePlan::Swept& swept, const DrawnResults& drawn);

/// An integer of the result's call, either a size or an argument.
std::optional<long long> find_integer(const VariantResult& result, const std::string& name);

/// Only correct results are shown; unverified ones are marked.
Figures make_figures(const VariantsReport& report, const DrawnResults& drawn);

}  // namespace warpgrade
