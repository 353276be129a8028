#include "judge/ladder_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <set>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "base/utf8.h"
#include "judge/child_settings.h"
#include "judge/environment.h"
#include "judge/explain.h"
#include "judge/ladder_referee.h"
#include "judge/run_task.h"
#include "judge/source_hash.h"
#include "judge/verify.h"
#include "lab/oracle.h"
#include "lab/problem_file.h"
#include "measure/held_gpus.h"
#include "measure/ratio.h"
#include "toolchain/installation.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr double hours = 3600;
constexpr double most_of_a_students_call = 600;

/// The versions that are there to be run.
Ladder ladder_of(const LadderRequest& request, const Lab& lab) {
  if (request.from.empty()) return load_ladder(request.root, lab);
  Ladder ladder{load_ladder_plan(request.root, lab), {}};
  if (fs::exists(request.root / "solutions" / lab.name / "versions/ladder.json")) {
    Ladder all = load_ladder(request.root, lab);
    for (Version& rung : all.versions)
      if (!rung.baseline.empty()) ladder.versions.push_back(std::move(rung));
  }
  std::vector<Version> tasks = versions_of(ladder, lab, fs::absolute(request.from));
  for (Version& task : tasks) ladder.versions.push_back(std::move(task));
  return ladder;
}

/// What it printed tells more than that it ended.
std::string with_printed(std::string detail, const std::string& printed) {
  constexpr std::size_t enough = 400;
  std::string text = as_student_knows(plain_lines(printed, enough));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text.empty()) return detail;
  return fmt::format("{}{}It printed: {}", detail, detail.empty() ? "" : " ", text);
}

std::string sizes_as_name(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes)
    text += (text.empty() ? "" : ",") + name + "=" + std::to_string(value);
  return text;
}

}  // namespace

class LadderRunner::Impl {
 public:
  Impl(const LadderRequest& request, const Sandbox& sandbox)
      : request_(request),
        gpus_(find_gpus()),
        sandbox_(sandbox.showing(view_of(gpus_.gpus))),
        lab_(load_lab(request.root, request.lab)),
        ladder_(ladder_of(request, lab_)),
        oracle_(oracle_of(request.lab)),
        toolkit_(find_cuda_toolkit()),
        seed_(request.seed ? *request.seed : std::random_device{}()) {
    const bool gpu = !gpus_.gpus.empty() && toolkit_;
    backend_ = request.backend.value_or(gpu ? Backend::cuda : Backend::cpu);
    if (backend_ == Backend::cuda && !gpu) {
      throw GraderError(gpus_.gpus.empty() ? "no GPU to run on: " + gpus_.why_none
                                           : "no nvcc to build for the GPU with",
                        "Use --backend cpu.");
    }
    LadderReferee::Plan plan{
        request.root, lab_, request.real, workspace_.path() / "referee", sandbox_, {}, 0, {}};
    if (backend_ == Backend::cuda) {
      plan.toolkit = toolkit_;
      plan.capability = gpus_.gpus.front().capability();
      plan.environment = settings_for_run({}, lab_, Backend::cuda).environment;
    }
    referee_.emplace(std::move(plan));
  }

