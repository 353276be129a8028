#include "speed/speed_rounds.h"

#include <algorithm>
#include <utility>

#include "base/fault.h"
#include "cases/verify.h"
#include "measure/noise_source.h"
#include "speed/window_samples.h"

namespace warpgrade {
namespace {

using Side = TimedProcesses::Side;

/// Windows expected to be shorter are answered early: the device's time slices are longer.
constexpr double short_window = 0.5e-3;

/// Short calls need more windows.
constexpr std::size_t calibration_windows = 3, calibration_windows_of_short_calls = 5;

bool has_completed(const CallOutcome& outcome) {
  return outcome.reply && outcome.reply->error == 0 &&
         outcome.reply->status == protocol::Reply::done;
}

/// Something else used the device.
struct Disturbed {
  std::string why;
};

void calibrate_in(SpeedSession& session, TimingSetup& setup);

/// One round of windows, from starting the processes to the samples.
class Round {
 public:
  Round(SpeedSession& session, TimingSetup& setup)
      : session_(session), setup_(setup), workload_(setup.workload), baseline_(setup.baseline) {}

  void calibrate() {
    session_.processes.end_all({Side::submission});
    const bool first = !setup_.calibration;
    if (first) setup_.calibration = TimingSetup::Calibration{};
    start_grader_processes();
    warm_up(first ? grader_contenders() : cold_contenders());
    if (first) decide_whether_early();
    forget_samples();
    const std::size_t count =
        setup_.calibration->early ? calibration_windows_of_short_calls : calibration_windows;
    for (std::size_t w = 0; w < count; ++w) {
      stage(TimingWorkload::before + w);
      run_in_random_order(grader_contenders());
    }
    setup_.calibration->seconds = grader_windows();
    // Makes the referee allocate its memory now. The verdict is ignored.
    if (first && on_device() && workload_.verified_there()) session_.referee->verify();
  }

  SampleRound measure(bool again, const std::function<bool(const SampleRound&)>& enough) {
    if (!setup_.calibration) calibrate();
    // Each round has new processes, because times (except of empty windows) depend a little on
    // where their memory lies. This also keeps a submission's process from getting a problem twice.
    if (again)
      session_.processes.end_all({Side::submission, Side::baseline});
    else if (workload_.rounds() > 0 && !workload_.new_each_round())
      session_.processes.end_all({Side::submission});
    workload_.next_round();
    submission_ = {nullptr, setup_.run.task.signature.entry};
    start_grader_processes();  // first: they borrow memory before the submission can take it
    start_submission_process();
    std::vector<Contender*> contenders = cold_contenders();
    contenders.push_back(&submission_);
    warm_up(contenders);
    forget_samples();
    std::vector<Contender*> everybody = grader_contenders();
    everybody.push_back(&submission_);
    // Short calls need more windows.
    const std::size_t least = setup_.calibration->early ? TimingWorkload::least_of_short_calls
                                                        : TimingWorkload::least_windows;
    for (std::size_t w = TimingWorkload::before; w < workload_.most(); ++w) {
      stage(w);
      run_in_random_order(everybody);
      const std::size_t count = w + 1 - TimingWorkload::before;
      if (count >= least && count % 2 == 1 && enough(samples())) break;
    }
    if (!workload_.verified_there()) verify_rest(setup_);
    // Finds out whether the device has become slower since the calibration.
    if (WindowSamples(setup_, submission_.seconds, grader_windows()).any_slowed())
      calibrate_in(session_, setup_);
    return samples();
  }

 private:
  /// A process that runs windows in turns with others.
  struct Contender {
    Worker* worker = nullptr;
    std::string entry = {};            // "": an empty window
    bool baseline = false;             // gets the baseline's arguments
    std::vector<double> seconds = {};  // of each counted window
  };
  bool on_device() const { return workload_.on_device(); }
  int devices() const { return setup_.run.task.devices; }

  void start_submission_process() {
    Worker::Settings submission = setup_.run.worker;
    submission.run(setup_.run.builds.of(setup_.on));
    submission_.worker = &session_.processes.get(Side::submission, submission, devices());
  }

  void start_grader_processes() {
    // In the same order as in WindowSamples.
    own_ = {{&session_.processes.get(Side::empty, setup_.own.worker, devices())}};
    if (baseline_ == nullptr) return;
    Worker& worker = session_.processes.get(Side::baseline, baseline_->worker, devices());
    own_.push_back({&worker, baseline_->task().signature.entry, true});
    // An empty window has another cost on the CPU.
    if (!baseline_->gpu) own_.push_back({&worker, "", true});
  }

  std::vector<Contender*> grader_contenders() {
    std::vector<Contender*> contenders;
    for (Contender& contender : own_) contenders.push_back(&contender);
    return contenders;
  }

  /// Trusted contenders whose processes have not run this function yet.
  std::vector<Contender*> cold_contenders() {
    std::vector<Contender*> contenders;
    for (Contender& contender : own_)
      if (!session_.processes.is_warm(*contender.worker, warmup_key(contender)))
        contenders.push_back(&contender);
    return contenders;
  }

