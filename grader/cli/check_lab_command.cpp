#include <cstdio>

#include "causes/remedy.h"
#include "cli/commands.h"
#include "grading/survivors.h"
#include "lab/lab_check.h"
#include "lab/lab_gaps.h"
#include "report/progress.h"

namespace warpgrade {
namespace {

/// How many mutants there are, and those that no case finds.
bool print_mutants(const std::string& file, const std::vector<TaskMutants>& all) {
  bool survive = false;
  for (const TaskMutants& task : all) {
    if (!task.trouble.empty()) {
      std::printf("\n%s: no mutants: %s\n", task.task.c_str(), task.trouble.c_str());
      survive = true;
      continue;
    }
    std::printf("\n%s: the cases find %d of %d mutants\n", task.task.c_str(),
                task.made - static_cast<int>(task.survivors.size()), task.made);
    for (const Remedy& change : task.survivors)
      std::printf("  not found  %s:%d  %s\n", file.c_str(), change.line, describe(change).c_str());
    survive |= !task.survivors.empty();
  }
  if (survive)
    std::printf(
        "\nA mutant that is not found is as right as the solution, or a case is missing.\n");
  return survive;
}

}  // namespace

int check_lab_command(const CheckLabCommand& command) {
  check_lab(command.root, command.lab);
  const Lab lab = load_lab(command.root, command.lab);
  const auto gaps = lab_gaps(command.root, lab);
  for (const std::string& gap : gaps) std::printf("%s\n", gap.c_str());
  if (gaps.empty()) std::printf("Nothing is missing in the files of %s.\n", lab.name.c_str());
  std::fflush(stdout);
  bool survive = false;
  if (command.mutants) {
    GradeRequest request;
    request.root = command.root;
    request.lab = command.lab;
    request.submission = command.root / "solutions" / command.lab;
    request.backend = Backend::cpu;
    request.real = command.real;
    request.seed = 1;
    request.check_only = true;
    request.with_nvcc = false;
    const Sandbox sandbox(command.root, command.sandbox);
    Progress progress;
    const auto mutants =
        try_mutants(request, sandbox, [&](const std::string& what, int done, int total) {
          total > 0 ? progress.fraction(done, total, what) : progress.step(what);
        });
    progress.finish();
    survive = print_mutants(command.lab + ".cu", mutants);
  }
  return gaps.empty() && !survive ? full_marks : points_lost;
}

}  // namespace warpgrade
