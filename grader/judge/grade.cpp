#include "judge/grade.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <random>
#include <thread>

#include "judge/run_task.h"
#include "judge/tolerance_check.h"
#include "lab/data_recipes.h"
#include "lab/fault.h"
#include "lab/oracle.h"
#include "score/task_points.h"
#include "toolchain/installation.h"
#include "toolchain/resource_usage.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// Of the grader: what a grade was made with.
constexpr const char* version = "0.1.0";

/// What a compiler without a GPU is asked for: the oldest that current labs meet.
constexpr int usual_capability = 80;

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("_-./=+:,@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string cpu_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::uint64_t secret_seed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

class Grader {
 public:
  Grader(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress)
      : request_(request),
        sandbox_(sandbox),
        progress_(progress),
        lab_(load_lab(request.root, request.lab)),
        oracle_(oracle_of(request.lab)),
        toolchain_(request.root, workspace_.path(), sandbox),
        toolkit_(find_cuda_toolkit()),
        gpus_(find_gpus()) {}

  GradeResult grade() {
    check_tolerances(lab_, oracle_, request_.real);
    select_tasks();
    make_missing_data();
    choose_backend();
    result_.lab = lab_.name;
    result_.title = lab_.title;
    result_.submission = request_.submission.string();
    result_.backend = name(backend_);
    result_.real = request_.real;
    result_.seed = request_.seed.value_or(secret_seed());
    describe_environment();

    const SourceCheck source = check_source(request_.submission, lab_.name + ".cu");
    if (source.readable) {
      build();
      // First what has a line.
      build_.libraries.insert(build_.libraries.begin(), source.libraries.begin(),
                              source.libraries.end());
    } else {
      build_.verdict = Verdict::compile_error;
      build_.output = source.problem + "\n";
    }
    result_.compiler_output = build_.output;
    for (std::size_t t = 0; t < lab_.tasks.size(); ++t) result_.tasks.push_back(grade_task(t));
    return std::move(result_);
  }

 private:
  void select_tasks() {
    for (const auto& wanted : request_.tasks) {
      const bool known = std::any_of(lab_.tasks.begin(), lab_.tasks.end(),
                                     [&](const Task& t) { return t.entry == wanted; });
      if (known) continue;
      std::string names;
      for (const auto& t : lab_.tasks) names += (names.empty() ? "" : ", ") + t.entry;
      throw UsageError("lab " + lab_.name + " has no task '" + wanted + "'",
                       "Its tasks are: " + names + ".");
    }
    if (!request_.tasks.empty()) {
      std::erase_if(lab_.tasks, [&](const Task& t) {
        return std::find(request_.tasks.begin(), request_.tasks.end(), t.entry) ==
               request_.tasks.end();
      });
    }
    for (Task& task : lab_.tasks) add_data_cases(task);
    if (request_.cases.empty()) return;
    std::string names;
    for (const Case& c : lab_.tasks.front().cases) names += (names.empty() ? "" : ", ") + c.name;
    const std::string first = lab_.tasks.front().entry;
    for (Task& task : lab_.tasks) {
      std::erase_if(task.cases, [&](const Case& c) {
        return std::find(request_.cases.begin(), request_.cases.end(), c.name) ==
               request_.cases.end();
      });
      task.performance.clear();
    }
    std::erase_if(lab_.tasks, [](const Task& task) { return task.cases.empty(); });
    if (lab_.tasks.empty()) {
      throw UsageError("no task has a case of that name",
                       "Those of " + first + " are: " + names + ".");
    }
  }

  /// A file given with --data takes the other sizes from the task's own data cases.
  void add_data_cases(Task& task) const {
    for (const auto& file : request_.data) {
      const auto model = std::find_if(task.cases.begin(), task.cases.end(),
                                      [](const Case& c) { return !c.data.empty(); });
      if (model == task.cases.end()) {
        throw UsageError("lab " + lab_.name + " reads no data files", "Leave out --data.");
      }
      Case c;
      for (const auto& [parameter, value] : model->sizes) {
        // A number that the file says itself is not taken from another file's case.
        if (parameter != "n" && parameter != "iterations") c.sizes[parameter] = value;
      }
      c.data = fs::absolute(file);
      c.name = file.filename().string();
      c.calls = 1;
      const auto taken = [&](const Case& other) { return other.name == c.name; };
      while (std::any_of(task.cases.begin(), task.cases.end(), taken)) c.name += "+";
      task.cases.push_back(std::move(c));
    }
  }

  /// A data file of ours that is not stored is made when a case needs it for the first time.
  void make_missing_data() const {
    std::vector<DataRecipe> recipes;
    for (const Task& task : lab_.tasks) {
      for (const Case& c : task.cases) {
        if (c.data.empty() || fs::exists(c.data) || c.data.parent_path() != request_.root / "data")
          continue;
        if (recipes.empty()) recipes = read_data_recipes(request_.root);
        const auto recipe = std::find_if(recipes.begin(), recipes.end(), [&](const DataRecipe& r) {
          return r.name == c.data.filename();
        });
        if (recipe == recipes.end()) continue;
        progress_("making data/" + recipe->name, 0, 0);
        make_data_file(request_.root, *recipe);
      }
    }
  }

  void choose_backend() {
    const bool gpu = !gpus_.gpus.empty() && toolkit_;
    backend_ = request_.backend.value_or(gpu ? Backend::cuda : Backend::cpu);
    if (backend_ == Backend::cpu) return;
    if (gpus_.gpus.empty()) {
      throw GraderError(
          "no GPU to grade on: " + gpus_.why_none,
          "Use --backend cpu (BACKEND=cpu with make): correctness is graded in full there.");
    }
    if (!toolkit_) {
      throw GraderError("no nvcc to build for the GPU with",
                        "Put nvcc on PATH or set CUDA_HOME, or use --backend cpu.");
    }
  }

  void describe_environment() {
    utsname system{};
    uname(&system);
    auto& e = result_.environment;
    e["version"] = version;
    e["machine"] = system.nodename;
    e["system"] = std::string(system.sysname) + " " + system.release;
    e["cpu"] = cpu_name();
    e["cores"] = std::to_string(std::thread::hardware_concurrency());
    if (!gpus_.gpus.empty()) e["gpu"] = gpus_.gpus.front().name;
    if (!gpus_.driver.empty()) e["driver"] = gpus_.driver;
    if (toolkit_) e["cuda"] = toolkit_->version;
    e["compiler"] = "g++ " __VERSION__;
    e["sandbox"] = sandbox_.isolates() ? "bubblewrap" : "none";
  }

  void build() {
    progress_("building " + lab_.name + ".cu", 0, 0);
    if (backend_ == Backend::cuda) {
      build_ = toolchain_.build_cuda(lab_, request_.submission, request_.real, *toolkit_,
                                     gpus_.gpus.front().capability(), true);
      return;
    }
    std::optional<Build> gate;
    if (toolkit_ && request_.gate) {
      // Joined below, before this thread's children could lose their parent.
      auto compiled = std::async(std::launch::async, [&] {
        return toolchain_.build_cuda(lab_, request_.submission, request_.real, *toolkit_,
                                     usual_capability, false);
      });
      build_ = toolchain_.build_cpu(lab_, request_.submission, request_.real);
      gate = compiled.get();
    } else {
      build_ = toolchain_.build_cpu(lab_, request_.submission, request_.real);
    }
    if (!gate) return;
    build_.resources = gate->resources;
    build_.libraries = gate->libraries;
    // The engine's headers accept what nvcc refuses: nvcc has the last word on what is CUDA C++.
    if (gate->verdict == Verdict::compile_error && build_.verdict != Verdict::compile_error) {
      build_.verdict = Verdict::compile_error;
      build_.output = gate->output;
    } else if (gate->verdict == Verdict::ok && build_.verdict == Verdict::compile_error) {
      // Valid CUDA that the engine cannot build is our gap, not the student's mistake.
      build_.verdict = Verdict::pending;
      build_.findings.push_back(
          {"unsupported", "error", "", 0, "nvcc accepts this file, the CPU engine does not.", 1});
    }
  }

  TaskResult grade_task(std::size_t index) {
    const Task& task = lab_.tasks[index];
    TaskResult result;
    result.task = task.entry;
    result.title = task.title;
    const Points correctness = Points::hundredths(task.points_hundredths);
    result.max_points = Points::hundredths(task.max_points_hundredths());
    for (const auto& performance : task.performance) {
      PerformanceResult p;
      p.name = performance.on.name;
      p.max_points = Points::hundredths(performance.points_hundredths);
      constexpr const char* names[] = {"cpu", "library", "solution", "roofline"};
      p.against = names[static_cast<int>(performance.against)];
      result.performance.push_back(p);
    }
    if (const Verdict verdict = before_running(task, result); verdict != Verdict::ok) {
      result.verdict = verdict;
      const TaskPoints points = points_of(correctness, verdict);
      result.points = points.earned;
      result.pending = points.pending;
      settle_performance(result);
      return result;
    }
    run(index, task, result, correctness);
    settle_performance(result);
    return result;
  }

  /// What decides before any case runs; ok when the task can run.
  Verdict before_running(const Task& task, TaskResult& result) const {
    for (const LibraryUse& use : build_.libraries) {
      const bool forbidden =
          std::find(task.forbid.begin(), task.forbid.end(), use.library) != task.forbid.end() ||
          (use.library == "dlopen" && !task.forbid.empty());
      if (!forbidden) continue;
      const std::string place =
          use.file.empty() ? "the compiled code" : fmt::format("{}:{}", use.file, use.line);
      result.detail = use.library == "dlopen"
                          ? fmt::format("{} uses {}: a lab's code loads no libraries at run time.",
                                        place, use.text)
                          : fmt::format(
                                "{} uses {} ({}), which this task does not allow: the kernel is "
                                "yours to write.",
                                place, use.library, use.text);
      return Verdict::forbidden;
    }
    if (build_.verdict == Verdict::compile_error) {
      result.detail = lab_.name + ".cu does not compile.";
      return Verdict::compile_error;
    }
    if (build_.verdict == Verdict::pending) {
      result.detail =
          "The CPU engine does not support something that this file uses; it is graded on a GPU.";
      result.findings = build_.findings;
      return Verdict::pending;
    }
    const Definition& definition = build_.definitions.at(task.entry);
    if (definition.defined) return Verdict::ok;
    const std::string& wanted = task.signature.declaration;
    result.not_defined = definition.found.empty();
    result.detail =
        definition.found.empty()
            ? fmt::format("{}.cu does not define it. Write: {}", lab_.name, wanted)
            : fmt::format("{}.cu defines {} instead of {}.", lab_.name, definition.found, wanted);
    return Verdict::compile_error;
  }

  Child::Settings child_settings() const {
    Child::Settings settings;
    settings.executable = build_.executable;
    settings.gpu = backend_ == Backend::cuda;
    settings.limits.cpu_seconds = request_.call_seconds.value_or(lab_.call_seconds);
    // A wait takes no CPU time. Loaded machines and a GPU shared with others need room.
    settings.limits.wall_seconds = std::max(3 * settings.limits.cpu_seconds, 5.0);
    settings.limits.memory_bytes = lab_.memory_bytes + (backend_ == Backend::cuda ? 4ull << 30 : 0);
    settings.limits.processes = 256;
    settings.environment = {{"LC_ALL", "C.UTF-8"}};
    if (backend_ == Backend::cuda) {
      // Where the driver's libraries lie is the machine's affair.
      if (const char* libraries = std::getenv("LD_LIBRARY_PATH"))
        settings.environment["LD_LIBRARY_PATH"] = libraries;
      settings.environment["CUDA_CACHE_DISABLE"] = "1";
    }
    return settings;
  }

  void run(std::size_t index, const Task& task, TaskResult& result, Points correctness) {
    int started = 0;
    int calls = 0;
    for (const Case& c : task.cases) calls += c.calls;
    const std::string what = fmt::format("{} ({} of {})", task.entry, index + 1, lab_.tasks.size());
    const TaskRun run{
        lab_,
        task,
        oracle_,
        request_.real,
        result_.seed,
        sandbox_,
        toolchain_,
        build_,
        child_settings(),
        [&](const std::string&) { progress_(what, std::min(started++, calls), calls); }};
    TaskOutcome outcome = run_cases(run);
    std::vector<CaseOutcome> outcomes;
    for (std::size_t i = 0; i < outcome.cases.size(); ++i) {
      CaseResult& c = outcome.cases[i];
      outcomes.push_back({task.cases[i].weight, c.verdict, outcome.has_work[i]});
      result.verdict = worse(result.verdict, c.verdict);
      const bool ran = c.detail.rfind("not run: ", 0) != 0;
      if (is_students_fault(c.verdict) && ran) c.reproduce = reproduce(task, c);
    }
    const bool has_work =
        std::find(outcome.has_work.begin(), outcome.has_work.end(), true) != outcome.has_work.end();
    // One edge case alone (--case) says nothing about points.
    const TaskPoints points = has_work || request_.cases.empty()
                                  ? correctness_points(correctness, outcomes)
                                  : points_of(correctness, result.verdict);
    result.points = points.earned;
    result.pending = points.pending;
    result.cases = std::move(outcome.cases);
    result.printed = std::move(outcome.printed);
    for (const auto& kernel : build_.resources) {
      const auto base = [](const std::string& text) { return text.substr(0, text.find('<')); };
      const bool launched =
          std::any_of(outcome.kernels.begin(), outcome.kernels.end(), [&](const std::string& k) {
            return base(k[0] == '_' ? kernel_name(k) : k) == base(kernel.kernel);
          });
      if (launched) result.resources.push_back(kernel);
    }
  }

  /// Points for speed: lost with a task that does not work, else open until they are measured.
  void settle_performance(TaskResult& result) const {
    for (PerformanceResult& p : result.performance) {
      if (is_students_fault(result.verdict)) {
        p.verdict = result.verdict;
        p.detail = "not measured: the results are not right yet.";
        continue;
      }
      p.verdict = Verdict::pending;
      p.detail = backend_ == Backend::cpu ? "speed is measured on a GPU."
                                          : "speed is not measured by this version.";
      result.pending += p.max_points;
    }
  }

  std::string reproduce(const Task& task, const CaseResult& c) const {
    std::string command = "build/warpgrade grade " + lab_.name + " --submission " +
                          shell_word(request_.submission.string()) + " --task " + task.entry +
                          " --case " + shell_word(c.name) + " --seed " +
                          std::to_string(result_.seed) + " --backend " + result_.backend;
    if (request_.real == Real::f64) command += " --real double";
    for (const auto& file : request_.data) command += " --data " + shell_word(file.string());
    return command;
  }

  const GradeRequest& request_;
  const Sandbox& sandbox_;
  const OnProgress& progress_;
  Workspace workspace_;
  Lab lab_;
  const Oracle& oracle_;
  Toolchain toolchain_;
  std::optional<CudaToolkit> toolkit_;
  GpuInventory gpus_;
  Backend backend_ = Backend::cpu;
  Build build_;
  GradeResult result_;
};

}  // namespace

GradeResult grade(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress) {
  return Grader(request, sandbox, progress).grade();
}

}  // namespace warpgrade
