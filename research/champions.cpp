// How far this project's own fastest variants come: beside the vendor's library and the readable
// solution, in turns, on this machine's GPU. Prints a table in Markdown.
//
//   champions [LAB...] [--turns N] [--seconds S] [--double | --float] [--size N]... [--cold]
//             [--sweeps]
//
// For each lab: the variants `champion` and `best`, and the one that is the library, at the sizes
// of the lab's curve (labs/LAB/bench.json) and some more, each N times in turns (default 3) for S
// seconds (0.2).
// A lab without a library has `best` in its place. Matrix products are measured from host memory to
// host memory, too (`streamed` beside `host`), against the time in which the connection carries
// their bytes. What is printed are medians of the turns; a variant whose values are wrong ends the
// program.
//
// Error: the most of its error bound that an element needs, in units of what the library needs (or
// `best`), where the reference verifies.
//
// --size N leaves the sizes of which a number is N.
//
// --cold: before each call twice the size of the device's cache is written elsewhere, as before the
// calls of a grade. Without it a call finds in the cache what the one before left there.
//
// --sweeps prints another table, of what a sweep takes without setting up: what a call with many
// sweeps takes longer than one with few. Jacobi's variant that sweeps against a loop of the
// library's products, and Poisson's sweeps on two devices, where there are two, against the same on
// one.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/fault.h"
#include "report/text.h"
#include "report/variant_numbers.h"
#include "report/variants_table.h"
#include "sandbox/sandbox.h"
#include "variants/variants_run.h"

namespace {

using namespace warpgrade;
namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> labs;
  std::vector<Real> reals = {Real::f32, Real::f64};
  int turns = 3;
  double seconds = 0.2;
  std::vector<long long> sizes;  // those wanted; none: all
  bool cold = false;
  bool sweeps = false;

  bool wants(const Sizes& of) const {
    return sizes.empty() || std::any_of(of.begin(), of.end(), [&](const auto& size) {
             return std::find(sizes.begin(), sizes.end(), size.second) != sizes.end();
           });
  }
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

constexpr const char* title_of_all =
    "| lab | size | type | library | best: ratio | of the limit | error | champion | ratio | of "
    "the limit | error |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | "
    "---: |\n";

/// Whom a table row compares.
struct Match {
  std::string lab;             // as it is called in the table
  std::string best, champion;  // variants
  std::vector<Sizes> sizes;
  bool over_the_connection = false;  // from host memory to host memory
};

class Table {
 public:
  Table(const Options& options, const Sandbox& sandbox) : options_(options), sandbox_(sandbox) {}

  void add(const std::string& lab, Real real) {
    VariantsRunner runner(make_request(lab, real), sandbox_);
    introduce(runner);
    Match curve{lab, "best", "champion", runner.variants().gpu_curve};
    for (const auto& [of, sizes] : beyond_curve())
      if (of == lab) curve.sizes.push_back(sizes);
    add(runner, curve);
    if (has(runner, "streamed")) {
      Match match{lab + ", host memory", "host", "streamed", {}, true};
      for (const long long n : {1024, 2048, 4096, 8192, 10000})
        match.sizes.push_back({{"m", n}, {"n", n}, {"k", n}});
      add(runner, match);
    }
  }

  /// What sweeps take without setting up.
  void add_sweeps(const std::string& lab, Real real) {
    const std::vector<long long> systems = {256, 1024, 5120}, rooms = {256, 512};
    const Sweeps all[] = {
        {"jacobi", "n", "iterations", systems, "cublas", "persistent"},
        {"poisson", "N", "max_iterations", rooms, "champion", "two-devices"},
        {"poisson", "N", "iterations", rooms, "naive", "dual"},
    };
    for (const Sweeps& sweeps : all)
      if (sweeps.lab == lab) add_sweeps(sweeps, real);
  }

 private:
  /// What a curve has no room for.
  static std::vector<std::pair<std::string, Sizes>> beyond_curve() {
    return {{"matmul", {{"m", 2001}, {"n", 1999}, {"k", 2003}}},
            {"matmul", {{"m", 8192}, {"n", 8192}, {"k", 8192}}},
            {"cholesky", {{"n", 16384}}}};
  }

