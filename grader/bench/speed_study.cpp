// How well speed is graded, on this machine's GPU: the same submissions measured again and again.
//
//   speed_study LAB TASK NAME=FOLDER... [--times N] [--index I] [--thresholds NAME] [--neighbour]
//
// Each FOLDER holds LAB.cu. Every submission is measured N times (default 30), in turns, in the
// task's I-th performance (default 0, the first one): its ratio's median and spread, the points and
// how often they were what. Then thresholds are laid 3 % above and 3 % below each submission's
// median ratio (or that of the one named), and it is seen how many samples a decision takes and
// whether it is right. With
// --neighbour all is done while another process works on the GPU.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
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
  Study(const std::string& lab, const std::string& task, std::size_t index)
      : sandbox_(fs::current_path(), true),
        lab_(load_lab(fs::current_path(), lab)),
        gpus_(find_gpus()),
        toolkit_(find_cuda_toolkit()),
        toolchain_(fs::current_path(), workspace_.path(), sandbox_) {
    if (gpus_.gpus.empty() || !toolkit_) throw GraderError("it takes a GPU and nvcc");
    std::erase_if(lab_.tasks, [&](const Task& t) { return t.entry != task; });
    if (lab_.tasks.empty() || lab_.tasks.front().performance.size() <= index)
      throw UsageError("no such task or performance", "See labs/" + lab + "/lab.json.");
    Task& only = lab_.tasks.front();
    only.performance = {only.performance[index]};
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
    const Task& task = lab_.tasks.front();
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
      const Contest contest(run, p.on, nullptr, true);
      Child child(sandbox_, neighbour_->child);
      while (!stop.stop_requested())
        child.measure(own.signature.entry, own.device_pointers, contest.mine(1), true, false);
    });
  }

  void measure(int times) {
    SpeedMeter& meter = the_meter();
    for (int i = 0; i < times; ++i) {
      for (auto& submission : submissions_) {
        const PerformanceResult result = one(meter, lab_.tasks.front(), *submission);
        if (result.ratio > 0) submission->ratios.push_back(result.ratio);
        ++submission->points[outcome_of(result)];
        std::fprintf(stderr, "\r%d of %d", i + 1, times);
      }
    }
    std::fprintf(stderr, "\n");
    const PerformanceResult shape = blank();
    fmt::print("{} in {}, against the {}, {} points, {} times each\n\n", lab_.tasks.front().entry,
               shape.name, shape.against, shape.max_points.text(), times);
    fmt::print("{:<12} {:>8} {:>8} {:>8} {:>8}   points (how often)\n", "submission", "median",
               "lowest", "highest", "spread");
    for (const auto& s : submissions_) {
      std::string points;
      for (const auto& [text, count] : s->points)
        points += fmt::format("{}{} ({})", points.empty() ? "" : ", ", text, count);
      if (s->ratios.empty()) {
        fmt::print("{:<12} {:>35}   {}\n", s->name, "", points);
        continue;
      }
      const auto [low, high] = std::minmax_element(s->ratios.begin(), s->ratios.end());
      const double middle = median(s->ratios);
      fmt::print("{:<12} {:>8.3f} {:>8.3f} {:>8.3f} {:>7.1f}%   {}\n", s->name, middle, *low, *high,
                 100 * (*high - *low) / middle, points);
    }
    std::fflush(stdout);
  }

  /// A step at 3 % above the ratio must not be reached, one at 3 % below must be.
  void thresholds(int times, const std::string& of) {
    SpeedMeter& meter = the_meter();
    fmt::print("\n{:<12} {:>12} {:>8} {:>8} {:>8} {:>9} {:>9}\n", "submission", "it is", "right",
               "wrong", "open", "samples", "rounds");
    for (auto& submission : submissions_) {
      if (submission->ratios.empty() || (!of.empty() && submission->name != of)) continue;
      const double ratio = median(submission->ratios);
      for (const bool under : {true, false}) {
        Task task = lab_.tasks.front();
        const double at = under ? ratio * 1.03 : ratio / 1.03;
        task.performance.front().curve = {{at * (1 - 1e-9), 0}, {at, 1}};
        int right = 0, wrong = 0, open = 0;
        std::vector<double> samples, rounds;
        for (int i = 0; i < times; ++i) {
          const PerformanceResult result = one(meter, task, *submission);
          samples.push_back(static_cast<double>(result.samples.size()));
          rounds.push_back(result.rounds);
          if (result.pending > Points{})
            ++open;
          else
            ++((result.points > Points{}) == !under ? right : wrong);
        }
        fmt::print("{:<12} {:>12} {:>8} {:>8} {:>8} {:>9.0f} {:>9.0f}\n", submission->name,
                   under ? "3 % under" : "3 % over", right, wrong, open, median(samples),
                   median(rounds));
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
  int capability() const { return gpus_.gpus.front().capability(); }

  PerformanceResult blank() const {
    const Performance& p = lab_.tasks.front().performance.front();
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

  PerformanceResult one(SpeedMeter& meter, const Task& task, const Submission& submission) {
    std::vector<PerformanceResult> results = {blank()};
    meter.measure({{task, results}}, submission.builds.run, [](const std::string&) {});
    return results.front();
  }

  const Sandbox sandbox_;
  Workspace workspace_;
  Lab lab_;
  const GpuInventory gpus_;
  const std::optional<CudaToolkit> toolkit_;
  const Toolchain toolchain_;
  GradeRequest request_;
  std::vector<std::unique_ptr<Submission>> submissions_;
  std::unique_ptr<SpeedMeter> meter_;
  std::optional<Baseline> neighbour_;
  std::jthread neighbour_thread_;
  int folders_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
  int times = 30;
  std::size_t index = 0;
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
    throw UsageError("speed_study LAB TASK NAME=FOLDER... [--times N] [--index I] [--neighbour]",
                     "Example: speed_study dot dot_best best=solutions/dot");
  Study study(words[0], words[1], index);
  for (std::size_t i = 2; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (equals == std::string::npos) throw UsageError("not NAME=FOLDER: " + words[i], "");
    study.add(words[i].substr(0, equals), words[i].substr(equals + 1));
  }
  if (neighbour) study.start_neighbour();
  study.measure(times);
  if (!neighbour) study.thresholds(std::min(times, 20), thresholds_of);
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 3;
}
