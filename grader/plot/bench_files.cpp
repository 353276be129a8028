#include "plot/bench_files.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "base/atomic_file.h"
#include "base/regex.h"
#include "plot/bench_page.h"
#include "plot/csv.h"
#include "plot/script.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::string escaped(const std::string& text) {
  std::string xml;
  for (const char c : text)
    xml += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return xml;
}

void replace_all(std::string& text, const std::string& one, const std::string& other) {
  for (auto at = text.find(one); at != text.npos; at = text.find(one, at + other.size()))
    text.replace(at, one.size(), other);
}

/// A page that embeds the SVG may not have that font, and screen readers read its title; the names
/// of its parts mean nothing.
void fit_for_pages(const fs::path& svg, const std::string& title) {
  std::ostringstream text;
  text << std::ifstream(svg).rdbuf();
  std::string all = text.str();
  replace_all(all, "font-family=\"DejaVu Sans\"",
              "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\"");
  replace_all(all, "<title>Gnuplot</title>", "<title>" + escaped(title) + "</title>");
  all = regex_replace(all, std::regex("<title>gnuplot_plot_[0-9]+</title>"), "");
  write_file_atomically(svg, all);
}

}  // namespace

BenchFiles write_bench_files(const VariantsReport& report, const DrawnResults& drawn,
                             const Figures& figures, const Gnuplot& gnuplot, const fs::path& folder,
                             const std::vector<std::string>& remarks) {
  BenchFiles files;
  write_file_atomically(folder / (report.lab + ".csv"), variants_csv(report));
  for (const Figure& figure : figures.figures) {
    write_file_atomically(folder / (figure.name + ".gp"), gnuplot_script(figure));
    if (!gnuplot.is_installed()) continue;
    const std::string trouble = gnuplot.run(folder, figure.name + ".gp");
    if (!trouble.empty()) {
      files.remarks.push_back(
          fmt::format("gnuplot could not draw {}: {}", figure.name, trouble.substr(0, 300)));
      continue;
    }
    fit_for_pages(folder / (figure.name + ".svg"), figure.title);
    files.figures.push_back(figure.name);
  }
  if (!gnuplot.is_installed() && !figures.figures.empty()) {
    files.remarks.push_back(
        "No figures were drawn: gnuplot is not there. `tools/deps.sh bench` installs it, or ask an "
        "administrator for gnuplot-nox; the same command then draws them from what was measured.");
  }
  std::vector<std::string> all = remarks;
  all.insert(all.end(), files.remarks.begin(), files.remarks.end());
  write_file_atomically(folder / "report.md",
                        bench_page(report, drawn, figures, files.figures, all));
  return files;
}

}  // namespace warpgrade