  LadderResult run(const Version& version, const Sizes& sizes, const Sizes& set, Verify verify) {
    LadderResult result;
    result.version = version.name;
    result.title = version.title;
    result.backend = version.host_only() ? "host" : std::string(name(backend_));
    result.real = request_.real;
    result.source = source_of(version);
    const Lab lab = lab_of(request_.root, lab_, version);
    const Case c = case_of(lab, version, sizes, set, result);
    if (version.gpu_only() && backend_ == Backend::cpu) {
      result.verdict = Verdict::pending;
      result.detail = fmt::format("{} needs a GPU: it calls {}.", version.name,
                                  fmt::join(version.libraries, " and "));
      return result;
    }
    const Task& task = lab.tasks.front();
    const Toolchain toolchain(request_.root, folder_of(version, c.constants), sandbox_);
    Variants builds;
    builds.builds[c.constants] = build(lab, version, c.constants);
    if (builds.of(c).verdict != Verdict::ok) {
      result.verdict = builds.of(c).verdict;
      result.detail = builds.of(c).output;
      return result;
    }
    GradeRequest as_grade;
    as_grade.call_seconds = version.folder.empty() ? hours : most_of_a_students_call;
    Child::Settings settings =
        settings_for_run(as_grade, lab, version.host_only() ? Backend::cpu : backend_);
    settings.limits.memory_bytes = 512ull << 30;
    settings.run(builds.of(c));
    if (version.host_only() && fs::exists(request_.root / ".deps/usr"))
      settings.libraries = {{request_.root / ".deps/usr", deps_inside, false}};
    const TaskRun run{lab,      task,      oracle_, request_.real, seed_,
                      sandbox_, toolchain, builds,  settings,      {}};
    Posed& posed = pose_once(run, c, version);
    // Of a version's own arguments the oracle knows nothing, and values are the same for all sizes
    // of a block.
    for (const auto& [name, value] : c.sizes)
      if (result.arguments.count(name) > 0 || is_block_parameter(name))
        posed.problem.integers[name] = value;
    const Work work = oracle_.work(posed.problem, request_.real);
    VerifierChoice verifier = who_verifies(verify, work, {});
    if (verifier.who == Verifier::referee) verifier = who_verifies(verify, work, referee_->build());
    if (verifier.who == Verifier::oracle) solve_once(run, version);
    const CallImage image = compose_call(run, posed.problem, Poison::finite, seed_);
    std::optional<HeldGpus> held;
    if (settings.gpu) {
      held.emplace(gpus_.gpus, task.devices, request_.on_wait);
      constexpr std::uint64_t enough = 4;  // times its arrays, of a version
      referee_->make_room(*held, enough * image.size);
    }
    std::string printed;
    const CallOutcome outcome = [&] {
      Child child(held ? held->shown_by(sandbox_, task.devices) : sandbox_, settings);
      CallOutcome called = child.call(
          task.signature.entry, task.device_pointers, image, std::nullopt,
          {protocol::max_samples, verifier.who == Verifier::nobody ? 1u : 0u, request_.seconds});
      printed = child.take_output();
      return called;
    }();
    if (verifier.who == Verifier::referee) {
      const CallVerdict found = verify_there(run, c, image, outcome, verify, verifier, held);
      result.verdict = found.verdict;
      result.detail = words_of(found.detail);
    }
    if (verifier.who == Verifier::oracle) {
      held.reset();
      solve_once(run, version);
      const CallVerdict found = warpgrade::verify(run, c, posed, image, outcome);
      result.verdict = found.verdict;
      result.detail = words_of(found.detail);
    } else if (verifier.who == Verifier::nobody) {
      const Explanation ended = explain(outcome, settings.limits, [&](std::uint64_t address) {
        return toolchain.line_of(builds.of(c), address);
      });
      result.verdict = ended.verdict;
      result.detail = ended.verdict == Verdict::ok ? verifier.why_nobody : words_of(ended.detail);
    }
    if (result.verdict != Verdict::ok) result.detail = with_printed(result.detail, printed);
    result.verified = verifier.who != Verifier::nobody;
    if (outcome.reply) note_times(result, version, posed.problem, *outcome.reply);
    if (outcome.reply && task.devices > 1) {
      result.devices = static_cast<int>(outcome.reply->devices);
      if (result.devices == 1 && result.verdict == Verdict::ok)
        result.detail += fmt::format("{}one device here: both halves were computed on it",
                                     result.detail.empty() ? "" : " ");
    }
    return result;
  }

  void prepare(const std::vector<Version>& versions, const std::vector<Sizes>& sizes) {
    std::vector<std::function<void()>> jobs;
    for (const Version& version : versions) {
      if (version.gpu_only() && backend_ == Backend::cpu) continue;
      std::set<Constants> sets;
      for (const Sizes& size : sizes) {
        LadderResult unused;
        const Lab lab = lab_of(request_.root, lab_, version);
        sets.insert(case_of(lab, version, size, {}, unused).constants);
      }
      for (const Constants& constants : sets)
        jobs.emplace_back([this, version, constants] {
          build(lab_of(request_.root, lab_, version), version, constants);
        });
    }
    run_all(jobs);
  }

  Sizes call_of(const Version& version, const Sizes& sizes, const Sizes& set) const {
    LadderResult unused;
    const Lab lab = lab_of(request_.root, lab_, version);
    const Case c = case_of(lab, version, sizes, set, unused);
    Sizes call = c.constants;
    for (const Parameter& parameter : lab.tasks.front().signature.parameters) {
      const auto at = c.sizes.find(parameter.name);
      if (at != c.sizes.end()) call.insert(*at);
    }
    return call;
  }

  std::string source_of(const Version& version) const {
    return source_hash(folder_of_source(version) / version.file, lab_.folder);
  }

  double effort(const Sizes& sizes) const {
    if (ladder_.effort.empty()) return work(sizes).flops;
    std::map<std::string, double> numbers;
    for (const Sizes* some : {&ladder_.defaults, &sizes})
      for (const auto& [name, value] : *some) numbers[name] = static_cast<double>(value);
    return value_of(ladder_.effort, numbers);
  }