  /// Two variants whose sweeps are compared.
  struct Sweeps {
    std::string lab;
    const char *size, *count;  // what the lab calls its size and the number of sweeps
    std::vector<long long> sizes;
    const char *one, *other;
  };

  struct Apart {
    double sweep = 0, setup = 0;  // seconds
  };

  void add_sweeps(const Sweeps& sweeps, Real real) {
    VariantsRunner runner(make_request(sweeps.lab, real), sandbox_);
    if (!introduced_) {
      introduced_ = true;
      fmt::print(
          "{}, {} turns. Microseconds for a sweep, without setting up.\n\n| lab | size | type | "
          "variant | | against | | times as fast | its setting up |\n| --- | ---: | --- | --- | "
          "---: | --- | ---: | ---: | ---: |\n",
          find_text(runner.environment(), "gpu"), options_.turns);
    }
    for (const long long size : sweeps.sizes) {
      if (!options_.wants({{sweeps.size, size}})) continue;
      const auto both = apart(runner, sweeps, size);
      fmt::print("| {} | {} = {} | {} |", sweeps.lab, sweeps.size, size, name(real));
      if (both)
        fmt::print(" {} | {:.1f} | {} | {:.1f} | {:.2f} | {} |\n", sweeps.other,
                   1e6 * both->second.sweep, sweeps.one, 1e6 * both->first.sweep,
                   both->first.sweep / both->second.sweep, time_text(both->second.setup));
      else
        fmt::print(" {} | needs two devices | | | | |\n", sweeps.other);
      std::fflush(stdout);
    }
  }

  VariantsRequest make_request(const std::string& lab, Real real) const {
    VariantsRequest request;
    request.root = fs::current_path();
    request.lab = lab;
    request.backend = Backend::cuda;
    request.real = real;
    request.seconds = options_.seconds;
    request.cold = options_.cold;
    return request;
  }

  static bool has(const VariantsRunner& runner, const std::string& name) {
    const auto& all = runner.variants().all;
    return std::any_of(all.begin(), all.end(), [&](const Variant& v) { return v.name == name; });
  }

  static const Variant& variant(const VariantsRunner& runner, const std::string& name) {
    for (const Variant& v : runner.variants().all)
      if (v.name == name) return v;
    throw GraderError("no variant " + name);
  }

  void introduce(const VariantsRunner& runner) {
    if (introduced_) return;
    introduced_ = true;
    ceilings_ = runner.ceilings();
    fmt::print("{}, {} turns of {} s{}", find_text(runner.environment(), "gpu"), options_.turns,
               options_.seconds, options_.cold ? ", with a cold cache" : "");
    if (ceilings_)
      fmt::print(
          "; limits: {:.0f} GB/s (copy, reads and writes), {:.1f} / {:.1f} TFLOP/s (multiply-adds "
          "in float / double), {:.1f} GB/s from pinned host memory",
          ceilings_->bytes_per_second / 1e9, ceilings_->flops_f32 / 1e12,
          ceilings_->flops_f64 / 1e12, ceilings_->host_bytes_per_second / 1e9);
    fmt::print("\n\n{}", title_of_all);
  }

  static std::string find_text(const std::map<std::string, std::string>& all, const char* key) {
    const auto found = all.find(key);
    return found == all.end() ? std::string(key) + " not known" : found->second;
  }

  VariantResult run(VariantsRunner& runner, const Variant& v, const Sizes& sizes, Verify verify) {
    VariantResult result = runner.run(v, sizes, {}, verify);
    if (result.verdict != Verdict::ok)
      throw GraderError(fmt::format("{} of {} at {}: {}\n{}", v.name, runner.lab().name,
                                    in_words(sizes), name(result.verdict), result.detail));
    return result;
  }

