#include "variants/variants_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "base/utf8.h"
#include "cases/run_task.h"
#include "cases/verify.h"
#include "diagnosis/explain.h"
#include "lab/problem_file.h"
#include "lab/reference.h"
#include "measure/held_gpus.h"
#include "measure/ratio.h"
#include "model/environment.h"
#include "model/source_hash.h"
#include "process/worker_settings.h"
#include "toolchain/installation.h"
#include "variants/variant_builds.h"
#include "variants/variant_call.h"
#include "variants/variant_referee.h"
#include "variants/variant_values.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr double hours = 3600;
constexpr double most_of_a_students_call = 600;

/// The variants that can be run.
VariantSet make_variants(const VariantsRequest& request, const Lab& lab) {
  if (request.from.empty()) return load_variants(request.root, lab);
  VariantSet variants{load_bench_plan(request.root, lab), {}};
  if (!list_of_variants(request.root, lab.name).empty()) {
    VariantSet known = load_variants(request.root, lab);
    for (Variant& each : known.all)
      if (!each.baseline.empty()) variants.all.push_back(std::move(each));
  }
  std::vector<Variant> tasks = make_variants(variants, lab, fs::absolute(request.from));
  for (Variant& task : tasks) variants.all.push_back(std::move(task));
  return variants;
}

/// The program's output says more than how it ended.
std::string with_printed(std::string detail, const std::string& printed) {
  constexpr std::size_t enough = 400;
  std::string text = as_student_knows(plain_lines(printed, enough));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text.empty()) return detail;
  return fmt::format("{}{}It printed: {}", detail, detail.empty() ? "" : " ", text);
}

Backend choose_backend(const VariantsRequest& request, const GpuInventory& gpus, bool toolkit) {
  const bool gpu = !gpus.gpus.empty() && toolkit;
  const Backend backend = request.backend.value_or(gpu ? Backend::cuda : Backend::cpu);
  if (backend == Backend::cuda && !gpu) {
    throw GraderError(gpus.gpus.empty() ? "no GPU to run on: " + gpus.why_none
                                        : "no nvcc to build for the GPU with",
                      "Use --backend cpu.");
  }
  return backend;
}

}  // namespace

class VariantsRunner::Impl {
 public:
  Impl(const VariantsRequest& request, const Sandbox& sandbox)
      : request_(request),
        gpus_(find_gpus()),
        sandbox_(sandbox.showing(gpu_view(gpus_.gpus))),
        lab_(load_lab(request.root, request.lab)),
        variants_(make_variants(request, lab_)),
        toolkit_(find_cuda_toolkit()),
        backend_(choose_backend(request, gpus_, toolkit_.has_value())),
        exercise_{lab_, find_reference(request.lab), request.real,
                  request.seed ? *request.seed : std::random_device{}()},
        machine_{.root = request.root,
                 .sandbox = sandbox_,
                 .toolkit = backend_ == Backend::cuda ? toolkit_ : std::nullopt,
                 .capability =
                     backend_ == Backend::cuda ? gpus_.gpus.front().capability() : usual_capability,
                 .work = workspace_.path()},
        builds_(machine_, request.real, backend_),
        values_(variants_),
        referee_(machine_.in("referee"), lab_, request.real,
                 settings_for_run({}, lab_, Backend::cuda).environment) {}

  VariantResult run(const Variant& variant, const Sizes& sizes, const Sizes& set, Verify verify) {
    VariantResult result = begin(variant);
    wrote_nothing_ = false;
    const Lab lab = single_variant_lab(request_.root, lab_, variant);
    const VariantCall call = warpgrade::resolve_call(lab, variants_, variant, sizes, set);
    result.sizes = call.sizes;
    result.arguments = call.arguments;
    if (variant.gpu_only() && backend_ == Backend::cpu) {
      result.verdict = Verdict::pending;
      result.detail = fmt::format("{} needs a GPU: it calls {}.", variant.name,
                                  fmt::join(variant.libraries, " and "));
      return result;
    }
    const Constants& constants = call.on.constants;
    ConstantBuilds builds;
    const Build& build = builds.builds[constants] = builds_.get(lab, variant, constants);
    if (build.verdict != Verdict::ok) {
      result.verdict = build.verdict;
      result.detail = build.output;
      return result;
    }
    const Toolchain toolchain(request_.root, builds_.build_folder(variant, constants), sandbox_);
    const TaskRun run{.exercise = {lab, exercise_.reference, request_.real, exercise_.seed},
                      .task = lab.tasks.front(),
                      .sandbox = sandbox_,
                      .toolchain = toolchain,
                      .builds = builds,
                      .worker = make_settings(lab, variant, build)};
    run_and_verify(run, variant, call, verify, result);
    return result;
  }

