// How far this project's own fastest variants come: beside the vendor's library and the readable
// solution, in turns, on this machine's GPU. Prints a table in Markdown.
//
//   champions [LAB...] [--turns N] [--seconds S] [--double | --float]
//
// For each lab: the variants `champion` and `best`, and the one that is the library, at the sizes
// of the lab's curve (labs/LAB/bench.json), each N times in turns (default 3) for S seconds (0.2).
// A lab without a library has `best` in its place. What is printed are medians of the turns; a
// variant whose values are wrong ends the program.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/fault.h"
#include "judge/variants_run.h"
#include "report/text.h"
#include "report/variant_numbers.h"
#include "report/variants_table.h"
#include "sandbox/sandbox.h"

namespace {

using namespace warpgrade;
namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> labs;
  std::vector<Real> reals = {Real::f32, Real::f64};
  int turns = 3;
  double seconds = 0.2;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::string in_words(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

class Table {
 public:
  Table(const Options& options, const Sandbox& sandbox) : options_(options), sandbox_(sandbox) {}

  void add(const std::string& lab, Real real) {
    VariantsRequest request;
    request.root = fs::current_path();
    request.lab = lab;
    request.backend = Backend::cuda;
    request.real = real;
    request.seconds = options_.seconds;
    VariantsRunner runner(request, sandbox_);
    introduce(runner);
    std::vector<Variant> chosen;
    for (const Variant& v : runner.variants().all)
      if (v.baseline == "library" || v.name == "best" || v.name == "champion") chosen.push_back(v);
    runner.prepare(chosen, runner.variants().gpu_curve);
    for (const Sizes& sizes : runner.variants().gpu_curve) row(runner, chosen, sizes);
  }

 private:
  void introduce(const VariantsRunner& runner) {
    if (introduced_) return;
    introduced_ = true;
    ceilings_ = runner.ceilings();
    fmt::print("{}, {} turns of {} s", text_of(runner.environment(), "gpu"), options_.turns,
               options_.seconds);
    if (ceilings_)
      fmt::print(
          "; roofline: {:.0f} GB/s (copy, reads and writes), {:.1f} / {:.1f} TFLOP/s "
          "(multiply-adds "
          "in float / double)",
          ceilings_->bytes_per_second / 1e9, ceilings_->flops_f32 / 1e12,
          ceilings_->flops_f64 / 1e12);
    fmt::print(
        "\n\n| lab | size | type | library | best: ratio | of the roofline | champion | ratio | of "
        "the "
        "roofline |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  }

  static std::string text_of(const std::map<std::string, std::string>& all, const char* key) {
    const auto found = all.find(key);
    return found == all.end() ? std::string(key) + " not known" : found->second;
  }

  void row(VariantsRunner& runner, const std::vector<Variant>& chosen, const Sizes& sizes) {
    std::map<std::string, std::vector<double>> times;
    std::map<std::string, VariantResult> last;
    for (int turn = 0; turn < options_.turns; ++turn)
      for (const Variant& v : chosen) {
        VariantResult result =
            runner.run(v, sizes, {}, turn == 0 ? Verify::unless_long : Verify::never);
        if (result.verdict != Verdict::ok)
          throw GraderError(fmt::format("{} of {} at {}: {}\n{}", v.name, runner.lab().name,
                                        in_words(sizes), name(result.verdict), result.detail));
        const std::string who = v.baseline == "library" ? "library" : v.name;
        times[who].push_back(result.seconds);
        last[who] = std::move(result);
      }
    const std::string rival = times.count("library") > 0 ? "library" : "best";
    VariantsReport report;
    report.variants = runner.variants();
    const auto cells = [&](const std::string& who, bool with_time) {
      const auto found = times.find(who);
      if (found == times.end()) return std::string(with_time ? " | – | – | –" : " | – | –");
      const double seconds = median(found->second);
      const VariantResult& r = last[who];
      const Work work = counted_work(report, r);
      return (with_time ? " | " + time_text(seconds) : std::string()) +
             fmt::format(
                 " | {:.2f} | {}", median(times[rival]) / seconds,
                 ceilings_ && work.bytes > 0
                     ? fmt::format("{:.0f} %", 100 * ceilings_->seconds_for(work, r.real) / seconds)
                     : "–");
    };
    fmt::print("| {} | {} | {} | {}{}{} |\n", runner.lab().name, in_words(last[rival].sizes),
               name(runner.real()), rival == "library" ? time_text(median(times[rival])) : "none",
               cells("best", false), cells("champion", true));
    std::fflush(stdout);
  }

  Options options_;
  const Sandbox& sandbox_;
  std::optional<Ceilings> ceilings_;
  bool introduced_ = false;
};

}  // namespace

int main(int argc, char** argv) try {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--turns" && i + 1 < argc)
      options.turns = std::max(1, std::atoi(argv[++i]));
    else if (word == "--seconds" && i + 1 < argc)
      options.seconds = std::atof(argv[++i]);
    else if (word == "--float")
      options.reals = {Real::f32};
    else if (word == "--double")
      options.reals = {Real::f64};
    else
      options.labs.push_back(word);
  }
  if (options.labs.empty())
    for (const auto& entry : fs::directory_iterator("labs"))
      if (fs::exists(entry.path() / "lab.json"))
        options.labs.push_back(entry.path().filename().string());
  std::sort(options.labs.begin(), options.labs.end());
  const Sandbox sandbox(fs::current_path(), true);
  Table table(options, sandbox);
  for (const std::string& lab : options.labs)
    for (const Real real : options.reals) table.add(lab, real);
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 3;
}
