// Options of what is done with a class.
#include <cstdint>
#include <string>

#include "batch/default_jobs.h"
#include "batch/slurm_script.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "export/due_time.h"
#include "lab/fault.h"
#include "toolchain/compiler_slots.h"
#include "toolchain/gpu.h"

namespace warpgrade {
namespace {

CLI::App* add_import(CLI::App& app, ImportCommand& command) {
  ImportRequest& request = command.request;
  CLI::App* import =
      app.add_subcommand("import", "Unpack what a course site exports: DIR/STUDENT/NUMBER/LAB.cu");
  import->add_option("--submissions", request.submissions, "A folder, or a zip or tar archive")
      ->required();
  import->add_option("--out", request.work, "A new folder, or that of an earlier import")
      ->required();
  import->add_option("--roster", request.roster, "The class as CSV: students are found in it");
  import->add_option("--lab", request.labs, "Look for LAB.cu (again for more; default: every lab)")
      ->allow_extra_args(false);
  import->add_option("--format", request.format, "What the export is (default: by looking)")
      ->check(CLI::IsMember({"folders", "canvas", "moodle", "gradescope", "clones", "pattern"}));
  import->add_option("--pattern", request.pattern,
                     "Any other layout: a regular expression for the files' paths, with groups "
                     "(?<student>...) and (?<file>...)");
  import->footer(
      "Example:\n  warpgrade import --submissions submissions.zip --roster class.csv --out "
      "handed-in\n\nExit status: 0 all matched, 1 something is listed as not matched, 2 usage, 3 "
      "trouble of ours.");
  return import;
}

int finish_import(const CLI::App&, ImportCommand& command, const std::filesystem::path& root) {
  command.root = root;
  return import_command(command);
}

struct BatchOptions {
  BatchCommand command;
  std::string backend, real, slurm_options, tell;
  std::uint64_t seed = 0;
  bool no_gate = false, no_check = false, no_speed = false;
};

CLI::App* add_batch(CLI::App& app, BatchOptions& o) {
  BatchRequest& request = o.command.request;
  ImportRequest& import = request.import;
  CLI::App* batch = app.add_subcommand("batch", "Grade a class, and keep every grade");
  batch
      ->add_option("--submissions", import.submissions,
                   "What the course site exports: a folder or an archive")
      ->required();
  batch->add_option("--out", request.out, "The folder for grades and reports")->required();
  batch->add_option("--lab", import.labs, "Only this lab (several times; default: every lab)")
      ->allow_extra_args(false);
  batch->add_option("--roster", import.roster, "The class as CSV: students are found in it");
  batch->add_option("--format", import.format, "As with import (default: by looking)");
  batch->add_option("--pattern", import.pattern, "As with import");
  CLI::Option* executor =
      batch
          ->add_option("--executor", request.executor,
                       "Where grades are made: on this machine, or by jobs of Slurm "
                       "(docs/cluster.md)")
          ->check(CLI::IsMember({"local", "slurm"}));
  batch
      ->add_option("--slurm-options", o.slurm_options,
                   "What your site wants of sbatch: \"--partition=gpu --account=NAME\"")
      ->needs(executor);
  batch
      ->add_option("--jobs", request.jobs,
                   "Grades at a time (default: one for each core, where speed is measured one for "
                   "eight; with Slurm no limit)")
      ->check(CLI::Range(1, 1024));
  batch->add_option("--backend", o.backend, "As with grade (default: auto)")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
  batch->add_option("--real", o.real, "The floating-point type (default: float)")
      ->check(CLI::IsMember({"float", "double"}));
  batch->add_option("--seed", o.seed, "The seed of all grades (default: a secret one)");
  batch->add_flag("--no-nvcc", o.no_gate, "On the CPU, do not let nvcc compile the files as well");
  batch->add_flag("--no-check", o.no_check, "Leave out the check of every access");
  batch->add_flag("--no-speed", o.no_speed, "On a GPU, leave speed open");
  batch
      ->add_option("--tell", o.tell,
                   "How much grades and reports tell of what is wrong: cause, place or remedy "
                   "(default: what lab.json says; nothing is tried in a batch)")
      ->check(CLI::IsMember({"cause", "place", "remedy"}));
  CLI::Option* resume = batch->add_flag("--resume", request.resume,
                                        "Go on where it was stopped; what is open is tried again");
  CLI::Option* regrade = batch
                             ->add_flag("--regrade", request.regrade,
                                        "Grade all anew; the grades before stay in the gradebook")
                             ->excludes(resume);
  batch
      ->add_option(
          "--only", request.only,
          "With --regrade: these students (ada,bob), with the last run's seed and settings")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(regrade);
  batch->add_flag("--quiet", o.command.quiet, "Plain lines in place of the progress line");
  batch->footer(
      "Example:\n  warpgrade batch --submissions submissions.zip --lab dot --out graded\n\n"
      "docs/batch.md says what it writes. Exit status: 0 all graded, 1 something is open, not "
      "matched or left, 2 usage, 3 trouble of ours.");
  return batch;
}

int finish_batch(const CLI::App& app, BatchOptions& o, const std::filesystem::path& root) {
  BatchRequest& request = o.command.request;
  request.root = root;
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
       {std::pair(o.no_gate, "--no-nvcc"), std::pair(o.no_check, "--no-check"),
        std::pair(o.no_speed, "--no-speed")}) {
    if (given) options += (options.empty() ? "" : " ") + std::string(name);
  }
  if (!o.tell.empty()) options += (options.empty() ? "" : " ") + ("--instructor --tell " + o.tell);
  const bool goes_on = request.resume || !request.only.empty();
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
      app.add_subcommand("similar", "Which submissions of a class are alike: a hint, no verdict");
  CLI::Option* from =
      similar->add_option("--from", request.from, "A class that was graded: --out of a batch");
  similar
      ->add_option("--submissions", request.import.submissions,
                   "Or what the course site exports: a folder or an archive")
      ->excludes(from);
  similar->add_option("--out", request.out, "Where to write (default: the folder of --from)");
  similar->add_option("--lab", request.import.labs, "Only this lab (several times; default: all)")
      ->allow_extra_args(false);
  similar
      ->add_option("--against", request.against,
                   "Other years' submissions or batches: compared with these, not with each other")
      ->allow_extra_args(false);
  similar
      ->add_option("--base", request.base,
                   "What else was handed out, a folder or a file: it does not count")
      ->allow_extra_args(false);
  similar->add_flag("--all-attempts", request.all_attempts,
                    "Each student's earlier attempts too (default: the last one)");
  similar->add_option("--roster", request.import.roster, "As with import");
  similar->add_option("--format", request.import.format, "As with import (default: by looking)");
  similar->add_option("--pattern", request.import.pattern, "As with import");
  similar
      ->add_option("--share", o.share,
                   "Tell pairs from so many per cent of the smaller one's own code (default: 50)")
      ->check(CLI::Range(1, 100));
  similar
      ->add_option("--longest", request.rules.thresholds.longest,
                   "Or from one match of so many tokens (default: 100)")
      ->check(CLI::Range(20, 100000));
  similar
      ->add_option("--common", request.rules.common,
                   "What more students have than that is common knowledge (default: 10, or a tenth "
                   "of them)")
      ->check(CLI::Range(1, 1000000));
  similar->footer(
      "Example:\n  warpgrade similar --from graded --lab dot\n\ndocs/similarity.md says what it "
      "finds. Exit status: 0 compared, 1 something was not matched or is too large, 2 usage, 3 "
      "trouble of ours.");
  return similar;
}

int finish_similar(const CLI::App&, SimilarOptions& o, const std::filesystem::path& root) {
  similar::SimilarRequest& request = o.command.request;
  request.root = root;
  request.rules.thresholds.share = o.share / 100.0;
  return similar_command(o.command);
}

struct ExportOptions {
  ExportCommand command;
  std::string counts = "last", due, late_penalty, late_limit, scale;
};

CLI::App* add_export(CLI::App& app, ExportOptions& o) {
  ExportCommand& command = o.command;
  CLI::App* out = app.add_subcommand("export", "Hand a class's grades to a course site");
  out->add_option("--from", command.from, "The --out of a batch (again for more)")
      ->required()
      ->allow_extra_args(false);
  out->add_option("--to", command.to, "canvas and moodle fill a sheet; the others write anew")
      ->required()
      ->check(CLI::IsMember(
          {"canvas", "moodle", "csv", "json", "junit", "gradescope", "prairielearn", "autolab"}));
  out->add_option("--out", command.out,
                  "The file to write; a folder for gradescope, prairielearn and autolab")
      ->required();
  out->add_option("--sheet", command.sheet,
                  "canvas, moodle: the gradebook or grading worksheet that the site exports");
  out->add_option("--column", command.columns.column,
                  "The column to fill: its title, the number in its brackets or a part of it");
  out->add_option("--lab", command.labs, "This lab (several are added up in a sheet)")
      ->allow_extra_args(false);
  out->add_option("--roster", command.roster, "The class as CSV: helps to find students");
  out->add_option("--match", command.columns.match,
                  "A column of the sheet that holds the students' ids, where it is not found");
  out->add_option("--counts", o.counts, "Which attempt counts (default: last)")
      ->check(CLI::IsMember({"last", "best", "first", "last-on-time"}));
  out->add_option("--due", o.due,
                  "What is handed in after it is late: 2026-03-01T23:59, in this machine's time "
                  "zone, or with Z or +01:00 behind it");
  out->add_option("--late-penalty", o.late_penalty,
                  "Points (5) or percent of the lab's points (10%) for each day begun");
  out->add_option("--late-limit", o.late_limit, "The most that lateness costs: 20, 50%");
  out->add_option("--scale", o.scale,
                  "Points of the sheet's column: sheet (what it says), none (as graded), or a "
                  "number; needed where they differ from the labs'");
  out->add_flag("--earned", command.fill.earned,
                "Write what is earned where points are pending; else the cell stays");
  out->add_flag("--feedback", command.fill.feedback,
                "moodle: a line of feedback for each student, too");
  out->add_option("--feedback-column", command.columns.feedback,
                  "Its column, where it is not called \"Feedback comments\"");
  out->add_flag("--replace-excused", command.columns.replace_excused,
                "canvas: write over EX as well");
  out->footer(
      "Example:\n  warpgrade export --from graded --to canvas --sheet Grades.csv --column \"Dot "
      "product\" --out Filled.csv\n\ndocs/export.md says what is written. Exit status: 0 every "
      "grade is written, 1 some are not and are listed, 2 usage, 3 trouble of ours.");
  return out;
}

int finish_export(const CLI::App&, ExportOptions& o, const std::filesystem::path&) {
  ExportCommand& command = o.command;
  CountingRules& rules = command.counting;
  rules.counts = o.counts == "best"    ? Counts::best
                 : o.counts == "first" ? Counts::first
                 : o.counts == "last"  ? Counts::last
                                       : Counts::last_on_time;
  if (!o.due.empty()) {
    rules.due = instant_of(o.due);
    if (!rules.due)
      throw UsageError("--due " + o.due + " is no time.",
                       "Examples: 2026-03-01T23:59, 2026-03-01T23:59+01:00, 2026-03-01T22:59Z.");
  }
  if (!o.late_penalty.empty()) rules.late_penalty = amount_of(o.late_penalty, "--late-penalty");
  if (!o.late_limit.empty()) rules.late_limit = amount_of(o.late_limit, "--late-limit");
  using Scale = FillRules::Scale;
  if (!o.scale.empty()) {
    command.fill.scale = o.scale == "none"    ? Scale::none
                         : o.scale == "sheet" ? Scale::sheet
                                              : Scale::points;
    if (command.fill.scale == Scale::points) {
      const Amount amount = amount_of(o.scale, "--scale");
      if (amount.share) throw UsageError("--scale is a number of points, none or sheet.");
      command.fill.scale_points = amount.points;
    }
  }
  return export_command(command);
}

CLI::App* add_compare(CLI::App& app, CompareCommand& command) {
  CLI::App* compare = app.add_subcommand("compare", "Whose grade rose or fell, and why");
  compare->add_option("--from", command.from, "The --out of a batch")->required();
  CLI::Option* with =
      compare->add_option("--with", command.with, "That of another one, graded after it");
  compare
      ->add_option("--runs", command.runs,
                   "Two runs of the gradebook: 1,2 (default: each last grade and the one before)")
      ->delimiter(',')
      ->expected(2)
      ->excludes(with);
  compare->add_option("--lab", command.labs, "Only this lab (again for more)")
      ->allow_extra_args(false);
  compare->add_option("--csv", command.csv, "Write the changes to this file as well");
  compare->add_option("--json", command.json, "Likewise");
  compare->footer(
      "Example:\n  warpgrade compare --from graded --csv changes.csv\n\nExit status: 0 all the "
      "same, 1 some are not, 2 usage, 3 trouble of ours.");
  return compare;
}

int finish_compare(const CLI::App&, CompareCommand& command, const std::filesystem::path&) {
  return compare_command(command);
}

}  // namespace

void add_class_commands(CLI::App& app, Chosen& chosen) {
  add_command(app, chosen, add_import, finish_import);
  add_command(app, chosen, add_batch, finish_batch);
  add_command(app, chosen, add_similar, finish_similar);
  add_command(app, chosen, add_export, finish_export);
  add_command(app, chosen, add_compare, finish_compare);
}

}  // namespace warpgrade