  std::string warmup_key(const Contender& contender) const {
    return contender.entry + " " + setup_.on.name;
  }

  void forget_samples() {
    submission_.seconds.clear();
    for (Contender& contender : own_) contender.seconds.clear();
  }

  void stage(std::size_t window) { workload_.stage(window, session_.referee); }

  Window make_window(const Contender& contender) const {
    Window window = contender.baseline ? workload_.baseline_window(contender.entry)
                                       : workload_.submission_window(contender.entry);
    window.early = setup_.calibration->early;
    return window;
  }

  /// Loads each contender's code and measures the length of a call. New processes open the device
  /// in parallel.
  void warm_up(const std::vector<Contender*>& contenders) {
    stage(0);
    const bool served =
        !workload_.verified_only_by_referee(workload_.staged()) && workload_.verified_there();
    if (served && !on_device()) workload_.make_there(*session_.referee);
    if (served && !workload_.generates_same_inputs(*session_.referee))
      throw GraderError("the lab's half for GPUs makes other values than its reference",
                        "Compare make() in labs/" + setup_.run.exercise.lab.name +
                            "/referee.cu with generate() in reference.cpp.");
    for (Contender* const contender : contenders)
      if (!contender->worker->is_announced()) announce(*contender);
    for (Contender* const contender : contenders) run_window(*contender);
    stage(1);
    for (Contender* const contender : contenders) {
      contender->seconds = {run_window(*contender)};
      session_.processes.warmed(*contender->worker, warmup_key(*contender));
    }
  }

  void announce(const Contender& contender) {
    if (on_device())
      contender.worker->announce(make_window(contender), *session_.referee);
    else
      contender.worker->announce(make_window(contender));
  }

  /// By the time of the baseline or the roofline, which the submission cannot influence.
  void decide_whether_early() {
    double shortest = setup_.floor;
    if (baseline_ != nullptr)
      shortest = own_[WindowSamples::baseline].seconds.front() -
                 own_[WindowSamples::empty].seconds.front();
    setup_.calibration->early = on_device() && shortest < short_window;
  }

  void run_in_random_order(std::vector<Contender*> contenders) {
    for (std::size_t i = contenders.size(); i > 1; --i)
      std::swap(contenders[i - 1], contenders[static_cast<std::size_t>(session_.random.integer(
                                       0, static_cast<std::int64_t>(i) - 1))]);
    for (Contender* const contender : contenders)
      contender->seconds.push_back(run_window(*contender));
  }

  WindowOutcome window_outcome(const Contender& contender) {
    const Window window = make_window(contender);
    if (on_device()) return contender.worker->run_window(window, *session_.referee);
    return contender.worker->run_window(
        window, contender.baseline ? workload_.baseline_values() : workload_.submission_values());
  }

  /// The seconds charged for a window.
  double run_window(Contender& contender) {
    WindowOutcome outcome = window_outcome(contender);
    if (&contender == &submission_) {
      if (!has_completed(outcome.whole)) fail(outcome);
      session_.charge(setup_.run, outcome.whole.seconds);
      const bool suspicious = work_may_go_on();
      if (outcome.written_late)
        throw FailedCall{Verdict::wrong, {because("speed.changed-afterwards")}};
      verify_now(outcome);
      if (suspicious) find_work_after_return();
    } else if (!has_completed(outcome.whole)) {
      grader_program_failed(contender);
    }
    if (!contender.entry.empty()) session_.kernel_seconds += outcome.seconds;
    return outcome.seconds;
  }

  [[noreturn]] void fail(const WindowOutcome& outcome) {
    if (!submission_.worker->alive()) session_.processes.distrust_device(setup_.own.worker);
    const CallVerdict found =
        verify(setup_.run, setup_.on, GeneratedCase{}, CallImage{}, outcome.whole);
    session_.processes.end(*submission_.worker);
    if (!found.doubtful) throw FailedCall{found.verdict, found.detail};
    // The same call was right before, so test whether a trusted program still runs.
    Contender known_good{&session_.processes.get(Side::empty, setup_.own.worker, devices())};
    if (!has_completed(window_outcome(known_good).whole)) grader_program_failed(known_good);
    if (!found.claim.known()) throw FailedCall{found.if_submission_fault, found.detail};
    throw FailedCall{found.if_submission_fault, {found.claim, because("blame.in-turns")}};
  }

  /// Looks for work that continues after the function has returned, which is forbidden. Its process
  /// is stopped by now, but kernels that it left on the device are not.
  bool work_may_go_on() {
    if (session_.referee == nullptr || tried_) return false;
    // A random third of the windows is enough to catch work that goes on after most of them. On
    // host memory, where times vary more, all are tested.
    constexpr std::uint64_t one_in = 3;
    if (on_device() && session_.random.bits() % one_in != 0) return false;
    constexpr int often = 2;
    controls_.push_back(control());
    return is_disturbed(controls_.back()) && ++disturbed_controls_ >= often;
  }

  /// Measurements on the device do not depend on the link, which other GPUs of the host also use.
  ReferenceWork control() {
    ReferenceWork work = session_.referee->control();
    if (on_device()) work.link = 1;
    return work;
  }

