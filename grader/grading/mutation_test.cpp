#include "grading/mutation_test.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <set>
#include <utility>

#include "base/parallel_for.h"
#include "grading/grade_builds.h"
#include "grading/grade_setting.h"
#include "memcheck/check_task.h"
#include "process/worker_settings.h"
#include "trials/build_proposals.h"

namespace warpgrade {
namespace {

struct TimedCase {
  const Case* which = nullptr;
  double seconds = 0;  // of the solution
};

/// Some cases, and how long a mutant may compute in one call.
struct Batch {
  Task task;
  double cpu_seconds = 0;
};

/// First a few cases of middling length, each called once: most mutants fail there. The quickest
/// ones are empty, or nearly so. Then all of them.
std::vector<Batch> make_batches(const Task& task, std::vector<TimedCase> cases) {
  std::stable_sort(cases.begin(), cases.end(),
                   [](const TimedCase& a, const TimedCase& b) { return a.seconds < b.seconds; });
  const auto add = [](Batch& batch, const TimedCase& c) {
    batch.task.cases.push_back(*c.which);
    batch.cpu_seconds = std::max(batch.cpu_seconds, 1 + 10 * c.seconds);
  };
  Batch some{task, 0}, all{task, 0};
  some.task.cases.clear();
  all.task.cases.clear();
  for (std::size_t quarter = 1; quarter <= 3 && cases.size() > 3; ++quarter) {
    add(some, cases[quarter * cases.size() / 4]);
    some.task.cases.back().calls = 1;
  }
  for (const TimedCase& c : cases) add(all, c);
  if (some.task.cases.empty()) return {all};
  return {some, all};
}

/// The mutants of one task.
class Mutants {
 public:
  Mutants(const GradeSetting& setting, const ConstantBuilds& builds, const Task& task)
      : setting_(setting), builds_(builds), task_(task) {}

  /// One in `every` of those that are not among `tried`, to which all of them are added.
  TaskMutants run(int every, std::set<std::string>& tried) {
    TaskMutants result;
    result.task = task_.entry;
    const TaskRun whole =
        task_run(task_, builds_, settings_for_check(setting_.request, setting_.lab, false, 1));
    if (!check_solution(whole, result.trouble)) return result;
    const RemedyPlan plan{
        .machine = setting_.machine.in(std::filesystem::path("mutants") / task_.entry),
        .submission = setting_.request.submission,
        .seconds = 0,
        .on_error = {}};
    Toolchain toolchain(plan.machine.root, plan.machine.work, plan.machine.sandbox);
    const auto built = build_proposals(whole, {}, plan, toolchain, Origin::mutants, task_.cases);
    if (!built || !build_fast(*built, toolchain)) {
      result.trouble = "no mutant could be built";
      return result;
    }
    if (!run_solution(result.trouble)) return result;
    std::vector<const remedy::Proposal*> mutants;
    int next = 0;
    for (const remedy::Proposal& each : built->proposals) {
      const std::string key = std::to_string(each.remedy.column) + " " + describe(each.remedy);
      if (!each.insertions.empty() && tried.insert(key).second && next++ % every == 0)
        mutants.push_back(&each);
    }
    enum class Found : char { no, by_values, by_check };
    std::vector<Found> found(mutants.size());
    std::atomic<int> done{0};
    std::vector<std::function<void()>> jobs;
    for (std::size_t m = 0; m < mutants.size(); ++m)
      jobs.emplace_back([&, m] {
        const int number = mutants[m]->number;
        found[m] = !values_are_right(number)          ? Found::by_values
                   : !is_clean(built->builds, number) ? Found::by_check
                                                      : Found::no;
        setting_.progress("mutants of " + task_.entry, ++done, static_cast<int>(mutants.size()));
      });
    compute_all(jobs);
    for (std::size_t m = 0; m < mutants.size(); ++m) {
      result.by_values += found[m] == Found::by_values;
      result.by_check += found[m] == Found::by_check;
      if (found[m] == Found::no) result.survivors.push_back(mutants[m]->remedy);
    }
    return result;
  }

 private:
  /// Without a witness: no verdict on a mutant needs one.
  TaskRun task_run(const Task& task, const ConstantBuilds& builds, Worker::Settings worker) const {
    return {.exercise = setting_.exercise,
            .task = task,
            .sandbox = setting_.sandbox,
            .toolchain = setting_.toolchain,
            .builds = builds,
            .worker = std::move(worker),
            .generated = setting_.generated.get()};
  }

