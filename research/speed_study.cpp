// How well speed is graded, on this machine's GPU: the same submissions measured again and again.
//
//   speed_study LAB TASK NAME=FOLDER... [--times N] [--index I] [--thresholds NAME] [--neighbor]
//
// Each FOLDER holds LAB.cu. Every submission is measured N times (default 30), in turns, in all
// performances of the task, or of all tasks ("all"), or in the I-th one alone: its ratio's median
// and spread, the points and how often they were what. With --thresholds, these are laid 3 % above
// and 3 % below the median ratio of the submission named, and it is seen how many samples a
// decision takes and whether it is right. With --neighbor all is done while another process works
// on the GPU.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "base/fault.h"
#include "cases/run_task.h"
#include "cases/verify.h"
#include "measure/ratio.h"
#include "research/speed_subject.h"

namespace {

using namespace warpgrade;
namespace fs = std::filesystem;

struct Submission {
  std::string name;
  Builds builds;
};

/// What became of one submission in one performance.
struct Outcomes {
  std::vector<double> ratios;
  std::map<std::string, int> points;  // "4", "2 + 0.5 open", "inconclusive", ... and how often
};

std::string format_outcome(const PerformanceResult& result) {
  if (is_students_fault(result.verdict)) return std::string(name(result.verdict));
  std::string text = result.points.text();
  if (result.pending > Points{}) text += " + " + result.pending.text() + " open";
  return text;
}

class Study {
 public:
  Study(const std::string& lab, const std::string& task, std::optional<std::size_t> index)
      : subject_(lab, [&](const Task& one, std::size_t i) {
          return (task == "all" || one.entry == task) && (!index || i == *index);
        }) {}

  void add(const std::string& name, const fs::path& folder) {
    submissions_.push_back({name, subject_.build(name, folder)});
  }

  /// Another process that works on the GPU all the time.
  void start_neighbor() {
    Baselines baselines(subject_.machine(), subject_.lab(), Real::f32, subject_.settings());
    const Task& task = some_task();
    const Performance& p = task.performance.front();
    neighbor_ = baselines.get(task, Against::solution, p.on.constants);
    neighbor_thread_ = std::jthread([this, &p](const std::stop_token& stop) {
      const Task& own = neighbor_->task();
      const ConstantBuilds none;
      const TaskRun run{
          .exercise = {subject_.lab(), find_reference(subject_.lab().name), Real::f32, 1},
          .task = own,
          .sandbox = subject_.sandbox(),
          .toolchain = subject_.toolchain(),
          .builds = none,
          .worker = neighbor_->worker};
      const GeneratedCase generated = generate(run, p.on);
      const CallImage image = compose_call(run, generated.problem, Poison::finite, 1);
      Worker worker(subject_.sandbox(), neighbor_->worker);
      while (!stop.stop_requested()) worker.call(own.signature.entry, own.device_pointers, image);
    });
  }

  void measure(int times) {
    for (const Task& task : subject_.lab().tasks)
      for (std::size_t i = 0; i < task.performance.size(); ++i)
        measure(SpeedSubject::only(task, i), times);
  }

  /// A step at 3 % above the ratio must not be reached, one at 3 % below must be.
  void thresholds(int times, const std::string& of) {
    const Task first = SpeedSubject::only(some_task(), 0);
    for (auto& submission : submissions_) {
      if (submission.name != of) continue;
      const double ratio =
          median(outcomes_[first.entry + first.performance.front().on.name][of].ratios);
      fmt::print("\nthresholds beside {}, {} times each\n{:<12} {:>8} {:>8} {:>8} {:>9} {:>9}\n",
                 of, times, "it is", "right", "wrong", "open", "samples", "rounds");
      for (const bool under : {true, false}) {
        Task task = first;
        const double at = under ? ratio * 1.03 : ratio / 1.03;
        task.performance.front().curve = {{at * (1 - 1e-9), 0}, {at, 1}};
        int right = 0, wrong = 0, open = 0;
        std::vector<double> samples, rounds;
        for (int i = 0; i < times; ++i) {
          const PerformanceResult result = subject_.measure(task, submission.builds);
          samples.push_back(static_cast<double>(result.samples.size()));
          rounds.push_back(result.rounds);
          if (result.pending > Points{})
            ++open;
          else
            ++((result.points > Points{}) == !under ? right : wrong);
        }
        fmt::print("{:<12} {:>8} {:>8} {:>8} {:>9.0f} {:>9.0f}\n", under ? "3 % under" : "3 % over",
                   right, wrong, open, median(samples), median(rounds));
        std::fflush(stdout);
      }
    }
  }

