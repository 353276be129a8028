#include "cases/run_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/random.h"
#include "base/utf8.h"
#include "cases/fair_call.h"
#include "cases/launched_code.h"
#include "cases/verify.h"
#include "diagnosis/hypotheses.h"
#include "diagnosis/size_pattern.h"
#include "process/device_recovery.h"

namespace warpgrade {

class CaseCalls::Impl {
  enum class Round { first, again, other_values };

 public:
  Impl(const TaskRun& run, CaseProcesses& processes) : run_(run), processes_(processes) {
    const std::size_t n = run.task.cases.size();
    outcome_.cases.resize(n);
    outcome_.has_work.resize(n);
    generated_.resize(n);
    readings_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      outcome_.cases[i].name = run.task.cases[i].name;
      outcome_.cases[i].hidden = run.task.cases[i].hidden;
      any_visible_ = any_visible_ || !run.task.cases[i].hidden;
    }
  }

  void make(bool hidden) {
    call_all(hidden);
    // Frees the problems, which may be large: other tasks run before this one continues.
    for (auto& generated : generated_) generated.reset();
    for (const auto& [name, worker] : processes_) collect_output(name, *worker);
    if (std::any_of(processes_.begin(), processes_.end(),
                    [](const auto& each) { return !each.second->alive(); })) {
      processes_.clear();  // a process that reported an error may still hold all of the memory
      require_device();
    }
  }

  bool right() const {
    return std::all_of(outcome_.cases.begin(), outcome_.cases.end(),
                       [](const CaseResult& c) { return c.verdict == Verdict::ok; });
  }

  TaskOutcome outcome() {
    choose_details();
    return std::move(outcome_);
  }

