// How well speed is graded, on this machine's GPU: the same submissions measured again and again.
//
//   speed_study LAB TASK NAME=FOLDER... [--times N] [--index I] [--thresholds NAME] [--neighbour]
//
// Each FOLDER holds LAB.cu. Every submission is measured N times (default 30), in turns, in all
// performances of the task, or of all tasks ("all"), or in the I-th one alone: its ratio's median
// and spread, the points and how often they were what. With --thresholds, these are laid 3 % above
// and 3 % below the median ratio of the submission named, and it is seen how many samples a
// decision takes and whether it is right. With --neighbour all is done while another process works
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

#include "judge/builds.h"
#include "judge/child_settings.h"
#include "judge/contest.h"
#include "judge/speed.h"
#include "lab/fault.h"
#include "measure/ratio.h"
#include "toolchain/gpu.h"
#include "toolchain/installation.h"

namespace {

using namespace warpgrade;
namespace fs = std::filesystem;

struct Submission {
  std::string name;
  fs::path folder;
  Builds builds;
};

/// What became of one submission in one performance.
struct Outcomes {
  std::vector<double> ratios;
  std::map<std::string, int> points;  // "4", "2 + 0.5 open", "inconclusive", ... and how often
};

std::string outcome_of(const PerformanceResult& result) {
  if (is_students_fault(result.verdict)) return std::string(name(result.verdict));
  std::string text = result.points.text();
  if (result.pending > Points{}) text += " + " + result.pending.text() + " open";
  return text;
}

class Study {
 public:
  Study(const std::string& lab, const std::string& task, std::optional<std::size_t> index)
      : gpus_(find_gpus()),
        sandbox_(Sandbox(fs::current_path(), true).showing(view_of(gpus_.gpus))),
        lab_(load_lab(fs::current_path(), lab)),
        toolkit_(find_cuda_toolkit()),
        toolchain_(fs::current_path(), workspace_.path(), sandbox_) {
    if (gpus_.gpus.empty() || !toolkit_) throw GraderError("it takes a GPU and nvcc");
    std::size_t measured = 0;
    for (Task& one : lab_.tasks) {
      if (index && *index < one.performance.size()) one.performance = {one.performance[*index]};
      // What needs more GPUs than one is not measured here.
      if ((task != "all" && one.entry != task) || one.devices > 1) one.performance.clear();
      measured += one.performance.size();
    }
    if (measured == 0)
      throw UsageError("no such task or performance", "See labs/" + lab + "/lab.json.");
    request_.root = fs::current_path();
    request_.lab = lab;
    request_.check = false;
  }

  void add(const std::string& name, const fs::path& folder) {
    request_.submission = folder;
    const fs::path work = workspace_.path() / name;
    fs::create_directories(work);
    const Toolchain toolchain(fs::current_path(), work, sandbox_);
    auto submission = std::make_unique<Submission>();
    submission->name = name;
    submission->folder = folder;
    submission->builds =
        build_all(toolchain, lab_, request_, {Backend::cuda, toolkit_, capability(), false, true});
    if (submission->builds.submission.verdict != Verdict::ok)
      throw GraderError(name + " does not compile:\n" + submission->builds.submission.output);
    submissions_.push_back(std::move(submission));
  }

  /// Another process that works on the GPU all the time.
  void start_neighbour() {
    Baselines baselines(plan_of_baselines());
    const Task& task = some_task();
    const Performance& p = task.performance.front();
    neighbour_ = baselines.get(task, Against::solution, p.on.constants);
    neighbour_thread_ = std::jthread([this, &p](const std::stop_token& stop) {
      const Task& own = neighbour_->task();
      const Variants none;
      const TaskRun run{lab_,
                        own,
                        oracle_of(lab_.name),
                        Real::f32,
                        1,
                        sandbox_,
                        toolchain_,
                        none,
                        neighbour_->child,
                        [](const std::string&) {}};
      const Posed posed = pose(run, p.on);
      const CallImage image = compose_call(run, posed.problem, Poison::finite, 1);
      Child child(sandbox_, neighbour_->child);
      while (!stop.stop_requested()) child.call(own.signature.entry, own.device_pointers, image);
    });
  }

  void measure(int times) {
    for (const Task& task : lab_.tasks)
      for (std::size_t i = 0; i < task.performance.size(); ++i) measure(only(task, i), times);
  }

