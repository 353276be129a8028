#include "variants/variant_jobs.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.h"
#include "base/nearest.h"

namespace warpgrade {
namespace {

const Task& find_task(const VariantsRunner& runner, const Variant& v) {
  return *std::find_if(runner.lab().tasks.begin(), runner.lab().tasks.end(),
                       [&](const Task& task) { return task.entry == v.as; });
}

bool takes(const VariantsRunner& runner, const Variant& v, const std::string& integer) {
  const auto& parameters = find_task(runner, v).signature.parameters;
  return v.arguments.count(integer) + v.sweep.count(integer) > 0 ||
         std::any_of(parameters.begin(), parameters.end(),
                     [&](const Parameter& p) { return p.name == integer; });
}

/// Whether a figure sweeps it. A lab's own variants say which sweeps are worth it.
bool is_swept(const VariantsRunner& runner, const Variant& v, const FigurePlan& figure) {
  return std::all_of(figure.sweep.begin(), figure.sweep.end(), [&](const auto& swept) {
    return v.folder.empty() ? v.sweep.count(swept.name) > 0 : takes(runner, v, swept.name);
  });
}

std::vector<const Variant*> wanted(const VariantsRunner& runner,
                                   const VariantSelection& selection) {
  std::vector<const Variant*> variants;
  std::vector<std::string> names;
  for (const Variant& v : runner.variants().all) names.push_back(v.name);
  for (const std::string& name : selection.variants) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw UsageError("there is no variant '" + name + "'",
                       choose_from("The variants are", name, names));
  }
  for (const Variant& v : runner.variants().all) {
    if (selection.variants.empty() ||
        std::find(selection.variants.begin(), selection.variants.end(), v.name) !=
            selection.variants.end())
      variants.push_back(&v);
  }
  return variants;
}

void add_curve(VariantJobs& all, const VariantsRunner& runner, const VariantSelection& selection,
               const std::vector<const Variant*>& variants, const std::vector<Sizes>& sizes) {
  std::map<std::string, int> too_long;
  for (const Sizes& size : sizes) {
    std::optional<double> effort;
    for (const Variant* v : variants) {
      if (selection.variants.empty() && v->most_work) {
        if (!effort) effort = runner.effort(size);
        if (*effort > *v->most_work) {
          ++too_long[v->name];
          continue;
        }
      }
      Sizes set;
      for (const auto& [name, value] : selection.set)
        if (takes(runner, *v, name)) set[name] = value;
      all.jobs.push_back({v, size, set});
    }
  }
  for (const auto& [name, count] : too_long)
    all.remarks.push_back(
        fmt::format("{} is left out at {}: it would take too long (--variant {} "
                    "measures it all the same).",
                    name, count == 1 ? "one size" : fmt::format("{} sizes", count), name));
}

void add_sweep(VariantJobs& all, const VariantsRunner& runner, const VariantSelection& selection,
               const std::vector<const Variant*>& variants, const FigurePlan& figure,
               const Sizes& at) {
  for (const Variant* v : variants) {
    if (!is_swept(runner, *v, figure)) continue;
    std::vector<Sizes> sets(1);
    for (const auto& [name, value] : selection.set)
      if (takes(runner, *v, name)) sets[0][name] = value;
    for (const auto& swept : figure.sweep) {
      const auto own = selection.swept.find(swept.name);
      std::vector<Sizes> more;
      for (const Sizes& set : sets) {
        for (const long long value : own == selection.swept.end() ? swept.values : own->second) {
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

VariantJobs planned_jobs(const VariantsRunner& runner, const VariantSelection& selection) {
  VariantJobs all;
  const VariantSet& variants = runner.variants();
  const bool engine = runner.backend() == Backend::cpu;
  auto chosen = wanted(runner, selection);
  for (const auto& [name, value] : selection.set) {
    if (std::none_of(chosen.begin(), chosen.end(),
                     [&, n = name](const Variant* v) { return takes(runner, *v, n); }))
      throw UsageError("no variant has an argument '" + name + "'",
                       "bench.json of the lab and variants.json of its variants name them.");
  }
  if (engine) {
    std::vector<std::string> gpu_only;
    for (const Variant* v : chosen)
      if (v->gpu_only()) gpu_only.push_back(v->name);
    chosen.erase(std::remove_if(chosen.begin(), chosen.end(),
                                [](const Variant* v) { return v->gpu_only(); }),
                 chosen.end());
    if (!gpu_only.empty())
      all.remarks.push_back(fmt::format("{} left out: a library of the toolkit needs a GPU.",
                                        fmt::join(gpu_only, ", ")));
  }
  if (!runner.has_blas() &&
      std::erase_if(chosen, [](const Variant* v) { return v->host_only(); }) > 0)
    all.remarks.push_back(
        "The CPU's library is left out: OpenBLAS is not installed (libopenblas-dev).");
  const auto& sizes = !selection.sizes.empty() ? selection.sizes
                      : engine                 ? variants.cpu_curve
                                               : variants.gpu_curve;
  add_curve(all, runner, selection, chosen, sizes);
  for (const FigurePlan& figure : variants.figures) {
    if (!selection.sweeps || figure.sweep.empty()) continue;
    // A request for sizes also asks for the sweeps.
    const Sizes& at = !selection.sizes.empty() ? selection.sizes.back()
                      : engine                 ? variants.cpu_curve.back()
                                               : figure.at;
    add_sweep(all, runner, selection, chosen, figure, at);
  }
  return all;
}

bool is_result(const VariantResult& r, const VariantsRunner& runner, const VariantJob& job) {
  const bool same_place = r.backend == "host" || r.backend == name(runner.backend());
  if (r.variant != job.variant->name || r.real != runner.real() || !same_place) return false;
  const Sizes call = runner.resolve_call(*job.variant, job.size, job.set);
  return std::all_of(call.begin(), call.end(), [&](const auto& integer) {
    const auto at = r.sizes.find(integer.first);
    const auto argument = r.arguments.find(integer.first);
    return (at != r.sizes.end() && at->second == integer.second) ||
           (argument != r.arguments.end() && argument->second == integer.second);
  });
}

}  // namespace warpgrade