  /// Ends and restarts the submission's process to find out, at most once per round. If the result
  /// is unclear, a round that was slow throughout is discarded.
  void find_work_after_return() {
    tried_ = true;
    std::string without;
    const auto slow_with = [&] {
      if (submission_.worker == nullptr) restart_submission_process();
      const WindowOutcome outcome = window_outcome(submission_);
      if (!has_completed(outcome.whole)) fail(outcome);
      return is_disturbed(control());
    };
    const auto slow_without = [&] {
      session_.processes.end(*std::exchange(submission_.worker, nullptr));
      session_.processes.distrust_device(setup_.own.worker);
      std::vector<ReferenceWork> controls;
      for (int i = 0; i < 3; ++i) controls.push_back(control());
      without = session_.watch.disturbance(controls);
      return !without.empty();
    };
    switch (find_noise_source(slow_with, slow_without)) {
      case NoiseSource::none:
        return;
      case NoiseSource::machine:
        throw Disturbed{without};
      case NoiseSource::process:
        throw FailedCall{Verdict::timeout, {because("speed.work-goes-on")}};
    }
  }

  /// A new process of the submission continues at the next window after the old one was ended.
  void restart_submission_process() {
    const std::size_t window = workload_.window();
    std::vector<double> seconds = std::move(submission_.seconds);
    start_submission_process();
    warm_up({&submission_});
    submission_.seconds = std::move(seconds);
    stage(window);
  }

  /// Throws: our program works unless the submission holds the memory it needs.
  [[noreturn]] void grader_program_failed(Contender& contender) {
    const Baseline& known_good = contender.baseline ? *baseline_ : setup_.own;
    const bool beside = submission_.worker != nullptr;
    session_.processes.end_all({Side::submission});
    session_.processes.end(*contender.worker);
    Contender alone{&session_.processes.get(Side::baseline, known_good.worker, devices()),
                    contender.entry, contender.baseline};
    if (beside && has_completed(window_outcome(alone).whole))
      throw FailedCall{Verdict::memory_limit, {because("speed.memory-kept")}};
    throw GraderError("the program that speed is compared with (" + known_good.label +
                          ") failed where the submission is timed",
                      "Run `warpgrade doctor`: does the GPU work, and has it enough memory?");
  }

  /// Verifies on the device while the referee still has the results.
  void verify_now(const WindowOutcome& outcome) {
    const std::size_t problem = workload_.staged();
    const bool referee_only = workload_.verified_only_by_referee(problem);
    Referee::Found found;
    if (on_device() || workload_.verified_there()) {
      if (!on_device()) {
        workload_.make_there(*session_.referee);
        session_.referee->load_results(outcome.written, outcome.returned);
      }
      found = session_.referee->verify();
    }
    const bool accepted = found.right && !found.touched;
    const bool enough = workload_.verified_there() && (referee_only || !setup_.spot_checked);
    if (!(accepted && enough)) {
      CallOutcome call;
      call.reply = outcome.whole.reply;
      call.reply->return_value = on_device() ? found.returned : outcome.returned;
      call.returned = on_device() ? session_.referee->results(found.touched) : outcome.written;
      setup_.unverified.push_back({problem, std::move(call)});
      // If the referee refuses a result, the reference decides.
      if (workload_.verified_there() && !accepted) verify_rest(setup_);
    }
  }

  std::vector<std::vector<double>> grader_windows() const {
    std::vector<std::vector<double>> windows;
    for (const Contender& contender : own_) windows.push_back(contender.seconds);
    return windows;
  }

  SampleRound samples() const {
    SampleRound round = WindowSamples(setup_, submission_.seconds, grader_windows()).calls();
    round.disturbed = session_.watch.disturbance(controls_);
    return round;
  }

  SpeedSession& session_;
  TimingSetup& setup_;
  TimingWorkload& workload_;
  const Baseline* baseline_;
  Contender submission_;
  std::vector<Contender> own_;
  std::vector<ReferenceWork> controls_;
  int disturbed_controls_ = 0;  // of these, when something else used the device
  bool tried_ = false;          // to find the noise source
};

void calibrate_in(SpeedSession& session, TimingSetup& setup) {
  try {
    Round(session, setup).calibrate();
  } catch (...) {
    // Some processes may be waiting for a window that never comes.
    session.processes.end_all();
    throw;
  }
}

}  // namespace

SpeedRounds::SpeedRounds(const GpusInUse& gpus, std::uint64_t seed, Referee* referee)
    : session_(gpus, seed, referee) {}

void SpeedRounds::calibrate(TimingSetup& setup) { calibrate_in(session_, setup); }

SampleRound SpeedRounds::measure_round(TimingSetup& setup, bool again,
                                       const std::function<bool(const SampleRound&)>& enough) {
  session_.watch.wait_until_cool();
  try {
    return Round(session_, setup).measure(again, enough);
  } catch (const Disturbed& disturbed) {
    session_.processes.end_all();
    SampleRound nothing;
    nothing.disturbed = disturbed.why;
    return nothing;
  } catch (...) {
    session_.processes.end_all();
    throw;
  }
}

}  // namespace warpgrade
