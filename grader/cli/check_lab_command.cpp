#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "authoring/equivalent_mutants.h"
#include "authoring/lab_check.h"
#include "authoring/lab_gaps.h"
#include "causes/remedy.h"
#include "cli/commands.h"
#include "grading/mutation_test.h"
#include "report/progress.h"

namespace warpgrade {
namespace {

/// "`1` in place of `0`": the line comes before it.
std::string describe_change(const Remedy& change) {
  std::string text = describe(change);
  const std::string line = "line " + std::to_string(change.line);
  for (const char* word : {" in ", " from "})
    if (text.ends_with(word + line)) text.resize(text.size() - (word + line).size());
  return text;
}

/// Of one task or several.
struct MutantCounts {
  int by_values = 0, by_check = 0, equivalent = 0, not_found = 0;

  int found() const { return by_values + by_check; }
  int made() const { return found() + equivalent + not_found; }
  MutantCounts& operator+=(const MutantCounts& more) {
    by_values += more.by_values;
    by_check += more.by_check;
    equivalent += more.equivalent;
    not_found += more.not_found;
    return *this;
  }
};

class MutantsReport {
 public:
  explicit MutantsReport(const CheckLabCommand& command)
      : command_(command),
        solution_(solution_lines(command.root, command.lab)),
        equivalent_(load_equivalent_mutants(command.root, command.lab)) {}

  /// How many mutants of the task there are, and those that no case finds.
  void add(const TaskMutants& task) {
    if (!task.trouble.empty()) {
      std::printf("\n%s: no mutants: %s\n", task.task.c_str(), task.trouble.c_str());
      trouble_ = true;
    } else {
      sum_ += print(task);
    }
    std::fflush(stdout);
  }

  /// After all tasks. Whether something is missing.
  bool finish() const {
    if (sum_.not_found > 0)
      std::printf(
          "\nA mutant that is not found is as right as the solution, or a case is missing.\n");
    if (command_.table)
      std::printf("| `%s` | 1 in %d | %d | %d | %d | %d | %d |\n", command_.lab.c_str(),
                  command_.every, sum_.made(), sum_.by_values, sum_.by_check, sum_.equivalent,
                  sum_.not_found);
    return trouble_ || sum_.not_found > 0;
  }

 private:
  MutantCounts print(const TaskMutants& task) const {
    MutantCounts counts{task.by_values, task.by_check};
    std::string not_found;
    for (const Remedy& change : task.survivors) {
      const std::string what = describe_change(change);
      if (std::any_of(equivalent_.begin(), equivalent_.end(), [&](const EquivalentMutants& e) {
            return e.include(solution_, change.line, what);
          })) {
        ++counts.equivalent;
        continue;
      }
      ++counts.not_found;
      not_found += fmt::format("  not found  {}.cu:{}  {}\n", command_.lab, change.line, what);
    }
    if (command_.table && not_found.empty()) return counts;
    std::printf("\n%s: the cases find %d of %d mutants, %d only by the check", task.task.c_str(),
                counts.found(), counts.made() - counts.equivalent, counts.by_check);
    if (counts.equivalent > 0) std::printf("; %d more are equivalent", counts.equivalent);
    std::printf("\n%s", not_found.c_str());
    return counts;
  }

  const CheckLabCommand& command_;
  const std::vector<std::string> solution_;
  const std::vector<EquivalentMutants> equivalent_;
  MutantCounts sum_;
  bool trouble_ = false;
};

}  // namespace

int check_lab_command(const CheckLabCommand& command) {
  check_lab(command.root, command.lab);
  const Lab lab = load_lab(command.root, command.lab);
  const auto gaps = lab_gaps(command.root, lab);
  for (const std::string& gap : gaps) std::printf("%s\n", gap.c_str());
  if (gaps.empty() && !command.table)
    std::printf("Nothing is missing in the files of %s.\n", lab.name.c_str());
  std::fflush(stdout);
  bool survive = false;
  if (command.mutants) {
    MutantsReport report(command);
    GradeRequest request;
    request.root = command.root;
    request.lab = command.lab;
    request.tasks = command.tasks;
    request.submission = command.root / "solutions" / command.lab;
    request.backend = Backend::cpu;
    request.real = command.real;
    request.seed = 1;
    request.check_only = true;
    request.with_nvcc = false;
    const Sandbox sandbox(command.root, command.sandbox);
    Progress progress;
    try_mutants(
        request, command.every, sandbox,
        [&](const std::string& what, int done, int total) {
          total > 0 ? progress.fraction(done, total, what) : progress.step(what);
        },
        [&](const TaskMutants& task) {
          progress.finish();
          report.add(task);
        });
    survive = report.finish();
  }
  return gaps.empty() && !survive ? full_marks : points_lost;
}

}  // namespace warpgrade