  Work work(const Sizes& sizes) const {
    Case c;
    c.input = ladder_.input;
    c.sizes = ladder_.defaults;
    for (const auto& [name, value] : sizes) c.sizes[name] = value;
    Random random(1);
    return oracle_.work(oracle_.pose(c, request_.real, random), request_.real);
  }

  const LadderRequest request_;
  const GpuInventory gpus_;
  const Sandbox sandbox_;  // shows the GPUs that may be used, to the ceilings too
  const Lab lab_;
  const Ladder ladder_;
  const Oracle& oracle_;
  const std::optional<CudaToolkit> toolkit_;
  const std::uint64_t seed_;
  Backend backend_ = Backend::cpu;
  Workspace workspace_;

 private:
  fs::path folder_of_source(const Version& version) const {
    return version.folder.empty() ? request_.root / "solutions" / lab_.name : version.folder;
  }

  fs::path folder_of(const Version& version, const Constants& constants) const {
    const fs::path folder = workspace_.path() / (version.name + ":" + sizes_as_name(constants));
    fs::create_directories(folder);
    return folder;
  }

  /// The integers of the call: the size, then what was set, then defaults of version and ladder.
  Case case_of(const Lab& lab, const Version& version, const Sizes& sizes, const Sizes& set,
               LadderResult& result) const {
    const Signature& signature = lab.tasks.front().signature;
    const auto known = [&](const std::string& name) {
      return ladder_.defaults.count(name) + ladder_.small.count(name) > 0 ||
             std::any_of(signature.parameters.begin(), signature.parameters.end(),
                         [&](const Parameter& p) { return p.name == name; });
    };
    Case c;
    c.input = ladder_.input;
    c.sizes = ladder_.defaults;
    for (const auto& [name, value] : ladder_.small)
      if (std::find(lab.constants.begin(), lab.constants.end(), name) != lab.constants.end())
        c.sizes.emplace(name, value);
    for (const auto& [name, value] : version.arguments) c.sizes[name] = value;
    for (const auto& [name, value] : sizes) {
      if (!known(name))
        throw UsageError(fmt::format("lab {} has no size '{}'", lab.name, name),
                         fmt::format("Example: --size {}.", sizes_as_name(ladder_.small)));
      c.sizes[name] = value;
    }
    for (const auto& [name, value] : set) {
      if (known(name)) c.sizes[name] = result.arguments[name] = value;
    }
    for (const auto& [name, value] : version.arguments) result.arguments[name] = c.sizes[name];
    for (const auto& [name, value] : c.sizes) {
      if (version.arguments.count(name) + result.arguments.count(name) == 0)
        result.sizes[name] = value;
    }
    for (const std::string& constant : lab.constants) c.constants[constant] = c.sizes[constant];
    c.name = sizes_as_name(result.sizes);
    return c;
  }

  Build build(const Lab& lab, const Version& version, const Constants& constants) {
    const auto key = std::make_pair(version.name, constants);
    {
      const std::lock_guard lock(mutex_);
      if (const auto built = builds_.find(key); built != builds_.end()) return built->second;
    }
    const fs::path folder = folder_of(version, constants);
    const Toolchain toolchain = version.folder.empty()
                                    ? Toolchain::for_own_programs(request_.root, folder, sandbox_)
                                    : Toolchain(request_.root, folder, sandbox_);
    Source source{folder_of_source(version), version.file.string(), constants,
                  toolchain.build_binding(lab, request_.real), version.libraries};
    Build build;
    if (version.host_only()) {
      source.libraries.push_back("openblas");
      build = toolchain.build_host(lab, source, request_.real);
    } else if (backend_ == Backend::cuda) {
      build = toolchain.build_cuda(lab, source, request_.real, *toolkit_,
                                   gpus_.gpus.front().capability(), true);
    } else {
      build = toolchain.build_cpu(lab, source, request_.real, CpuMode::fast);
    }
    const Signature& signature = lab.tasks.front().signature;
    if (build.verdict == Verdict::ok && !build.definitions.at(signature.entry).defined) {
      build.verdict = Verdict::compile_error;
      build.output =
          fmt::format("{} does not define {}.\n", version.file.string(), signature.declaration);
    }
    const std::lock_guard lock(mutex_);
    return builds_[key] = std::move(build);
  }

  bool is_block_parameter(const std::string& integer) const {
    const auto& names = ladder_.block_parameters;
    return std::find(names.begin(), names.end(), integer) != names.end();
  }

