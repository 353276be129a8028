#include "judge/speed_rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "judge/blas_threads.h"
#include "judge/verify.h"
#include "measure/ratio.h"
#include "measure/slowed.h"
#include "measure/who_disturbs.h"

namespace warpgrade {
namespace {

using Side = TimedProcesses::Side;

/// Windows that are expected to take less are answered early: the device's turns are longer.
constexpr double short_window = 0.5e-3;

/// Windows of ours that are played alone: of short calls each tells less.
constexpr std::size_t alone_windows = 3, alone_windows_of_short_calls = 5;

/// By so much of the baseline's call its windows, and empty ones, may become longer beside the
/// submission's: copies from and to the host's memory differ by that as they please.
constexpr double unseen_on_device = 0.02, unseen_on_host = 0.25;

/// A window is never charged less: what lies below is the clock's resolution, and refused later as
/// implausible.
constexpr double least_seconds = 1e-9;

bool came_back(const CallOutcome& outcome) {
  return outcome.reply && outcome.reply->error == 0 &&
         outcome.reply->status == protocol::Reply::done;
}

}  // namespace

void note_failure(PerformanceResult& result, const FailedCall& failed) {
  result.verdict = failed.verdict;
  result.detail = failed.detail;
  result.detail.insert(result.detail.begin(), because("speed.timed-call"));
  if (is_open(failed.verdict)) result.pending = result.max_points;
}

void verify_rest(TimingSetup& setup) {
  const std::vector<TimingSetup::Unverified> calls = std::exchange(setup.unverified, {});
  std::vector<std::function<void()>> jobs;
  std::mutex mutex;
  std::optional<FailedCall> failed;
  for (const TimingSetup::Unverified& each : calls) {
    jobs.emplace_back([&] {
      const TimingWorkload& workload = setup.workload;
      CallVerdict found = verify(
          setup.run, setup.on, workload.generated(each.problem),
          each.problem == 0 ? workload.first_image() : workload.image(each.problem), each.call);
      if (found.verdict == Verdict::ok) return;
      const std::lock_guard lock(mutex);
      if (!failed) failed = FailedCall{found.verdict, std::move(found.detail)};
    });
  }
  const BlasThreads threads(jobs.size());
  run_all(jobs);
  if (failed) throw *failed;
}

SpeedRounds::SpeedRounds(SandboxFor sandbox_for, std::uint64_t seed, Referee* referee)
    : referee_(referee),
      processes_(std::move(sandbox_for), referee),
      random_(derive_seed(seed, "speed/order")) {}

void SpeedRounds::charge(const TaskRun& run, double seconds) {
  double& all = waited_for_[run.task.entry];
  all += seconds;
  if (run.seconds > 0 && all > run.seconds)
    throw FailedCall{Verdict::timeout,
                     {because("speed.out-of-time", {{"seconds", fmt::format("{:.0f}", all)}})}};
}

void SpeedRounds::watch(int device) {
  if (!watch_) watch_.emplace(device);
}

/// Windows of one measurement, from the processes to the samples.
class SpeedRounds::Round {
 public:
  Round(SpeedRounds& all, TimingSetup& setup)
      : all_(all), setup_(setup), workload_(setup.workload), baseline_(setup.baseline) {}

  void play_alone() {
    all_.processes_.end_all({Side::submission});
    const bool first = !setup_.alone;
    if (first) setup_.alone.emplace();
    seat_ours();
    warm_up(first ? everybody_of_ours() : new_ones());
    if (first) decide_whether_early();
    forget_samples();
    const std::size_t count = setup_.alone->early ? alone_windows_of_short_calls : alone_windows;
    for (std::size_t w = 0; w < count; ++w) {
      stage(TimingWorkload::before + w);
      play_in_any_order(everybody_of_ours());
    }
    setup_.alone->seconds.clear();
    for (const Contender& contender : ours_) setup_.alone->seconds.push_back(contender.seconds);
  }

