// From results to figures: what labs/<lab>/bench.json asks for, and the roofline.
#pragma once

#include <string>
#include <vector>

#include "plot/figure.h"
#include "report/variants_table.h"

namespace warpgrade {

/// Which of the results are drawn.
struct Drawn {
  Real real = Real::f32;
  std::string backend = "cuda";  // or "cpu": the engine; variants for the host always
  Sizes set;                     // integers that stood in place of their defaults
  /// Values in place of those of bench.json, by parameter.
  std::map<std::string, std::vector<long long>> swept;
};

struct Figures {
  std::vector<Figure> figures;
  std::vector<std::string> remarks;  // figures that there are none of, and why
};

/// The precision and backend that most right results have: of results that were read.
Drawn most_of(const VariantsReport& report);

/// The values that a sweep compares.
std::vector<long long> values_of(const FigurePlan::Swept& swept, const Drawn& drawn);

/// An integer of the call that gave the result, whether it was a size or an argument.
std::optional<long long> integer_of(const VariantResult& result, const std::string& name);

/// No result is shown that is not right; those that were not compared with the right answer are
/// marked.
Figures figures_of(const VariantsReport& report, const Drawn& drawn);

}  // namespace warpgrade