  /// Values are kept while all versions get the same.
  Posed& pose_once(const TaskRun& run, const Case& c, const Version& version) {
    Sizes sizes = c.sizes;
    for (const auto& [name, value] : version.arguments) sizes.erase(name);
    for (const auto& [name, value] : c.sizes)
      if (is_block_parameter(name)) sizes.erase(name);
    const std::string key = sizes_as_name(sizes);
    if (posed_ && posed_key_ == key) return *posed_;
    posed_.reset();  // before the next is made: it may hold much memory
    truth_key_.clear();
    posed_ = std::make_unique<Posed>();
    Random random(seed_of(run.lab, c, run.seed, 0));
    posed_->problem = pose_case(run.lab, oracle_, c, request_.real, random);
    round_values(posed_->problem, request_.real);
    posed_key_ = key;
    return *posed_;
  }

  /// The truth of these values, while versions are judged by the same task.
  void solve_once(const TaskRun& run, const Version& version) {
    const std::string key = version.as + "/" + version.judge;
    if (truth_key_ == key) return;
    posed_->truth = {};  // first
    posed_->truth =
        oracle_.solve(posed_->problem, run.task, request_.real, run.lab.tolerance_of(run.task));
    truth_key_ = key;
  }

  /// By the referee. Where it cannot say, `verifier` becomes who else does, or nobody.
  CallVerdict verify_there(const TaskRun& run, const Case& c, const CallImage& image,
                           const CallOutcome& outcome, Verify wanted, VerifierChoice& verifier,
                           std::optional<HeldGpus>& held) {
    CallVerdict found = verify_all_but_outputs(run, c, image, outcome);
    if (found.verdict != Verdict::ok) return found;
    if (!held) held.emplace(gpus_.gpus, 1, request_.on_wait);
    RefereeHelp help;
    const std::string facts =
        facts_of(posed_->problem, run.task, c, request_.real, run.lab.tolerance_of(run.task));
    const std::optional<bool> right =
        referee_->accepts(*held, image, outcome.returned, outcome.reply->return_value, facts, help);
    if (!right) {
      verifier = who_verifies(wanted, oracle_.work(posed_->problem, request_.real), help);
    } else if (!*right) {
      found.verdict = Verdict::wrong;
      found.detail = {because("values.wrong-somewhere")};
    }
    return found;
  }

  void note_times(LadderResult& result, const Version& version, const Problem& problem,
                  const protocol::Reply& reply) const {
    result.work = oracle_.work(problem, request_.real);
    result.samples.assign(reply.samples, reply.samples + reply.sample_count);
    result.seconds = median(result.samples);
    result.transfers = reply.upload + reply.download;
    result.returned = reply.return_value;
    const Rate& rate = version.rate;
    result.unit = rate.unit;
    double product = 1;
    for (const std::string& factor : rate.of) {
      product *= factor == "flops"      ? result.work.flops
                 : factor == "bytes"    ? result.work.bytes
                 : factor == "returned" ? static_cast<double>(result.returned)
                                        : static_cast<double>(problem.integer(factor));
    }
    if (result.seconds > 0) result.rate = product / (rate.scale * result.seconds);
  }

  std::mutex mutex_;
  std::map<std::pair<std::string, Constants>, Build> builds_;
  std::unique_ptr<Posed> posed_;
  std::string posed_key_, truth_key_;
  std::optional<LadderReferee> referee_;
};

LadderRunner::LadderRunner(const LadderRequest& request, const Sandbox& sandbox)
    : impl_(std::make_unique<Impl>(request, sandbox)) {}
LadderRunner::~LadderRunner() = default;

const Lab& LadderRunner::lab() const { return impl_->lab_; }
const Ladder& LadderRunner::ladder() const { return impl_->ladder_; }
Backend LadderRunner::backend() const { return impl_->backend_; }
Real LadderRunner::real() const { return impl_->request_.real; }

std::map<std::string, std::string> LadderRunner::environment() const {
  return describe_environment(impl_->sandbox_, impl_->toolkit_, impl_->gpus_);
}

void LadderRunner::prepare(const std::vector<Version>& versions, const std::vector<Sizes>& sizes) {
  impl_->prepare(versions, sizes);
}

std::optional<Ceilings> LadderRunner::ceilings() const {
  if (impl_->backend_ == Backend::cpu) return std::nullopt;
  return measure_ceilings(impl_->request_.root, impl_->workspace_.path() / "ceilings",
                          impl_->sandbox_, *impl_->toolkit_,
                          impl_->gpus_.gpus.front().capability());
}

Sizes LadderRunner::call_of(const Version& version, const Sizes& sizes, const Sizes& set) const {
  return impl_->call_of(version, sizes, set);
}

double LadderRunner::effort(const Sizes& sizes) const { return impl_->effort(sizes); }

std::string LadderRunner::source_of(const Version& version) const {
  return impl_->source_of(version);
}

LadderResult LadderRunner::run(const Version& version, const Sizes& sizes, const Sizes& set,
                               Verify verify) {
  return impl_->run(version, sizes, set, verify);
}

}  // namespace warpgrade