  SampleRound take(bool again, const std::function<bool(const SampleRound&)>& enough) {
    if (!setup_.alone) play_alone();
    // Another round has other processes: where their memory lies moves times a little, but for the
    // one whose calls do nothing. And no process of the submission's meets a problem twice.
    if (again)
      all_.processes_.end_all({Side::submission, Side::baseline});
    else if (workload_.rounds() > 0 && !workload_.new_each_round())
      all_.processes_.end_all({Side::submission});
    workload_.next_round();
    mine_ = {nullptr, setup_.run.task.signature.entry};
    seat_mine();
    seat_ours();
    std::vector<Contender*> contenders = new_ones();
    contenders.push_back(&mine_);
    warm_up(contenders);
    forget_samples();
    std::vector<Contender*> everybody = everybody_of_ours();
    everybody.push_back(&mine_);
    // Of short calls each window tells less.
    const std::size_t least =
        setup_.alone->early ? TimingWorkload::least_of_short_calls : TimingWorkload::least_windows;
    for (std::size_t w = TimingWorkload::before; w < workload_.most(); ++w) {
      stage(w);
      play_in_any_order(everybody);
      const std::size_t count = w + 1 - TimingWorkload::before;
      if (count >= least && count % 2 == 1 && enough(samples())) break;
    }
    if (!workload_.verified_there()) verify_rest(setup_);
    // Is it the device that has become slower, or was it the submission?
    if (any_slowed()) all_.play_alone(setup_);
    return samples();
  }

 private:
  /// One who plays windows in turns.
  struct Contender {
    Worker* worker = nullptr;
    std::string entry = {};            // "": shows what a window costs by itself
    bool baseline = false;             // plays with the baseline's arguments
    std::vector<double> seconds = {};  // of each window that counts
  };
  // Among ours.
  static constexpr std::size_t nothing = 0, theirs = 1, their_nothing = 2;

  bool on_device() const { return workload_.on_device(); }
  int devices() const { return setup_.run.task.devices; }

  void seat_mine() {
    Worker::Settings submission = setup_.run.worker;
    submission.run(setup_.run.builds.of(setup_.on));
    mine_.worker = &all_.processes_.get(Side::submission, submission, devices());
  }

  void seat_ours() {
    ours_ = {{&all_.processes_.get(Side::nothing, setup_.own.worker, devices())}};
    if (baseline_ == nullptr) return;
    Worker& worker = all_.processes_.get(Side::baseline, baseline_->worker, devices());
    ours_.push_back({&worker, baseline_->task().signature.entry, true});
    // On the CPU a window by itself costs something else.
    if (!baseline_->gpu) ours_.push_back({&worker, "", true});
  }

  std::vector<Contender*> everybody_of_ours() {
    std::vector<Contender*> contenders;
    for (Contender& contender : ours_) contenders.push_back(&contender);
    return contenders;
  }

  /// Those of ours whose processes have not played this yet.
  std::vector<Contender*> new_ones() {
    std::vector<Contender*> contenders;
    for (Contender& contender : ours_)
      if (!all_.processes_.is_warm(*contender.worker, warmth_of(contender)))
        contenders.push_back(&contender);
    return contenders;
  }

  std::string warmth_of(const Contender& contender) const {
    return contender.entry + " " + setup_.on.name;
  }

  void forget_samples() {
    mine_.seconds.clear();
    for (Contender& contender : ours_) contender.seconds.clear();
  }

  void stage(std::size_t window) { workload_.stage(window, all_.referee_); }

  Window window_of(const Contender& contender) const {
    Window window =
        contender.baseline ? workload_.theirs(contender.entry) : workload_.mine(contender.entry);
    window.early = setup_.alone->early;
    return window;
  }

  /// Each loads its code, and shows how long a call takes. Processes that are new open the device
  /// side by side.
  void warm_up(const std::vector<Contender*>& contenders) {
    stage(0);
    const bool served = !workload_.far(workload_.staged()) && workload_.verified_there();
    if (served && !on_device()) workload_.make_there(*all_.referee_);
    if (served && !workload_.made_alike(*all_.referee_))
      throw GraderError("the lab's half for GPUs makes other values than its reference",
                        "Compare make() in labs/" + setup_.run.lab.name +
                            "/referee.cu with generate() in reference.cpp.");
    for (Contender* const contender : contenders)
      if (!contender->worker->is_announced()) announce(*contender);
    for (Contender* const contender : contenders) play(*contender);
    stage(1);
    for (Contender* const contender : contenders) {
      contender->seconds = {play(*contender)};
      all_.processes_.warmed(*contender->worker, warmth_of(*contender));
    }
  }

  void announce(const Contender& contender) {
    if (on_device())
      contender.worker->announce(window_of(contender), *all_.referee_);
    else
      contender.worker->announce(window_of(contender));
  }

  /// By what the baseline takes, or the roofline: a submission must have no say in it.
  void decide_whether_early() {
    double shortest = setup_.floor;
    if (baseline_ != nullptr)
      shortest = ours_[theirs].seconds.front() - ours_[nothing].seconds.front();
    setup_.alone->early = on_device() && shortest < short_window;
  }

