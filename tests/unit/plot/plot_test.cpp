// From results to figures, scripts and CSV.
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

#include "base/fault.h"
#include "plot/axes.h"
#include "plot/bars.h"
#include "plot/bench_files.h"
#include "plot/csv.h"
#include "plot/make_figures.h"
#include "plot/quantity.h"
#include "plot/script.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

Variant variant(const std::string& name, const std::string& file, const std::string& baseline) {
  Variant v;
  v.name = name;
  v.as = "scale";
  v.file = file;
  v.baseline = baseline;
  v.rate = {"GFLOP/s", {"flops"}, 1e9, {}};
  return v;
}

/// A lab that is nobody's: a curve over n, and a sweep over tile.
VariantsReport made_up() {
  VariantsReport report;
  report.lab = "made-up";
  report.title = "A lab that is made up";
  report.environment = {{"gpu", "a GPU"}, {"cpu", "a CPU"}, {"cores", "2"}};
  report.date = "2026-11-22";
  report.ceilings = Ceilings{1e12, 1e13, 5e12};
  VariantSet& variants = report.variants;
  variants.dimensions = {{{"n"}}};
  variants.rate = {"GFLOP/s", {"flops"}, 1e9, {}};
  variants.footprint = {{std::string("n"), std::string("n"), std::string("real")},
                        {2.0, std::string("n"), std::string("real")}};
  variants.all = {variant("cpu_loop", "a.cpp", "cpu"), variant("plain", "b.cu", ""),
                  variant("tiled", "c.cu", "")};
  variants.all[2].arguments = {{"tile", 8}};
  FigurePlan rate{"rate", "Rate^2 of {all}", {}, {}, {}, {}, FigurePlan::Y::rate, {}, true, true,
                  {}};
  FigurePlan speedup = rate;
  speedup.name = "speedup";
  speedup.y = FigurePlan::Y::speedup;
  speedup.x = {"n"};
  FigurePlan tiles = rate;
  tiles.name = "tiles";
  tiles.sweep = {{"tile", {8, 16, 32}}};
  variants.figures = {rate, speedup, tiles};
  const auto add = [&](const std::string& name, long long n, double seconds, Sizes arguments) {
    VariantResult r;
    r.variant = name;
    r.backend = name == "cpu_loop" ? "host" : "cuda";
    r.sizes = {{"n", n}};
    r.arguments = std::move(arguments);
    r.verified = n < 1000;
    r.seconds = seconds;
    r.times = summarized({seconds, 0.9 * seconds, 1.2 * seconds});
    const auto m = static_cast<double>(n);
    r.work = {2 * m * m * m, 4 * m * m};
    r.rate = r.work.flops / 1e9 / seconds;
    r.unit = "GFLOP/s";
    report.results.push_back(r);
  };
  for (const long long n : {10, 100, 1000}) {
    const double cube = static_cast<double>(n * n * n);
    add("cpu_loop", n, 1e-9 * cube, {});
    add("plain", n, 1e-10 * cube, {});
    add("tiled", n, 2e-11 * cube, {{"tile", 8}});
  }
  add("tiled", 100, 1e-5, {{"tile", 16}});
  add("tiled", 100, 1.0 / 3, {{"tile", 32}});
  return report;
}

const Series& named(const Figure& figure, std::string_view name) {
  for (const Series& series : figure.series)
    if (series.name == name) return series;
  throw GraderError("no series " + std::string(name));
}