  /// Which cases the check runs, and how long they take.
  bool check_solution(const TaskRun& whole, std::string& trouble) {
    const CheckOutcome right = check_cases(whole);
    if (right.cases.empty()) trouble = "no case is small enough for the check";
    for (const Finding& f : right.summary.findings)
      if (f.level != "error") known_advice_.insert(f.cause.id);
    if (!right.cases.empty() && !is_clean(right))
      trouble = "the solution is wrong in some case, or not clean";
    if (!trouble.empty()) return false;
    std::vector<TimedCase> cases;
    for (const CheckedCase& c : right.cases) cases.push_back({&task_.cases[c.index], c.seconds});
    checked_ = make_batches(task_, std::move(cases));
    return true;
  }

  /// The same mutants without the check.
  bool build_fast(const BuiltProposals& built, const Toolchain& toolchain) {
    for (const auto& [constants, of_check] : built.builds.builds) {
      const Build build =
          toolchain.build_cpu(setting_.lab, submitted(setting_.lab, built.copy, constants),
                              setting_.exercise.real, CpuMode::fast);
      if (build.verdict != Verdict::ok) return false;
      fast_.builds[constants] = build;
    }
    return true;
  }

  /// How long cases take without the check. Those that take too long are left out.
  bool run_solution(std::string& trouble) {
    constexpr double most_seconds = 5;
    std::vector<TimedCase> cases;
    for (const Case& c : task_.cases) {
      Task one = task_;
      one.cases = {c};
      Worker::Settings worker = settings_for_values();
      worker.limits.cpu_seconds = most_seconds;
      const CaseResult found =
          run_tasks({task_run(one, fast_, std::move(worker))}).front().cases.front();
      if (found.verdict == Verdict::ok)
        cases.push_back({&c, found.seconds});
      else if (found.verdict != Verdict::timeout)
        trouble = "the solution is wrong in case " + found.name;
    }
    if (cases.empty() && trouble.empty()) trouble = "every case takes too long";
    all_ = make_batches(task_, std::move(cases));
    return trouble.empty();
  }

  /// One thread: the blocks' order is the same each time.
  Worker::Settings settings_for_values() const {
    Worker::Settings worker = settings_for_run(setting_.request, setting_.lab, Backend::cpu);
    worker.engine_threads = 1;
    return worker;
  }

  static void switch_on(Worker::Settings& worker, int number, const Batch& batch) {
    worker.environment["SIMT_REMEDIES"] = std::to_string(number);
    worker.limits.cpu_seconds = std::min(worker.limits.cpu_seconds, batch.cpu_seconds);
    worker.limits.wall_seconds = 3 * worker.limits.cpu_seconds;  // threads may wait for each other
  }

  bool values_are_right(int number) const {
    return std::all_of(all_.begin(), all_.end(), [&](const Batch& batch) {
      Worker::Settings worker = settings_for_values();
      switch_on(worker, number, batch);
      const auto outcome = run_tasks({task_run(batch.task, fast_, std::move(worker))}).front();
      return std::all_of(outcome.cases.begin(), outcome.cases.end(),
                         [](const CaseResult& c) { return c.verdict == Verdict::ok; });
    });
  }

  bool is_clean(const ConstantBuilds& builds, int number) const {
    return std::all_of(checked_.begin(), checked_.end(), [&](const Batch& batch) {
      Worker::Settings worker = settings_for_check(setting_.request, setting_.lab, false, 1);
      switch_on(worker, number, batch);
      return is_clean(check_cases(task_run(batch.task, builds, std::move(worker))));
    });
  }

  bool is_clean(const CheckOutcome& outcome) const {
    const auto is_found = [&](const Finding& f) {
      return f.level == "error" || (f.kind == "race" && known_advice_.count(f.cause.id) == 0);
    };
    const auto& findings = outcome.summary.findings;
    return !outcome.stopped.known() && outcome.aborted.empty() &&
           std::none_of(findings.begin(), findings.end(), is_found) &&
           std::all_of(outcome.cases.begin(), outcome.cases.end(),
                       [](const CheckedCase& c) { return c.found.verdict == Verdict::ok; });
  }

  const GradeSetting& setting_;
  const ConstantBuilds& builds_;
  const Task& task_;
  ConstantBuilds fast_;
  std::vector<Batch> all_, checked_;
  std::set<std::string> known_advice_;  // what the check says of the solution
};

}  // namespace

void try_mutants(const GradeRequest& request, int every, const Sandbox& sandbox,
                 const OnProgress& progress,
                 const std::function<void(const TaskMutants&)>& on_task) {
  const GradeSetting setting(request, sandbox, progress, nullptr);
  PhaseSeconds phases;
  const Built built = build_for_grade(setting, false, phases);
  std::set<std::string> tried;
  for (const Task& task : setting.lab.tasks)
    on_task(Mutants(setting, built.builds.check, task).run(every, tried));
}

}  // namespace warpgrade