  void prepare(const std::vector<Variant>& variants, const std::vector<Sizes>& sizes) {
    std::vector<std::function<void()>> jobs;
    for (const Variant& variant : variants) {
      if (variant.gpu_only() && backend_ == Backend::cpu) continue;
      const Lab lab = single_variant_lab(request_.root, lab_, variant);
      std::set<Constants> sets;
      for (const Sizes& size : sizes)
        sets.insert(warpgrade::resolve_call(lab, variants_, variant, size, {}).on.constants);
      for (const Constants& constants : sets)
        jobs.emplace_back(
            [this, lab, variant, constants] { builds_.get(lab, variant, constants); });
    }
    run_all(jobs);
  }

  Sizes resolve_call(const Variant& variant, const Sizes& sizes, const Sizes& set) const {
    const Lab lab = single_variant_lab(request_.root, lab_, variant);
    const Case c = warpgrade::resolve_call(lab, variants_, variant, sizes, set).on;
    Sizes call = c.constants;
    for (const Parameter& parameter : lab.tasks.front().signature.parameters) {
      const auto at = c.sizes.find(parameter.name);
      if (at != c.sizes.end()) call.insert(*at);
    }
    return call;
  }

  std::string hash_source(const Variant& variant) const {
    return source_hash(builds_.source_folder(lab_, variant) / variant.file, lab_.folder);
  }

  double effort(const Sizes& sizes) const {
    if (variants_.effort.empty()) return work(sizes).flops;
    std::map<std::string, double> numbers;
    for (const Sizes* some : {&variants_.defaults, &sizes})
      for (const auto& [name, value] : *some) numbers[name] = static_cast<double>(value);
    return evaluate(variants_.effort, numbers);
  }

  Work work(const Sizes& sizes) const {
    Case c;
    c.input = variants_.input;
    c.sizes = variants_.defaults;
    for (const auto& [name, value] : sizes) c.sizes[name] = value;
    Random random(1);
    return exercise_.reference.work(exercise_.reference.generate(c, request_.real, random),
                                    request_.real);
  }

  const VariantsRequest request_;
  const GpuInventory gpus_;
  const Sandbox sandbox_;  // shows all usable GPUs, also when ceilings are measured
  const Lab lab_;
  const VariantSet variants_;
  const std::optional<CudaToolkit> toolkit_;
  const Backend backend_;
  Workspace workspace_;
  const Exercise exercise_;
  const Machine machine_;
  bool wrote_nothing_ = false;

 private:
  VariantResult begin(const Variant& variant) const {
    VariantResult result;
    result.variant = variant.name;
    result.title = variant.title;
    result.backend = variant.host_only() ? "host" : std::string(name(backend_));
    result.real = request_.real;
    result.source = hash_source(variant);
    return result;
  }

  Worker::Settings make_settings(const Lab& lab, const Variant& variant, const Build& build) const {
    GradeRequest as_grade;
    if (request_.limited)
      as_grade.call_seconds = request_.call_seconds;
    else
      as_grade.call_seconds = variant.folder.empty() ? hours : most_of_a_students_call;
    Worker::Settings settings =
        settings_for_run(as_grade, lab, variant.host_only() ? Backend::cpu : backend_);
    // Besides the first call, there are the timed calls, on all cores.
    settings.limits.wall_seconds += request_.seconds;
    settings.limits.cpu_seconds += request_.seconds * std::thread::hardware_concurrency();
    settings.limits.memory_bytes = 512ull << 30;
    settings.run(build);
    if (variant.host_only() && fs::exists(request_.root / ".deps/usr"))
      settings.libraries = {{request_.root / ".deps/usr", deps_inside, false}};
    return settings;
  }

  void run_and_verify(const TaskRun& run, const Variant& variant, const VariantCall& call,
                      Verify verify, VariantResult& result) {
    const GeneratedCase& generated = values_.of(run, variant, call);
    VerifierChoice verifier = choose_verifier(verify, generated.problem);
    if (verifier.verified_by == Verifier::reference) values_.solve(run, variant);
    const CallImage image = compose_call(run, generated.problem, Poison::finite, exercise_.seed);
    std::optional<HeldGpus> held;
    if (run.worker.gpu) {
      held.emplace(gpus_.gpus, run.task.devices, request_.on_wait);
      constexpr std::uint64_t enough = 4;  // a variant may use this many times its arrays
      referee_.free_memory(*held, enough * image.size);
    }
    const Called called = this->call(run, image, verifier, held);
    CallVerdict found;
    if (verifier.verified_by == Verifier::referee)
      found = verify_there(run, call.on, image, called.outcome, generated.problem, verify, verifier,
                           held);
    if (verifier.verified_by == Verifier::reference) {
      held.reset();
      values_.solve(run, variant);
      found = warpgrade::verify(run, call.on, generated, image, called.outcome);
      if (found.verdict == Verdict::ok)
        result.share_of_bound = share_of_bounds(generated, image, called.outcome);
    }
    if (verifier.verified_by == Verifier::nobody)
      note_end(run, call.on, called.outcome, verifier, result);
    else {
      result.verdict = found.verdict;
      result.detail = describe(found.detail);
      wrote_nothing_ = found.untouched;
    }
    if (result.verdict != Verdict::ok) result.detail = with_printed(result.detail, called.printed);
    result.verified = verifier.verified_by != Verifier::nobody;
    if (!called.outcome.reply) return;
    note_times(result, variant, generated.problem, *called.outcome.reply);
    if (run.task.devices > 1) note_devices(result, *called.outcome.reply);
  }

