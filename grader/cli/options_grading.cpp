// Options of what is done with one submission, or with the versions of a lab.
#include <cstdint>
#include <string>

#include "cli/in_words.h"
#include "cli/options.h"
#include "toolchain/installation.h"

namespace warpgrade {
namespace {

struct GradeOptions : CommonOptions {
  GradeCommand command;
  double call_seconds = 0, task_seconds = 0;
  std::optional<double> remedy_seconds;
  std::string tell;
  bool no_gate = false;
  bool serve = false, serve_plain = false, instructor = false;
};

/// What `grade` and `check` share.
void add_submission_options(CLI::App& command, GradeOptions& o) {
  GradeRequest& request = o.command.request;
  command.add_option("LAB", request.lab, "The lab: a folder under labs/")->required();
  command.add_option("--submission", request.submission, "The folder that holds LAB.cu")
      ->required();
  command.add_option("--task", request.tasks, "Only this task (may be given several times)")
      ->allow_extra_args(false);
  command.add_option("--case", request.cases, "Only this case (may be given several times)")
      ->allow_extra_args(false);
  command
      .add_option("--data", request.data,
                  "A data file that becomes a case (may be given several times)")
      ->allow_extra_args(false);
  add_real(command, o);
  command.add_option("--seed", o.seed,
                     "The seed that a report names, to see the same values again");
  command.add_option("--json", o.command.json, "Write the result to this file as well");
  command.add_flag("--show-hidden", o.command.show_hidden,
                   "Show in the report and the page what happens in hidden cases: for "
                   "instructors. --json always holds it, as \"hidden\"");
  command.add_option("--html", o.command.html,
                     "Write a page with findings and costs beside the source to this file");
  command
      .add_option("--time-limit", o.call_seconds, "CPU seconds for one call, instead of the lab's")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--task-time-limit", o.task_seconds,
                  "Seconds on the clock for all calls of a task, instead of the lab's")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--try-remedies", o.remedy_seconds,
                  "Seconds on the clock for trying, in a copy of the file, changes that may help "
                  "(default: as long as all before took, 3 to 10; in a batch 0; 0: none is tried)")
      ->check(CLI::NonNegativeNumber);
  command
      .add_option("--tell", o.tell,
                  "How much is told of what is wrong: cause, place (file and line, too), remedy "
                  "(in words, too), tried (and a change that was tried). Default and most: what "
                  "lab.json says, else tried; with --show-hidden also more than it says")
      ->check(CLI::IsMember({"cause", "place", "remedy", "tried"}));
  command.add_flag("--instructor", o.instructor)->group("");  // for `warpgrade batch`
  command.add_flag("--no-sandbox", o.no_sandbox,
                   "Run without isolation: for code of your own only");
  command.add_flag("--no-nvcc", o.no_gate, "On the CPU, do not let nvcc compile the file as well");
}

CLI::App* add_grade(CLI::App& app, GradeOptions& o) {
  CLI::App* grade = app.add_subcommand("grade", "Grade one submission of a lab");
  add_submission_options(*grade, o);
  add_backend(*grade, o);
  grade->add_flag("--check,!--no-check", o.command.request.check,
                  "Run small cases on the CPU with every access to memory watched (default)");
  grade
      ->add_option("--export", o.command.exports,
                   "FORMAT=FILE for a course site: gradescope, junit, prairielearn or autolab; - "
                   "for FILE: after the report")
      ->allow_extra_args(false);
  grade->add_flag("--speed,!--no-speed", o.command.request.speed,
                  "On a GPU, measure what is asked for in speed (default)");
  grade->add_flag("--serve", o.serve)->group("");  // for `warpgrade batch`
  grade->add_flag("--serve-plain", o.serve_plain)->group("");
  grade->footer(
      "Example:\n  warpgrade grade matmul --submission skeletons/matmul --task matmul_naive\n\n"
      "Exit status: 0 full marks of what can be graded here, 1 points lost, 2 usage, 3 trouble of "
      "ours.");
  return grade;
}