std::string read_text(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("a figure's curves are the results, in the order of the legend") {
  const VariantsReport report = made_up();
  const Figures all = make_figures(report, choose_most_complete(report));
  REQUIRE(all.figures.size() == 4);
  const Figure& rate = all.figures[0];
  REQUIRE(rate.series.size() == 3);
  CHECK(rate.series[0].name == "tiled");
  CHECK(rate.series[2].name == "cpu_loop");
  const Series& tiled = named(rate, "tiled");
  REQUIRE(tiled.points.size() == 3);  // tiles of 16 and 32 are no part of the curve
  CHECK(tiled.points[0].x == (10 * 10 + 2 * 10) * 4);
  CHECK(tiled.points[0].y == Approx(100));
  CHECK(tiled.points[0].verified);
  CHECK_FALSE(tiled.points[2].verified);
  CHECK(tiled.points[0].low < tiled.points[0].y);
  CHECK(named(all.figures[1], "plain").points[1].y == Approx(10));
  CHECK(rate.top.back().label == "1000");
  CHECK_THAT(rate.small_print, Contains("a GPU"));
  CHECK_THAT(rate.small_print, Contains("2026-11-22"));
}

TEST_CASE("wrong results are left out of figures and reported") {
  VariantsReport report = made_up();
  report.results[1].verdict = Verdict::wrong;  // plain at n = 10
  const Figures all = make_figures(report, choose_most_complete(report));
  CHECK(named(all.figures[0], "plain").points.size() == 2);
  std::string said;
  for (const std::string& remark : all.figures[0].remarks) said += remark + "\n";
  CHECK_THAT(said, Contains("plain: wrong"));
  CHECK_THAT(said, Contains("Hollow"));
}

TEST_CASE("a sweep includes all values and the default") {
  const VariantsReport report = made_up();
  DrawnResults drawn = choose_most_complete(report);
  const Figure tiles = make_figures(report, drawn).figures[2];
  CHECK(tiles.kind == Figure::Kind::bars);
  CHECK(tiles.categories == std::vector<std::string>{"8", "16", "32"});
  REQUIRE(tiles.series.size() == 1);
  CHECK(tiles.series[0].points.size() == 3);
  CHECK_THAT(tiles.title, Contains("n = 100"));
  drawn.swept["tile"] = {16, 32};
  CHECK(make_figures(report, drawn).figures[2].series[0].points.size() == 2);
}

TEST_CASE("the roofline has one point per variant, in percent of the roof") {
  VariantsReport report = made_up();
  const Figure roofline = make_figures(report, choose_most_complete(report)).figures[3];
  REQUIRE(roofline.series.size() == 2);
  // 500 operations a byte: the roof is 10 TFLOP/s, and tiled does 0.1.
  CHECK(roofline.series[0].name == "tiled: 1 %");
  CHECK(roofline.series[0].points[0].x == Approx(500));
  report.ceilings.reset();
  const Figures without = make_figures(report, choose_most_complete(report));
  CHECK(without.figures.size() == 3);
  CHECK_THAT(without.remarks.back(), Contains("No figure roofline"));
}

TEST_CASE("times of the engine are labeled") {
  VariantsReport report = made_up();
  for (VariantResult& r : report.results)
    if (r.backend == "cuda") r.backend = "cpu";
  const Figures all = make_figures(report, choose_most_complete(report));
  CHECK(all.figures[0].warning == "CPU engine: not a GPU's time");
  CHECK_THAT(gnuplot_script(all.figures[0]), Contains("CPU engine: not a GPU's time"));
}

TEST_CASE("names and titles are text to gnuplot, not markup or commands") {
  CHECK(gnuplot_quoted("a_b") == "\"a\\\\_b\"");
  CHECK(gnuplot_quoted("say \"x\"\n`date`") == "\"say \\\"x\\\" `date`\"");
  CHECK(gnuplot_quoted("2^{20}", true) == "\"2^{20}\"");
  const VariantsReport report = made_up();
  const std::string script =
      gnuplot_script(make_figures(report, choose_most_complete(report)).figures[0]);
  CHECK_THAT(script, Contains("\"Rate\\\\^2 of \\\\{all\\\\}\""));
  CHECK_THAT(script, Contains("set output 'rate.svg'"));
  CHECK_THAT(script, Contains("title \"cpu\\\\_loop\""));
  CHECK_THAT(script, Contains("set logscale x2"));
}

TEST_CASE("a missing size interrupts a variant's line") {
  VariantsReport report = made_up();
  const auto script = [&] {
    return gnuplot_script(make_figures(report, choose_most_complete(report)).figures[0]);
  };
  CHECK(script().find(" 1\n\n") == std::string::npos);
  report.results.erase(report.results.begin() + 4);  // plain at n = 100
  CHECK(script().find(" 1\n\n") != std::string::npos);
}

TEST_CASE("a long legend has smaller type, not two columns") {
  Figure figure = make_figures(made_up(), choose_most_complete(made_up())).figures[0];
  CHECK_THAT(gnuplot_script(figure), Contains("spacing 1.25 font ',13'"));
  const Series one = figure.series.front();
  figure.series.assign(14, one);
  CHECK_THAT(gnuplot_script(figure), !Contains("spacing 1.25 font ',13'"));
}

TEST_CASE("CSV reads back as what was written") {
  VariantsReport report = made_up();
  report.results[0].detail = "two lines,\nand a \"quote\"";
  const auto rows = read_csv(variants_csv(report));
  REQUIRE(rows.size() == report.results.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const VariantResult& r = report.results[i];
    CHECK(rows[i].at("variant") == r.variant);
    CHECK(rows[i].at("n") == std::to_string(r.sizes.at("n")));
    CHECK(std::stod(rows[i].at("seconds")) == r.seconds);
    CHECK(std::stod(rows[i].at("rate")) == r.rate);
    CHECK(rows[i].at("verified") == (r.verified ? "yes" : "no"));
    CHECK(rows[i].at("detail") == r.detail);
    CHECK(rows[i].at("samples") == "3");
  }
  CHECK(rows[0].at("tile").empty());
  CHECK(rows[2].at("tile") == "8");
  CHECK(std::stod(rows[1].at("speedup_over_cpu")) == Approx(10));
}

TEST_CASE("axis labels do not overlap, and the largest is kept") {
  const auto labelled = [](const std::vector<Tick>& ticks) {
    std::string all;
    for (const Tick& tick : ticks)
      if (!tick.label.empty()) all += tick.label + " ";
    return all;
  };
  CHECK(labelled(ticks_at({1000, 1024, 5000, 9000}, true)) == "1000 5000 9000 ");
  CHECK(labelled(ticks_at({1000, 5000, 8900, 9000}, true)) == "1000 5000 9000 ");
  CHECK(labelled(log_ticks({2, 300}, "")).find("100 ") != std::string::npos);
  CHECK(count_label(1 << 20) == "2^{20}");
  CHECK(count_label(5e7) == "50M");
  CHECK(with_prefix(1.25e-5) == "12.5 µ");
  const CallTimes times = summarized({4, 1, 3, 2, 5});
  CHECK(times.calls == 5);
  CHECK(times.first_quartile == 2);
  CHECK(times.third_quartile == 4);
  CHECK(times.least == 1);
  CHECK(times.most == 5);
  CHECK(summarized({}).calls == 0);
}

TEST_CASE("bars in a terminal are proportional to their values, also in ASCII") {
  const VariantsReport report = made_up();
  const Figure figure = make_figures(report, choose_most_complete(report)).figures[1];
  Style style;
  style.unicode = false;
  const std::string text = render_bars(figure, style);
  const auto bar = [&](const std::string& name) {
    const auto line = text.substr(text.find("  " + name),
                                  text.find('\n', text.find("  " + name)) - text.find("  " + name));
    return std::count(line.begin(), line.end(), '#');
  };
  CHECK(bar("tiled") > 4 * bar("plain"));
  CHECK(bar("plain") > 5);
  CHECK(text.find_first_not_of("\n ~") != std::string::npos);
  CHECK(std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; }));
  style.unicode = true;
  CHECK_THAT(render_bars(figure, style), Contains("█"));
}

