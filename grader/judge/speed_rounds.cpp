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

using Who = Players::Who;

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

void verify_rest(Match& match) {
  const std::vector<Match::Unverified> calls = std::exchange(match.unverified, {});
  std::vector<std::function<void()>> jobs;
  std::mutex mutex;
  std::optional<FailedCall> failed;
  for (const Match::Unverified& each : calls) {
    jobs.emplace_back([&] {
      const Contest& contest = match.contest;
      CallVerdict found = verify(
          match.run, match.on, contest.posed(each.problem),
          each.problem == 0 ? contest.first_image() : contest.image(each.problem), each.call);
      if (found.verdict == Verdict::ok) return;
      const std::lock_guard lock(mutex);
      if (!failed) failed = FailedCall{found.verdict, std::move(found.detail)};
    });
  }
  const BlasThreads threads(jobs.size());
  run_all(jobs);
  if (failed) throw *failed;
}

SpeedRounds::SpeedRounds(const Sandbox& sandbox, std::uint64_t seed, Referee* referee)
    : referee_(referee), players_(sandbox, referee), random_(derive_seed(seed, "speed/order")) {}

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
  Round(SpeedRounds& all, Match& match)
      : all_(all), match_(match), contest_(match.contest), baseline_(match.baseline) {}

  void play_alone() {
    all_.players_.end_all({Who::submission});
    const bool first = !match_.alone;
    if (first) match_.alone.emplace();
    seat_ours();
    warm_up(first ? everybody_of_ours() : new_ones());
    if (first) decide_whether_early();
    forget_samples();
    const std::size_t count = match_.alone->early ? alone_windows_of_short_calls : alone_windows;
    for (std::size_t w = 0; w < count; ++w) {
      stage(Contest::before + w);
      play_in_any_order(everybody_of_ours());
    }
    match_.alone->seconds.clear();
    for (const Player& player : ours_) match_.alone->seconds.push_back(player.seconds);
  }

  SampleRound take(bool again, const std::function<bool(const SampleRound&)>& enough) {
    if (!match_.alone) play_alone();
    // Another round has other processes: where their memory lies moves times a little, but for the
    // one whose calls do nothing. And no process of the submission's meets a problem twice.
    if (again)
      all_.players_.end_all({Who::submission, Who::baseline});
    else if (contest_.rounds() > 0 && !contest_.new_each_round())
      all_.players_.end_all({Who::submission});
    contest_.next_round();
    mine_ = {nullptr, match_.run.task.signature.entry};
    seat_mine();
    seat_ours();
    std::vector<Player*> players = new_ones();
    players.push_back(&mine_);
    warm_up(players);
    forget_samples();
    std::vector<Player*> everybody = everybody_of_ours();
    everybody.push_back(&mine_);
    // Of short calls each window tells less.
    const std::size_t least =
        match_.alone->early ? Contest::least_of_short_calls : Contest::least_windows;
    for (std::size_t w = Contest::before; w < contest_.most(); ++w) {
      stage(w);
      play_in_any_order(everybody);
      const std::size_t count = w + 1 - Contest::before;
      if (count >= least && count % 2 == 1 && enough(samples())) break;
    }
    if (!contest_.verified_there()) verify_rest(match_);
    // Is it the device that has become slower, or was it the submission?
    if (any_slowed()) all_.play_alone(match_);
    return samples();
  }

 private:
  /// One who plays windows in turns.
  struct Player {
    Child* child = nullptr;
    std::string entry = {};            // "": shows what a window costs by itself
    bool baseline = false;             // plays with the baseline's arguments
    std::vector<double> seconds = {};  // of each window that counts
  };
  // Among ours.
  static constexpr std::size_t nothing = 0, theirs = 1, their_nothing = 2;

  bool on_device() const { return contest_.on_device(); }
  int devices() const { return match_.run.task.devices; }

  void seat_mine() {
    Child::Settings submission = match_.run.child;
    submission.run(match_.run.builds.of(match_.on));
    mine_.child = &all_.players_.get(Who::submission, submission, devices());
  }

  void seat_ours() {
    ours_ = {{&all_.players_.get(Who::nothing, match_.own.child, devices())}};
    if (baseline_ == nullptr) return;
    Child& child = all_.players_.get(Who::baseline, baseline_->child, devices());
    ours_.push_back({&child, baseline_->task().signature.entry, true});
    // On the CPU a window by itself costs something else.
    if (!baseline_->gpu) ours_.push_back({&child, "", true});
  }

  std::vector<Player*> everybody_of_ours() {
    std::vector<Player*> players;
    for (Player& player : ours_) players.push_back(&player);
    return players;
  }

  /// Those of ours whose processes have not played this yet.
  std::vector<Player*> new_ones() {
    std::vector<Player*> players;
    for (Player& player : ours_)
      if (!all_.players_.is_warm(*player.child, warmth_of(player))) players.push_back(&player);
    return players;
  }

  std::string warmth_of(const Player& player) const { return player.entry + " " + match_.on.name; }

  void forget_samples() {
    mine_.seconds.clear();
    for (Player& player : ours_) player.seconds.clear();
  }

  void stage(std::size_t window) { contest_.stage(window, all_.referee_); }

  Window window_of(const Player& player) const {
    Window window = player.baseline ? contest_.theirs(player.entry) : contest_.mine(player.entry);
    window.early = match_.alone->early;
    return window;
  }

  /// Each loads its code, and shows how long a call takes. Processes that are new open the device
  /// side by side.
  void warm_up(const std::vector<Player*>& players) {
    stage(0);
    const bool served = !contest_.far(contest_.staged()) && contest_.verified_there();
    if (served && !on_device()) contest_.make_there(*all_.referee_);
    if (served && !contest_.made_alike(*all_.referee_))
      throw GraderError("the lab's half for GPUs makes other values than its oracle",
                        "Compare make() in labs/" + match_.run.lab.name +
                            "/referee.cu with pose() in oracle.cpp.");
    for (Player* const player : players)
      if (!player->child->is_announced()) announce(*player);
    for (Player* const player : players) play(*player);
    stage(1);
    for (Player* const player : players) {
      player->seconds = {play(*player)};
      all_.players_.warmed(*player->child, warmth_of(*player));
    }
  }

  void announce(const Player& player) {
    if (on_device())
      player.child->announce(window_of(player), *all_.referee_);
    else
      player.child->announce(window_of(player));
  }

  /// By what the baseline takes, or the roofline: a submission must have no say in it.
  void decide_whether_early() {
    double shortest = match_.floor;
    if (baseline_ != nullptr)
      shortest = ours_[theirs].seconds.front() - ours_[nothing].seconds.front();
    match_.alone->early = on_device() && shortest < short_window;
  }

  void play_in_any_order(std::vector<Player*> players) {
    for (std::size_t i = players.size(); i > 1; --i)
      std::swap(players[i - 1], players[static_cast<std::size_t>(
                                    all_.random_.integer(0, static_cast<std::int64_t>(i) - 1))]);
    for (Player* const player : players) player->seconds.push_back(play(*player));
  }

  WindowOutcome outcome_of(const Player& player) {
    const Window window = window_of(player);
    if (on_device()) return player.child->play(window, *all_.referee_);
    return player.child->play(window,
                              player.baseline ? contest_.their_values() : contest_.my_values());
  }

  /// Seconds that a window is charged.
  double play(Player& player) {
    WindowOutcome outcome = outcome_of(player);
    if (&player == &mine_) {
      if (!came_back(outcome.whole)) fail(outcome);
      all_.charge(match_.run, outcome.whole.seconds);
      const bool suspicious = seems_to_stay();
      if (outcome.written_late)
        throw FailedCall{Verdict::wrong, {because("speed.changed-afterwards")}};
      verify_now(outcome);
      if (suspicious) find_out_what_stays();
    } else if (!came_back(outcome.whole)) {
      ours_failed(player);
    }
    if (!player.entry.empty()) all_.kernel_seconds_ += outcome.seconds;
    return outcome.seconds;
  }

  [[noreturn]] void fail(const WindowOutcome& outcome) {
    if (!mine_.child->alive()) all_.players_.distrust_device(match_.own.child);
    const CallVerdict found = verify(match_.run, match_.on, Posed{}, CallImage{}, outcome.whole);
    all_.players_.end(*mine_.child);
    if (!found.doubtful) throw FailedCall{found.verdict, found.detail};
    // The same values have gone well in a call before, and ours plays now.
    Player ours{&all_.players_.get(Who::nothing, match_.own.child, devices())};
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
      if (mine_.child == nullptr) seat_again();
      const WindowOutcome outcome = outcome_of(mine_);
      if (!came_back(outcome.whole)) fail(outcome);
      return is_disturbed(control());
    };
    const auto slow_without = [&] {
      all_.players_.end(*std::exchange(mine_.child, nullptr));
      all_.players_.distrust_device(match_.own.child);
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
    const std::size_t window = contest_.window();
    std::vector<double> seconds = std::move(mine_.seconds);
    seat_mine();
    warm_up({&mine_});
    mine_.seconds = std::move(seconds);
    stage(window);
  }

  /// Ours works, unless the submission holds what it needs.
  [[noreturn]] void ours_failed(Player& player) {
    const Baseline& ours = player.baseline ? *baseline_ : match_.own;
    const bool beside = mine_.child != nullptr;
    all_.players_.end_all({Who::submission});
    all_.players_.end(*player.child);
    Player alone{&all_.players_.get(Who::baseline, ours.child, devices()), player.entry,
                 player.baseline};
    if (beside && came_back(outcome_of(alone).whole))
      throw FailedCall{Verdict::memory_limit, {because("speed.memory-kept")}};
    throw GraderError("the program that speed is compared with (" + ours.label +
                          ") failed where the submission is timed",
                      "Run `warpgrade doctor`: does the GPU work, and has it enough memory?");
  }

  /// On the device, while the referee has what it took.
  void verify_now(const WindowOutcome& outcome) {
    const std::size_t problem = contest_.staged();
    const bool far = contest_.far(problem);
    Referee::Found found;
    if (on_device() || contest_.verified_there()) {
      if (!on_device()) {
        contest_.make_there(*all_.referee_);
        all_.referee_->load_results(outcome.written, outcome.returned);
      }
      found = all_.referee_->verify();
    }
    const bool accepted = found.right && !found.touched;
    const bool enough = contest_.verified_there() && (far || !match_.spot_checked);
    if (!(accepted && enough)) {
      CallOutcome call;
      call.reply = outcome.whole.reply;
      call.reply->return_value = on_device() ? found.returned : outcome.returned;
      call.returned = on_device() ? all_.referee_->results(found.touched) : outcome.written;
      match_.unverified.push_back({problem, std::move(call)});
      // Wrong, it seems: the oracle has the last word.
      if (contest_.verified_there() && !accepted) verify_rest(match_);
    }
  }

  /// Seconds of the baseline's call, as it is when it is alone.
  double call_alone() const {
    const auto& seconds = match_.alone->seconds;
    if (baseline_ == nullptr) return match_.floor;
    return median(seconds[theirs]) - median(seconds[baseline_->gpu ? nothing : their_nothing]);
  }

  bool is_slowed(std::size_t player) const {
    return slowed(ours_[player].seconds, match_.alone->seconds[player],
                  (on_device() ? unseen_on_device : unseen_on_host) * call_alone());
  }

  bool any_slowed() const {
    for (std::size_t player = 0; player < ours_.size(); ++player)
      if (is_slowed(player)) return true;
    return false;
  }

  /// Seconds of windows of ours: those beside the submission's, unless that has slowed them down.
  const std::vector<double>& windows_of(std::size_t player) const {
    return is_slowed(player) ? match_.alone->seconds[player] : ours_[player].seconds;
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
      round.baseline.assign(round.submission.size(), match_.floor);
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
  Match& match_;
  Contest& contest_;
  const Baseline* baseline_;
  Player mine_;
  std::vector<Player> ours_;
  std::vector<OwnWork> controls_;
  int disturbed_controls_ = 0;  // of these, when something else used the device
  bool tried_ = false;          // whose doing that was
};

void SpeedRounds::play_alone(Match& match) {
  try {
    Round(*this, match).play_alone();
  } catch (...) {
    // Some may be waiting for a window that never came.
    players_.end_all();
    throw;
  }
}

SampleRound SpeedRounds::take(Match& match, bool again,
                              const std::function<bool(const SampleRound&)>& enough) {
  watch_->wait_until_cool();
  try {
    return Round(*this, match).take(again, enough);
  } catch (const Round::Disturbed& disturbed) {
    players_.end_all();
    SampleRound nothing;
    nothing.disturbed = disturbed.why;
    return nothing;
  } catch (...) {
    players_.end_all();
    throw;
  }
}

}  // namespace warpgrade
