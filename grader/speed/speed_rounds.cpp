#include "speed/speed_rounds.h"

#include <algorithm>
#include <utility>

#include "base/fault.h"
#include "cases/verify.h"
#include "measure/who_disturbs.h"
#include "speed/window_samples.h"

namespace warpgrade {
namespace {

using Side = TimedProcesses::Side;

/// Windows that are expected to take less are answered early: the device's turns are longer.
constexpr double short_window = 0.5e-3;

/// Windows of ours that are played alone: of short calls each tells less.
constexpr std::size_t alone_windows = 3, alone_windows_of_short_calls = 5;

bool came_back(const CallOutcome& outcome) {
  return outcome.reply && outcome.reply->error == 0 &&
         outcome.reply->status == protocol::Reply::done;
}

/// Something else used the device.
struct Disturbed {
  std::string why;
};

void play_alone_in(SpeedSession& session, TimingSetup& setup);

/// Windows of one measurement, from the processes to the samples.
class Round {
 public:
  Round(SpeedSession& session, TimingSetup& setup)
      : session_(session), setup_(setup), workload_(setup.workload), baseline_(setup.baseline) {}

  void play_alone() {
    session_.processes.end_all({Side::submission});
    const bool first = !setup_.alone;
    if (first) setup_.alone = TimingSetup::Alone{};
    seat_ours();
    warm_up(first ? everybody_of_ours() : new_ones());
    if (first) decide_whether_early();
    forget_samples();
    const std::size_t count = setup_.alone->early ? alone_windows_of_short_calls : alone_windows;
    for (std::size_t w = 0; w < count; ++w) {
      stage(TimingWorkload::before + w);
      play_in_any_order(everybody_of_ours());
    }
    setup_.alone->seconds = windows_of_ours();
    // Of what it finds nothing counts: the referee takes the memory for it now.
    if (first && on_device() && workload_.verified_there()) session_.referee->verify();
  }