  void play_in_any_order(std::vector<Contender*> contenders) {
    for (std::size_t i = contenders.size(); i > 1; --i)
      std::swap(contenders[i - 1], contenders[static_cast<std::size_t>(
                                       all_.random_.integer(0, static_cast<std::int64_t>(i) - 1))]);
    for (Contender* const contender : contenders) contender->seconds.push_back(play(*contender));
  }

  WindowOutcome outcome_of(const Contender& contender) {
    const Window window = window_of(contender);
    if (on_device()) return contender.worker->play(window, *all_.referee_);
    return contender.worker->play(
        window, contender.baseline ? workload_.their_values() : workload_.my_values());
  }

  /// Seconds that a window is charged.
  double play(Contender& contender) {
    WindowOutcome outcome = outcome_of(contender);
    if (&contender == &mine_) {
      if (!came_back(outcome.whole)) fail(outcome);
      all_.charge(setup_.run, outcome.whole.seconds);
      const bool suspicious = seems_to_stay();
      if (outcome.written_late)
        throw FailedCall{Verdict::wrong, {because("speed.changed-afterwards")}};
      verify_now(outcome);
      if (suspicious) find_out_what_stays();
    } else if (!came_back(outcome.whole)) {
      ours_failed(contender);
    }
    if (!contender.entry.empty()) all_.kernel_seconds_ += outcome.seconds;
    return outcome.seconds;
  }

  [[noreturn]] void fail(const WindowOutcome& outcome) {
    if (!mine_.worker->alive()) all_.processes_.distrust_device(setup_.own.worker);
    const CallVerdict found =
        verify(setup_.run, setup_.on, GeneratedCase{}, CallImage{}, outcome.whole);
    all_.processes_.end(*mine_.worker);
    if (!found.doubtful) throw FailedCall{found.verdict, found.detail};
    // The same values have gone well in a call before, and ours plays now.
    Contender ours{&all_.processes_.get(Side::nothing, setup_.own.worker, devices())};
    if (!came_back(outcome_of(ours).whole)) ours_failed(ours);
    if (!found.claim.known()) throw FailedCall{found.if_theirs, found.detail};
    throw FailedCall{found.if_theirs, {found.claim, because("blame.in-turns")}};
  }

  /// Whoever has returned is not to use the device any more. Its process stands still by now, what
  /// it left on the device does not.
  bool seems_to_stay() {
    if (all_.referee_ == nullptr || tried_) return false;
    // Nobody can know when, and who does it in most windows is seen in some. On the host's memory,
    // where times differ more by themselves, always.
    constexpr std::uint64_t one_in = 3;
    if (on_device() && all_.random_.bits() % one_in != 0) return false;
    constexpr int often = 2;
    controls_.push_back(control());
    return is_disturbed(controls_.back()) && ++disturbed_controls_ >= often;
  }

  /// What is measured on the device does not care about the link, which other GPUs of the host use,
  /// too.
  OwnWork control() {
    OwnWork work = all_.referee_->control();
    if (on_device()) work.link = 1;
    return work;
  }

  /// The submission's process is ended and started again to find out. Once a round: what stays in
  /// doubt sets the round aside if it was slow throughout, and is no matter otherwise.
  void find_out_what_stays() {
    tried_ = true;
    std::string without;
    const auto slow_beside = [&] {
      if (mine_.worker == nullptr) seat_again();
      const WindowOutcome outcome = outcome_of(mine_);
      if (!came_back(outcome.whole)) fail(outcome);
      return is_disturbed(control());
    };
    const auto slow_without = [&] {
      all_.processes_.end(*std::exchange(mine_.worker, nullptr));
      all_.processes_.distrust_device(setup_.own.worker);
      std::vector<OwnWork> controls;
      for (int i = 0; i < 3; ++i) controls.push_back(control());
      without = all_.watch_->disturbance(controls);
      return !without.empty();
    };
    switch (who_disturbs(slow_beside, slow_without)) {
      case Whose::nobodys:
        return;
      case Whose::others:
        throw Disturbed{without};
      case Whose::the_process:
        throw FailedCall{Verdict::timeout, {because("speed.work-goes-on")}};
    }
  }

  /// A new process of the submission's goes on where the last one was ended.
  void seat_again() {
    const std::size_t window = workload_.window();
    std::vector<double> seconds = std::move(mine_.seconds);
    seat_mine();
    warm_up({&mine_});
    mine_.seconds = std::move(seconds);
    stage(window);
  }

