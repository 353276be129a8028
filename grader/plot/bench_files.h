// Everything that a bench writes but its JSON: CSV, figures, report.md.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plot/figures.h"
#include "plot/gnuplot.h"

namespace warpgrade {

struct BenchFiles {
  std::vector<std::string> figures;  // names of those that were drawn
  std::vector<std::string> remarks;  // that something could not be drawn, and what to do
};

/// Writes into `folder`, which is there. Without gnuplot there are no figures, but all else.
BenchFiles write_bench_files(const VariantsReport& report, const Drawn& drawn,
                             const Figures& figures, const Gnuplot& gnuplot,
                             const std::filesystem::path& folder,
                             const std::vector<std::string>& remarks);

}  // namespace warpgrade
