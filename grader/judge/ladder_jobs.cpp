#include "judge/ladder_jobs.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.h"
#include "base/nearest.h"

namespace warpgrade {
namespace {

const Task& task_of(const LadderRunner& runner, const Version& v) {
  return *std::find_if(runner.lab().tasks.begin(), runner.lab().tasks.end(),
                       [&](const Task& task) { return task.entry == v.as; });
}

bool takes(const LadderRunner& runner, const Version& v, const std::string& integer) {
  const auto& parameters = task_of(runner, v).signature.parameters;
  return v.arguments.count(integer) + v.sweep.count(integer) > 0 ||
         std::any_of(parameters.begin(), parameters.end(),
                     [&](const Parameter& p) { return p.name == integer; });
}

/// Versions whose values are compared: the ladder says of its own which ones are worth it.
bool is_swept(const LadderRunner& runner, const Version& v, const FigurePlan& figure) {
  return std::all_of(figure.sweep.begin(), figure.sweep.end(), [&](const auto& swept) {
    return v.folder.empty() ? v.sweep.count(swept.name) > 0 : takes(runner, v, swept.name);
  });
}

std::vector<const Version*> wanted(const LadderRunner& runner, const LadderWish& wish) {
  std::vector<const Version*> versions;
  std::vector<std::string> names;
  for (const Version& v : runner.ladder().versions) names.push_back(v.name);
  for (const std::string& name : wish.versions) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw UsageError("there is no version '" + name + "'",
                       choose_from("The versions are", name, names));
  }
  for (const Version& v : runner.ladder().versions) {
    if (wish.versions.empty() ||
        std::find(wish.versions.begin(), wish.versions.end(), v.name) != wish.versions.end())
      versions.push_back(&v);
  }
  return versions;
}

void add_curve(LadderJobs& all, const LadderRunner& runner, const LadderWish& wish,
               const std::vector<const Version*>& versions, const std::vector<Sizes>& sizes) {
  std::map<std::string, int> too_long;
  for (const Sizes& size : sizes) {
    std::optional<double> effort;
    for (const Version* v : versions) {
      if (wish.versions.empty() && v->most_work) {
        if (!effort) effort = runner.effort(size);
        if (*effort > *v->most_work) {
          ++too_long[v->name];
          continue;
        }
      }
      Sizes set;
      for (const auto& [name, value] : wish.set)
        if (takes(runner, *v, name)) set[name] = value;
      all.jobs.push_back({v, size, set});
    }
  }
  for (const auto& [name, count] : too_long)
    all.remarks.push_back(
        fmt::format("{} is left out at {}: it would take too long (--version {} "
                    "measures it all the same).",
                    name, count == 1 ? "one size" : fmt::format("{} sizes", count), name));
}

void add_sweep(LadderJobs& all, const LadderRunner& runner, const LadderWish& wish,
               const std::vector<const Version*>& versions, const FigurePlan& figure,
               const Sizes& at) {
  for (const Version* v : versions) {
    if (!is_swept(runner, *v, figure)) continue;
    std::vector<Sizes> sets(1);
    for (const auto& [name, value] : wish.set)
      if (takes(runner, *v, name)) sets[0][name] = value;
    for (const auto& swept : figure.sweep) {
      const auto own = wish.swept.find(swept.name);
      std::vector<Sizes> more;
      for (const Sizes& set : sets) {
        for (const long long value : own == wish.swept.end() ? swept.values : own->second) {
          more.push_back(set);
          more.back()[swept.name] = value;
        }
      }
      sets = std::move(more);
    }
    Sizes size = at;
    for (const auto& swept : figure.sweep) size.erase(swept.name);
    for (const Sizes& set : sets) all.jobs.push_back({v, size, set});
  }
}

}  // namespace

LadderJobs jobs_of(const LadderRunner& runner, const LadderWish& wish) {
  LadderJobs all;
  const Ladder& ladder = runner.ladder();
  const bool engine = runner.backend() == Backend::cpu;
  auto versions = wanted(runner, wish);
  for (const auto& [name, value] : wish.set) {
    if (std::none_of(versions.begin(), versions.end(),
                     [&, n = name](const Version* v) { return takes(runner, *v, n); }))
      throw UsageError("no version has an argument '" + name + "'",
                       "bench.json of the lab and ladder.json of its versions name them.");
  }
  if (engine) {
    std::vector<std::string> gpu_only;
    for (const Version* v : versions)
      if (v->gpu_only()) gpu_only.push_back(v->name);
    versions.erase(std::remove_if(versions.begin(), versions.end(),
                                  [](const Version* v) { return v->gpu_only(); }),
                   versions.end());
    if (!gpu_only.empty())
      all.remarks.push_back(fmt::format("{} left out: a library of the toolkit needs a GPU.",
                                        fmt::join(gpu_only, ", ")));
  }
  const auto& sizes = !wish.sizes.empty() ? wish.sizes
                      : engine            ? ladder.cpu_curve
                                          : ladder.gpu_curve;
  add_curve(all, runner, wish, versions, sizes);
  for (const FigurePlan& figure : ladder.figures) {
    if (!wish.sweeps || figure.sweep.empty()) continue;
    // Whoever asks for sizes means the sweeps too.
    const Sizes& at = !wish.sizes.empty() ? wish.sizes.back()
                      : engine            ? ladder.cpu_curve.back()
                                          : figure.at;
    add_sweep(all, runner, wish, versions, figure, at);
  }
  return all;
}

bool is_result_of(const LadderResult& r, const LadderRunner& runner, const LadderJob& job) {
  const bool same_place = r.backend == "host" || r.backend == name(runner.backend());
  if (r.version != job.version->name || r.real != runner.real() || !same_place) return false;
  const Sizes call = runner.call_of(*job.version, job.size, job.set);
  return std::all_of(call.begin(), call.end(), [&](const auto& integer) {
    const auto at = r.sizes.find(integer.first);
    const auto argument = r.arguments.find(integer.first);
    return (at != r.sizes.end() && at->second == integer.second) ||
           (argument != r.arguments.end() && argument->second == integer.second);
  });
}

}  // namespace warpgrade