TEST_CASE("all files of a bench are written, with well-formed SVG if gnuplot exists") {
  const fs::path folder = "/tmp/plot_test_" + std::to_string(getpid());
  fs::create_directories(folder);
  const VariantsReport report = made_up();
  const DrawnResults drawn = choose_most_complete(report);
  const Gnuplot gnuplot(".");
  const BenchFiles files =
      write_bench_files(report, drawn, make_figures(report, drawn), gnuplot, folder, {"A remark."});
  const std::string page = read_text(folder / "report.md");
  CHECK_THAT(page, Contains("- GPU: a GPU"));
  CHECK_THAT(page, Contains("A remark."));
  CHECK_THAT(page, Contains("| plain | ok |"));
  CHECK(read_csv(read_text(folder / "made-up.csv")).size() == report.results.size());
  CHECK(fs::exists(folder / "rate.gp"));
  if (gnuplot.is_installed()) {
    CHECK(files.remarks.empty());
    REQUIRE(files.figures.size() == 4);
    for (const std::string& name : files.figures) {
      CHECK_THAT(page, Contains("(" + name + ".svg)"));
      const std::string svg = read_text(folder / (name + ".svg"));
      CHECK_THAT(svg, Contains("<svg"));
      CHECK_THAT(svg, Contains("</svg>"));
      CHECK(read_text(folder / (name + ".png")).rfind("\x89PNG", 0) == 0);
    }
    CHECK_THAT(read_text(folder / "rate.svg"), Contains("cpu_loop"));
    std::ofstream(folder / "bad.gp") << "no such command\n";
    CHECK_THAT(gnuplot.run(folder, "bad.gp"), Contains("no such command"));
  } else {
    CHECK_THAT(files.remarks.at(0), Contains("gnuplot is not there"));
    CHECK(files.figures.empty());
  }
  fs::remove_all(folder);
}
