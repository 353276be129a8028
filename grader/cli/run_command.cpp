#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "judge/ladder_jobs.h"
#include "judge/ladder_run.h"
#include "measure/device_lock.h"
#include "report/ladder_table.h"
#include "report/progress.h"

namespace warpgrade {
namespace {

const Version& version_named(const Ladder& ladder, const std::string& name) {
  for (const Version& version : ladder.versions)
    if (version.name == name) return version;
  std::vector<std::string> names;
  for (const Version& version : ladder.versions) names.push_back(version.name);
  throw UsageError("there is no version '" + name + "'",
                   choose_from("The versions are", name, names));
}

/// Each combination of the values of `set`; one that sets nothing where it is empty.
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
      throw UsageError("--set " + word + " is no name=value",
                       "Example: --set tile=16, or --set tile=32,16,8 for three runs.");
    set[word.substr(0, equals)] =
        parse_values("--set " + word.substr(0, equals), word.substr(equals + 1));
  }
  return set;
}

/// Those of `set` that the version knows: `--set tile=16` means nothing to a naive version.
std::map<std::string, std::vector<long long>> known_to(
    const Version& version, const std::map<std::string, std::vector<long long>>& set,
    const Ladder& ladder) {
  std::map<std::string, std::vector<long long>> known;
  for (const auto& [name, values] : set) {
    if (version.arguments.count(name) + version.sweep.count(name) + ladder.defaults.count(name) > 0)
      known[name] = values;
  }
  return known;
}

class Runs {
 public:
  Runs(const RunCommand& command, const Sandbox& sandbox) : command_(command), sandbox_(sandbox) {}

  int run() {
    LadderRunner first(request(command_.real, command_.backend), sandbox_);
    const Ladder& ladder = first.ladder();
    report_ = {first.lab().name, first.lab().title, ladder, first.environment(), {}, {}, {}};
    for (const auto& file : command_.earlier) add_earlier_results(report_, file);
    if (command_.list) {
      for (const Version& version : ladder.versions) std::printf("%s\n", version.name.c_str());
      return full_marks;
    }
    std::vector<Version> versions;
    for (const std::string& wanted : command_.versions)
      versions.push_back(version_named(ladder, wanted));
    if (versions.empty()) versions = ladder.versions;
    set_ = parse_set(command_.set);
    for (const auto& [name, values] : set_) {
      const bool any = std::any_of(versions.begin(), versions.end(), [&](const Version& v) {
        return known_to(v, {{name, values}}, ladder).size() == 1;
      });
      if (!any)
        throw UsageError("no version that was asked for has an argument '" + name + "'",
                         "ladder.json beside the versions says which they have.");
    }
    if (command_.table.empty()) {
      std::vector<Sizes> sizes;
      for (const std::string& word : command_.sizes) sizes.push_back(parse_size(ladder, word));
      if (sizes.empty()) sizes.push_back(ladder.small);
      measure_ceilings(first);
      add(first, versions, sizes, command_.verify ? Verify::always : Verify::never);
    } else {
      make_table(first, versions);
    }
    progress_.finish();
    const std::string text = render_ladder(report_, detect_style(STDOUT_FILENO));
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
    write_files();
    return std::all_of(report_.results.begin(), report_.results.end(),
                       [](const LadderResult& r) { return !is_students_fault(r.verdict); })
               ? full_marks
               : points_lost;
  }

 private:
  LadderRequest request(Real real, std::optional<Backend> backend) {
    LadderRequest request;
    request.root = command_.root;
    request.lab = command_.lab;
    request.backend = backend;
    request.real = real;
    request.seed = command_.seed;
    request.seconds = command_.seconds;
    request.on_wait = [this] { progress_.step(waiting_for_gpu); };
    return request;
  }

  void measure_ceilings(const LadderRunner& runner) {
    if (auto ceilings = runner.ceilings()) report_.ceilings = ceilings;
  }

  /// An earlier run has this result, or this run at a size that differs only in what the version
  /// does not take. One that nobody verified does not count where the referee can.
  bool is_there(const LadderRunner& runner, const Version& version, const Sizes& size,
                const Sizes& set) const {
    return std::any_of(report_.results.begin(), report_.results.end(), [&](const LadderResult& r) {
      const bool counts =
          r.verified || r.verdict != Verdict::ok || runner.backend() != Backend::cuda;
      return counts && is_result_of(r, runner, {&version, size, set});
    });
  }

  void write_files() const {
    if (!command_.json.empty()) write_file_atomically(command_.json, ladder_json(report_));
    if (!command_.table.empty()) write_file_atomically(command_.table, ladder_markdown(report_));
  }

  /// The small size in both precisions on every backend that is here; on a GPU then the sizes that
  /// courses report, in the precision that was asked for.
  void make_table(LadderRunner& first, const std::vector<Version>& versions) {
    const bool gpu = first.backend() == Backend::cuda;
    measure_ceilings(first);
    for (const Real real : {Real::f32, Real::f64}) {
      LadderRunner engine(request(real, Backend::cpu), sandbox_);
      add(engine, versions, {report_.ladder.small}, Verify::always);
      if (!gpu) continue;
      LadderRunner device(request(real, Backend::cuda), sandbox_);
      add(device, versions, {report_.ladder.small}, Verify::always);
      if (real == command_.real) add(device, versions, report_.ladder.sizes, Verify::unless_long);
    }
  }

  void add(LadderRunner& runner, const std::vector<Version>& versions,
           const std::vector<Sizes>& sizes, Verify verify) {
    std::vector<Version> to_build;
    std::copy_if(versions.begin(), versions.end(), std::back_inserter(to_build),
                 [&](const Version& version) {
                   return !std::all_of(sizes.begin(), sizes.end(), [&](const Sizes& size) {
                     return is_there(runner, version, size, {});
                   });
                 });
    progress_.step(fmt::format("building {} versions", to_build.size()));
    runner.prepare(to_build, sizes);
    const int total = static_cast<int>(versions.size() * sizes.size());
    int done = 0;
    for (const Sizes& size : sizes) {
      std::optional<double> effort;  // counting it may take as long as making the values
      for (const Version& version : versions) {
        progress_.fraction(done++, total, version.name);
        if (command_.versions.empty() && version.most_work) {
          if (!effort) effort = runner.effort(size);
          if (*effort > *version.most_work) continue;
        }
        const auto set = command_.sweep ? version.sweep : known_to(version, set_, report_.ladder);
        for (const Sizes& one : combinations(set)) {
          if (is_there(runner, version, size, one)) continue;
          LadderResult result = runner.run(version, size, one, verify);
          std::erase_if(report_.results, [&](const LadderResult& r) {
            return is_result_of(r, runner, {&version, size, one});
          });
          report_.results.push_back(std::move(result));
          write_files();  // what was measured stays, whatever comes
        }
      }
    }
  }

  const RunCommand& command_;
  const Sandbox& sandbox_;
  std::map<std::string, std::vector<long long>> set_;
  LadderReport report_;
  Progress progress_;
};

}  // namespace

int run_command(const RunCommand& command) {
  const Sandbox sandbox(command.root, command.sandbox);
  if (command.sandbox && !sandbox.isolates()) {
    throw GraderError("this machine cannot isolate what it runs: " + sandbox.why_not(),
                      "The versions are the project's own: --no-sandbox runs them without.");
  }
  return Runs(command, sandbox).run();
}

}  // namespace warpgrade
