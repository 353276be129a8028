// How often one wrong element is found by the verification on this machine's GPU.
//
//   planted_errors [LAB] [SIZE] [--real double] [--times N] [--seed S]
//
// The variants' library variant computes a result of that size (default: matmul 10000), which must
// be accepted N times (default 100). Then one element at a random place is made wrong, N times
// each: by 1.5 and by 10 times its error bound, and by one flipped bit. Such a bit may change less
// than the bound, and then the result is still right. The reference says what is outside the bound,
// of matmul element by element, of other labs for the whole result: that takes the CPU long at
// large sizes. Exit status 1: something outside was missed, or something right was refused.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/fault.h"
#include "cases/run_task.h"
#include "gpus/gpu.h"
#include "grading/grade.h"
#include "lab/problem_file.h"
#include "lab/variants.h"
#include "measure/held_gpus.h"
#include "process/referee.h"
#include "process/referee_build.h"
#include "process/worker_settings.h"
#include "speed/baseline.h"
#include "toolchain/installation.h"

namespace {

using namespace warpgrade;
namespace fs = std::filesystem;

struct Element {
  double right, bound;
};

/// What the reference says of single elements of the only output.
class Truths {
 public:
  Truths(const TaskRun& run, const Problem& problem) : run_(run), problem_(problem) {
    if (run.exercise.lab.name == "matmul") return;
    whole_ = solved(problem);
    if (whole_.outputs.size() != 1 || whole_.outputs.front().image)
      throw UsageError("the elements of " + run.exercise.lab.name + " have no bounds of their own",
                       "Take matmul, matvec-chunk, jacobi, poisson or dot.");
  }

  std::string array() const { return whole_.outputs.empty() ? "C" : whole_.outputs.front().array; }

  Element of(std::size_t i) const {
    if (!whole_.outputs.empty())
      return {whole_.outputs.front().values[i], whole_.outputs.front().bound[i]};
    // A row times a column: a product of 1×k and k×1.
    const Array &a = problem_.array("A"), &b = problem_.array("B");
    Array row{"A", Role::input, 1, a.cols, {}}, column{"B", Role::input, b.rows, 1, {}};
    for (std::size_t p = 0; p < a.cols; ++p) {
      row.values.push_back(a.values[i / b.cols * a.cols + p]);
      column.values.push_back(b.values[p * b.cols + i % b.cols]);
    }
    Problem one{problem_.integers, problem_.reals, {row, column, {"C", Role::output, 1, 1, {}}}};
    one.integers["m"] = one.integers["n"] = 1;
    const Truth truth = solved(one);
    return {truth.outputs.front().values[0], truth.outputs.front().bound[0]};
  }

 private:
  Truth solved(const Problem& problem) const {
    return run_.exercise.reference.solve(problem, run_.task, run_.exercise.real,
                                         run_.exercise.lab.task_tolerance(run_.task));
  }

  const TaskRun& run_;
  const Problem& problem_;
  Truth whole_;
};

/// A result with one element that can be made wrong.
class Result {
 public:
  Result(const CallImage& image, std::vector<std::byte> bytes, const std::string& array)
      : image_(image), bytes_(std::move(bytes)) {
    for (const Region& region : image.regions)
      if (region.name == array) region_ = &region;
  }

  std::size_t elements() const { return region_->rows * region_->cols; }
  const std::vector<std::byte>& bytes() const { return bytes_; }
  double value(std::size_t i) const { return image_.element(bytes_, *region_, i); }
  std::byte* at(std::size_t i) {
    return bytes_.data() + region_->array + i * bytes_per_value(image_.real);
  }
  void set(std::size_t i, double value) {
    const auto narrow = static_cast<float>(value);
    if (image_.real == Real::f32)
      std::memcpy(at(i), &narrow, sizeof narrow);
    else
      std::memcpy(at(i), &value, sizeof value);
  }

 private:
  const CallImage& image_;
  std::vector<std::byte> bytes_;
  const Region* region_ = nullptr;
};

/// A case of the lab's variants, with the arguments of the library's.
Case make_case(const Lab& lab, const VariantSet& variants, const std::string& size) {
  Case c;
  c.input = variants.input;
  c.sizes = variants.defaults;
  for (const Variant& variant : variants.all)
    if (variant.baseline == "library")
      c.sizes.insert(variant.arguments.begin(), variant.arguments.end());
  for (const auto& [name, value] : parse_size(variants, size)) c.sizes[name] = value;
  for (const std::string& constant : lab.constants) c.constants[constant] = c.sizes[constant];
  return c;
}

const char* const kinds[] = {"nothing", "1.5 bounds", "10 bounds", "a flipped bit"};

void plant(const std::string& kind, std::size_t i, const Element& element, Real real,
           Random& random, Result& result) {
  const double sign = random.bits() % 2 == 0 ? 1 : -1;
  if (kind == "1.5 bounds") result.set(i, element.right + sign * 1.5 * element.bound);
  if (kind == "10 bounds") result.set(i, element.right + sign * 10 * element.bound);
  if (kind == "a flipped bit") {
    const std::size_t bit = random.bits() % (8 * bytes_per_value(real));
    result.at(i)[bit / 8] ^= std::byte{1} << bit % 8;
  }
}

/// What became of the results with one error each.
struct Tally {
  int outside = 0, found = 0, missed = 0, false_alarms = 0;

