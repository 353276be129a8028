// Options of the commands for a class's submissions.
#include <cstdint>
#include <cstdio>
#include <string>

#include "authoring/lab_check.h"
#include "base/fault.h"
#include "base/machine_limits.h"
#include "batch/default_jobs.h"
#include "batch/slurm_script.h"
#include "cases/tolerance_check.h"
#include "cli/course_defaults.h"
#include "cli_class/commands.h"
#include "cli_class/options.h"
#include "gpus/gpu.h"
#include "import/take_option.h"
#include "lab/manifest.h"
#include "lab/reference.h"

namespace warpgrade {
namespace {

void add_take(CLI::App* command, ImportRequest& request) {
  command
      ->add_option_function<std::vector<std::string>>(
          "--take",
          [&](const std::vector<std::string>& all) {
            for (const std::string& text : all) request.takes.push_back(parse_take(text));
          },
          "Take this file for this student, whatever it is called: its path in the hand-in, or on "
          "this machine; repeat for more")
      ->allow_extra_args(false)
      ->type_name("ID=FILE");
}

CLI::App* add_import(CLI::App& app, ImportCommand& command) {
  ImportRequest& request = command.request;
  CLI::App* import =
      app.add_subcommand("import", "Unpack a course site's export into DIR/STUDENT/NUMBER/LAB.cu");
  import->add_option("-s,--submissions", request.submissions, "A folder or an archive")
      ->required()
      ->type_name("PATH");
  import->add_option("-o,--out", request.work, "A new folder, or that of an earlier import")
      ->required()
      ->type_name("DIR");
  import->add_option("--roster", request.roster, "The class list as CSV, to match students")
      ->type_name("FILE");
  import->add_option("--lab", request.labs, "Look for LAB.cu; repeat for more (default: every lab)")
      ->allow_extra_args(false)
      ->type_name("LAB");
  import->add_option("--format", request.format, "The export's format (default: detected)")
      ->check(CLI::IsMember(
          {"folders", "canvas", "moodle", "gradescope", "autolab", "clones", "pattern"}))
      ->type_name("FORMAT");
  import
      ->add_option("--pattern", request.pattern,
                   "Any other layout: a regular expression for the files' paths, with groups "
                   "(?<student>...), (?<file>...) and (?<attempt>...)")
      ->type_name("REGEX");
  add_take(import, request);
  import->footer(
      "Example:\n  warpgrade import --submissions submissions.zip --roster class.csv --out "
      "handed-in\n\nExit status: 0 all matched, 1 something could not be matched, 2 usage, 3 "
      "the "
      "grader or the machine failed.");
  return import;
}

int finish_import(const CLI::App&, ImportCommand& command, const std::filesystem::path& root) {
  command.root = root;
  if (const Course* const course = active_course(root)) {
    if (command.request.labs.empty()) command.request.labs = course->lab_names();
    if (command.request.roster.empty()) command.request.roster = course->roster;
  }
  return import_command(command);
}

struct BatchOptions {
  BatchCommand command;
  std::string backend, real, slurm_options, feedback, on_finding;
  std::uint64_t seed = 0;
  bool no_nvcc = false, no_check = false, no_speed = false;
};

CLI::App* add_batch(CLI::App& app, BatchOptions& o) {
  BatchRequest& request = o.command.request;
  ImportRequest& import = request.import;
  CLI::App* batch = app.add_subcommand("batch", "Grade a class, and keep every grade");
  batch
      ->add_option("-s,--submissions", import.submissions,
                   "The course site's export: a folder or an archive; --only takes what is kept in "
                   "--out instead, if this is not given")
      ->type_name("PATH");
  batch->add_option("-o,--out", request.out, "The folder for grades and reports")->type_name("DIR");
  batch->add_option("--lab", import.labs, "Only this lab; repeat for more (default: every lab)")
      ->allow_extra_args(false)
      ->type_name("LAB");
  batch->add_option("--roster", import.roster, "The class list as CSV, to match students")
      ->type_name("FILE");
  batch->add_option("--format", import.format, "As for import (default: detected)")
      ->type_name("FORMAT");
  batch->add_option("--pattern", import.pattern, "As for import")->type_name("REGEX");
  add_take(batch, import);
  CLI::Option* executor =
      batch
          ->add_option("--executor", request.executor,
                       "Where to grade: on this machine, or as Slurm jobs (docs/cluster.md)")
          ->check(CLI::IsMember({"local", "slurm"}))
          ->type_name("EXECUTOR");
  batch
      ->add_option("--slurm-options", o.slurm_options,
                   "What sbatch needs at your site: \"--partition=gpu --account=NAME\"")
      ->needs(executor)
      ->type_name("OPTIONS");
  batch
      ->add_option("-j,--jobs", request.jobs,
                   "Grades at a time (default: one per core; where speed is measured, two per GPU "
                   "or one per eight cores; no limit with Slurm)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  batch->add_option("-b,--backend", o.backend, "As for grade (default: auto)")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
      ->type_name("BACKEND");
  batch->add_option("--real", o.real, "The floating-point type (default: float)")
      ->check(CLI::IsMember({"float", "double"}))
      ->type_name("TYPE");
  batch->add_option("--seed", o.seed, "The seed of all grades (default: a secret one)")
      ->type_name("N");
  batch->add_flag("--no-nvcc", o.no_nvcc, "Do not compile files with nvcc on the CPU backend");
  batch->add_flag("--no-check", o.no_check,
                  "Skip the check of every memory access; on the CPU no race is seen then");
  batch->add_flag("--no-speed", o.no_speed, "Leave speed open on a GPU");
  batch
      ->add_option("--tell", o.feedback,
                   "How much reports reveal about what is wrong: the cause; its place, too; a "
                   "remedy in words, too (default: what lab.json says; a batch tries no remedies)")
      ->check(CLI::IsMember({"cause", "place", "remedy"}))
      ->type_name("LEVEL");
  batch->add_option("--on-finding", o.on_finding, "As for grade (default: what lab.json says)")
      ->check(CLI::IsMember({"limit-races", "check-points", "fail"}))
      ->type_name("RULE");
  CLI::Option* resume = batch->add_flag("--resume", request.resume,
                                        "Continue an interrupted batch, and retry what is open");
  CLI::Option* regrade = batch
                             ->add_flag("--regrade", request.regrade,
                                        "Grade everything again; earlier grades stay in the "
                                        "gradebook")
                             ->excludes(resume);
  batch
      ->add_option(
          "--only", request.only,
          "With --regrade: only these students (ada,bob), by id, name, login or address, with the "
          "last run's seed and settings")
      ->allow_extra_args(false)
      ->needs(regrade)
      ->type_name("STUDENTS");
  batch->add_flag("-q,--quiet", o.command.quiet, "Plain lines instead of a progress line");
  batch->footer(
      "Example:\n  warpgrade batch --submissions submissions.zip --lab dot --out graded\n\n"
      "docs/batch.md describes the results. Exit status: 0 everything graded, 1 something is "
      "open, unmatched or left, 2 usage, 3 the grader or the machine failed.");
  return batch;
}

/// Applies the course's defaults to options that were not given.
void apply_course_defaults(BatchOptions& o, const Course* course, bool goes_on) {
  BatchRequest& request = o.command.request;
  ImportRequest& import = request.import;
  if (course != nullptr) {
    request.title = course->title;
    if (import.labs.empty()) import.labs = course->lab_names();
    if (import.roster.empty()) import.roster = course->roster;
    const auto lab =
        import.labs.size() == 1 ? course->labs.find(import.labs[0]) : course->labs.end();
    if (import.submissions.empty() && lab != course->labs.end())
      import.submissions = lab->second.submissions;
    // A resumed run keeps its own.
    if (o.backend.empty() && !goes_on) o.backend = course->backend.value_or("");
    if (o.real.empty() && !goes_on) o.real = course->real.value_or("");
    if (o.feedback.empty() && !goes_on && course->feedback != "tried")
      o.feedback = course->feedback.value_or("");
    if (!goes_on) o.no_speed |= !course->speed;
    if (o.on_finding.empty() && !goes_on && course->on_finding)
      o.on_finding = option_word(*course->on_finding);
  }
  require_path(request.out, "--out", course ? course->graded : "", "graded");
  if (course != nullptr) request.counting = course->counting;
  if (import.submissions.empty() && request.only.empty())
    throw UsageError("--submissions is required",
                     "Or choose one lab with --lab for which course.json sets \"submissions\".");
  if (import.submissions.empty() && !import.takes.empty())
    throw UsageError("--take needs the submissions", "Give them with --submissions PATH.");
}

/// A broken lab would leave every student's grade open.
void require_valid_labs(const std::filesystem::path& root, std::vector<std::string> labs,
                        Real real) {
  if (labs.empty()) labs = lab_names(root);
  for (const std::string& lab : labs) {
    try {
      check_lab(root, lab);
      check_tolerances(load_lab(root, lab), find_reference(lab), real);
    } catch (const GraderError& error) {
      throw UsageError(error.what(), error.advice());
    }
  }
}

/// `backend`: "cpu" or "cuda"; otherwise depends on this machine's GPUs.
void warn_about_missed_races(const std::string& backend) {
  if (backend == "cuda" || (backend != "cpu" && !find_gpus().gpus.empty())) return;
  std::fprintf(stderr,
               "warpgrade: warning: with --no-check on the CPU, races are not detected.\n"
               "  The CPU engine runs threads in an order in which most races give correct values. "
               "Omit --no-check, or grade on a GPU.\n");
}

int finish_batch(const CLI::App& app, BatchOptions& o, const std::filesystem::path& root) {
  BatchRequest& request = o.command.request;
  request.root = root;
  const bool goes_on = request.resume || !request.only.empty();
  apply_course_defaults(o, active_course(root), goes_on);
  print_remarks(active_course(root));
  require_valid_labs(root, request.import.labs, o.real == "double" ? Real::f64 : Real::f32);
  if (o.no_check) warn_about_missed_races(o.backend);
  if (!o.backend.empty()) request.backend = o.backend;
  if (!o.real.empty()) request.real = o.real;
  if (app.count("--seed") > 0) request.seed = o.seed;
  request.slurm_options = slurm_options(o.slurm_options);
  if (app.count("--jobs") == 0) {
    const auto gpus = static_cast<unsigned>(o.backend == "cpu" ? 0 : find_gpus().gpus.size());
    request.jobs = request.executor == "slurm"
                       ? 0
                       : default_jobs(usable_cores(), gpus > 0 && !o.no_speed, gpus);
  }
  std::string options;
  for (const auto& [given, name] :
       {std::pair(o.no_nvcc, "--no-nvcc"), std::pair(o.no_check, "--no-check"),
        std::pair(o.no_speed, "--no-speed")}) {
    if (given) options += (options.empty() ? "" : " ") + std::string(name);
  }
  if (!o.feedback.empty())
    options += (options.empty() ? "" : " ") + ("--instructor --tell " + o.feedback);
  if (!o.on_finding.empty())
    options += (options.empty() ? "" : " ") + ("--on-finding " + o.on_finding);
  if (!goes_on || !options.empty()) request.options = options;
  return batch_command(o.command);
}

struct SimilarOptions {
  SimilarCommand command;
  int share = 50;
};

CLI::App* add_similar(CLI::App& app, SimilarOptions& o) {
  similar::SimilarRequest& request = o.command.request;
  CLI::App* similar =
      app.add_subcommand("similar", "Find submissions that are alike: a hint, not a verdict");
  CLI::Option* from =
      similar->add_option("--from", request.from, "A graded class: the --out of a batch")
          ->type_name("DIR");
  similar
      ->add_option("--submissions", request.import.submissions,
                   "Or a course site's export: a folder or an archive")
      ->excludes(from)
      ->type_name("PATH");
  similar->add_option("-o,--out", request.out, "Where to write (default: the folder of --from)")
      ->type_name("DIR");
  similar->add_option("--lab", request.import.labs, "Only this lab; repeat for more (default: all)")
      ->allow_extra_args(false)
      ->type_name("LAB");
  similar
      ->add_option(
          "--against", request.against,
          "Submissions or batches of other years: compared with these, not with each other")
      ->allow_extra_args(false)
      ->type_name("PATH");
  similar
      ->add_option("--base", request.base,
                   "Other code that was handed out, a folder or a file: it does not count")
      ->allow_extra_args(false)
      ->type_name("PATH");
  similar->add_flag("--all-attempts", request.all_attempts,
                    "Compare each student's earlier attempts, too (default: the last one)");
  similar->add_option("--roster", request.import.roster, "As for import")->type_name("FILE");
  similar->add_option("--format", request.import.format, "As for import (default: detected)")
      ->type_name("FORMAT");
  similar->add_option("--pattern", request.import.pattern, "As for import")->type_name("REGEX");
  similar
      ->add_option("--share", o.share,
                   "Report pairs that share at least this percentage of the smaller one's own code "
                   "(default: 50)")
      ->check(CLI::Range(1, 100))
      ->type_name("PERCENT");
  similar
      ->add_option("--longest", request.rules.thresholds.longest,
                   "Or one match of at least this many tokens (default: 100)")
      ->check(CLI::Range(20, 100000))
      ->type_name("N");
  similar
      ->add_option("--common", request.rules.common,
                   "Code that more students than this have is common knowledge (default: 10, or a "
                   "tenth of them)")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  similar
      ->add_option("--export", o.command.tool,
                   "Do not compare, but write folders for another tool: moss, dolos or jplag")
      ->check(CLI::IsMember({"moss", "dolos", "jplag"}))
      ->type_name("TOOL");
  similar->footer(
      "Example:\n  warpgrade similar --from graded --lab dot\n\ndocs/similarity.md says what it "
      "finds. Exit status: 0 compared, 1 something was unmatched or too large, 2 usage, 3 the "
      "grader or the machine failed.");
  return similar;
}

int finish_similar(const CLI::App&, SimilarOptions& o, const std::filesystem::path& root) {
  similar::SimilarRequest& request = o.command.request;
  request.root = root;
  if (const Course* const course = active_course(root)) {
    if (request.import.roster.empty()) request.import.roster = course->roster;
    if (request.from.empty() && request.import.submissions.empty()) request.from = course->graded;
    o.command.counting = course->counting;
  }
  request.rules.thresholds.share = o.share / 100.0;
  return similar_command(o.command);
}

}  // namespace

void add_class_commands(CLI::App& app, Chosen& chosen) {
  serve_grades_of_a_batch = serve_command;
  add_command(app, chosen, add_import, finish_import);
  add_command(app, chosen, add_batch, finish_batch);
  add_command(app, chosen, add_similar, finish_similar);
}

}  // namespace warpgrade
