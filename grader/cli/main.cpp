// warpgrade: from the command line to a command.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "cli/commands.h"
#include "cli/in_words.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/standard_output.h"
#include "lab/blas_kernels.h"
#include "sandbox/own_limits.h"
#include "toolchain/installation.h"

namespace {

using namespace warpgrade;

/// Grades and what students wrote are their owner's alone, whatever the user's umask allows.
void keep_private(const std::string& command) {
  constexpr std::array<std::string_view, 7> with_grades = {"grade",   "check",   "batch", "export",
                                                           "compare", "similar", "import"};
  if (std::find(with_grades.begin(), with_grades.end(), command) != with_grades.end()) umask(077);
}

/// Before anything of a submission is started.
void look_at_limits(const std::string& command) {
  constexpr std::array<std::string_view, 6> that_run_code = {"grade", "check", "batch",
                                                             "run",   "bench", "profile"};
  if (std::find(that_run_code.begin(), that_run_code.end(), command) != that_run_code.end())
    require_own_limits();
}

int run(int argc, char** argv) {
  CLI::App app{
      "Warpgrade grades CUDA kernels: on a GPU by nvcc, and without one by a SIMT engine on the "
      "CPU."};
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "The help of every command");
  Chosen chosen;
  add_grading_commands(app, chosen);
  add_class_commands(app, chosen);
  add_course_commands(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? full_marks : usage_error;
  }
  look_at_limits(app.get_subcommands().front()->get_name());
  keep_private(app.get_subcommands().front()->get_name());
  return chosen(find_root());
}

}  // namespace

int main(int argc, char** argv) {
  use_better_blas_kernels(argv);
  const int status = in_words([&] {
    handle_interrupts();
    const int result = run(argc, argv);
    require_output();
    return result;
  });
  if (status != grader_error) return status;
  // In want of memory a library's threads may wait for more without end, and its destructor for
  // them: OpenBLAS under a low `ulimit -v`.
  std::fflush(nullptr);
  _exit(status);
}
