// Options of the commands for a course's machines and labs.
#include <cstdint>
#include <string>

#include "cli/options.h"

namespace warpgrade {
namespace {

CLI::App* add_doctor(CLI::App& app, DoctorCommand& command) {
  CLI::App* doctor = app.add_subcommand(
      "doctor", "Check whether this machine is fit for the labs, and how fast it is");
  doctor
      ->add_option("--json", command.json, "Write everything found as JSON; - for standard output")
      ->type_name("FILE");
  doctor
      ->add_option("--baseline", command.baselines,
                   "Compare with files that --json wrote on the room's other machines")
      ->type_name("FILE");
  doctor->add_flag("--quick", command.quick, "Do not grade the labs' solutions");
  doctor->footer(
      "Example:\n  warpgrade doctor --json room/pc07.json --baseline room/pc*.json\n\n"
      "docs/doctor.md lists the checks. Exit status: 0 fit, 1 fit with remarks, 2 usage, 3 "
      "not fit.");
  return doctor;
}

int finish_doctor(const CLI::App&, DoctorCommand& command, const std::filesystem::path& root) {
  command.root = root;
  return doctor_command(command);
}

struct BenchOptions : CommonOptions {
  BenchCommand command;
  double seconds = 0;
  bool no_sweeps = false;
};

CLI::App* add_bench(CLI::App& app, BenchOptions& o) {
  CLI::App* bench = app.add_subcommand(
      "bench", "Measure a lab's variants or a submission over a range of sizes; draw figures");
  bench->add_option("LAB", o.command.lab, "The lab: a folder in labs/")->required()->type_name("");
  bench
      ->add_option("-o,--out", o.command.out,
                   "The folder to write to; an interrupted bench continues there")
      ->required()
      ->type_name("DIR");
  bench
      ->add_option(
          "--from", o.command.from,
          "A folder with LAB.cu: measure its tasks, together with the baselines if they exist")
      ->type_name("DIR");
  bench->add_option("--variant", o.command.variants, "Only this variant or task; repeat for more")
      ->allow_extra_args(false)
      ->type_name("NAME");
  bench->add_option("--version", o.command.variants)
      ->allow_extra_args(false)
      ->group("");  // the option's earlier name
  bench
      ->add_option("--sizes", o.command.sizes,
                   "256,512,1024, or 8x16x4, or m=8,n=16,k=4; arguments are compared at the last "
                   "one")
      ->type_name("SIZES");
  bench->add_option("--block-sizes", o.command.block_sizes, "Block sizes to compare: 32,64,128")
      ->type_name("SIZES");
  bench
      ->add_option("--set", o.command.set,
                   "An argument: blocks=264; or values to compare: tile=32,16,8")
      ->type_name("NAME=VALUE");
  bench->add_flag("--no-sweeps", o.no_sweeps, "Sizes only: do not compare values of arguments");
  add_backend(*bench, o);
  add_real(*bench, o);
  bench->add_option("--seconds", o.seconds, "Time for the calls of one result (default: 1)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("SECONDS");
  bench->add_option("--seed", o.seed, "The seed of the values")->type_name("N");
  bench->add_flag("--verify-all", o.command.verify_all,
                  "Without a GPU, verify large results, too; this takes long");
  bench->add_flag("--fresh", o.command.fresh, "Start over: ignore what --out contains");
  bench
      ->add_option("--results", o.command.results,
                   "Measure nothing: draw the results that bench or `run --json` wrote")
      ->type_name("FILE");
  bench->add_flag("--no-sandbox", o.no_sandbox, "Run without isolation; for your own code only");
  bench->footer(
      "Example:\n  warpgrade bench matmul --from . --sizes 256,512,1024 --out bench\n\n"
      "docs/bench.md shows the results. Exit status: 0 all correct, 1 something is wrong, 2 usage, "
      "3 "
      "the "
      "grader or the machine failed.");
  return bench;
}

int finish_bench(const CLI::App& app, BenchOptions& o, const std::filesystem::path& root) {
  BenchCommand& command = o.command;
  command.root = root;
  command.backend = o.chosen_backend();
  command.real = o.chosen_real();
  command.real_given = app.count("--real") > 0;
  if (app.count("--seed") > 0) command.seed = o.seed;
  if (app.count("--seconds") > 0) command.seconds = o.seconds;
  command.sweeps = !o.no_sweeps;
  command.sandbox = !o.no_sandbox;
  return bench_command(command);
}

CLI::App* add_contract(CLI::App& app, std::string& lab) {
  CLI::App* contract = app.add_subcommand(
      "contract", "Print the C++ source that lists a lab's functions (for the build)");
  contract->add_option("LAB", lab, "The lab: a folder in labs/")->required()->type_name("");
  contract->footer(
      "Example:\n  warpgrade contract matmul\n\nExit status: 0 printed, 2 usage, 3 the lab is "
      "written wrongly.");
  return contract;
}

int finish_contract(const CLI::App&, std::string& lab, const std::filesystem::path& root) {
  return contract_command(root, lab);
}

struct TasksOptions {
  std::string lab;
  bool targets = false;
};

CLI::App* add_tasks(CLI::App& app, TasksOptions& o) {
  CLI::App* tasks = app.add_subcommand(
      "tasks", "Print a lab's tasks and points as a Markdown table (for its handout)");
  tasks->add_option("LAB", o.lab, "The lab: a folder in labs/")->required()->type_name("");
  tasks->add_flag("--targets", o.targets,
                  "Print instead what earns all points for efficiency and speed in each task");
  tasks->footer(
      "Example:\n  warpgrade tasks matmul\n\nExit status: 0 printed, 2 usage, 3 the lab is written "
      "wrongly.");
  return tasks;
}

int finish_tasks(const CLI::App&, TasksOptions& o, const std::filesystem::path& root) {
  return tasks_command(root, o.lab, o.targets);
}

struct NoOptions {};

CLI::App* add_data(CLI::App& app, NoOptions&) {
  CLI::App* data = app.add_subcommand("data", "Generate the input files that are not stored");
  data->footer(
      "Example:\n  warpgrade data\n\nExit status: 0 all are there, 2 usage, 3 a file cannot be "
      "written.");
  return data;
}

int finish_data(const CLI::App&, NoOptions&, const std::filesystem::path& root) {
  return data_command(root);
}

CLI::App* add_skeletons(CLI::App& app, bool& check) {
  CLI::App* skeletons = app.add_subcommand("skeletons", "Write skeletons/ from solutions/");
  skeletons->add_flag("--check", check, "Write nothing; list those that differ");
  skeletons->footer(
      "Example:\n  warpgrade skeletons --check\n\nExit status: 0 written, or none differs; 1 some "
      "differ (--check); 2 usage; 3 a solution's markers are wrong, or a file cannot be written.");
  return skeletons;
}

int finish_skeletons(const CLI::App&, bool& check, const std::filesystem::path& root) {
  return skeletons_command(root, check);
}

struct NewLabOptions {
  std::string name, like = "histogram";
};

CLI::App* add_new_lab(CLI::App& app, NewLabOptions& o) {
  CLI::App* new_lab = app.add_subcommand(
      "new-lab", "Write a small lab that grades itself, as a start for your own");
  new_lab->add_option("NAME", o.name, "The lab's name: prefix-sum")->required()->type_name("");
  new_lab->add_option("--like", o.like, "The example to copy: a folder in docs/examples/")
      ->capture_default_str()
      ->type_name("EXAMPLE");
  new_lab->footer(
      "Example:\n  warpgrade new-lab prefix-sum\n\ndocs/new-lab.md walks you through it. Exit "
      "status: 0 written, 2 usage, 3 a file cannot be written.");
  return new_lab;
}

int finish_new_lab(const CLI::App&, NewLabOptions& o, const std::filesystem::path& root) {
  return new_lab_command(root, o.name, o.like);
}

struct CheckLabOptions : CommonOptions {
  CheckLabCommand command;
};

CLI::App* add_check_lab(CLI::App& app, CheckLabOptions& o) {
  CLI::App* check_lab = app.add_subcommand(
      "check-lab", "List what a lab still lacks, and which mistakes its cases do not find");
  check_lab->add_option("LAB", o.command.lab, "The lab: a folder in labs/")
      ->required()
      ->type_name("");
  check_lab->add_flag("--mutants,!--no-mutants", o.command.mutants,
                      "Change the solution in one place after the other, and run its cases "
                      "(default)");
  check_lab->add_option("-t,--task", o.command.tasks, "Only mutants of this task; repeat for more")
      ->allow_extra_args(false)
      ->type_name("TASK");
  check_lab->add_option("--every", o.command.every, "Try one mutant in N")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  check_lab->add_flag("--table", o.command.table,
                      "Print the numbers of mutants as a line of a Markdown table");
  add_real(*check_lab, o);
  check_lab->add_flag("--no-sandbox", o.no_sandbox, "Run without isolation");
  check_lab->footer(
      "Example:\n  warpgrade check-lab histogram\n\ndocs/new-lab.md explains the list. Exit "
      "status: 0 nothing to list, 1 something, 2 usage, 3 the lab is written wrongly.");
  return check_lab;
}

int finish_check_lab(const CLI::App&, CheckLabOptions& o, const std::filesystem::path& root) {
  o.command.root = root;
  o.command.real = o.chosen_real();
  o.command.sandbox = !o.no_sandbox;
  return check_lab_command(o.command);
}

}  // namespace

void add_course_commands(CLI::App& app, Chosen& chosen) {
  add_command(app, chosen, add_doctor, finish_doctor);
  add_command(app, chosen, add_bench, finish_bench);
  add_command(app, chosen, add_contract, finish_contract);
  add_command(app, chosen, add_tasks, finish_tasks);
  add_command(app, chosen, add_data, finish_data);
  add_command(app, chosen, add_skeletons, finish_skeletons);
  add_command(app, chosen, add_new_lab, finish_new_lab);
  add_command(app, chosen, add_check_lab, finish_check_lab);
}

}  // namespace warpgrade
