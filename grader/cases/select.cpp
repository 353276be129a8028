#include "cases/select.h"

#include <algorithm>

#include "base/fault.h"
#include "base/nearest.h"
#include "lab/data_recipes.h"
#include "lab/problem_file.h"
#include "lab/reference.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// Makes a data file of the project that does not exist yet.
void make_if_missing(const fs::path& file, const fs::path& root, const OnProgress& progress) {
  if (file.parent_path() != root / "data" || fs::exists(file)) return;
  const std::vector<DataRecipe> recipes = read_data_recipes(root);
  const auto recipe = std::find_if(recipes.begin(), recipes.end(),
                                   [&](const DataRecipe& r) { return r.name == file.filename(); });
  if (recipe == recipes.end()) return;
  progress("making data/" + recipe->name, 0, 0);
  make_data_file(root, *recipe);
}

/// Sizes that a file given with --data does not contain, such as a block size, come from one of the
/// task's own cases: the first with a data file, if the reference has its own file format,
/// otherwise the first without.
void add_data_cases(Task& task, const Lab& lab, const GradeRequest& request) {
  const std::size_t own = task.cases.size();
  for (const auto& file : request.data) {
    Case c;
    c.data = fs::absolute(file);
    c.name = file.filename().string();
    c.calls = 1;
    make_if_missing(c.data, request.root, [](const std::string&, int, int) {});
    const bool of_lab = is_problem_file(c.data, find_reference(lab.name));
    const auto model =
        std::find_if(task.cases.begin(), task.cases.begin() + static_cast<std::ptrdiff_t>(own),
                     [&](const Case& other) { return other.data.empty() == of_lab; });
    c.sizes = (model - task.cases.begin() < static_cast<std::ptrdiff_t>(own) ? *model
                                                                             : task.cases.front())
                  .sizes;
    if (of_lab) {
      for (const auto& [name, value] : integers_in_file(lab, c.data)) c.sizes[name] = value;
    } else {
      // A size that the file itself determines is not taken from another case.
      c.sizes.erase("n");
      c.sizes.erase("iterations");
    }
    for (const auto& constant : lab.constants) c.constants[constant] = c.sizes[constant];
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
    std::vector<std::string> names;
    for (const auto& t : lab.tasks) names.push_back(t.entry);
    throw UsageError("lab " + lab.name + " has no task '" + wanted + "'",
                     choose_from("Its tasks are", wanted, names));
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
    // Speed and traffic requirements refer to the task's largest cases, so drop them.
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
  for (const Task& task : lab.tasks) {
    for (const Case& c : task.cases) {
      if (!c.data.empty()) make_if_missing(c.data, request.root, progress);
    }
  }
}

}  // namespace warpgrade
