#include "judge/variants_run.h"

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
#include "judge/environment.h"
#include "judge/explain.h"
#include "judge/run_task.h"
#include "judge/source_hash.h"
#include "judge/variant_referee.h"
#include "judge/verify.h"
#include "judge/worker_settings.h"
#include "lab/problem_file.h"
#include "lab/reference.h"
#include "measure/held_gpus.h"
#include "measure/ratio.h"
#include "toolchain/installation.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr double hours = 3600;
constexpr double most_of_a_students_call = 600;

/// The variants that are there to be run.
VariantSet variants_of(const VariantsRequest& request, const Lab& lab) {
  if (request.from.empty()) return load_variants(request.root, lab);
  VariantSet variants{load_bench_plan(request.root, lab), {}};
  if (!list_of_variants(request.root, lab.name).empty()) {
    VariantSet known = load_variants(request.root, lab);
    for (Variant& each : known.all)
      if (!each.baseline.empty()) variants.all.push_back(std::move(each));
  }
  std::vector<Variant> tasks = variants_of(variants, lab, fs::absolute(request.from));
  for (Variant& task : tasks) variants.all.push_back(std::move(task));
  return variants;
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

class VariantsRunner::Impl {
 public:
  Impl(const VariantsRequest& request, const Sandbox& sandbox)
      : request_(request),
        gpus_(find_gpus()),
        sandbox_(sandbox.showing(view_of(gpus_.gpus))),
        lab_(load_lab(request.root, request.lab)),
        variants_(variants_of(request, lab_)),
        reference_(reference_of(request.lab)),
        toolkit_(find_cuda_toolkit()),
        seed_(request.seed ? *request.seed : std::random_device{}()) {
    const bool gpu = !gpus_.gpus.empty() && toolkit_;
    backend_ = request.backend.value_or(gpu ? Backend::cuda : Backend::cpu);
    if (backend_ == Backend::cuda && !gpu) {
      throw GraderError(gpus_.gpus.empty() ? "no GPU to run on: " + gpus_.why_none
                                           : "no nvcc to build for the GPU with",
                        "Use --backend cpu.");
    }
    VariantReferee::Plan plan{
        request.root, lab_, request.real, workspace_.path() / "referee", sandbox_, {}, 0, {}};
    if (backend_ == Backend::cuda) {
      plan.toolkit = toolkit_;
      plan.capability = gpus_.gpus.front().capability();
      plan.environment = settings_for_run({}, lab_, Backend::cuda).environment;
    }
    referee_.emplace(std::move(plan));
  }

  VariantResult run(const Variant& variant, const Sizes& sizes, const Sizes& set, Verify verify) {
    VariantResult result;
    result.variant = variant.name;
    result.title = variant.title;
    result.backend = variant.host_only() ? "host" : std::string(name(backend_));
    result.real = request_.real;
    result.source = source_of(variant);
    const Lab lab = lab_of(request_.root, lab_, variant);
    const Case c = case_of(lab, variant, sizes, set, result);
    if (variant.gpu_only() && backend_ == Backend::cpu) {
      result.verdict = Verdict::pending;
      result.detail = fmt::format("{} needs a GPU: it calls {}.", variant.name,
                                  fmt::join(variant.libraries, " and "));
      return result;
    }
    const Task& task = lab.tasks.front();
    const Toolchain toolchain(request_.root, folder_of(variant, c.constants), sandbox_);
    ConstantBuilds builds;
    builds.builds[c.constants] = build(lab, variant, c.constants);
    if (builds.of(c).verdict != Verdict::ok) {
      result.verdict = builds.of(c).verdict;
      result.detail = builds.of(c).output;
      return result;
    }
    GradeRequest as_grade;
    as_grade.call_seconds = variant.folder.empty() ? hours : most_of_a_students_call;
    Worker::Settings settings =
        settings_for_run(as_grade, lab, variant.host_only() ? Backend::cpu : backend_);
    settings.limits.memory_bytes = 512ull << 30;
    settings.run(builds.of(c));
    if (variant.host_only() && fs::exists(request_.root / ".deps/usr"))
      settings.libraries = {{request_.root / ".deps/usr", deps_inside, false}};
    const TaskRun run{lab,      task,      reference_, request_.real, seed_,
                      sandbox_, toolchain, builds,     settings,      {}};
    GeneratedCase& generated = generate_once(run, c, variant);
    // Of a variant's own arguments the reference knows nothing, and values are the same for all
    // sizes of a block.
    for (const auto& [name, value] : c.sizes)
      if (result.arguments.count(name) > 0 || is_block_parameter(name))
        generated.problem.integers[name] = value;
    const Work work = reference_.work(generated.problem, request_.real);
    VerifierChoice verifier = who_verifies(verify, work, {});
    if (verifier.who == Verifier::referee) verifier = who_verifies(verify, work, referee_->build());
    if (verifier.who == Verifier::reference) solve_once(run, variant);
    const CallImage image = compose_call(run, generated.problem, Poison::finite, seed_);
    std::optional<HeldGpus> held;
    if (settings.gpu) {
      held.emplace(gpus_.gpus, task.devices, request_.on_wait);
      constexpr std::uint64_t enough = 4;  // times its arrays, of a variant
      referee_->make_room(*held, enough * image.size);
    }
    std::string printed;
    const CallOutcome outcome = [&] {
      Worker worker(held ? held->shown_by(sandbox_, task.devices) : sandbox_, settings);
      CallOutcome called = worker.call(
          task.signature.entry, task.device_pointers, image, std::nullopt,
          {protocol::max_samples, verifier.who == Verifier::nobody ? 1u : 0u, request_.seconds});
      printed = worker.take_output();
      return called;
    }();
    if (verifier.who == Verifier::referee) {
      const CallVerdict found = verify_there(run, c, image, outcome, verify, verifier, held);
      result.verdict = found.verdict;
      result.detail = words_of(found.detail);
    }
    if (verifier.who == Verifier::reference) {
      held.reset();
      solve_once(run, variant);
      const CallVerdict found = warpgrade::verify(run, c, generated, image, outcome);
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
    if (outcome.reply) note_times(result, variant, generated.problem, *outcome.reply);
    if (outcome.reply && task.devices > 1) {
      result.devices = static_cast<int>(outcome.reply->devices);
      if (result.devices == 1 && result.verdict == Verdict::ok)
        result.detail += fmt::format("{}one device here: both halves were computed on it",
                                     result.detail.empty() ? "" : " ");
    }
    return result;
  }

  void prepare(const std::vector<Variant>& variants, const std::vector<Sizes>& sizes) {
    std::vector<std::function<void()>> jobs;
    for (const Variant& variant : variants) {
      if (variant.gpu_only() && backend_ == Backend::cpu) continue;
      std::set<Constants> sets;
      for (const Sizes& size : sizes) {
        VariantResult unused;
        const Lab lab = lab_of(request_.root, lab_, variant);
        sets.insert(case_of(lab, variant, size, {}, unused).constants);
      }
      for (const Constants& constants : sets)
        jobs.emplace_back([this, variant, constants] {
          build(lab_of(request_.root, lab_, variant), variant, constants);
        });
    }
    run_all(jobs);
  }

  Sizes call_of(const Variant& variant, const Sizes& sizes, const Sizes& set) const {
    VariantResult unused;
    const Lab lab = lab_of(request_.root, lab_, variant);
    const Case c = case_of(lab, variant, sizes, set, unused);
    Sizes call = c.constants;
    for (const Parameter& parameter : lab.tasks.front().signature.parameters) {
      const auto at = c.sizes.find(parameter.name);
      if (at != c.sizes.end()) call.insert(*at);
    }
    return call;
  }

  std::string source_of(const Variant& variant) const {
    return source_hash(folder_of_source(variant) / variant.file, lab_.folder);
  }

  double effort(const Sizes& sizes) const {
    if (variants_.effort.empty()) return work(sizes).flops;
    std::map<std::string, double> numbers;
    for (const Sizes* some : {&variants_.defaults, &sizes})
      for (const auto& [name, value] : *some) numbers[name] = static_cast<double>(value);
    return value_of(variants_.effort, numbers);
  }

  Work work(const Sizes& sizes) const {
    Case c;
    c.input = variants_.input;
    c.sizes = variants_.defaults;
    for (const auto& [name, value] : sizes) c.sizes[name] = value;
    Random random(1);
    return reference_.work(reference_.generate(c, request_.real, random), request_.real);
  }

  const VariantsRequest request_;
  const GpuInventory gpus_;
  const Sandbox sandbox_;  // shows the GPUs that may be used, to the ceilings too
  const Lab lab_;
  const VariantSet variants_;
  const Reference& reference_;
  const std::optional<CudaToolkit> toolkit_;
  const std::uint64_t seed_;
  Backend backend_ = Backend::cpu;
  Workspace workspace_;

 private:
  fs::path folder_of_source(const Variant& variant) const {
    return variant.folder.empty() ? request_.root / "solutions" / lab_.name : variant.folder;
  }

  fs::path folder_of(const Variant& variant, const Constants& constants) const {
    const fs::path folder = workspace_.path() / (variant.name + ":" + sizes_as_name(constants));
    fs::create_directories(folder);
    return folder;
  }

  /// The integers of the call: the size, then what was set, then defaults of variant and variants.
  Case case_of(const Lab& lab, const Variant& variant, const Sizes& sizes, const Sizes& set,
               VariantResult& result) const {
    const Signature& signature = lab.tasks.front().signature;
    const auto known = [&](const std::string& name) {
      return variants_.defaults.count(name) + variants_.small.count(name) > 0 ||
             std::any_of(signature.parameters.begin(), signature.parameters.end(),
                         [&](const Parameter& p) { return p.name == name; });
    };
    Case c;
    c.input = variants_.input;
    c.sizes = variants_.defaults;
    for (const auto& [name, value] : variants_.small)
      if (std::find(lab.constants.begin(), lab.constants.end(), name) != lab.constants.end())
        c.sizes.emplace(name, value);
    for (const auto& [name, value] : variant.arguments) c.sizes[name] = value;
    for (const auto& [name, value] : sizes) {
      if (!known(name))
        throw UsageError(fmt::format("lab {} has no size '{}'", lab.name, name),
                         fmt::format("Example: --size {}.", sizes_as_name(variants_.small)));
      c.sizes[name] = value;
    }
    for (const auto& [name, value] : set) {
      if (known(name)) c.sizes[name] = result.arguments[name] = value;
    }
    for (const auto& [name, value] : variant.arguments) result.arguments[name] = c.sizes[name];
    for (const auto& [name, value] : c.sizes) {
      if (variant.arguments.count(name) + result.arguments.count(name) == 0)
        result.sizes[name] = value;
    }
    for (const std::string& constant : lab.constants) c.constants[constant] = c.sizes[constant];
    c.name = sizes_as_name(result.sizes);
    return c;
  }

  Build build(const Lab& lab, const Variant& variant, const Constants& constants) {
    const auto key = std::make_pair(variant.name, constants);
    {
      const std::lock_guard lock(mutex_);
      if (const auto built = builds_.find(key); built != builds_.end()) return built->second;
    }
    const fs::path folder = folder_of(variant, constants);
    const Toolchain toolchain = variant.folder.empty()
                                    ? Toolchain::for_own_programs(request_.root, folder, sandbox_)
                                    : Toolchain(request_.root, folder, sandbox_);
    Source source{folder_of_source(variant), variant.file.string(), constants,
                  toolchain.build_binding(lab, request_.real), variant.libraries};
    Build build;
    if (variant.host_only()) {
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
          fmt::format("{} does not define {}.\n", variant.file.string(), signature.declaration);
    }
    const std::lock_guard lock(mutex_);
    return builds_[key] = std::move(build);
  }

  bool is_block_parameter(const std::string& integer) const {
    const auto& names = variants_.block_parameters;
    return std::find(names.begin(), names.end(), integer) != names.end();
  }

  /// Values are kept while all variants get the same.
  GeneratedCase& generate_once(const TaskRun& run, const Case& c, const Variant& variant) {
    Sizes sizes = c.sizes;
    for (const auto& [name, value] : variant.arguments) sizes.erase(name);
    for (const auto& [name, value] : c.sizes)
      if (is_block_parameter(name)) sizes.erase(name);
    const std::string key = sizes_as_name(sizes);
    if (generated_ && generated_key_ == key) return *generated_;
    generated_.reset();  // before the next is made: it may hold much memory
    truth_key_.clear();
    generated_ = std::make_unique<GeneratedCase>();
    Random random(seed_of(run.lab, c, run.seed, 0));
    generated_->problem = generate_case(run.lab, reference_, c, request_.real, random);
    round_values(generated_->problem, request_.real);
    generated_key_ = key;
    return *generated_;
  }

  /// The truth of these values, while variants are judged by the same task.
  void solve_once(const TaskRun& run, const Variant& variant) {
    const std::string key = variant.as + "/" + variant.judge;
    if (truth_key_ == key) return;
    generated_->truth = {};  // first
    generated_->truth = reference_.solve(generated_->problem, run.task, request_.real,
                                         run.lab.tolerance_of(run.task));
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
        facts_of(generated_->problem, run.task, c, request_.real, run.lab.tolerance_of(run.task));
    const std::optional<bool> right =
        referee_->accepts(*held, image, outcome.returned, outcome.reply->return_value, facts, help);
    if (!right) {
      verifier = who_verifies(wanted, reference_.work(generated_->problem, request_.real), help);
    } else if (!*right) {
      found.verdict = Verdict::wrong;
      found.detail = {because("values.wrong-somewhere")};
    }
    return found;
  }

  void note_times(VariantResult& result, const Variant& variant, const Problem& problem,
                  const protocol::Reply& reply) const {
    result.work = reference_.work(problem, request_.real);
    result.samples.assign(reply.samples, reply.samples + reply.sample_count);
    result.seconds = median(result.samples);
    result.transfers = reply.upload + reply.download;
    result.returned = reply.return_value;
    const Rate& rate = variant.rate;
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
  std::unique_ptr<GeneratedCase> generated_;
  std::string generated_key_, truth_key_;
  std::optional<VariantReferee> referee_;
};

VariantsRunner::VariantsRunner(const VariantsRequest& request, const Sandbox& sandbox)
    : impl_(std::make_unique<Impl>(request, sandbox)) {}
VariantsRunner::~VariantsRunner() = default;

const Lab& VariantsRunner::lab() const { return impl_->lab_; }
const VariantSet& VariantsRunner::variants() const { return impl_->variants_; }
Backend VariantsRunner::backend() const { return impl_->backend_; }
Real VariantsRunner::real() const { return impl_->request_.real; }

std::map<std::string, std::string> VariantsRunner::environment() const {
  return describe_environment(impl_->sandbox_, impl_->toolkit_, impl_->gpus_);
}

void VariantsRunner::prepare(const std::vector<Variant>& variants,
                             const std::vector<Sizes>& sizes) {
  impl_->prepare(variants, sizes);
}

std::optional<Ceilings> VariantsRunner::ceilings() const {
  if (impl_->backend_ == Backend::cpu) return std::nullopt;
  return measure_ceilings(impl_->request_.root, impl_->workspace_.path() / "ceilings",
                          impl_->sandbox_, *impl_->toolkit_,
                          impl_->gpus_.gpus.front().capability());
}

Sizes VariantsRunner::call_of(const Variant& variant, const Sizes& sizes, const Sizes& set) const {
  return impl_->call_of(variant, sizes, set);
}

double VariantsRunner::effort(const Sizes& sizes) const { return impl_->effort(sizes); }

std::string VariantsRunner::source_of(const Variant& variant) const {
  return impl_->source_of(variant);
}

VariantResult VariantsRunner::run(const Variant& variant, const Sizes& sizes, const Sizes& set,
                                  Verify verify) {
  return impl_->run(variant, sizes, set, verify);
}

}  // namespace warpgrade
