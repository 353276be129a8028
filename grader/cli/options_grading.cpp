// Options of the commands for one submission, or for the variants of a lab.
#include <cstdint>
#include <string>

#include "cli/chosen_submission.h"
#include "cli/course_defaults.h"
#include "cli/options.h"
#include "cli/report_errors.h"
#include "report/style.h"
#include "toolchain/installation.h"

namespace warpgrade {
namespace {

struct GradeOptions : CommonOptions {
  GradeCommand command;
  double call_seconds = 0, task_seconds = 0;
  std::optional<double> remedy_seconds;
  std::string feedback, on_finding;
  bool no_nvcc = false;
  bool keep_history = false;
  bool serve = false, serve_plain = false, instructor = false;
};

/// Options shared by `grade` and `check`.
void add_submission_options(CLI::App& command, GradeOptions& o) {
  GradeRequest& request = o.command.request;
  command.add_option("LAB", request.lab, "The lab: a folder in labs/")->required()->type_name("");
  command
      .add_option("-s,--submission,--from", request.submission,
                  "The folder that holds LAB.cu (default: LAB, this folder, or skeletons/LAB)")
      ->type_name("DIR");
  command.add_option("-t,--task", request.tasks, "Only this task; repeat for more")
      ->allow_extra_args(false)
      ->type_name("TASK");
  command.add_option("--case", request.cases, "Only this case; repeat for more")
      ->allow_extra_args(false)
      ->type_name("CASE");
  command.add_option("--data", request.data, "Add an input file as a case; repeat for more")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_real(command, o);
  command
      .add_option("--seed", o.seed,
                  "Use the inputs of the report that names this seed (default: new ones)")
      ->type_name("N");
  command
      .add_option("--format", o.command.format,
                  "The report: terminal (default); gcc, one FILE:LINE:COLUMN: error: "
                  "line per finding, for editors; sarif: SARIF 2.1.0")
      ->check(CLI::IsMember({"terminal", "gcc", "sarif"}))
      ->type_name("FORMAT");
  command.add_option("--json", o.command.json, "Write the result as JSON; - for standard output")
      ->type_name("FILE");
  command.add_flag_callback(
      "--verbose,-v", [] { use_verbose(true); },
      "Show all findings and failing cases, with the commands and seeds that reproduce them");
  command.add_flag("--show-hidden", o.command.show_hidden,
                   "Show hidden cases in the report and on the page. For "
                   "instructors; --json always contains them, as \"hidden\"");
  command
      .add_option("--html", o.command.html,
                  "Write a page with the findings and costs next to the source; - for standard "
                  "output")
      ->type_name("FILE");
  command
      .add_option("--time-limit", o.call_seconds,
                  "CPU time for one call (default: what the lab allows)")
      ->check(CLI::PositiveNumber)
      ->type_name("SECONDS");
  command
      .add_option("--task-time-limit", o.task_seconds,
                  "Wall time for all calls of a task (default: what the lab allows)")
      ->check(CLI::PositiveNumber)
      ->type_name("SECONDS");
  command
      .add_option(
          "--try-remedies", o.remedy_seconds,
          "Wall time for trying fixes in a copy of the file; 0 tries none (default: as long "
          "as the rest of the grade took, 6 to 10; 0 in a batch)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("SECONDS");
  command
      .add_option("--tell", o.feedback,
                  "How much the report reveals about what is wrong: the cause; its place, too; a "
                  "remedy in words, too; a remedy that was tried, too. Default and maximum: what "
                  "lab.json says, else tried; with --show-hidden there is no maximum")
      ->check(CLI::IsMember({"cause", "place", "remedy", "tried"}))
      ->type_name("LEVEL");
  command.add_flag("--instructor", o.instructor)->group("");  // for `warpgrade batch`
  command.add_flag("--for-student", o.command.for_student)->group("");
  command.add_flag("--no-sandbox", o.no_sandbox, "Run without isolation; for your own code only");
  command.add_flag("--no-nvcc", o.no_nvcc, "Do not compile the file with nvcc on the CPU backend");
}

CLI::App* add_grade(CLI::App& app, GradeOptions& o) {
  CLI::App* grade = app.add_subcommand("grade", "Grade one submission of a lab");
  add_submission_options(*grade, o);
  add_backend(*grade, o);
  grade
      ->add_option("--on-finding", o.on_finding,
                   "What an error that the check finds costs (docs/findings.md; default: what "
                   "lab.json says, else limit-races)")
      ->check(CLI::IsMember({"limit-races", "check-points", "fail"}))
      ->type_name("RULE");
  grade->add_flag("--check,!--no-check", o.command.request.check,
                  "Check every memory access of the small cases on the CPU (default)");
  grade
      ->add_option("--export", o.command.exports,
                   "Write the result for a course site: gradescope, junit, prairielearn or "
                   "autolab; - as FILE prints it after the report; repeat for more")
      ->allow_extra_args(false)
      ->type_name("FORMAT=FILE");
  grade->add_flag("--history,!--no-history", o.keep_history,
                  "Keep the result in .warpgrade/ beside the file, and say what changed since the "
                  "last one; functions that have not changed since are not graded again (default: "
                  "in skeletons/, and without --submission)");
  grade->add_flag("--all", o.command.all, "Grade again what has not changed since the last grade");
  grade->add_flag("--speed,!--no-speed", o.command.request.speed,
                  "Measure speed on a GPU (default)");
  grade->add_flag("--serve", o.serve)->group("");  // for `warpgrade batch`
  grade->add_flag("--serve-plain", o.serve_plain)->group("");
  grade->footer(
      "Example:\n  warpgrade grade matmul --submission skeletons/matmul --task matmul_naive\n\n"
      "Exit status: 0 full marks as far as this machine can grade, 1 points lost, 2 usage, 3 the "
      "grader or the machine "
      "failed.");
  return grade;
}

CLI::App* add_check(CLI::App& app, GradeOptions& o) {
  CLI::App* check = app.add_subcommand(
      "check", "Find races, out-of-bounds accesses and wasted memory traffic; no grade");
  add_submission_options(*check, o);
  check->footer(
      "Example:\n  warpgrade check matmul --submission skeletons/matmul --task matmul_tiled\n\n"
      "Checks the functions that are written, on the CPU, in the small cases. Exit status: 0 "
      "no errors found, 1 errors found, 2 usage, 3 the grader or the machine failed.");
  return check;
}

/// Applies the course's defaults to options that were not given.
void apply_course_defaults(const CLI::App& app, CommonOptions& o, const Course* course) {
  if (course == nullptr) return;
  if (!was_given(app, "--backend")) o.backend = course->backend.value_or(o.backend);
  if (!was_given(app, "--real")) o.real = course->real.value_or(o.real);
}

GradeCommand& complete_command(const CLI::App& app, GradeOptions& o,
                               const std::filesystem::path& root) {
  GradeRequest& request = o.command.request;
  // A batch passes these to its grades itself.
  const bool of_batch = o.serve || o.serve_plain || o.command.for_student;
  if (const Course* const course = of_batch ? nullptr : active_course(root)) {
    if (!request.check_only) apply_course_defaults(app, o, course);
    if (!was_given(app, "--real")) o.real = course->real.value_or(o.real);
    if (o.feedback.empty()) o.feedback = course->feedback.value_or("");
    request.on_finding = course->on_finding;
    if (!was_given(app, "--speed")) request.speed &= course->speed;
  }
  request.root = root;
  if (request.submission.empty()) {
    request.submission = find_submission(root, request.lab);
    o.command.own_work = true;
  }
  request.backend = o.chosen_backend();
  request.real = o.chosen_real();
  if (app.count("--seed") > 0) request.seed = o.seed;
  if (o.call_seconds > 0) request.call_seconds = o.call_seconds;
  if (o.task_seconds > 0) request.task_seconds = o.task_seconds;
  request.remedy_seconds = o.remedy_seconds.value_or(o.serve || o.serve_plain ? 0 : 10);
  request.remedies_in_time = !o.remedy_seconds;
  request.feedback = feedback_level_named(o.feedback);
  if (!o.on_finding.empty()) request.on_finding = parse_on_finding(o.on_finding);
  request.instructors = o.command.show_hidden || o.instructor;
  request.with_nvcc = !o.no_nvcc;
  o.command.sandbox = !o.no_sandbox;
  return o.command;
}

int finish_grade(const CLI::App& app, GradeOptions& o, const std::filesystem::path& root) {
  if (app.count("--history") > 0) o.command.history = o.keep_history;
  const GradeCommand& command = complete_command(app, o, root);
  return (o.serve || o.serve_plain) && serve_grades_of_a_batch != nullptr
             ? serve_grades_of_a_batch(command, o.serve, report_errors)
             : grade_command(command);
}

int finish_check(const CLI::App& app, GradeOptions& o, const std::filesystem::path& root) {
  o.backend = "cpu";
  o.command.request.check_only = true;
  return check_command(complete_command(app, o, root));
}

CLI::App* add_history(CLI::App& app, HistoryCommand& command) {
  CLI::App* history =
      app.add_subcommand("history", "Your own grades: the best so far, and what changed");
  history->add_option("LAB", command.lab, "The lab: a folder in labs/")->required()->type_name("");
  history
      ->add_option("-s,--submission,--from", command.submission,
                   "The folder that holds LAB.cu (default: LAB, this folder, or skeletons/LAB)")
      ->type_name("DIR");
  history->add_option("--last", command.most, "So many grades (default: 20)")->type_name("N");
  history->footer(
      "Example:\n  warpgrade history matmul\n\n"
      "A grade of your own work is kept in .warpgrade/ beside the file; no grade depends on that, "
      "and "
      "you may delete it. Exit status: 0 shown, 2 usage.");
  return history;
}

int finish_history(const CLI::App&, HistoryCommand& command, const std::filesystem::path& root) {
  command.root = root;
  return history_command(command);
}

struct WatchOptions : CommonOptions {
  WatchCommand command;
  double remedy_seconds = 10;
  std::string format = "terminal";
  bool no_page = false;
};

CLI::App* add_watch(CLI::App& app, WatchOptions& o) {
  CLI::App* watch =
      app.add_subcommand("watch", "Grade what you save, at once: in the terminal and on a page");
  GradeRequest& request = o.command.request.grade;
  watch->add_option("LAB", request.lab, "The lab: a folder in labs/")->required()->type_name("");
  watch
      ->add_option("-s,--submission,--from", request.submission,
                   "The folder that holds LAB.cu (default: LAB, this folder, or skeletons/LAB)")
      ->type_name("DIR");
  watch->add_option("-t,--task", request.tasks, "Only this task; repeat for more")
      ->allow_extra_args(false)
      ->type_name("TASK");
  add_real(*watch, o);
  watch
      ->add_option("--seed", o.seed,
                   "Use the inputs of the report that names this seed (default: new ones for each "
                   "start)")
      ->type_name("N");
  watch
      ->add_option("--format", o.format,
                   "terminal, to be read (default); gcc, one FILE:LINE:COLUMN: error: a finding, "
                   "for editors that run it in the background")
      ->check(CLI::IsMember({"terminal", "gcc"}))
      ->type_name("FORMAT");
  watch
      ->add_option("--port", o.command.request.port,
                   "Where the page is served on this machine (default: a free port)")
      ->check(CLI::Range(0, 65535))
      ->type_name("PORT");
  watch->add_flag("--no-page", o.no_page, "Serve no page");
  watch
      ->add_option("--try-remedies", o.remedy_seconds,
                   "Wall time for trying fixes in a copy of the file; 0 tries none (default: 10)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("SECONDS");
  watch->add_flag("--no-sandbox", o.no_sandbox, "Run without isolation; for your own code only");
  watch->footer(
      "Example:\n  warpgrade watch matmul --task matmul_tiled\n\n"
      "Values and memory accesses, on the CPU; only what a change can have an effect on is graded "
      "again. Keys: arrows and space scroll, r grades all again, q or Ctrl-C ends. Exit status: 0 "
      "ended, 2 usage, 3 the grader or the machine failed.");
  return watch;
}

int finish_watch(const CLI::App& app, WatchOptions& o, const std::filesystem::path& root) {
  watch::WatchRequest& request = o.command.request;
  request.grade.root = root;
  const Course* const course = active_course(root);
  apply_course_defaults(app, o, course);
  if (course != nullptr) request.grade.on_finding = course->on_finding;
  request.grade.real = o.chosen_real();
  if (app.count("--seed") > 0) request.grade.seed = o.seed;
  request.grade.remedy_seconds = o.remedy_seconds;
  request.sandbox = !o.no_sandbox;
  request.for_editor = o.format == "gcc";
  request.page = !o.no_page && !request.for_editor;
  return watch_command(o.command);
}

struct RunOptions : CommonOptions {
  RunCommand command;
  double call_seconds = 0;
  bool no_verify = false;
};

CLI::App* add_run(CLI::App& app, RunOptions& o) {
  CLI::App* run =
      app.add_subcommand("run", "Run the variants of a lab's solution, verified and timed");
  run->add_option("LAB", o.command.lab, "The lab: a folder in labs/")->required()->type_name("");
  run->add_option("--variant", o.command.variants,
                  "Only this variant; repeat for more (default: all)")
      ->allow_extra_args(false)
      ->type_name("NAME");
  run->add_option("--version", o.command.variants)
      ->allow_extra_args(false)
      ->group("");  // the option's earlier name
  run->add_flag("--list", o.command.list, "List the variants' names, one per line");
  run->add_option(
         "--size", o.command.sizes,
         "A size: 1000, or 8x16x4, or m=8,n=16,k=4; repeat for more (default: a small one)")
      ->type_name("SIZE");
  run->add_option("--set", o.command.set, "An argument: tile=16; or values to try: tile=32,16,8")
      ->type_name("NAME=VALUE");
  run->add_flag("--sweep", o.command.sweep, "Try all values of the arguments that are worth it");
  add_backend(*run, o);
  add_real(*run, o);
  run->add_option("--seed", o.seed, "The seed of the values")->type_name("N");
  run->add_option("--seconds", o.command.seconds, "Time for the calls of one variant and size")
      ->check(CLI::NonNegativeNumber)
      ->type_name("SECONDS");
  run->add_option("--time-limit", o.call_seconds,
                  "CPU time for one call (default: what the lab allows; for --table, hours)")
      ->check(CLI::PositiveNumber)
      ->type_name("SECONDS");
  run->add_flag("--no-verify", o.no_verify,
                "Do not verify the results, which takes long for large sizes without a GPU");
  run->add_option("--json", o.command.json, "Write the results as JSON; - for standard output")
      ->type_name("FILE");
  run->add_flag("--samples", o.command.samples, "Write the time of each call into --json, too");
  run->add_option("--earlier", o.command.earlier,
                  "Keep the results that --json wrote earlier instead of measuring them again")
      ->type_name("FILE");
  run->add_option("--table", o.command.table,
                  "Write a Markdown page: all variants, backends, precisions and reported sizes")
      ->type_name("FILE");
  run->add_flag("--no-sandbox", o.no_sandbox, "Run without isolation");
  run->footer(
      "Example:\n  warpgrade run matmul --variant tiled --size 1000 --set tile=32,16,8\n\n"
      "Exit status: 0 all correct, 1 something is wrong, 2 usage, 3 the grader or the machine "
      "failed.");
  return run;
}

int finish_run(const CLI::App& app, RunOptions& o, const std::filesystem::path& root) {
  RunCommand& command = o.command;
  command.root = root;
  apply_course_defaults(app, o, active_course(root));
  command.backend = o.chosen_backend();
  command.real = o.chosen_real();
  if (app.count("--seed") > 0) command.seed = o.seed;
  if (o.call_seconds > 0) command.call_seconds = o.call_seconds;
  command.verify = !o.no_verify;
  command.sandbox = !o.no_sandbox;
  return run_command(command);
}

struct ProfileOptions : CommonOptions {
  ProfileCommand command;
  bool no_nvcc = false;
};

CLI::App* add_profile(CLI::App& app, ProfileOptions& o) {
  CLI::App* profile = app.add_subcommand("profile", "Show why the kernels of a task are slow");
  ProfileRequest& request = o.command.request;
  profile->add_option("LAB", request.lab, "The lab: a folder in labs/")->required()->type_name("");
  profile->add_option("-t,--task", request.task, "The task: a function of the lab")
      ->type_name("TASK");
  profile->add_option("--variant", request.variant, "A variant of the lab's solution instead")
      ->type_name("NAME");
  profile->add_option("--version", request.variant)->group("");  // the option's earlier name
  profile
      ->add_option("-s,--submission,--from", request.submission,
                   "The folder that holds LAB.cu (default: LAB, this folder, or skeletons/LAB)")
      ->type_name("DIR");
  profile
      ->add_option("--case", request.case_name,
                   "This case (default on a GPU: the first one whose speed is graded)")
      ->type_name("CASE");
  profile->add_option("--size", request.size, "This size: 1000, or 8x16x4, or m=8,n=16,k=4")
      ->type_name("SIZE");
  add_backend(*profile, o,
              "cuda: measured by Nsight Compute on a GPU; cpu: counted by the engine; auto: cuda "
              "if there is a GPU");
  add_real(*profile, o);
  profile->add_option("--seed", o.seed, "The seed of the values")->type_name("N");
  profile->add_option("--json", o.command.json, "Write the result as JSON; - for standard output")
      ->type_name("FILE");
  profile->add_option("--raw", o.command.raw, "Write the profiler's own text")->type_name("FILE");
  profile->add_flag("--no-sandbox", o.no_sandbox,
                    "Run without isolation, as the profiler needs; for your own code only "
                    "(skeletons/ and solutions/ count as yours)");
  profile->add_flag("--no-nvcc", o.no_nvcc,
                    "Do not ask nvcc for the kernels' registers on the CPU backend");
  profile->footer(
      "Example:\n  warpgrade profile matmul --task matmul_tiled\n"
      "  warpgrade profile matmul --variant sequential --size 256\n\n"
      "docs/profile.md explains the result. Exit status: 0 profiled, 1 nothing to profile (the "
      "code does not compile, crashes or launches nothing), 2 usage, 3 the grader or the machine "
      "failed.");
  return profile;
}

int finish_profile(const CLI::App& app, ProfileOptions& o, const std::filesystem::path& root) {
  ProfileRequest& request = o.command.request;
  request.root = root;
  apply_course_defaults(app, o, active_course(root));
  request.backend = o.chosen_backend();
  request.real = o.chosen_real();
  if (app.count("--seed") > 0) request.seed = o.seed;
  request.with_nvcc = !o.no_nvcc;
  o.command.sandbox = !o.no_sandbox;
  return profile_command(o.command);
}

CLI::App* add_explain(CLI::App& app, ExplainCommand& command) {
  CLI::App* explain =
      app.add_subcommand("explain", "What a message of the report means, and how to fix it");
  explain
      ->add_option("CAUSE", command.causes,
                   "Its id: race.block; or a verdict: crashed; without it, all pages are listed")
      ->type_name("");
  explain->add_flag("--all", command.all, "All pages, one after the other");
  explain->add_option("--format", command.format, "terminal, markdown, or html: a page of its own")
      ->check(CLI::IsMember({"terminal", "markdown", "html"}))
      ->type_name("FORMAT");
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
  add_command(app, chosen, add_watch, finish_watch);
  add_command(app, chosen, add_history, finish_history);
  add_command(app, chosen, add_run, finish_run);
  add_command(app, chosen, add_profile, finish_profile);
  add_command(app, chosen, add_explain, finish_explain);
}

}  // namespace warpgrade