  /// Ours works, unless the submission holds what it needs.
  [[noreturn]] void ours_failed(Contender& contender) {
    const Baseline& ours = contender.baseline ? *baseline_ : setup_.own;
    const bool beside = mine_.worker != nullptr;
    all_.processes_.end_all({Side::submission});
    all_.processes_.end(*contender.worker);
    Contender alone{&all_.processes_.get(Side::baseline, ours.worker, devices()), contender.entry,
                    contender.baseline};
    if (beside && came_back(outcome_of(alone).whole))
      throw FailedCall{Verdict::memory_limit, {because("speed.memory-kept")}};
    throw GraderError("the program that speed is compared with (" + ours.label +
                          ") failed where the submission is timed",
                      "Run `warpgrade doctor`: does the GPU work, and has it enough memory?");
  }

  /// On the device, while the referee has what it took.
  void verify_now(const WindowOutcome& outcome) {
    const std::size_t problem = workload_.staged();
    const bool far = workload_.far(problem);
    Referee::Found found;
    if (on_device() || workload_.verified_there()) {
      if (!on_device()) {
        workload_.make_there(*all_.referee_);
        all_.referee_->load_results(outcome.written, outcome.returned);
      }
      found = all_.referee_->verify();
    }
    const bool accepted = found.right && !found.touched;
    const bool enough = workload_.verified_there() && (far || !setup_.spot_checked);
    if (!(accepted && enough)) {
      CallOutcome call;
      call.reply = outcome.whole.reply;
      call.reply->return_value = on_device() ? found.returned : outcome.returned;
      call.returned = on_device() ? all_.referee_->results(found.touched) : outcome.written;
      setup_.unverified.push_back({problem, std::move(call)});
      // Wrong, it seems: the reference has the last word.
      if (workload_.verified_there() && !accepted) verify_rest(setup_);
    }
  }

  /// Seconds of the baseline's call, as it is when it is alone.
  double call_alone() const {
    const auto& seconds = setup_.alone->seconds;
    if (baseline_ == nullptr) return setup_.floor;
    return median(seconds[theirs]) - median(seconds[baseline_->gpu ? nothing : their_nothing]);
  }

  bool is_slowed(std::size_t contender) const {
    return slowed(ours_[contender].seconds, setup_.alone->seconds[contender],
                  (on_device() ? unseen_on_device : unseen_on_host) * call_alone());
  }

  bool any_slowed() const {
    for (std::size_t contender = 0; contender < ours_.size(); ++contender)
      if (is_slowed(contender)) return true;
    return false;
  }

  /// Seconds of windows of ours: those beside the submission's, unless that has slowed them down.
  const std::vector<double>& windows_of(std::size_t contender) const {
    return is_slowed(contender) ? setup_.alone->seconds[contender] : ours_[contender].seconds;
  }

  SampleRound samples() const {
    const auto calls = [](const std::vector<double>& windows, const std::vector<double>& nothings) {
      const double by_itself = median(nothings);
      std::vector<double> seconds;
      for (const double window : windows)
        seconds.push_back(std::max(least_seconds, window - by_itself));
      return seconds;
    };
    SampleRound round;
    round.disturbed = all_.watch_->disturbance(controls_);
    round.submission = calls(mine_.seconds, windows_of(nothing));
    if (baseline_ == nullptr)
      round.baseline.assign(round.submission.size(), setup_.floor);
    else
      round.baseline =
          calls(windows_of(theirs), windows_of(baseline_->gpu ? nothing : their_nothing));
    return round;
  }

 public:
  /// Something else used the device.
  struct Disturbed {
    std::string why;
  };

 private:
  SpeedRounds& all_;
  TimingSetup& setup_;
  TimingWorkload& workload_;
  const Baseline* baseline_;
  Contender mine_;
  std::vector<Contender> ours_;
  std::vector<OwnWork> controls_;
  int disturbed_controls_ = 0;  // of these, when something else used the device
  bool tried_ = false;          // whose doing that was
};

void SpeedRounds::play_alone(TimingSetup& setup) {
  try {
    Round(*this, setup).play_alone();
  } catch (...) {
    // Some may be waiting for a window that never came.
    processes_.end_all();
    throw;
  }
}

SampleRound SpeedRounds::take(TimingSetup& setup, bool again,
                              const std::function<bool(const SampleRound&)>& enough) {
  watch_->wait_until_cool();
  try {
    return Round(*this, setup).take(again, enough);
  } catch (const Round::Disturbed& disturbed) {
    processes_.end_all();
    SampleRound nothing;
    nothing.disturbed = disturbed.why;
    return nothing;
  } catch (...) {
    processes_.end_all();
    throw;
  }
}

}  // namespace warpgrade
