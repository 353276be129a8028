#include "cases/witness.h"

#include <chrono>
#include <fstream>
#include <thread>
#include <utility>

#include "base/fault.h"
#include "cases/run_task.h"
#include "diagnosis/explain.h"
#include "toolchain/known_program.h"

namespace warpgrade {
namespace fs = std::filesystem;

fs::path Witness::build(const Key& key) const {
  const std::lock_guard lock(mutex_);
  if (const auto found = executables_.find(key); found != executables_.end()) return found->second;
  const auto& [gpu, mode, constants] = key;
  const fs::path folder = machine_.work / std::to_string(executables_.size());
  const fs::path source = folder / "source";
  fs::create_directories(source);
  std::ofstream(source / (lab_.name + ".cu")) << known_program(lab_, true);
  const auto toolchain = Toolchain::for_grader_programs(machine_.root, folder, machine_.sandbox);
  const Source known_good = submitted(lab_, source, constants);
  const Build build = gpu ? toolchain.build_cuda(lab_, known_good, real_, *machine_.toolkit,
                                                 machine_.capability, true)
                          : toolchain.build_cpu(lab_, known_good, real_, mode);
  if (build.verdict != Verdict::ok)
    throw GraderError(
        "the known-good program, which shows whether the machine is at fault, does not "
        "compile:\n" +
            build.output,
        "Run `make` in the project's folder, then `warpgrade doctor`.");
  return executables_[key] = build.executable;
}

Worker::Settings Witness::settings(Worker::Settings submissions, const Constants& constants,
                                   CpuMode mode) const {
  submissions.executable = build({submissions.gpu, mode, constants});
  submissions.shared_objects.reset();
  return submissions;
}

Causes Witness::trouble(const TaskRun& run, const Constants& constants, CpuMode mode,
                        CallImage image) const {
  // The driver may still be freeing memory of an ended process.
  constexpr std::chrono::seconds patience(20);
  constexpr std::chrono::milliseconds pause(250);
  const Worker::Settings known_good = settings(run.worker, constants, mode);
  // A function that the contract calls first is part of the submission, so it is skipped.
  image.before.clear();
  image.before_arguments.clear();
  std::optional<CheckOrder> check;
  if (mode == CpuMode::check) check.emplace();
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const CallOutcome outcome = Worker(run.sandbox, known_good)
                                    .call(run.task.entry, run.task.device_pointers, image, check);
    const Explanation found =
        explain(outcome, known_good.limits, [](std::uint64_t) { return std::string(); });
    if (found.verdict == Verdict::ok)
      return check && outcome.reply->checked == 0 ? Causes{because("machine.unwatched")} : Causes{};
    const bool may_pass = known_good.gpu && std::chrono::steady_clock::now() - start < patience;
    if (!may_pass) return found.detail;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace warpgrade
