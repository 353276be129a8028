#include "judge/select.h"

#include <algorithm>

#include "lab/data_recipes.h"
#include "lab/fault.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// A file given with --data takes the other sizes from the task's own data cases.
void add_data_cases(Task& task, const Lab& lab, const GradeRequest& request) {
  for (const auto& file : request.data) {
    const auto model = std::find_if(task.cases.begin(), task.cases.end(),
                                    [](const Case& c) { return !c.data.empty(); });
    if (model == task.cases.end()) {
      throw UsageError("lab " + lab.name + " reads no data files", "Leave out --data.");
    }
    Case c;
    for (const auto& [parameter, value] : model->sizes) {
      // A number that the file says itself is not taken from another file's case.
      if (parameter != "n" && parameter != "iterations") c.sizes[parameter] = value;
    }
    c.data = fs::absolute(file);
    c.name = file.filename().string();
    c.calls = 1;
    const auto taken = [&](const Case& other) { return other.name == c.name; };
    while (std::any_of(task.cases.begin(), task.cases.end(), taken)) c.name += "+";
    task.cases.push_back(std::move(c));
  }
}

}  // namespace

void select(Lab& lab, const GradeRequest& request) {
  for (const auto& wanted : request.tasks) {
    const bool known = std::any_of(lab.tasks.begin(), lab.tasks.end(),
                                   [&](const Task& t) { return t.entry == wanted; });
    if (known) continue;
    std::string names;
    for (const auto& t : lab.tasks) names += (names.empty() ? "" : ", ") + t.entry;
    throw UsageError("lab " + lab.name + " has no task '" + wanted + "'",
                     "Its tasks are: " + names + ".");
  }
  if (!request.tasks.empty()) {
    std::erase_if(lab.tasks, [&](const Task& t) {
      return std::find(request.tasks.begin(), request.tasks.end(), t.entry) == request.tasks.end();
    });
  }
  for (Task& task : lab.tasks) add_data_cases(task, lab, request);
  if (request.cases.empty()) return;
  std::string names;
  for (const Case& c : lab.tasks.front().cases) names += (names.empty() ? "" : ", ") + c.name;
  const std::string first = lab.tasks.front().entry;
  for (Task& task : lab.tasks) {
    std::erase_if(task.cases, [&](const Case& c) {
      return std::find(request.cases.begin(), request.cases.end(), c.name) == request.cases.end();
    });
    // What is asked of a task's speed and traffic is asked of its largest cases.
    task.performance.clear();
    task.efficiency.clear();
  }
  std::erase_if(lab.tasks, [](const Task& task) { return task.cases.empty(); });
  if (lab.tasks.empty()) {
    throw UsageError("no task has a case of that name",
                     "Those of " + first + " are: " + names + ".");
  }
}

void make_missing_data(const Lab& lab, const GradeRequest& request, const OnProgress& progress) {
  std::vector<DataRecipe> recipes;
  for (const Task& task : lab.tasks) {
    for (const Case& c : task.cases) {
      if (c.data.empty() || fs::exists(c.data) || c.data.parent_path() != request.root / "data")
        continue;
      if (recipes.empty()) recipes = read_data_recipes(request.root);
      const auto recipe = std::find_if(recipes.begin(), recipes.end(), [&](const DataRecipe& r) {
        return r.name == c.data.filename();
      });
      if (recipe == recipes.end()) continue;
      progress("making data/" + recipe->name, 0, 0);
      make_data_file(request.root, *recipe);
    }
  }
}

}  // namespace warpgrade
