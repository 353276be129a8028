// warpgrade: from the command line to a command.
#include "cli/commands.h"
#include "cli/in_words.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "lab/blas_kernels.h"
#include "toolchain/installation.h"

namespace {

using namespace warpgrade;

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
  return chosen(find_root());
}

}  // namespace

int main(int argc, char** argv) {
  use_better_blas_kernels(argv);
  handle_interrupts();
  return in_words([&] { return run(argc, argv); });
}