CLI::App* add_check(CLI::App& app, GradeOptions& o) {
  CLI::App* check =
      app.add_subcommand("check", "Look for races, overruns and waste in a submission; no grade");
  add_submission_options(*check, o);
  check->footer(
      "Example:\n  warpgrade check matmul --submission skeletons/matmul --task matmul_tiled\n\n"
      "The functions that are written are checked, on the CPU, in small cases. Exit status: 0 "
      "nothing wrong found, 1 errors found, 2 usage, 3 trouble of ours.");
  return check;
}

GradeCommand& finished(const CLI::App& app, GradeOptions& o, const std::filesystem::path& root) {
  GradeRequest& request = o.command.request;
  request.root = root;
  request.backend = o.asked_backend();
  request.real = o.asked_real();
  if (app.count("--seed") > 0) request.seed = o.seed;
  if (o.call_seconds > 0) request.call_seconds = o.call_seconds;
  if (o.task_seconds > 0) request.task_seconds = o.task_seconds;
  request.remedy_seconds = o.remedy_seconds.value_or(o.serve || o.serve_plain ? 0 : 10);
  request.remedies_in_time = !o.remedy_seconds;
  request.tell = tell_named(o.tell);
  request.instructors = o.command.show_hidden || o.instructor;
  request.gate = !o.no_gate;
  o.command.sandbox = !o.no_sandbox;
  return o.command;
}

int finish_grade(const CLI::App& app, GradeOptions& o, const std::filesystem::path& root) {
  const GradeCommand& command = finished(app, o, root);
  return o.serve || o.serve_plain ? serve_command(command, o.serve, in_words)
                                  : grade_command(command);
}

int finish_check(const CLI::App& app, GradeOptions& o, const std::filesystem::path& root) {
  o.backend = "cpu";
  o.command.request.check_only = true;
  return check_command(finished(app, o, root));
}

struct RunOptions : CommonOptions {
  RunCommand command;
  bool no_verify = false;
};

CLI::App* add_run(CLI::App& app, RunOptions& o) {
  CLI::App* run = app.add_subcommand("run", "Run versions of a lab's ladder, verified and timed");
  run->add_option("LAB", o.command.lab, "The lab: a folder under labs/")->required();
  run->add_option("--version", o.command.versions, "This version (several times; default: all)")
      ->allow_extra_args(false);
  run->add_flag("--list", o.command.list, "Print the versions' names, one a line");
  run->add_option("--size", o.command.sizes,
                  "Sizes: 1000, or 8x16x4, or m=8,n=16,k=4 (default: a small one)");
  run->add_option("--set", o.command.set, "An argument: tile=16; or several values: tile=32,16,8");
  run->add_flag("--sweep", o.command.sweep, "All values of the arguments that are worth comparing");
  add_backend(*run, o);
  add_real(*run, o);
  run->add_option("--seed", o.seed, "The seed of the values");
  run->add_option("--seconds", o.command.seconds, "Time for the calls of one version and size")
      ->check(CLI::NonNegativeNumber);
  run->add_flag(
      "--no-verify", o.no_verify,
      "Do not compare the results with the right ones: without a GPU large ones take long");
  run->add_option("--json", o.command.json, "Write the results to this file as well");
  run->add_option("--earlier", o.command.earlier,
                  "Results that --json wrote before: they are taken along, not made again");
  run->add_option(
      "--table", o.command.table,
      "Write a page in Markdown: all versions, backends, precisions and reported sizes");
  run->add_flag("--no-sandbox", o.no_sandbox, "Run without isolation");
  run->footer(
      "Example:\n  warpgrade run matmul --version tiled --size 1000 --set tile=32,16,8\n\n"
      "Exit status: 0 all right, 1 something wrong, 2 usage, 3 trouble of ours.");
  return run;
}