  ~Study() {
    if (neighbor_thread_.joinable()) {
      neighbor_thread_.request_stop();
      neighbor_thread_.join();
    }
  }

 private:
  const Task& some_task() const {
    return *std::find_if(subject_.lab().tasks.begin(), subject_.lab().tasks.end(),
                         [](const Task& task) { return !task.performance.empty(); });
  }

  void measure(const Task& task, int times) {
    const Performance& performance = task.performance.front();
    auto& outcomes = outcomes_[task.entry + performance.on.name];
    for (int i = 0; i < times; ++i) {
      for (auto& submission : submissions_) {
        const PerformanceResult result = subject_.measure(task, submission.builds);
        Outcomes& of = outcomes[submission.name];
        if (result.ratio > 0) of.ratios.push_back(result.ratio);
        ++of.points[format_outcome(result)];
      }
    }
    const PerformanceResult shape = SpeedSubject::blank(task);
    fmt::print("\n{} in {}, against the {}, {} points, {} times each\n", task.entry, shape.name,
               shape.against, shape.max_points.text(), times);
    fmt::print("{:<12} {:>8} {:>8} {:>8} {:>8}   points (how often)\n", "submission", "median",
               "lowest", "highest", "spread");
    for (const auto& submission : submissions_) {
      const Outcomes& of = outcomes[submission.name];
      std::string points;
      for (const auto& [text, count] : of.points)
        points += fmt::format("{}{} ({})", points.empty() ? "" : ", ", text, count);
      if (of.ratios.empty()) {
        fmt::print("{:<12} {:>35}   {}\n", submission.name, "", points);
        continue;
      }
      const auto [low, high] = std::minmax_element(of.ratios.begin(), of.ratios.end());
      const double middle = median(of.ratios);
      fmt::print("{:<12} {:>8.3f} {:>8.3f} {:>8.3f} {:>7.1f}%   {}\n", submission.name, middle,
                 *low, *high, 100 * (*high - *low) / middle, points);
    }
    std::fflush(stdout);
  }

  SpeedSubject subject_;
  std::vector<Submission> submissions_;
  std::map<std::string, std::map<std::string, Outcomes>> outcomes_;  // by performance, by name
  std::optional<Baseline> neighbor_;
  std::jthread neighbor_thread_;
};

}  // namespace

int main(int argc, char** argv) try {
  int times = 30;
  std::optional<std::size_t> index;
  bool neighbor = false;
  std::string thresholds_lab;
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--times" && i + 1 < argc)
      times = std::atoi(argv[++i]);
    else if (word == "--index" && i + 1 < argc)
      index = static_cast<std::size_t>(std::atoi(argv[++i]));
    else if (word == "--thresholds" && i + 1 < argc)
      thresholds_lab = argv[++i];
    else if (word == "--neighbor")
      neighbor = true;
    else
      words.push_back(word);
  }
  if (words.size() < 3)
    throw UsageError(
        "speed_study LAB TASK NAME=FOLDER... [--times N] [--index I] [--thresholds NAME] "
        "[--neighbor]",
        "Example: speed_study dot dot_best best=solutions/dot");
  Study study(words[0], words[1], index);
  for (std::size_t i = 2; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (equals == std::string::npos) throw UsageError("not NAME=FOLDER: " + words[i], "");
    study.add(words[i].substr(0, equals), words[i].substr(equals + 1));
  }
  if (neighbor) study.start_neighbor();
  study.measure(times);
  if (!thresholds_lab.empty()) study.thresholds(std::min(times, 20), thresholds_lab);
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 3;
}
