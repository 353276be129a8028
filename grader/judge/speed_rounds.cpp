#include "judge/speed_rounds.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <mutex>
#include <thread>

#include "judge/blas_threads.h"
#include "judge/device_test.h"
#include "judge/verify.h"
#include "lab/fault.h"
#include "lab/parallel_for.h"
#include "measure/ratio.h"

namespace warpgrade {
namespace {

using Clock = std::chrono::steady_clock;

/// Windows that are expected to take less are answered early: the device's turns are longer.
constexpr double short_window = 0.5e-3;

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
  result.detail = "in a timed call: " + failed.detail;
  if (is_open(failed.verdict)) result.pending = result.max_points;
}

SpeedRounds::SpeedRounds(const Sandbox& sandbox, std::uint64_t seed, Referee* referee)
    : sandbox_(sandbox), referee_(referee), random_(derive_seed(seed, "speed/order")) {}

void SpeedRounds::watch(int device) {
  if (!watch_) watch_.emplace(device);
}

void SpeedRounds::make_room(std::uint64_t bytes) {
  if (referee_ == nullptr || referee_->free_bytes() >= bytes) return;
  processes_.clear();
  constexpr int times = 50;
  for (int i = 0; i < times && referee_->free_bytes() < bytes; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

Child& SpeedRounds::process(Role role, const Child::Settings& settings) {
  std::unique_ptr<Child>& child = processes_[{role, settings.executable}];
  if (child) return *child;
  if (role == Role::submission && std::exchange(test_device_, false))
    test_device(sandbox_, settings);
  child = std::make_unique<Child>(sandbox_, settings);
  return *child;
}

void SpeedRounds::drop(Child& child) {
  std::erase_if(processes_, [&](const auto& each) { return each.second.get() == &child; });
}

void SpeedRounds::keep(const std::vector<Name>& names, bool anew) {
  std::erase_if(processes_, [&](const auto& each) {
    return anew || !each.second || !each.second->alive() ||
           std::find(names.begin(), names.end(), each.first) == names.end();
  });
}

/// One round, from the processes to the samples.
class SpeedRounds::Round {
 public:
  Round(SpeedRounds& all, const TaskRun& run, const Case& c, Contest& contest,
        const Baseline* baseline, const Baseline& own, bool again)
      : all_(all), run_(run), case_(c), contest_(contest), baseline_(baseline), own_(own) {
    const bool posed_before = contest.next_round() > 0 && !contest.new_each_round();
    Child::Settings submission = run.child;
    submission.run(run.builds.of(c));
    std::vector<Name> names = {{Role::submission, submission.executable},
                               {Role::nothing, own.child.executable}};
    if (baseline != nullptr) names.emplace_back(Role::baseline, baseline->child.executable);
    // Another round has other processes: where their memory lies moves times a little. And no
    // process meets a problem twice.
    all.keep(names, again || posed_before);
    mine_ = {&all.process(Role::submission, submission), run.task.signature.entry};
    nothing_ = {&all.process(Role::nothing, own.child), ""};
    if (baseline == nullptr) return;
    theirs_ = {&all.process(Role::baseline, baseline->child), baseline->task().signature.entry,
               true, baseline->gpu};
    // On the CPU a window by itself costs something else.
    if (!baseline->gpu) their_nothing_ = {theirs_.child, "", true, false};
  }

  SampleRound take(double floor, const std::function<bool(const SampleRound&)>& enough) {
    warm_up();
    decide_whether_early(floor);
    std::vector<Player*> players = {&mine_, &nothing_};
    if (baseline_ != nullptr) players.push_back(&theirs_);
    if (their_nothing_.child != nullptr) players.push_back(&their_nothing_);
    // Of short calls each window tells less.
    const std::size_t least = early_ ? Contest::least_of_short_calls : Contest::least_windows;
    for (std::size_t w = Contest::before; w < contest_.most(); ++w) {
      stage(w);
      for (std::size_t i = players.size(); i > 1; --i)
        std::swap(players[i - 1], players[static_cast<std::size_t>(
                                      all_.random_.integer(0, static_cast<std::int64_t>(i) - 1))]);
      for (Player* const player : players) player->seconds.push_back(play(*player));
      const std::size_t count = w + 1 - Contest::before;
      if (count >= least && count % 2 == 1 && enough(samples(floor))) break;
    }
    verify_later_ones();
    return samples(floor);
  }

 private:
  bool on_device() const { return contest_.on_device(); }

  void stage(std::size_t window) { contest_.stage(window, all_.referee_); }

  Window window_of(const Player& player) const {
    Window window = player.baseline ? contest_.theirs(player.entry) : contest_.mine(player.entry);
    window.early = early_;
    return window;
  }

  /// Processes open the device side by side; then each loads its code, and shows how long a call
  /// takes.
  void warm_up() {
    std::vector<Player*> players = {&mine_, &nothing_};
    if (baseline_ != nullptr) players.push_back(&theirs_);
    if (their_nothing_.child != nullptr) players.push_back(&their_nothing_);
    stage(0);
    const bool first = !contest_.far(contest_.staged()) && contest_.verified_there();
    if (first && !on_device()) contest_.make_there(*all_.referee_);
    if (first && !contest_.made_alike(*all_.referee_))
      throw GraderError(
          "the lab's half for GPUs makes other values than its oracle",
          "Compare make() in labs/" + run_.lab.name + "/referee.cu with pose() in oracle.cpp.");
    std::vector<const Child*> announced;
    for (Player* const player : players) {
      if (std::find(announced.begin(), announced.end(), player->child) != announced.end()) continue;
      announced.push_back(player->child);
      announce(*player);
    }
    for (Player* const player : players) play(*player);
    stage(1);
    for (Player* const player : players) player->seconds = {play(*player)};
  }

  void announce(const Player& player) {
    if (on_device())
      player.child->announce(window_of(player), *all_.referee_);
    else
      player.child->announce(window_of(player));
  }

  /// By what the baseline takes, or the roofline: a submission must have no say in it.
  void decide_whether_early(double floor) {
    const double shortest =
        baseline_ != nullptr ? theirs_.seconds.front() - nothing_.seconds.front() : floor;
    early_ = on_device() && shortest < short_window;
    for (Player* const player : {&mine_, &theirs_, &nothing_, &their_nothing_})
      player->seconds.clear();
  }

  /// Seconds that a window is charged.
  double play(Player& player) {
    const Window window = window_of(player);
    WindowOutcome outcome =
        on_device() ? player.child->play(window, *all_.referee_)
                    : player.child->play(
                          window, player.baseline ? contest_.their_values() : contest_.my_values());
    if (&player == &mine_) {
      if (!came_back(outcome.whole)) fail(outcome);
      look_for_what_stays();
      if (!outcome.broken_rule.empty()) throw FailedCall{Verdict::wrong, outcome.broken_rule};
      verify_now(outcome);
    } else if (!came_back(outcome.whole)) {
      baseline_failed(player);
    }
    if (!player.entry.empty()) all_.kernel_seconds_ += outcome.seconds;
    return outcome.seconds;
  }

  [[noreturn]] void fail(const WindowOutcome& outcome) {
    all_.test_device_ = !mine_.child->alive();
    const CallVerdict found = verify(run_, case_, Posed{}, CallImage{}, outcome.whole);
    all_.drop(*mine_.child);
    throw FailedCall{found.verdict, found.detail};
  }

  /// Whoever has returned is not to use the device any more: what works on it then would slow down
  /// the baseline. Its process stands still by now, what it left on the device does not.
  void look_for_what_stays() {
    if (all_.referee_ == nullptr) return;
    // Nobody can know when, and who does it in most windows is seen in some.
    constexpr std::uint64_t one_in = 3;
    if (all_.random_.bits() % one_in != 0) return;
    controls_.push_back(all_.referee_->control());
    if (all_.watch_->disturbance({controls_.back()}).empty()) return;
    // Once may be chance.
    if (all_.watch_->disturbance({all_.referee_->control(), all_.referee_->control()}).empty())
      return;
    controls_.clear();
    // Is it the submission's, or somebody else's?
    all_.drop(*mine_.child);
    all_.test_device_ = true;
    std::vector<double> without;
    for (int i = 0; i < 5; ++i) without.push_back(all_.referee_->control());
    const std::string still = all_.watch_->disturbance(without);
    if (still.empty())
      throw FailedCall{Verdict::timeout,
                       "work of yours was still running on the GPU after the function had returned "
                       "and the device was said to be at rest: it would have slowed down the "
                       "program that yours is compared with."};
    throw Disturbed{still};
  }

  /// Ours works, unless the submission holds what it needs.
  [[noreturn]] void baseline_failed(Player& player) {
    const bool theirs = player.baseline;
    all_.drop(*mine_.child);
    all_.drop(*player.child);
    const Baseline& ours = theirs ? *baseline_ : own_;
    Player alone{&all_.process(Role::baseline, ours.child), player.entry, player.baseline,
                 player.gpu};
    const Window window = window_of(alone);
    const WindowOutcome again =
        on_device()
            ? alone.child->play(window, *all_.referee_)
            : alone.child->play(window, theirs ? contest_.their_values() : contest_.my_values());
    if (came_back(again.whole))
      throw FailedCall{Verdict::memory_limit,
                       "memory of the GPU that your functions took and did not give back was "
                       "missing to the program that yours is compared with."};
    throw GraderError("the program that speed is compared with (" + ours.label +
                          ") failed where the submission is timed",
                      "Run `warpgrade doctor`: does the GPU work, and has it enough memory?");
  }

  /// On the device, while the referee has what it took.
  void verify_now(const WindowOutcome& outcome) {
    const auto start = Clock::now();
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
    if (!(found.right && !found.touched && far)) {
      CallOutcome call;
      call.reply = outcome.whole.reply;
      call.reply->return_value = on_device() ? found.returned : outcome.returned;
      call.returned = on_device() ? all_.referee_->results(found.touched) : outcome.written;
      later_.push_back({problem, std::move(call)});
      if (far) verify_later_ones();  // wrong, it seems: the oracle has the last word
    }
    all_.verification_seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  }

  /// By the oracle, on all cores, when nothing is timed.
  void verify_later_ones() {
    std::vector<std::function<void()>> jobs;
    std::mutex mutex;
    std::optional<FailedCall> failed;
    for (Later& later : later_) {
      jobs.emplace_back([&] {
        const bool first = later.problem == 0;
        CallVerdict found =
            verify(run_, case_, contest_.posed(later.problem),
                   first ? contest_.first_image() : contest_.image(later.problem), later.call);
        if (found.verdict == Verdict::ok) return;
        const std::lock_guard lock(mutex);
        if (!failed) failed = FailedCall{found.verdict, std::move(found.detail)};
      });
    }
    const BlasThreads threads(jobs.size());
    run_all(jobs);
    later_.clear();
    if (failed) throw *failed;
  }

  SampleRound samples(double floor) const {
    const auto seconds_of = [&](const Player& player, const Player& nothing) {
      const double by_itself = median(nothing.seconds);
      std::vector<double> seconds;
      for (const double window : player.seconds)
        seconds.push_back(std::max(least_seconds, window - by_itself));
      return seconds;
    };
    SampleRound round;
    round.disturbed = all_.watch_->disturbance(controls_);
    round.submission = seconds_of(mine_, nothing_);
    if (baseline_ == nullptr)
      round.baseline.assign(round.submission.size(), floor);
    else
      round.baseline = seconds_of(theirs_, baseline_->gpu ? nothing_ : their_nothing_);
    return round;
  }

 public:
  /// Something else used the device.
  struct Disturbed {
    std::string why;
  };

 private:
  struct Later {
    std::size_t problem;
    CallOutcome call;
  };

  SpeedRounds& all_;
  const TaskRun& run_;
  const Case& case_;
  Contest& contest_;
  const Baseline* baseline_;
  const Baseline& own_;
  Player mine_, theirs_, nothing_, their_nothing_;
  bool early_ = false;
  std::vector<double> controls_;
  std::vector<Later> later_;
};

SampleRound SpeedRounds::take(const TaskRun& run, const Case& c, Contest& contest,
                              const Baseline* baseline, const Baseline& own, double floor,
                              bool again, const std::function<bool(const SampleRound&)>& enough) {
  watch_->wait_until_cool();
  try {
    return Round(*this, run, c, contest, baseline, own, again).take(floor, enough);
  } catch (const Round::Disturbed& disturbed) {
    processes_.clear();
    SampleRound nothing;
    nothing.disturbed = disturbed.why;
    return nothing;
  } catch (...) {
    // Some may be waiting for a window that never came.
    processes_.clear();
    throw;
  }
}

}  // namespace warpgrade