int finish_run(const CLI::App& app, RunOptions& o, const std::filesystem::path& root) {
  RunCommand& command = o.command;
  command.root = root;
  command.backend = o.asked_backend();
  command.real = o.asked_real();
  if (app.count("--seed") > 0) command.seed = o.seed;
  command.verify = !o.no_verify;
  command.sandbox = !o.no_sandbox;
  return run_command(command);
}

struct ProfileOptions : CommonOptions {
  ProfileCommand command;
  bool no_gate = false;
};

CLI::App* add_profile(CLI::App& app, ProfileOptions& o) {
  CLI::App* profile =
      app.add_subcommand("profile", "Tell why the kernels of one task are as slow as they are");
  ProfileRequest& request = o.command.request;
  profile->add_option("LAB", request.lab, "The lab: a folder under labs/")->required();
  profile->add_option("--task", request.task, "The task: a function of the lab");
  profile->add_option("--version", request.version, "A version of the lab's ladder instead");
  profile->add_option("--submission,--from", request.submission,
                      "The folder that holds LAB.cu (default: skeletons/LAB)");
  profile->add_option("--case", request.case_name,
                      "This case (default: on a GPU the first that speed is graded in)");
  profile->add_option("--size", request.size, "These sizes: 1000, or 8x16x4, or m=8,n=16,k=4");
  add_backend(*profile, o,
              "cuda: measured by Nsight Compute on a GPU. cpu: counted by our engine. auto: "
              "cuda where it is");
  add_real(*profile, o);
  profile->add_option("--seed", o.seed, "The seed of the values");
  profile->add_option("--json", o.command.json, "Write the result to this file as well");
  profile->add_option("--raw", o.command.raw, "Write the profiler's own text to this file");
  profile->add_flag("--no-sandbox", o.no_sandbox,
                    "Run without isolation, which the profiler needs: for code of your own only. "
                    "(What lies in skeletons/ and solutions/ counts as yours.)");
  profile->add_flag("--no-nvcc", o.no_gate,
                    "On the CPU, do not ask nvcc how many registers the kernels take");
  profile->footer(
      "Example:\n  warpgrade profile matmul --task matmul_tiled\n"
      "  warpgrade profile matmul --version sequential --size 256\n\n"
      "docs/profile.md says how to read it. Exit status: 0 profiled, 1 nothing to profile (it does "
      "not compile, crashes, launches nothing), 2 usage, 3 trouble of ours.");
  return profile;
}

int finish_profile(const CLI::App& app, ProfileOptions& o, const std::filesystem::path& root) {
  ProfileRequest& request = o.command.request;
  request.root = root;
  request.backend = o.asked_backend();
  request.real = o.asked_real();
  if (app.count("--seed") > 0) request.seed = o.seed;
  request.gate = !o.no_gate;
  o.command.sandbox = !o.no_sandbox;
  return profile_command(o.command);
}

CLI::App* add_explain(CLI::App& app, ExplainCommand& command) {
  CLI::App* explain =
      app.add_subcommand("explain", "What a message of the report means, and how to fix it");
  explain->add_option("CAUSE", command.causes,
                      "Its id: race.block; without it, all pages are listed");
  explain->add_flag("--all", command.all, "All pages, one after the other");
  explain->add_option("--format", command.format, "terminal, markdown, or html: a page of its own")
      ->check(CLI::IsMember({"terminal", "markdown", "html"}));
  explain->footer(
      "Example:\n  warpgrade explain race.block\n"
      "  warpgrade explain --all --format html >causes.html\n\n"
      "docs/findings.md lists the ids. Exit status: 0 told, 2 usage.");
  return explain;
}

int finish_explain(const CLI::App&, ExplainCommand& command, const std::filesystem::path&) {
  return explain_command(command);
}

}  // namespace

void add_grading_commands(CLI::App& app, Chosen& chosen) {
  add_command(app, chosen, add_grade, finish_grade);
  add_command(app, chosen, add_check, finish_check);
  add_command(app, chosen, add_run, finish_run);
  add_command(app, chosen, add_profile, finish_profile);
  add_command(app, chosen, add_explain, finish_explain);
}

}  // namespace warpgrade
