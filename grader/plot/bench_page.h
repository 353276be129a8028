// report.md: figures and tables in order, with the machine named.
#pragma once

#include <string>
#include <vector>

#include "plot/figures.h"

namespace warpgrade {

/// `drawn_names`: the figures of which there is a NAME.svg beside the page.
std::string bench_page(const VariantsReport& report, const Drawn& drawn, const Figures& figures,
                       const std::vector<std::string>& drawn_names,
                       const std::vector<std::string>& remarks);

}  // namespace warpgrade
