#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "base/fault.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/output_file.h"
#include "measure/device_lock.h"
#include "report/progress.h"
#include "report/variants_table.h"
#include "variants/variant_jobs.h"
#include "variants/variants_run.h"

namespace warpgrade {
namespace {

const Variant& find_variant(const VariantSet& variants, const std::string& name) {
  for (const Variant& variant : variants.all)
    if (variant.name == name) return variant;
  std::vector<std::string> names;
  for (const Variant& variant : variants.all) names.push_back(variant.name);
  throw UsageError("there is no variant '" + name + "'",
                   choose_from("The variants are", name, names));
}

/// All combinations of the values in `set`; if it is empty, one combination that sets nothing.
std::vector<Sizes> combinations(const std::map<std::string, std::vector<long long>>& set) {
  std::vector<Sizes> all = {{}};
  for (const auto& [name, values] : set) {
    std::vector<Sizes> more;
    for (const Sizes& one : all) {
      for (const long long value : values) {
        more.push_back(one);
        more.back()[name] = value;
      }
    }
    all = std::move(more);
  }
  return all;
}

std::map<std::string, std::vector<long long>> parse_set(const std::vector<std::string>& words) {
  std::map<std::string, std::vector<long long>> set;
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    if (equals == word.npos || equals == 0)
      throw UsageError("--set " + word + " is not NAME=VALUE",
                       "Example: --set tile=16, or --set tile=32,16,8 for three runs.");
    set[word.substr(0, equals)] =
        parse_values("--set " + word.substr(0, equals), word.substr(equals + 1));
  }
  return set;
}

/// The arguments in `set` that the variant has: `--set tile=16` does not apply to a naive variant.
std::map<std::string, std::vector<long long>> arguments_of_variant(
    const Variant& variant, const std::map<std::string, std::vector<long long>>& set,
    const VariantSet& variants) {
  std::map<std::string, std::vector<long long>> known;
  for (const auto& [name, values] : set) {
    if (variant.arguments.count(name) + variant.sweep.count(name) + variants.defaults.count(name) >
        0)
      known[name] = values;
  }
  return known;
}

class Runs {
 public:
  Runs(const RunCommand& command, const Sandbox& sandbox) : command_(command), sandbox_(sandbox) {}

  int run() {
    VariantsRunner first(request(command_.real, command_.backend), sandbox_);
    const VariantSet& variants = first.variants();
    report_ = {first.lab().name, first.lab().title, variants, first.environment(), {}, {}, {}};
    for (const auto& file : command_.earlier) add_earlier_results(report_, file);
    if (command_.list) {
      for (const Variant& variant : variants.all) std::printf("%s\n", variant.name.c_str());
      return full_marks;
    }
    std::vector<Variant> chosen;
    for (const std::string& wanted : command_.variants)
      chosen.push_back(find_variant(variants, wanted));
    if (chosen.empty()) chosen = variants.all;
    set_ = parse_set(command_.set);
    for (const auto& argument : set_) {
      const bool any = std::any_of(chosen.begin(), chosen.end(), [&](const Variant& v) {
        return arguments_of_variant(v, {argument}, variants).size() == 1;
      });
      if (!any)
        throw UsageError("none of the chosen variants has an argument '" + argument.first + "'",
                         "Their variants.json lists the arguments.");
    }
    if (command_.table.empty()) {
      std::vector<Sizes> sizes;
      for (const std::string& word : command_.sizes) sizes.push_back(parse_size(variants, word));
      if (sizes.empty()) sizes.push_back(variants.small);
      measure_ceilings(first);
      add(first, chosen, sizes, command_.verify ? Verify::always : Verify::never);
    } else {
      make_table(first, chosen);
    }
    progress_.finish();
    const std::string text = render_variants(report_, detect_style(STDOUT_FILENO));
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
    write_files();
    return std::all_of(report_.results.begin(), report_.results.end(),
                       [](const VariantResult& r) { return !is_students_fault(r.verdict); })
               ? full_marks
               : points_lost;
  }

 private:
  VariantsRequest request(Real real, std::optional<Backend> backend) {
    VariantsRequest request;
    request.root = command_.root;
    request.lab = command_.lab;
    request.backend = backend;
    request.real = real;
    request.seed = command_.seed;
    request.seconds = command_.seconds;
    request.limited = command_.table.empty();
    request.call_seconds = command_.call_seconds;
    request.on_wait = [this](const std::string& what) { progress_.step(what); };
    return request;
  }