 private:
  void call_all(bool hidden) {
    for (std::size_t i = 0; i < run_.task.cases.size(); ++i)
      if (run_.task.cases[i].hidden == hidden) call(i, Round::first);
    // One more bad end is tolerated in the later calls of cases that were right.
    const Verdict at_first = given_up_;
    if (!out_of_time()) given_up_ = Verdict::ok;
    seconds_lost_ = 0;
    auto later = later_calls(hidden);
    Random random(derive_seed(run_.exercise.seed, run_.task.entry + "/order", hidden ? 1 : 0));
    for (std::size_t i = later.size(); i > 1; --i) {
      std::swap(
          later[i - 1],
          later[static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(i) - 1))]);
    }
    for (const auto& [index, round] : later) {
      if (outcome_.cases[index].verdict == Verdict::ok) call(index, round);
    }
    // A bad end of a later call does not stop the first calls of the remaining cases.
    if (!out_of_time()) given_up_ = at_first;
    seconds_lost_ = 0;
  }

  std::vector<std::pair<std::size_t, Round>> later_calls(bool hidden) const {
    std::vector<std::pair<std::size_t, Round>> calls;
    for (std::size_t i = 0; i < run_.task.cases.size(); ++i) {
      const Case& c = run_.task.cases[i];
      if (c.hidden != hidden) continue;
      if (c.calls >= 2) calls.emplace_back(i, Round::again);
      if (input_sets_needed(c) > 1) calls.emplace_back(i, Round::other_values);
    }
    return calls;
  }

  void call(std::size_t index, Round round) {
    const Case& c = run_.task.cases[index];
    CaseResult& result = outcome_.cases[index];
    if (given_up_ != Verdict::ok) {
      result.verdict = given_up_;
      result.detail = {
          because("case.not-run", {{"task", run_.task.entry}, {"case", given_up_in_}})};
      outcome_.has_work[index] = true;
      return;
    }
    std::shared_ptr<const GeneratedCase> fresh;
    if (round == Round::other_values) {
      fresh = generated_case(run_, c, 1);
    } else if (generated_[index] == nullptr) {
      generated_[index] = generated_case(run_, c);
      outcome_.has_work[index] =
          run_.exercise.reference.work(generated_[index]->problem, run_.exercise.real).flops > 0 &&
          !zeros_are_right(*generated_[index]);
    }
    const GeneratedCase& generated = round == Round::other_values ? *fresh : *generated_[index];
    run_.announce_call();
    const CallImage image = compose_image(generated, index, round);
    const Served served = served_by(c);
    const bool shortened = limit_call(*served.worker, generated);
    const CallOutcome outcome =
        served.worker->call(run_.task.entry, run_.task.device_pointers, image);
    result.seconds = std::max(result.seconds, outcome.seconds);
    seconds_ += outcome.seconds;
    taken_.push_back({{index, round}, outcome.seconds});
    if (out_of_time()) excuse_delays(image);
    if (!c.hidden || !any_visible_) note_kernels(outcome);
    if (round != Round::other_values && outcome.reply) {
      if (!result.kernels) result.kernels.emplace();
      symbols_.add(*outcome.reply, run_.builds.of(c), *result.kernels);
    }
    CallVerdict found = verify(run_, c, generated, image, outcome);
    if (found.doubtful && run_.witness != nullptr) {
      found = resolve_doubtful(served, {index, round}, found, image);
      if (found.verdict == Verdict::ok) seconds_ -= outcome.seconds;  // the repetition counts
    } else {
      served.calls.emplace_back(index, round);
    }
    judge(index, round, outcome, std::move(found));
    if (out_of_time()) give_up(result, shortened);
    // The case's values are not needed any more.
    if (c.calls == 1 || result.verdict != Verdict::ok) generated_[index].reset();
  }

  /// Load from other programs may have delayed calls. Repeats the task's longest calls and counts
  /// the shorter time.
  void excuse_delays(const CallImage& image) {
    constexpr int most = 3;
    constexpr double much_less = 0.5;
    const auto shorter = [](const Taken& a, const Taken& b) { return a.seconds < b.seconds; };
    for (int excused = 0; out_of_time() && run_.witness != nullptr && excused < most; ++excused) {
      const auto longest = std::max_element(taken_.begin(), taken_.end(), shorter);
      trouble_ = run_.witness->trouble(run_, run_.task.cases[taken_.back().call.first].constants,
                                       CpuMode::fast, image);
      if (!trouble_.empty()) return;
      seconds_ -= longest->seconds;
      const double without = seconds_;
      std::unique_ptr<Worker> worker;
      run_.announce_call();
      const Replayed again = replay(longest->call, worker);
      const double seconds = seconds_ - without;
      if (!again.found.completed || seconds > much_less * longest->seconds) {
        seconds_ = without + longest->seconds;
        return;
      }
      longest->seconds = seconds;
    }
  }

  bool out_of_time() const { return run_.seconds > 0 && seconds_ > run_.seconds; }

  /// Limits the next call to what so small a problem can take, and to the task's remaining time.
  /// True if that is less than the problem may take.
  bool limit_call(Worker& worker, const GeneratedCase& generated) const {
    constexpr double least = 1, least_cpu = 10,
                     seconds_per_flop = 1e-4;  // a slow machine, a bad code
    const Limits& limits = run_.worker.limits;
    const double flops = run_.exercise.reference.work(generated.problem, run_.exercise.real).flops;
    const double share = std::min(1.0, (least_cpu + seconds_per_flop * flops) / limits.cpu_seconds);
    const double by_itself = share * limits.wall_seconds;
    const double left = run_.seconds > 0 ? std::max(least, run_.seconds - seconds_) : by_itself;
    worker.allow(share * limits.cpu_seconds, std::min(left, by_itself));
    return left < by_itself;
  }

  /// Called when the task has used up its time. `shortened`: the case's call had less time than
  /// usual.
  void give_up(CaseResult& result, bool shortened) {
    given_up_ = Verdict::timeout;
    given_up_in_ = result.name;
    if (!trouble_.empty()) {
      given_up_ = result.verdict = Verdict::grader_error;
      result.detail = blame_machine(trouble_);
      return;
    }
    if (result.verdict != Verdict::ok && !(shortened && result.verdict == Verdict::timeout)) return;
    result.verdict = Verdict::timeout;
    result.detail = {because("time.of-task", {{"task", run_.task.entry},
                                              {"seconds", fmt::format("{:.1f}", seconds_)},
                                              {"limit", fmt::format("{:g}", run_.seconds)}})};
  }

  CallImage compose_image(const GeneratedCase& generated, std::size_t index, Round round) const {
    return compose_call(run_, generated.problem,
                        round == Round::again ? Poison::nan : Poison::finite,
                        derive_seed(run_.exercise.seed,
                                    run_.task.entry + "/" + run_.task.cases[index].name + "/poison",
                                    static_cast<std::uint64_t>(round)));
  }

  using Call = std::pair<std::size_t, Round>;

  struct Taken {
    Call call;
    double seconds = 0;
  };

  /// A process and the calls of this task that it has made.
  struct Served {
    CaseProcesses::key_type name;
    Worker* worker = nullptr;
    std::vector<Call>& calls;
  };

  /// The verdict of a call that may have failed because of the machine. Ends its process.
  CallVerdict resolve_doubtful(const Served& served, const Call& call, const CallVerdict& found,
                               const CallImage& image) {
    const Case& c = run_.task.cases[call.first];
    const std::vector<Call> before = std::exchange(served.calls, {});
    collect_output(served.name, *served.worker);
    // Frees memory that the repeated calls may need.
    processes_.erase(served.name);
    FairTrial trial;
    trial.known_good = [&] {
      return run_.witness->trouble(run_, c.constants, CpuMode::fast, image);
    };
    trial.again = [&] { return replay({call}); };
    const auto add = [&](std::vector<Call> calls, const Fact& what) {
      calls.push_back(call);
      trial.earlier.push_back({what, [this, calls] { return replay(calls); }});
    };
    if (!before.empty()) add({before.back()}, {"case", run_.task.cases[before.back().first].name});
    if (before.size() > 1) add(before, {"calls", before.size()});
    return fair_call(found, trial);
  }

  /// Repeats the calls in a new process. Returns the verdict of the last one.
  CallVerdict replay(const std::vector<Call>& calls) {
    std::unique_ptr<Worker> worker;
    std::vector<std::function<Replayed()>> each;
    for (const Call& call : calls)
      each.emplace_back([this, &worker, call] { return replay(call, worker); });
    return last_verdict(each);
  }

  Replayed replay(const Call& call, std::unique_ptr<Worker>& worker) {
    const auto& [index, round] = call;
    const Case& c = run_.task.cases[index];
    if (!worker) worker = std::make_unique<Worker>(run_.sandbox, settings_for(run_.builds.of(c)));
    const auto generated = generated_case(run_, c, round == Round::other_values ? 1 : 0);
    const CallImage image = compose_image(*generated, index, round);
    limit_call(*worker, *generated);
    const CallOutcome outcome = worker->call(run_.task.entry, run_.task.device_pointers, image);
    seconds_ += outcome.seconds;
    return {verify(run_, c, *generated, image, outcome), worker->alive()};
  }

  void judge(std::size_t index, Round round, const CallOutcome& outcome, CallVerdict found) {
    CaseResult& result = outcome_.cases[index];
    // For the first values alone, leftover memory may be right by chance.
    result.untouched = found.untouched && (round == Round::first || result.untouched);
    if (found.verdict == Verdict::ok) {
      if (round != Round::first) return;
      result.detail = std::move(found.detail);
      readings_[index] = std::move(found.readings);
      return;
    }
    result.verdict = found.verdict;
    result.detail = std::move(found.detail);
    readings_[index] = std::move(found.readings);
    if (!found.completed) {
      seconds_lost_ += outcome.seconds;
      if (result.verdict == Verdict::timeout || seconds_lost_ > run_.worker.limits.cpu_seconds) {
        given_up_ = result.verdict;
        given_up_in_ = result.name;
      }
    }
    if (!found.values || round == Round::first || result.untouched) return;
    // If these values are wrong in a new process, too, nothing was kept between calls.
    if (round == Round::other_values && replay({{index, round}}).verdict != Verdict::ok) return;
    if (round == Round::again && found.finite && !found.whole) result.verdict = Verdict::race;
    const char* const since = round == Round::other_values ? "state.kept-between-calls"
                              : found.finite               ? "state.second-run"
                                                           : "garbage.read";
    result.detail.insert(result.detail.begin(), because(since));
  }

  void choose_details() {
    std::vector<WrongCase> wrong;
    for (std::size_t i = 0; i < readings_.size(); ++i)
      wrong.push_back({outcome_.cases[i].detail, readings_[i], outcome_.cases[i].hidden});
    choose_explanations(wrong);
    add_size_pattern();
  }

  /// Adds what the sizes of wrong cases have in common to the first visible one, and to others with
  /// the same detail. Only if values are wrong and no other pattern explains them.
  void add_size_pattern() {
    std::vector<SizedCase> sized;
    std::vector<CaseResult*> counted;  // cases with judged values, and the wrong ones of them
    for (std::size_t i = 0; i < outcome_.cases.size(); ++i) {
      CaseResult& result = outcome_.cases[i];
      if (result.hidden) continue;
      const bool wrong = result.verdict == Verdict::wrong;
      if (!wrong && result.verdict != Verdict::ok) return;
      if (wrong && std::any_of(result.detail.begin(), result.detail.end(),
                               [](const Cause& c) { return !mistake_name(c).empty(); }))
        return;
      sized.push_back({run_.task.cases[i].sizes, wrong});
      if (wrong && sized.back().counts()) counted.push_back(&result);
    }
    const auto shared = what_sizes_share(sized);
    if (!shared) return;
    const Causes first_detail = counted.front()->detail;
    for (CaseResult* result : counted)
      if (result->detail == first_detail) result->detail.push_back(*shared);
  }

  Worker::Settings settings_for(const Build& build) const {
    Worker::Settings settings = run_.worker;
    settings.run(build);
    return settings;
  }

  /// Tests the device: the process that was ended may have left it in a bad state.
  void require_device() const {
    if (!run_.worker.gpu) return;
    const auto& [constants, build] = *run_.builds.builds.begin();
    // Tested with a known-good program: the submission's could claim that its device does not work.
    test_device(run_.sandbox, run_.witness != nullptr
                                  ? run_.witness->settings(run_.worker, constants, CpuMode::fast)
                                  : settings_for(build));
  }

  /// The process of the case's build. Restarted after a bad end.
  Served served_by(const Case& c) {
    const Build& build = run_.builds.builds.at(c.constants);
    const CaseProcesses::key_type name{build.executable, run_.task.devices, c.hidden};
    if (c.hidden) reuse_process({build.executable, run_.task.devices, false}, name);
    const auto found = processes_.find(name);
    if (found != processes_.end() && found->second->alive())
      return {name, found->second.get(), calls_[name]};
    if (found != processes_.end()) {
      collect_output(name, *found->second);
      processes_.erase(found);
      require_device();
    }
    calls_[name].clear();
    auto& worker = processes_[name] = std::make_unique<Worker>(run_.sandbox, settings_for(build));
    return {name, worker.get(), calls_[name]};
  }

  /// Lets a process that served visible cases continue with hidden ones. Its output since the last
  /// call counts as hidden, because another process may have passed it something.
  void reuse_process(const CaseProcesses::key_type& from, const CaseProcesses::key_type& to) {
    const auto found = processes_.find(from);
    if (found == processes_.end() || !found->second->alive() || processes_.contains(to)) return;
    collect_output(to, *found->second);
    processes_[to] = std::move(found->second);
    processes_.erase(found);
    calls_[to] = std::exchange(calls_[from], {});
  }

  void note_kernels(const CallOutcome& outcome) {
    if (!outcome.reply) return;
    for (std::uint32_t i = 0; i < outcome.reply->kernel_count; ++i) {
      const std::string kernel = outcome.reply->kernels[i].name;
      if (std::find(outcome_.kernels.begin(), outcome_.kernels.end(), kernel) ==
          outcome_.kernels.end()) {
        outcome_.kernels.push_back(kernel);
      }
    }
  }

  void collect_output(const CaseProcesses::key_type& name, Worker& worker) {
    constexpr std::size_t enough = 4096;
    std::string& printed = std::get<bool>(name) ? outcome_.hidden_printed : outcome_.printed;
    if (printed.size() < enough)
      printed += as_student_knows(plain_lines(worker.take_output(), enough));
  }

  const TaskRun& run_;
  CaseProcesses& processes_;
  std::map<CaseProcesses::key_type, std::vector<Call>> calls_;  // by process
  TaskOutcome outcome_;
  CodeSymbols symbols_;
  std::vector<std::shared_ptr<const GeneratedCase>> generated_;
  std::vector<std::vector<Reading>> readings_;  // by case
  bool any_visible_ = false;                    // of the cases
  // Limits the time lost to the same bad end in every case: together these may take as long as one
  // call.
  double seconds_lost_ = 0;
  double seconds_ = 0;              // of all calls
  std::vector<Taken> taken_;        // time per call
  Causes trouble_;                  // of a known-good program, once the calls had taken too long
  Verdict given_up_ = Verdict::ok;  // the verdict of cases that are no longer run
  std::string given_up_in_;
};

CaseCalls::CaseCalls(const TaskRun& run, CaseProcesses& processes)
    : impl_(std::make_unique<Impl>(run, processes)) {}
CaseCalls::~CaseCalls() = default;
void CaseCalls::make(bool hidden) { impl_->make(hidden); }
bool CaseCalls::right() const { return impl_->right(); }
TaskOutcome CaseCalls::outcome() { return impl_->outcome(); }

CallImage compose_call(const TaskRun& run, const Problem& problem, Poison poison,
                       std::uint64_t seed) {
  return compose(problem, run.task.signature, run.exercise.real, poison, seed,
                 run.exercise.lab.before);
}

std::uint64_t input_sets_needed(const Case& c) {
  // A data file has only one set of values.
  return c.calls >= 3 && c.data.empty() && !c.seed ? 2 : 1;
}

}  // namespace warpgrade
