// Writes a bench's output except JSON: CSV, figures, report.md.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plot/gnuplot.h"
#include "plot/make_figures.h"

namespace warpgrade {

struct BenchFiles {
  std::vector<std::string> figures;  // names of the drawn figures
  std::vector<std::string> remarks;  // what could not be drawn, and the remedy
};

/// Writes into the existing `folder`. Without gnuplot, only the figures are missing.
BenchFiles write_bench_files(const VariantsReport& report, const DrawnResults& drawn,
                             const Figures& figures, const Gnuplot& gnuplot,
                             const std::filesystem::path& folder,
                             const std::vector<std::string>& remarks);

}  // namespace warpgrade