  SampleRound take(bool again, const std::function<bool(const SampleRound&)>& enough) {
    if (!setup_.alone) play_alone();
    // Another round has other processes: where their memory lies moves times a little, but for the
    // one whose calls do nothing. And no process of the submission's meets a problem twice.
    if (again)
      session_.processes.end_all({Side::submission, Side::baseline});
    else if (workload_.rounds() > 0 && !workload_.new_each_round())
      session_.processes.end_all({Side::submission});
    workload_.next_round();
    mine_ = {nullptr, setup_.run.task.signature.entry};
    seat_ours();  // first: they are lent memory while nobody else can have taken it
    seat_mine();
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
    if (WindowSamples(setup_, mine_.seconds, windows_of_ours()).any_slowed())
      play_alone_in(session_, setup_);
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
  bool on_device() const { return workload_.on_device(); }
  int devices() const { return setup_.run.task.devices; }

  void seat_mine() {
    Worker::Settings submission = setup_.run.worker;
    submission.run(setup_.run.builds.of(setup_.on));
    mine_.worker = &session_.processes.get(Side::submission, submission, devices());
  }

  void seat_ours() {
    // In the order of WindowSamples.
    ours_ = {{&session_.processes.get(Side::nothing, setup_.own.worker, devices())}};
    if (baseline_ == nullptr) return;
    Worker& worker = session_.processes.get(Side::baseline, baseline_->worker, devices());
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
      if (!session_.processes.is_warm(*contender.worker, warmth_of(contender)))
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

  void stage(std::size_t window) { workload_.stage(window, session_.referee); }

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
    if (served && !on_device()) workload_.make_there(*session_.referee);
    if (served && !workload_.made_alike(*session_.referee))
      throw GraderError("the lab's half for GPUs makes other values than its reference",
                        "Compare make() in labs/" + setup_.run.exercise.lab.name +
                            "/referee.cu with generate() in reference.cpp.");
    for (Contender* const contender : contenders)
      if (!contender->worker->is_announced()) announce(*contender);
    for (Contender* const contender : contenders) play(*contender);
    stage(1);
    for (Contender* const contender : contenders) {
      contender->seconds = {play(*contender)};
      session_.processes.warmed(*contender->worker, warmth_of(*contender));
    }
  }

  void announce(const Contender& contender) {
    if (on_device())
      contender.worker->announce(window_of(contender), *session_.referee);
    else
      contender.worker->announce(window_of(contender));
  }

  /// By what the baseline takes, or the roofline: a submission must have no say in it.
  void decide_whether_early() {
    double shortest = setup_.floor;
    if (baseline_ != nullptr)
      shortest = ours_[WindowSamples::theirs].seconds.front() -
                 ours_[WindowSamples::nothing].seconds.front();
    setup_.alone->early = on_device() && shortest < short_window;
  }

  void play_in_any_order(std::vector<Contender*> contenders) {
    for (std::size_t i = contenders.size(); i > 1; --i)
      std::swap(contenders[i - 1], contenders[static_cast<std::size_t>(session_.random.integer(
                                       0, static_cast<std::int64_t>(i) - 1))]);
    for (Contender* const contender : contenders) contender->seconds.push_back(play(*contender));
  }

  WindowOutcome outcome_of(const Contender& contender) {
    const Window window = window_of(contender);
    if (on_device()) return contender.worker->play(window, *session_.referee);
    return contender.worker->play(
        window, contender.baseline ? workload_.their_values() : workload_.my_values());
  }

  /// Seconds that a window is charged.
  double play(Contender& contender) {
    WindowOutcome outcome = outcome_of(contender);
    if (&contender == &mine_) {
      if (!came_back(outcome.whole)) fail(outcome);
      session_.charge(setup_.run, outcome.whole.seconds);
      const bool suspicious = seems_to_stay();
      if (outcome.written_late)
        throw FailedCall{Verdict::wrong, {because("speed.changed-afterwards")}};
      verify_now(outcome);
      if (suspicious) find_out_what_stays();
    } else if (!came_back(outcome.whole)) {
      ours_failed(contender);
    }
    if (!contender.entry.empty()) session_.kernel_seconds += outcome.seconds;
    return outcome.seconds;
  }

  [[noreturn]] void fail(const WindowOutcome& outcome) {
    if (!mine_.worker->alive()) session_.processes.distrust_device(setup_.own.worker);
    const CallVerdict found =
        verify(setup_.run, setup_.on, GeneratedCase{}, CallImage{}, outcome.whole);
    session_.processes.end(*mine_.worker);
    if (!found.doubtful) throw FailedCall{found.verdict, found.detail};
    // The same values have gone well in a call before, and ours plays now.
    Contender ours{&session_.processes.get(Side::nothing, setup_.own.worker, devices())};
    if (!came_back(outcome_of(ours).whole)) ours_failed(ours);
    if (!found.claim.known()) throw FailedCall{found.if_theirs, found.detail};
    throw FailedCall{found.if_theirs, {found.claim, because("blame.in-turns")}};
  }

  /// Whoever has returned is not to use the device any more. Its process stands still by now, what
  /// it left on the device does not.
  bool seems_to_stay() {
    if (session_.referee == nullptr || tried_) return false;
    // Nobody can know when, and who does it in most windows is seen in some. On the host's memory,
    // where times differ more by themselves, always.
    constexpr std::uint64_t one_in = 3;
    if (on_device() && session_.random.bits() % one_in != 0) return false;
    constexpr int often = 2;
    controls_.push_back(control());
    return is_disturbed(controls_.back()) && ++disturbed_controls_ >= often;
  }

  /// What is measured on the device does not care about the link, which other GPUs of the host use,
  /// too.
  OwnWork control() {
    OwnWork work = session_.referee->control();
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
      session_.processes.end(*std::exchange(mine_.worker, nullptr));
      session_.processes.distrust_device(setup_.own.worker);
      std::vector<OwnWork> controls;
      for (int i = 0; i < 3; ++i) controls.push_back(control());
      without = session_.watch.disturbance(controls);
      return !without.empty();
    };
    switch (who_disturbs(slow_beside, slow_without)) {
      case Disturber::nobody:
        return;
      case Disturber::others:
        throw Disturbed{without};
      case Disturber::the_process:
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
    session_.processes.end_all({Side::submission});
    session_.processes.end(*contender.worker);
    Contender alone{&session_.processes.get(Side::baseline, ours.worker, devices()),
                    contender.entry, contender.baseline};
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
        workload_.make_there(*session_.referee);
        session_.referee->load_results(outcome.written, outcome.returned);
      }
      found = session_.referee->verify();
    }
    const bool accepted = found.right && !found.touched;
    const bool enough = workload_.verified_there() && (far || !setup_.spot_checked);
    if (!(accepted && enough)) {
      CallOutcome call;
      call.reply = outcome.whole.reply;
      call.reply->return_value = on_device() ? found.returned : outcome.returned;
      call.returned = on_device() ? session_.referee->results(found.touched) : outcome.written;
      setup_.unverified.push_back({problem, std::move(call)});
      // Wrong, it seems: the reference has the last word.
      if (workload_.verified_there() && !accepted) verify_rest(setup_);
    }
  }

  std::vector<std::vector<double>> windows_of_ours() const {
    std::vector<std::vector<double>> windows;
    for (const Contender& contender : ours_) windows.push_back(contender.seconds);
    return windows;
  }

  SampleRound samples() const {
    SampleRound round = WindowSamples(setup_, mine_.seconds, windows_of_ours()).calls();
    round.disturbed = session_.watch.disturbance(controls_);
    return round;
  }

  SpeedSession& session_;
  TimingSetup& setup_;
  TimingWorkload& workload_;
  const Baseline* baseline_;
  Contender mine_;
  std::vector<Contender> ours_;
  std::vector<OwnWork> controls_;
  int disturbed_controls_ = 0;  // of these, when something else used the device
  bool tried_ = false;          // whose doing that was
};

void play_alone_in(SpeedSession& session, TimingSetup& setup) {
  try {
    Round(session, setup).play_alone();
  } catch (...) {
    // Some may be waiting for a window that never came.
    session.processes.end_all();
    throw;
  }
}

}  // namespace

SpeedRounds::SpeedRounds(const GpusInUse& gpus, std::uint64_t seed, Referee* referee)
    : session_(gpus, seed, referee) {}

void SpeedRounds::play_alone(TimingSetup& setup) { play_alone_in(session_, setup); }

SampleRound SpeedRounds::take(TimingSetup& setup, bool again,
                              const std::function<bool(const SampleRound&)>& enough) {
  session_.watch.wait_until_cool();
  try {
    return Round(session_, setup).take(again, enough);
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
