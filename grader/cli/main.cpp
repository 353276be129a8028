// warpgrade: parses the command line and runs the command.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/blas_kernels.h"
#include "base/fault.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/course_defaults.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/report_errors.h"
#include "cli/standard_output.h"
#include "report/style.h"
#include "sandbox/inherited_limits.h"
#include "toolchain/installation.h"

// A student's kit grades one student's work and leaves out the commands for classes.
#ifdef WARPGRADE_FOR_CLASSES
#include "cli_class/options.h"
constexpr bool for_classes = true;
#else
constexpr bool for_classes = false;
#endif

namespace {

using namespace warpgrade;

/// Grades and students' work are readable by their owner only, whatever the user's umask is.
void keep_private(const std::string& command) {
  constexpr std::array<std::string_view, 11> with_grades = {
      "grade",   "check",  "watch",   "batch",   "export", "compare",
      "similar", "import", "history", "comment", "board"};
  if (std::find(with_grades.begin(), with_grades.end(), command) != with_grades.end()) umask(077);
}

/// Called before any code of a submission runs.
void check_limits(const std::string& command) {
  constexpr std::array<std::string_view, 7> that_run_code = {"grade", "check", "watch",  "batch",
                                                             "run",   "bench", "profile"};
  if (std::find(that_run_code.begin(), that_run_code.end(), command) != that_run_code.end())
    require_inherited_limits();
}

/// `warpgrade help grade` is `warpgrade grade --help`. CLI11 expects the arguments in reverse
/// order.
std::vector<std::string> reversed_arguments(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.push_back("--help");
  }
  std::reverse(words.begin(), words.end());
  return words;
}

std::vector<std::string> option_names(const std::vector<const CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options)
    if (!option->get_group().empty())  // an empty group hides internal options
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// Is it a command for classes, in a build without them?
bool is_left_out(const std::string& command) {
  constexpr std::array<std::string_view, 8> names = {"batch",  "board",  "comment", "compare",
                                                     "course", "export", "import",  "similar"};
  return !for_classes && std::find(names.begin(), names.end(), command) != names.end();
}

/// Throws a UsageError that explains the mistake in the command line.
[[noreturn]] void refuse(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const std::vector<std::string> unknown = app.remaining(true);
  if (chosen.empty()) {
    if (unknown.empty())
      throw UsageError(
          "no command given",
          std::string("`warpgrade --help` lists them. The most common ones: ") +
              (for_classes ? "grade LAB --submission DIR, check, profile, batch, doctor."
                           : "grade LAB, check LAB, profile LAB, doctor."));
    if (is_left_out(unknown.front()))
      throw UsageError("'" + unknown.front() + "' is a command for classes",
                       "A student's kit does not have it; the instructor's does.");
    const bool option = unknown.front().rfind('-', 0) == 0;
    const auto& all = app.get_subcommands([](const CLI::App*) { return true; });
    std::vector<std::string> commands;
    for (const CLI::App* command : all) commands.push_back(command->get_name());
    throw UsageError(
        option ? "there is no option '" + unknown.front() + "' without a command"
               : "there is no command '" + unknown.front() + "'",
        option ? "Options follow the command: warpgrade grade dot --submission DIR. `warpgrade "
                 "--help` lists the commands."
               : choose_from("The commands are", unknown.front(), commands));
  }
  const CLI::App& command = *chosen.front();
  const std::string help = "`warpgrade " + command.get_name() + " --help` lists all options.";
  for (const std::string& word : unknown) {
    if (word.rfind('-', 0) != 0) continue;
    const std::string name = word.substr(0, word.find('='));
    const std::string near = nearest(name, option_names(command.get_options()));
    throw UsageError(command.get_name() + " has no option '" + name + "'",
                     (near.empty() ? "" : "Did you mean '" + near + "'? ") + help);
  }
  throw UsageError(command.get_name() + ": " + error.what(), help);
}

int run(int argc, char** argv) {
  CLI::App app{
      "Warpgrade grades CUDA kernels: on a GPU with nvcc, and without one on the CPU with its own "
      "SIMT engine."};
  app.name("warpgrade");
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "The help of every command");
  app.set_version_flag("--version", [] { return "warpgrade " + full_version(); });
  app.add_option_function<std::string>(
         "--color", [](const std::string& when) { use_colour(when); },
         "Colors in the terminal: auto, always or never (default: auto; NO_COLOR and FORCE_COLOR "
         "in the environment count, too)")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->trigger_on_parse();
  add_course_option(app);
  app.fallthrough();  // --color and --course may follow the command
  Chosen chosen;
  add_grading_commands(app, chosen);
#ifdef WARPGRADE_FOR_CLASSES
  add_class_commands(app, chosen);
  add_grades_commands(app, chosen);
  add_return_commands(app, chosen);
#endif
  add_course_commands(app, chosen);
  add_kit_commands(app, chosen);
  add_completion_command(app, chosen);
  try {
    app.parse(reversed_arguments(argc, argv));
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e), full_marks;
    refuse(app, e);
  }
  check_limits(app.get_subcommands().front()->get_name());
  keep_private(app.get_subcommands().front()->get_name());
  return chosen(find_root());
}

}  // namespace

int main(int argc, char** argv) {
  configure_blas(argv);
  const int status = report_errors([&] {
    handle_interrupts();
    const int result = run(argc, argv);
    check_standard_output();
    return result;
  });
  if (status != grader_error) return status;
  // When memory runs out, OpenBLAS's threads may wait for memory forever, and its destructor waits
  // for those threads (for example under a low `ulimit -v`).
  std::fflush(nullptr);
  _exit(status);
}
