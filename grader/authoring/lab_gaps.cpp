#include "authoring/lab_gaps.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "authoring/example_lab.h"
#include "authoring/skeleton.h"
#include "findings/efficiency_metric.h"
#include "lab/reference.h"
#include "lab/variants.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Gaps {
 public:
  Gaps(const fs::path& root, const Lab& lab) : root_(root), lab_(lab) {}

  std::vector<std::string> list() {
    files_of_examples();
    for (const Task& task : lab_.tasks) cases(task);
    inputs();
    points();
    skeleton();
    handout();
    corpus();
    speed();
    return std::move(gaps_);
  }

 private:
  void add(const std::string& file, const std::string& what) {
    gaps_.push_back(file + ": " + what);
  }
  std::string manifest() const { return "labs/" + lab_.name + "/lab.json"; }
  std::string hidden() const { return "labs/" + lab_.name + "/hidden.json"; }

  void files_of_examples() {
    for (const std::string& example : example_labs(root_)) {
      std::string same;
      for (const auto& [path, text] : files_like(root_, example, lab_.name))
        if (path.begin()->string() != "skeletons" && content(root_ / path) == text)
          same += (same.empty() ? "" : ", ") + path.string();
      if (!same.empty()) add("as in the example " + example, same);
    }
  }

  void cases(const Task& task) {
    std::set<std::string> sizes;
    bool has_hidden = false;
    for (const Case& c : task.cases) {
      has_hidden |= c.hidden;
      for (const auto& [name, value] : c.sizes) sizes.insert(name);
    }
    if (!has_hidden) add(hidden(), "no hidden case of " + task.entry);
    const auto first =
        std::find_if(task.cases.begin(), task.cases.end(), [](const Case& c) { return c.hidden; });
    if (std::any_of(first, task.cases.end(),
                    [&](const Case& c) { return c.hidden && c.weight != first->weight; }))
      add(hidden(), "hidden cases of " + task.entry +
                        " differ in weight: points tell students which of them failed");
    const auto any = [&](auto&& fits) {
      return std::any_of(task.cases.begin(), task.cases.end(), [&](const Case& c) {
        return !c.data.empty() || std::any_of(c.sizes.begin(), c.sizes.end(),
                                              [&](const auto& size) { return fits(size.second); });
      });
    };
    if (sizes.empty()) return;
    if (!any([](long long n) { return n == 0 || n == 1; }))
      add(manifest(), "no case of " + task.entry + " with a size of 0 or 1");
    if (!any([](long long n) { return n > 32 && n % 32 != 0; }))
      add(manifest(), "no case of " + task.entry + " with a size above 32 that 32 does not divide");
    if (!any([](long long n) { return n > 1024 && n % 32 != 0; }) && sizes.size() == 1)
      add(manifest(), "no case of " + task.entry +
                          " with a size of several blocks: one above 1024 "
                          "that 32 does not divide");
    if (sizes.size() > 1 && std::all_of(task.cases.begin(), task.cases.end(), [](const Case& c) {
          return std::all_of(c.sizes.begin(), c.sizes.end(), [&](const auto& size) {
            return size.second == c.sizes.begin()->second;
          });
        }))
      add(manifest(), "in every case of " + task.entry + " all sizes are equal");
  }

  void inputs() {
    std::set<std::string> used;
    for (const Task& task : lab_.tasks) {
      for (const Case& c : task.cases) used.insert(c.input);
      for (const Performance& p : task.performance) used.insert(p.on.input);
    }
    for (const std::string& kind : find_reference(lab_.name).input_kinds())
      if (used.count(kind) == 0)
        add(manifest(), "no case has the reference's input \"" + kind + "\"");
  }

  void points() {
    int sum = 0;
    for (const Task& task : lab_.tasks) {
      sum += task.max_points_hundredths();
      if (task.checks_hundredths == 0)
        add(manifest(), "no points for a clean check of " + task.entry);
      for (const Efficiency& e : task.efficiency)
        if (is_diluted_by_surplus(e.metric) && !e.useful_at_most)
          add(manifest(), "no useful_at_most for " + e.metric + " of " + task.entry +
                              ": accesses of no use improve it");
    }
    if (sum != 10000)
      add(manifest(), fmt::format("the points add up to {:g}, not 100", sum / 100.0));
  }

  void skeleton() {
    const fs::path file = lab_.name + "/" + lab_.name + ".cu";
    const std::string solution = content(root_ / "solutions" / file);
    const std::string shown = ("solutions" / file).string();
    if (solution.empty()) return add(shown, "missing");
    if (solution.find("TODO") == solution.npos) add(shown, "no TODO for students");
    if (content(root_ / "skeletons" / file) != make_skeleton(solution, shown))
      add(("skeletons" / file).string(), "not what the solution gives; run `make skeletons`");
  }

  void handout() {
    const std::string shown = "handouts/" + lab_.name + ".md";
    const std::string text = content(root_ / shown);
    if (text.empty()) return add(shown, "missing");
    for (std::size_t t = 1; t <= lab_.tasks.size(); ++t)
      if (text.find(fmt::format("{{#task-{}}}", t)) == text.npos)
        add(shown, fmt::format("no section {{#task-{}}} for {}", t, lab_.tasks[t - 1].entry));
  }

  /// Checks submissions whose verdict is prescribed.
  void corpus() {
    const std::string folder = "tests/submissions/" + lab_.name;
    bool right = false, wrong = false;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(root_ / folder, error))
      (entry.path().filename().string().rfind("ok_", 0) == 0 ? right : wrong) = true;
    if (!right) add(folder, "no right submission (ok_…) that is unlike the solution");
    if (!wrong) add(folder, "no wrong submission");
  }

  void speed() {
    const std::string bench = "labs/" + lab_.name + "/bench.json";
    if (!fs::exists(root_ / bench)) add(bench, "missing: `make bench` cannot draw the variants");
    if (list_of_variants(root_, lab_.name).empty())
      add("solutions/" + lab_.name + "/variants/variants.json", "missing: no variant is measured");
  }

  const fs::path& root_;
  const Lab& lab_;
  std::vector<std::string> gaps_;
};

}  // namespace

std::vector<std::string> lab_gaps(const fs::path& root, const Lab& lab) {
  return Gaps(root, lab).list();
}

}  // namespace warpgrade