  void count(bool inside, bool refused) {
    outside += inside ? 0 : 1;
    found += !inside && refused ? 1 : 0;
    missed += !inside && !refused ? 1 : 0;
    false_alarms += inside && refused ? 1 : 0;
  }
};

/// True where nothing was missed and nothing right was refused.
bool study(const std::string& lab_name, const std::string& size, Real real, int times,
           std::uint64_t seed) {
  const fs::path root = fs::current_path();
  const GpuInventory gpus = find_gpus();
  const std::optional<CudaToolkit> toolkit = find_cuda_toolkit();
  if (gpus.gpus.empty() || !toolkit) throw GraderError("it takes a GPU and nvcc");
  const int capability = gpus.gpus.front().capability();
  const HeldGpus held(gpus.gpus, 1,
                      [](const std::string& what) { std::fprintf(stderr, "%s\n", what.c_str()); });
  const Sandbox sandbox = held.sandbox_with(Sandbox(root, true), 1);
  const Lab lab = load_lab(root, lab_name);
  const VariantSet variants = load_variants(root, lab);
  const Case c = make_case(lab, variants, size);

  const Workspace workspace;
  GradeRequest request;
  request.call_seconds = 600;
  Worker::Settings settings = settings_for_run(request, lab, Backend::cuda);
  settings.limits.memory_bytes = 512ull << 30;
  const Machine machine{root, sandbox, toolkit, capability, workspace.path()};
  Baselines baselines(machine, lab, real, settings);
  const Baseline& library = baselines.get(lab.tasks.front(), Against::library, c.constants);
  Referee referee(sandbox, build_referee(machine.in("referee"), lab, real), settings.environment);

  const Task& task = library.task();
  const Toolchain toolchain(root, workspace.path(), sandbox);
  const ConstantBuilds none;
  const TaskRun run{.exercise = {library.lab, find_reference(lab_name), real, seed},
                    .task = task,
                    .sandbox = sandbox,
                    .toolchain = toolchain,
                    .builds = none,
                    .worker = library.worker};
  Random random(seed);
  Problem problem = generate_case(library.lab, run.exercise.reference, c, real, random);
  round_values(problem, real);
  const CallImage image = compose_call(run, problem, Poison::finite, seed);
  CallOutcome outcome =
      Worker(sandbox, library.worker).call(task.signature.entry, task.device_pointers, image);
  if (!outcome.reply || outcome.reply->error != 0) throw GraderError("the library's call failed");
  outcome.returned.resize(image.written_bytes);
  if (!referee.generate(image, format_facts(problem, task, c, real, lab.task_tolerance(task))))
    throw UsageError("referee.cu of " + lab_name + " does not support such problems", "");
  referee.load(image.bytes);

  const Truths truths(run, problem);
  Result result(image, std::move(outcome.returned), truths.array());
  const auto refused = [&] {
    referee.load_results(result.bytes(), outcome.reply->return_value);
    const Referee::Found found = referee.verify();
    return !found.right || found.touched;
  };
  fmt::print("{} {}, {}, {} elements, on an {}; seed {}\n{:<16} {:>8} {:>12} {:>8} {:>8} {:>12}\n",
             lab_name, size, name(real), result.elements(), gpus.gpus.front().name, seed,
             "wrong by", "results", "outside", "found", "missed", "false alarms");
  bool good = true;
  for (const char* const kind : kinds) {
    Tally tally;
    for (int time = 0; time < times; ++time) {
      const std::size_t i = random.bits() % result.elements();
      const Element element = truths.of(i);
      const double before = result.value(i);
      plant(kind, i, element, real, random, result);
      tally.count(std::fabs(result.value(i) - element.right) <= element.bound, refused());
      result.set(i, before);
    }
    good = good && tally.missed == 0 && tally.false_alarms == 0;
    fmt::print("{:<16} {:>8} {:>12} {:>8} {:>8} {:>12}\n", kind, times, tally.outside, tally.found,
               tally.missed, tally.false_alarms);
    std::fflush(stdout);
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) try {
  Real real = Real::f32;
  int times = 100;
  std::uint64_t seed = std::random_device{}();
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--real" && i + 1 < argc)
      real = std::string(argv[++i]) == "double" ? Real::f64 : Real::f32;
    else if (word == "--times" && i + 1 < argc)
      times = std::atoi(argv[++i]);
    else if (word == "--seed" && i + 1 < argc)
      seed = std::strtoull(argv[++i], nullptr, 10);
    else
      words.push_back(word);
  }
  const std::string lab = words.empty() ? "matmul" : words[0];
  const std::string size = words.size() < 2 ? "10000" : words[1];
  return study(lab, size, real, times, seed) ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 3;
}
