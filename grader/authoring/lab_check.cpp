#include "authoring/lab_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "authoring/example_lab.h"
#include "base/fault.h"
#include "base/json/schema.h"
#include "base/nearest.h"
#include "lab/bench_plan.h"
#include "lab/case_problem.h"
#include "lab/data_recipes.h"
#include "lab/manifest.h"
#include "lab/problem_file.h"
#include "lab/reference.h"
#include "lab/variants.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// Generates the case's input. Returns whether a function has work there.
bool make_case(const Lab& lab, const Task& task, const Case& c) {
  const Reference& reference = find_reference(lab.name);
  Random random(1);
  try {
    const Problem problem = make_problem(lab, reference, task, c, Real::f32, random);
    return reference.work(problem, Real::f32).flops > 0;
  } catch (const std::length_error& error) {
    throw case_error(lab, task, c, std::string("its sizes are too large: ") + error.what());
  }
}

/// The input of a large problem takes minutes and gigabytes, so it is only generated when graded.
bool is_small(const Case& c) {
  double elements = 1;
  for (const auto& [name, size] : c.sizes) elements *= static_cast<double>(std::max(size, 1LL));
  return elements <= 1e8;
}

void require_data_file(const fs::path& root, const Lab& lab, const Task& task, const Case& c) {
  std::error_code error;
  if (fs::exists(c.data, error)) return;
  const std::string name = c.data.lexically_relative(root / "data").string();
  std::vector<std::string> known;
  for (const DataRecipe& recipe : read_data_recipes(root)) known.push_back(recipe.name);
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw case_error(lab, task, c,
                     "there is no " + c.data.string() + ". " +
                         choose_from("Files that are made when needed are", name, known));
}

void check_cases(const fs::path& root, const Lab& lab) {
  for (const Task& task : lab.tasks) {
    bool any_work = false;
    for (const Case& c : task.cases) {
      if (!c.data.empty()) require_data_file(root, lab, task, c);
      // Inputs that are not generated here count as work.
      any_work |= !c.data.empty() || !is_small(c) || make_case(lab, task, c);
    }
    for (const Performance& p : task.performance) {
      if (p.on.data.empty())
        require_integers(lab, task, p.on, p.on.sizes);
      else
        require_data_file(root, lab, task, p.on);
    }
    if (!any_work && task.points_hundredths > 0)
      throw GraderError(
          mistake_line(lab.folder / "lab.json", "",
                       "no case of " + task.entry + " has any work; write one with sizes above 0"));
  }
}

}  // namespace

void check_lab(const fs::path& root, const std::string& name) {
  const Lab lab = load_lab(root, name);
  check_cases(root, lab);
  // Of a lab that nobody measures yet.
  if (is_as_in_an_example(root, name, lab.folder.lexically_relative(root) / "bench.json")) return;
  if (!list_of_variants(root, name).empty()) {
    load_variants(root, lab);  // also reads bench.json
  } else if (fs::exists(lab.folder / "bench.json")) {
    load_bench_plan(root, lab);
  }
}

}  // namespace warpgrade