  void add(VariantsRunner& runner, const Match& match) {
    std::vector<Variant> chosen;
    for (const Variant& v : runner.variants().all)
      if ((v.baseline == "library" && !match.over_the_connection) || v.name == match.best ||
          v.name == match.champion)
        chosen.push_back(v);
    std::vector<Sizes> wanted;
    std::copy_if(match.sizes.begin(), match.sizes.end(), std::back_inserter(wanted),
                 [&](const Sizes& sizes) { return options_.wants(sizes); });
    runner.prepare(chosen, wanted);
    for (const Sizes& sizes : wanted) row(runner, match, chosen, sizes);
  }

  void row(VariantsRunner& runner, const Match& match, const std::vector<Variant>& chosen,
           const Sizes& sizes) {
    std::map<std::string, std::vector<double>> times;
    std::map<std::string, VariantResult> first;
    for (int turn = 0; turn < options_.turns; ++turn)
      for (const Variant& v : chosen) {
        VariantResult result =
            run(runner, v, sizes, turn == 0 ? Verify::unless_long : Verify::never);
        const std::string who = v.baseline == "library" ? "library" : v.name;
        times[who].push_back(result.seconds);
        first.emplace(who, std::move(result));
      }
    const std::string rival = times.count("library") > 0 ? "library" : match.best;
    VariantsReport report;
    report.variants = runner.variants();
    const auto cells = [&](const std::string& who) -> std::string {
      const auto found = times.find(who);
      if (found == times.end()) return " | – | – | –";
      const double seconds = median(found->second);
      const VariantResult& r = first.at(who);
      const auto& error = r.share_of_bound;
      const auto& others = first.at(rival).share_of_bound;
      return fmt::format(
          " | {:.2f} | {} | {}", median(times[rival]) / seconds,
          share(match, counted_work(report, r), r.real, seconds),
          error && others && *others > 0 ? fmt::format("{:.2f}", *error / *others) : "–");
    };
    const auto time = [&](const std::string& who) {
      return times.count(who) > 0 ? time_text(median(times[who])) : std::string("–");
    };
    fmt::print("| {} | {} | {} | {}{} | {}{} |\n", match.lab, in_words(first.at(rival).sizes),
               name(runner.real()), rival == "library" ? time("library") : "none",
               cells(match.best), time(match.champion), cells(match.champion));
    std::fflush(stdout);
  }

  std::string share(const Match& match, const Work& work, Real real, double seconds) const {
    if (!ceilings_ || work.bytes <= 0) return "–";
    const double limit = match.over_the_connection ? work.bytes / ceilings_->host_bytes_per_second
                                                   : ceilings_->seconds_for(work, real);
    return fmt::format("{:.0f} %", 100 * limit / seconds);
  }

  /// Of two variants, in turns: what a sweep takes, and what a call takes beside its sweeps.
  /// Nothing where one needs two devices and there is one.
  std::optional<std::pair<Apart, Apart>> apart(VariantsRunner& runner, const Sweeps& of,
                                               long long size) {
    constexpr long long few = 120, many = 720;
    const char* const who[] = {of.one, of.other};
    std::map<long long, std::vector<double>> seconds[2];
    for (const long long sweeps : {few, many})  // the values are made once for each
      for (int turn = 0; turn < options_.turns; ++turn)
        for (const int i : {0, 1}) {
          const VariantResult r = run(runner, variant(runner, who[i]),
                                      {{of.size, size}, {of.count, sweeps}}, Verify::never);
          if (r.devices == 1) return std::nullopt;
          seconds[i][sweeps].push_back(r.seconds);
        }
    const auto result = [&](std::map<long long, std::vector<double>>& times) {
      Apart apart;
      apart.sweep = (median(times[many]) - median(times[few])) / (many - few);
      apart.setup = median(times[few]) - few * apart.sweep;
      return apart;
    };
    return std::pair(result(seconds[0]), result(seconds[1]));
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
    else if (word == "--size" && i + 1 < argc)
      options.sizes.push_back(std::atoll(argv[++i]));
    else if (word == "--cold")
      options.cold = true;
    else if (word == "--sweeps")
      options.sweeps = true;
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
    for (const Real real : options.reals)
      options.sweeps ? table.add_sweeps(lab, real) : table.add(lab, real);
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 3;
}