  void measure_ceilings(const VariantsRunner& runner) {
    if (auto ceilings = runner.ceilings()) report_.ceilings = ceilings;
  }

  /// True if an earlier run has this result, or this run has it at a size that differs only in
  /// parameters that the variant does not take. An unverified result does not count if it can be
  /// verified now.
  bool has_result(const VariantsRunner& runner, const Variant& variant, const Sizes& size,
                  const Sizes& set) const {
    return std::any_of(report_.results.begin(), report_.results.end(), [&](const VariantResult& r) {
      const bool counts =
          r.verified || r.verdict != Verdict::ok || runner.backend() != Backend::cuda;
      return counts && is_result(r, runner, {&variant, size, set});
    });
  }

  void write_files() const {
    if (!command_.json.empty())
      write_document(command_.json, variants_json(report_, command_.samples));
    if (!command_.table.empty()) write_document(command_.table, variants_markdown(report_));
  }

  /// Runs the small size in both precisions on every available backend. On a GPU it then runs the
  /// reported sizes in the requested precision.
  void make_table(VariantsRunner& first, const std::vector<Variant>& variants) {
    const bool gpu = first.backend() == Backend::cuda;
    measure_ceilings(first);
    for (const Real real : {Real::f32, Real::f64}) {
      VariantsRunner engine(request(real, Backend::cpu), sandbox_);
      add(engine, variants, {report_.variants.small}, Verify::always);
      if (!gpu) continue;
      VariantsRunner device(request(real, Backend::cuda), sandbox_);
      add(device, variants, {report_.variants.small}, Verify::always);
      if (real == command_.real) add(device, variants, report_.variants.sizes, Verify::unless_long);
    }
  }

  void add(VariantsRunner& runner, const std::vector<Variant>& variants,
           const std::vector<Sizes>& sizes, Verify verify) {
    std::vector<Variant> to_build;
    std::copy_if(variants.begin(), variants.end(), std::back_inserter(to_build),
                 [&](const Variant& variant) {
                   return !std::all_of(sizes.begin(), sizes.end(), [&](const Sizes& size) {
                     return has_result(runner, variant, size, {});
                   });
                 });
    progress_.step(fmt::format("building {} variants", to_build.size()));
    runner.prepare(to_build, sizes);
    const int total = static_cast<int>(variants.size() * sizes.size());
    int done = 0;
    for (const Sizes& size : sizes) {
      std::optional<double> effort;  // counting may take as long as computing the values
      for (const Variant& variant : variants) {
        progress_.fraction(done++, total, variant.name);
        if (command_.variants.empty() && variant.most_work) {
          if (!effort) effort = runner.effort(size);
          if (*effort > *variant.most_work) continue;
        }
        const auto set =
            command_.sweep ? variant.sweep : arguments_of_variant(variant, set_, report_.variants);
        for (const Sizes& one : combinations(set)) {
          if (has_result(runner, variant, size, one)) continue;
          VariantResult result = runner.run(variant, size, one, verify);
          if (result.verdict == Verdict::timeout && command_.table.empty())
            result.detail += " Allow more time with --time-limit.";
          std::erase_if(report_.results, [&](const VariantResult& r) {
            return is_result(r, runner, {&variant, size, one});
          });
          report_.results.push_back(std::move(result));
          write_files();  // keeps the results if the run is interrupted
        }
      }
    }
  }

  const RunCommand& command_;
  const Sandbox& sandbox_;
  std::map<std::string, std::vector<long long>> set_;
  VariantsReport report_;
  Progress progress_;
};

}  // namespace

int run_command(const RunCommand& command) {
  require_documents({{"--json", command.json}, {"--table", command.table}});
  const Sandbox sandbox(command.root, command.sandbox);
  if (command.sandbox && !sandbox.isolates()) {
    throw GraderError(
        "this machine cannot isolate the variants: " + sandbox.why_not(),
        "The variants belong to the project: --no-sandbox runs them without isolation.");
  }
  return Runs(command, sandbox).run();
}

}  // namespace warpgrade
