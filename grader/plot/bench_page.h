// Writes report.md: figures and tables, with the machine's name.
#pragma once

#include <string>
#include <vector>

#include "plot/make_figures.h"

namespace warpgrade {

/// `drawn_names`: the figures that have a NAME.svg next to the page.
std::string bench_page(const VariantsReport& report, const DrawnResults& drawn,
                       const Figures& figures, const std::vector<std::string>& drawn_names,
                       const std::vector<std::string>& remarks);

}  // namespace warpgrade