  /// Chooses the verifier without holding a GPU.
  VerifierChoice choose_verifier(Verify wanted, const Problem& problem) {
    const Work work = exercise_.reference.work(problem, request_.real);
    const VerifierChoice choice = verifier_for(wanted, work, {});
    return choice.verified_by == Verifier::referee ? verifier_for(wanted, work, referee_.build())
                                                   : choice;
  }

  struct Called {
    CallOutcome outcome;
    std::string printed;
  };

  /// Makes a call in a new process, which ends afterwards.
  Called call(const TaskRun& run, const CallImage& image, const VerifierChoice& verifier,
              const std::optional<HeldGpus>& held) const {
    Worker worker(held ? held->sandbox_with(sandbox_, run.task.devices) : sandbox_, run.worker);
    Called called;
    called.outcome =
        worker.call(run.task.signature.entry, run.task.device_pointers, image, std::nullopt,
                    {protocol::max_samples, verifier.verified_by == Verifier::nobody, request_.cold,
                     request_.seconds});
    called.printed = worker.take_output();
    return called;
  }

  /// Verifies by the referee. If it cannot decide, `verifier` becomes the next choice, or none.
  CallVerdict verify_there(const TaskRun& run, const Case& c, const CallImage& image,
                           const CallOutcome& outcome, const Problem& problem, Verify wanted,
                           VerifierChoice& verifier, std::optional<HeldGpus>& held) {
    CallVerdict found = verify_all_but_outputs(run, c, image, outcome);
    if (found.verdict != Verdict::ok) return found;
    if (!held) held.emplace(gpus_.gpus, 1, request_.on_wait);
    RefereeHelp help;
    const std::string facts = format_facts(problem, run.task, c, request_.real,
                                           run.exercise.lab.task_tolerance(run.task));
    const std::optional<bool> right =
        referee_.accepts(*held, image, outcome.returned, outcome.reply->return_value, facts, help);
    if (!right) {
      verifier = verifier_for(wanted, exercise_.reference.work(problem, request_.real), help);
    } else if (!*right) {
      found.verdict = Verdict::wrong;
      found.detail = {because("values.wrong-somewhere")};
    }
    return found;
  }

  /// Without verification, only errors are reported.
  static void note_end(const TaskRun& run, const Case& c, const CallOutcome& outcome,
                       const VerifierChoice& verifier, VariantResult& result) {
    const Explanation ended = explain(outcome, run.worker.limits, [&](std::uint64_t address) {
      return run.toolchain.find_line(run.builds.of(c), address);
    });
    result.verdict = ended.verdict;
    result.detail = ended.verdict == Verdict::ok ? verifier.why_unverified : describe(ended.detail);
  }

  static void note_devices(VariantResult& result, const protocol::Reply& reply) {
    result.devices = static_cast<int>(reply.devices);
    if (result.devices == 1 && result.verdict == Verdict::ok)
      result.detail += fmt::format("{}one device here: both halves were computed on it",
                                   result.detail.empty() ? "" : " ");
  }

  void note_times(VariantResult& result, const Variant& variant, const Problem& problem,
                  const protocol::Reply& reply) const {
    result.work = exercise_.reference.work(problem, request_.real);
    result.samples.assign(reply.samples, reply.samples + reply.sample_count);
    result.seconds = median(result.samples);
    result.times = summarized(result.samples);
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

  VariantBuilds builds_;
  VariantValues values_;
  VariantReferee referee_;
};

VariantsRunner::VariantsRunner(const VariantsRequest& request, const Sandbox& sandbox)
    : impl_(std::make_unique<Impl>(request, sandbox)) {}
VariantsRunner::~VariantsRunner() = default;

const Lab& VariantsRunner::lab() const { return impl_->lab_; }
const VariantSet& VariantsRunner::variants() const { return impl_->variants_; }
bool VariantsRunner::has_blas() const { return warpgrade::has_blas(impl_->request_.root); }
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
                          impl_->sandbox_, *impl_->toolkit_, impl_->machine_.capability);
}

Sizes VariantsRunner::resolve_call(const Variant& variant, const Sizes& sizes,
                                   const Sizes& set) const {
  return impl_->resolve_call(variant, sizes, set);
}

double VariantsRunner::effort(const Sizes& sizes) const { return impl_->effort(sizes); }

std::string VariantsRunner::hash_source(const Variant& variant) const {
  return impl_->hash_source(variant);
}

bool VariantsRunner::wrote_nothing() const { return impl_->wrote_nothing_; }

VariantResult VariantsRunner::run(const Variant& variant, const Sizes& sizes, const Sizes& set,
                                  Verify verify) {
  return impl_->run(variant, sizes, set, verify);
}

}  // namespace warpgrade
