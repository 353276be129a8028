// warpgrade: the options of its commands. What a command does stands in its own file.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>

#include "batch/default_jobs.h"
#include "batch/due_time.h"
#include "batch/slurm_script.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "lab/blas_kernels.h"
#include "lab/fault.h"
#include "toolchain/compiler_slots.h"
#include "toolchain/gpu.h"
#include "toolchain/installation.h"

namespace {

using namespace warpgrade;

void complain(const std::string& tone, const std::string& what, const std::string& advice) {
  std::cout.flush();
  std::fprintf(stderr, "%s: %s\n", tone.c_str(), what.c_str());
  if (!advice.empty()) std::fprintf(stderr, "  %s\n", advice.c_str());
}

/// Runs it and tells what it throws. The exit status.
int in_words(const std::function<int()>& work) {
  try {
    return work();
  } catch (const UsageError& e) {
    complain("warpgrade", e.what(), e.advice());
    return usage_error;
  } catch (const GraderError& e) {
    complain("This is the grader's trouble, not the submission's", e.what(), e.advice());
    return grader_error;
  } catch (const std::exception& e) {
    complain("This is the grader's trouble, not the submission's", e.what(), "");
    return grader_error;
  }
}

struct GradeOptions {
  GradeCommand command;
  std::string backend = "auto";
  std::string real = "float";
  std::uint64_t seed = 0;
  double call_seconds = 0;
  bool no_sandbox = false;
  bool no_gate = false;
  bool serve = false, serve_plain = false;
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
  command.add_option("--real", o.real, "The floating-point type")
      ->check(CLI::IsMember({"float", "double"}));
  command.add_option("--seed", o.seed,
                     "The seed that a report names, to see the same values again");
  command.add_option("--json", o.command.json, "Write the result to this file as well");
  command.add_option("--html", o.command.html,
                     "Write a page with findings and costs beside the source to this file");
  command
      .add_option("--time-limit", o.call_seconds, "CPU seconds for one call, instead of the lab's")
      ->check(CLI::PositiveNumber);
  command.add_flag("--no-sandbox", o.no_sandbox,
                   "Run without isolation: for code of your own only");
  command.add_flag("--no-nvcc", o.no_gate, "On the CPU, do not let nvcc compile the file as well");
}

CLI::App* add_grade(CLI::App& app, GradeOptions& o) {
  CLI::App* grade = app.add_subcommand("grade", "Grade one submission of a lab");
  add_submission_options(*grade, o);
  grade
      ->add_option("--backend", o.backend,
                   "cuda: nvcc and a GPU. cpu: our engine. auto: cuda where it is")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
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

struct RunOptions {
  RunCommand command;
  std::string backend = "auto";
  std::string real = "float";
  std::uint64_t seed = 0;
  bool no_verify = false;
  bool no_sandbox = false;
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
  run->add_option("--backend", o.backend,
                  "cuda: nvcc and a GPU. cpu: our engine. auto: cuda where it is")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
  run->add_option("--real", o.real, "The floating-point type")
      ->check(CLI::IsMember({"float", "double"}));
  run->add_option("--seed", o.seed, "The seed of the values");
  run->add_option("--seconds", o.command.seconds, "Time for the calls of one version and size")
      ->check(CLI::NonNegativeNumber);
  run->add_flag("--no-verify", o.no_verify,
                "Do not compare the results with the right ones: large ones take long");
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
  if (o.backend != "auto") command.backend = o.backend == "cpu" ? Backend::cpu : Backend::cuda;
  command.real = o.real == "float" ? Real::f32 : Real::f64;
  if (app.count("--seed") > 0) command.seed = o.seed;
  command.verify = !o.no_verify;
  command.sandbox = !o.no_sandbox;
  return run_command(command);
}

CLI::App* add_doctor(CLI::App& app, DoctorCommand& command) {
  CLI::App* doctor =
      app.add_subcommand("doctor", "Is this machine fit for the labs, and how fast?");
  doctor->add_option("--json", command.json, "Write all that was found to this file as well");
  doctor->add_option("--baseline", command.baselines,
                     "What --json wrote on other machines of the room: one file or several");
  doctor->add_flag("--quick", command.quick, "Do not grade the solutions of the labs");
  doctor->footer(
      "Example:\n  warpgrade doctor --json room/pc07.json --baseline room/pc*.json\n\n"
      "docs/doctor.md says what is looked at. Exit status: 0 fit, 1 fit with remarks, 2 usage, 3 "
      "not fit.");
  return doctor;
}

struct BenchOptions {
  BenchCommand command;
  std::string backend = "auto";
  std::string real = "float";
  std::uint64_t seed = 0;
  double seconds = 0;
  bool no_sweeps = false;
  bool no_sandbox = false;
};

CLI::App* add_bench(CLI::App& app, BenchOptions& o) {
  CLI::App* bench = app.add_subcommand(
      "bench", "Measure a lab's versions, or a submission, over sizes: figures, tables, data");
  bench->add_option("LAB", o.command.lab, "The lab: a folder under labs/")->required();
  bench
      ->add_option("--out", o.command.out,
                   "The folder to write to; a bench that was stopped goes on there")
      ->required();
  bench->add_option("--from", o.command.from,
                    "A folder with LAB.cu: its tasks, beside the baselines where these are");
  bench->add_option("--version", o.command.versions, "Only this version or task (several times)")
      ->allow_extra_args(false);
  bench->add_option("--sizes", o.command.sizes,
                    "Sizes: 256,512,1024, or 8x16x4, or m=8,n=16,k=4; arguments are "
                    "compared at the last one");
  bench->add_option("--block-sizes", o.command.block_sizes,
                    "Sizes of a block to compare: 32,64,128");
  bench->add_option("--set", o.command.set,
                    "An argument: blocks=264; or values to compare: tile=32,16,8");
  bench->add_flag("--no-sweeps", o.no_sweeps, "Sizes only: compare no values of arguments");
  bench
      ->add_option("--backend", o.backend,
                   "cuda: nvcc and a GPU. cpu: our engine. auto: cuda where it is")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
  bench->add_option("--real", o.real, "The floating-point type")
      ->check(CLI::IsMember({"float", "double"}));
  bench->add_option("--seconds", o.seconds, "Time for the calls of one result (default 1)")
      ->check(CLI::NonNegativeNumber);
  bench->add_option("--seed", o.seed, "The seed of the values");
  bench->add_flag("--verify-all", o.command.verify_all,
                  "Compare large results with the right ones as well: that takes long");
  bench->add_flag("--fresh", o.command.fresh, "Begin anew: what --out holds does not count");
  bench->add_option("--results", o.command.results,
                    "Measure nothing: draw the results that bench or `run --json` wrote");
  bench->add_flag("--no-sandbox", o.no_sandbox, "Run without isolation: for code of your own only");
  bench->footer(
      "Example:\n  warpgrade bench matmul --from . --sizes 256,512,1024 --out bench\n\n"
      "docs/bench.md shows what it makes. Exit status: 0 all right, 1 something wrong, 2 usage, 3 "
      "trouble of ours.");
  return bench;
}

int finish_bench(const CLI::App& app, BenchOptions& o, const std::filesystem::path& root) {
  BenchCommand& command = o.command;
  command.root = root;
  if (o.backend != "auto") command.backend = o.backend == "cpu" ? Backend::cpu : Backend::cuda;
  command.real = o.real == "float" ? Real::f32 : Real::f64;
  command.real_given = app.count("--real") > 0;
  if (app.count("--seed") > 0) command.seed = o.seed;
  if (app.count("--seconds") > 0) command.seconds = o.seconds;
  command.sweeps = !o.no_sweeps;
  command.sandbox = !o.no_sandbox;
  return bench_command(command);
}

struct ProfileOptions {
  ProfileCommand command;
  std::string backend = "auto";
  std::string real = "float";
  std::uint64_t seed = 0;
  bool no_sandbox = false;
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
  profile
      ->add_option("--backend", o.backend,
                   "cuda: measured by Nsight Compute on a GPU. cpu: counted by our engine. auto: "
                   "cuda where it is")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
  profile->add_option("--real", o.real, "The floating-point type")
      ->check(CLI::IsMember({"float", "double"}));
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
  if (o.backend != "auto") request.backend = o.backend == "cpu" ? Backend::cpu : Backend::cuda;
  request.real = o.real == "float" ? Real::f32 : Real::f64;
  if (app.count("--seed") > 0) request.seed = o.seed;
  request.gate = !o.no_gate;
  o.command.sandbox = !o.no_sandbox;
  return profile_command(o.command);
}

void add_import(CLI::App& app, ImportRequest& request) {
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
}

struct BatchOptions {
  BatchCommand command;
  std::string backend, real, slurm_options;
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
  if (app.count("--jobs") == 0)
    request.jobs =
        request.executor == "slurm"
            ? 0
            : default_jobs(usable_cores(),
                           o.backend != "cpu" && !o.no_speed && !find_gpus().gpus.empty());
  std::string options;
  for (const auto& [given, name] :
       {std::pair(o.no_gate, "--no-nvcc"), std::pair(o.no_check, "--no-check"),
        std::pair(o.no_speed, "--no-speed")}) {
    if (given) options += (options.empty() ? "" : " ") + std::string(name);
  }
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

int finish_similar(SimilarOptions& o, const std::filesystem::path& root) {
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

int finish_export(ExportOptions& o) {
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

GradeCommand& finished(const CLI::App& app, GradeOptions& o, const std::filesystem::path& root) {
  GradeRequest& request = o.command.request;
  request.root = root;
  if (o.backend != "auto") request.backend = o.backend == "cpu" ? Backend::cpu : Backend::cuda;
  request.real = o.real == "float" ? Real::f32 : Real::f64;
  if (app.count("--seed") > 0) request.seed = o.seed;
  if (o.call_seconds > 0) request.call_seconds = o.call_seconds;
  request.gate = !o.no_gate;
  o.command.sandbox = !o.no_sandbox;
  return o.command;
}

int run_check(const CLI::App& app, GradeOptions& o, const std::filesystem::path& root) {
  o.backend = "cpu";
  o.command.request.check_only = true;
  return check_command(finished(app, o, root));
}

int run(int argc, char** argv) {
  CLI::App app{
      "Warpgrade grades CUDA kernels: on a GPU by nvcc, and without one by a SIMT engine on the "
      "CPU."};
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "The help of every command");

  GradeOptions grade_options;
  const CLI::App* grade = add_grade(app, grade_options);

  GradeOptions check_options;
  const CLI::App* checked = add_check(app, check_options);

  RunOptions run_options;
  const CLI::App* ladder = add_run(app, run_options);

  DoctorCommand doctor_options;
  const CLI::App* doctor = add_doctor(app, doctor_options);
  BenchOptions bench_options;
  const CLI::App* bench = add_bench(app, bench_options);

  ProfileOptions profile_options;
  const CLI::App* profiled = add_profile(app, profile_options);

  ImportCommand import_options;
  add_import(app, import_options.request);

  BatchOptions batch_options;
  const CLI::App* batch = add_batch(app, batch_options);

  SimilarOptions similar_options;
  const CLI::App* similar = add_similar(app, similar_options);

  ExportOptions export_options;
  const CLI::App* exported = add_export(app, export_options);

  CompareCommand compare_options;
  const CLI::App* compared = add_compare(app, compare_options);

  std::string contract_lab;
  CLI::App* contract = app.add_subcommand(
      "contract", "Print the C++ source that lists a lab's functions (for the build)");
  contract->add_option("LAB", contract_lab)->required();
  contract->footer("Example:\n  warpgrade contract matmul");

  std::string tasks_lab;
  CLI::App* tasks = app.add_subcommand(
      "tasks", "Print a lab's tasks and points as a Markdown table (for its handout)");
  tasks->add_option("LAB", tasks_lab)->required();
  tasks->footer("Example:\n  warpgrade tasks matmul");

  CLI::App* data = app.add_subcommand("data", "Make the data files that are not stored");
  data->footer("Example:\n  warpgrade data");

  bool check = false;
  CLI::App* skeletons = app.add_subcommand("skeletons", "Write skeletons/ from solutions/");
  skeletons->add_flag("--check", check, "Write nothing; tell which ones differ");
  skeletons->footer("Example:\n  warpgrade skeletons --check");

  std::string new_lab_name;
  CLI::App* new_lab =
      app.add_subcommand("new-lab", "Write a small lab that grades itself, to be made yours");
  new_lab->add_option("NAME", new_lab_name, "The lab's name: prefix-sum")->required();
  new_lab->footer("Example:\n  warpgrade new-lab prefix-sum\n\ndocs/new-lab.md walks through it.");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? full_marks : usage_error;
  }
  const std::filesystem::path root = find_root();
  if (grade->parsed()) {
    const GradeCommand& command = finished(*grade, grade_options, root);
    const bool share = grade_options.serve;
    return share || grade_options.serve_plain ? serve_command(command, share, in_words)
                                              : grade_command(command);
  }
  if (checked->parsed()) return run_check(*checked, check_options, root);
  if (ladder->parsed()) return finish_run(*ladder, run_options, root);
  if (doctor->parsed()) {
    doctor_options.root = root;
    return doctor_command(doctor_options);
  }
  if (bench->parsed()) return finish_bench(*bench, bench_options, root);
  if (profiled->parsed()) return finish_profile(*profiled, profile_options, root);
  if (app.got_subcommand("import")) {
    import_options.root = root;
    return import_command(import_options);
  }
  if (batch->parsed()) return finish_batch(*batch, batch_options, root);
  if (similar->parsed()) return finish_similar(similar_options, root);
  if (exported->parsed()) return finish_export(export_options);
  if (compared->parsed()) return compare_command(compare_options);
  if (contract->parsed()) return contract_command(root, contract_lab);
  if (tasks->parsed()) return tasks_command(root, tasks_lab);
  if (data->parsed()) return data_command(root);
  if (skeletons->parsed()) return skeletons_command(root, check);
  if (new_lab->parsed()) return new_lab_command(root, new_lab_name);
  return usage_error;
}

}  // namespace

int main(int argc, char** argv) {
  use_better_blas_kernels(argv);
  handle_interrupts();
  return in_words([&] { return run(argc, argv); });
}