  /// A step at 3 % above the ratio must not be reached, one at 3 % below must be.
  void thresholds(int times, const std::string& of) {
    const Task first = only(some_task(), 0);
    for (auto& submission : submissions_) {
      if (submission->name != of) continue;
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
          const PerformanceResult result = one(task, *submission);
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
    if (neighbour_thread_.joinable()) {
      neighbour_thread_.request_stop();
      neighbour_thread_.join();
    }
  }

 private:
  const Task& some_task() const {
    return *std::find_if(lab_.tasks.begin(), lab_.tasks.end(),
                         [](const Task& task) { return !task.performance.empty(); });
  }

  /// The task with its i-th performance alone.
  static Task only(Task task, std::size_t i) {
    task.performance = {task.performance[i]};
    return task;
  }

  void measure(const Task& task, int times) {
    const Performance& performance = task.performance.front();
    auto& outcomes = outcomes_[task.entry + performance.on.name];
    for (int i = 0; i < times; ++i) {
      for (auto& submission : submissions_) {
        const PerformanceResult result = one(task, *submission);
        Outcomes& of = outcomes[submission->name];
        if (result.ratio > 0) of.ratios.push_back(result.ratio);
        ++of.points[outcome_of(result)];
      }
    }
    const PerformanceResult shape = blank(task);
    fmt::print("\n{} in {}, against the {}, {} points, {} times each\n", task.entry, shape.name,
               shape.against, shape.max_points.text(), times);
    fmt::print("{:<12} {:>8} {:>8} {:>8} {:>8}   points (how often)\n", "submission", "median",
               "lowest", "highest", "spread");
    for (const auto& submission : submissions_) {
      const Outcomes& of = outcomes[submission->name];
      std::string points;
      for (const auto& [text, count] : of.points)
        points += fmt::format("{}{} ({})", points.empty() ? "" : ", ", text, count);
      if (of.ratios.empty()) {
        fmt::print("{:<12} {:>35}   {}\n", submission->name, "", points);
        continue;
      }
      const auto [low, high] = std::minmax_element(of.ratios.begin(), of.ratios.end());
      const double middle = median(of.ratios);
      fmt::print("{:<12} {:>8.3f} {:>8.3f} {:>8.3f} {:>7.1f}%   {}\n", submission->name, middle,
                 *low, *high, 100 * (*high - *low) / middle, points);
    }
    std::fflush(stdout);
  }

  int capability() const { return gpus_.gpus.front().capability(); }

  static PerformanceResult blank(const Task& task) {
    const Performance& p = task.performance.front();
    constexpr const char* names[] = {"cpu", "library", "solution", "roofline"};
    PerformanceResult result;
    result.name = p.on.name;
    result.against = names[static_cast<int>(p.against)];
    result.max_points = Points::hundredths(p.points_hundredths);
    return result;
  }

  Child::Settings child() const { return settings_for_run(request_, lab_, Backend::cuda); }

  fs::path fresh_folder() {
    const fs::path folder = workspace_.path() / ("meter" + std::to_string(++folders_));
    fs::create_directories(folder);
    return folder;
  }

  Baselines::Plan plan_of_baselines() {
    return {fs::current_path(), lab_,         Real::f32,      sandbox_,
            *toolkit_,          capability(), fresh_folder(), child()};
  }

  SpeedMeter& the_meter() {
    if (meter_) return *meter_;
    meter_ = std::make_unique<SpeedMeter>(
        SpeedPlan{fs::current_path(), lab_, oracle_of(lab_.name), Real::f32, std::random_device{}(),
                  sandbox_, toolchain_, *toolkit_, capability(), fresh_folder(), child()});
    meter_->build();
    return *meter_;
  }

  PerformanceResult one(const Task& task, const Submission& submission) {
    std::vector<PerformanceResult> results = {blank(task)};
    the_meter().measure({{task, results}}, submission.builds.run, gpus_.gpus.front().number,
                        [](const std::string&) {});
    return results.front();
  }

  const GpuInventory gpus_;
  const Sandbox sandbox_;
  Workspace workspace_;
  Lab lab_;
  const std::optional<CudaToolkit> toolkit_;
  const Toolchain toolchain_;
  GradeRequest request_;
  std::vector<std::unique_ptr<Submission>> submissions_;
  std::map<std::string, std::map<std::string, Outcomes>> outcomes_;  // by performance, by name
  std::unique_ptr<SpeedMeter> meter_;
  std::optional<Baseline> neighbour_;
  std::jthread neighbour_thread_;
  int folders_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
  int times = 30;
  std::optional<std::size_t> index;
  bool neighbour = false;
  std::string thresholds_of;
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--times" && i + 1 < argc)
      times = std::atoi(argv[++i]);
    else if (word == "--index" && i + 1 < argc)
      index = static_cast<std::size_t>(std::atoi(argv[++i]));
    else if (word == "--thresholds" && i + 1 < argc)
      thresholds_of = argv[++i];
    else if (word == "--neighbour")
      neighbour = true;
    else
      words.push_back(word);
  }
  if (words.size() < 3)
    throw UsageError(
        "speed_study LAB TASK NAME=FOLDER... [--times N] [--index I] [--thresholds NAME] "
        "[--neighbour]",
        "Example: speed_study dot dot_best best=solutions/dot");
  Study study(words[0], words[1], index);
  for (std::size_t i = 2; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (equals == std::string::npos) throw UsageError("not NAME=FOLDER: " + words[i], "");
    study.add(words[i].substr(0, equals), words[i].substr(equals + 1));
  }
  if (neighbour) study.start_neighbour();
  study.measure(times);
  if (!thresholds_of.empty()) study.thresholds(std::min(times, 20), thresholds_of);
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 3;
}
