// A lab's device half (labs/LAB/referee.cu) beside its oracle, on the CPU engine or on a GPU.
//   trial LAB NAME [FACTOR]
// NAME is what failures are called by. FACTOR: a result this many bounds off must be found wrong
// (1.1). Each problem of the lab below is posed by both: all bits must be the same. Then results
// are judged by both: the truth, results with one element moved to within its bound and to beyond
// it, a NaN, an infinity, zeros, and other values returned.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lab/manifest.h"
#include "lab/oracle.h"
#include "referee/lab_side.h"

using namespace warpgrade;
using referee::Arrays;
using referee::real;

namespace {

constexpr Real type = sizeof(real) == 4 ? Real::f32 : Real::f64;
using Values = std::vector<double>;

int passed = 0, failed = 0;
std::string called;

void expect(bool good, const std::string& what) {
  if (good) {
    ++passed;
    return;
  }
  ++failed;
  std::printf("failed: %s: %s\n", called.c_str(), what.c_str());
}

void check(cudaError_t error) { referee::check_cuda(error, "the test"); }

/// Arrays on the device, with a guard behind each.
class OnDevice {
 public:
  OnDevice() = default;
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() {
    for (auto& [each, array] : arrays) cudaFree(array.data);
  }

  void add(const Array& from) {
    referee::DeviceArray& array = arrays[from.name];
    array.rows = from.rows;
    array.cols = from.cols;
    check(cudaMalloc(reinterpret_cast<void**>(&array.data), (array.size() + guard) * sizeof(real)));
    write(from.name, Values(array.size() + guard, poison));
  }
  void write(const std::string& array, const Values& values) {
    const std::vector<real> rounded(values.begin(), values.end());
    check(cudaMemcpy(arrays.at(array).data, rounded.data(), rounded.size() * sizeof(real),
                     cudaMemcpyHostToDevice));
  }
  std::vector<real> read(const std::string& array) const {
    std::vector<real> values(arrays.at(array).size() + guard);
    check(cudaMemcpy(values.data(), arrays.at(array).data, values.size() * sizeof(real),
                     cudaMemcpyDeviceToHost));
    return values;
  }

  Arrays arrays;
  static constexpr std::size_t guard = 64;
  static constexpr double poison = -777;
};

bool same_bits(const std::vector<real>& found, Values wanted) {
  wanted.resize(wanted.size() + OnDevice::guard, OnDevice::poison);
  const std::vector<real> rounded(wanted.begin(), wanted.end());
  return found.size() == rounded.size() &&
         std::memcmp(found.data(), rounded.data(), found.size() * sizeof(real)) == 0;
}

class Trial {
 public:
  Trial(const Lab& lab, const Case& c, const Task& task, double factor)
      : lab_(lab), case_(c), task_(task), factor_(factor), tolerance_(lab.tolerance_of(task)) {
    what_ = task.entry + " " + c.input + " " + task.judge;
    for (const auto& [each, size] : c.sizes) what_ += " " + each + "=" + std::to_string(size);
  }

  void run(std::uint64_t seed) {
    Random random(seed);
    problem_ = oracle_of(lab_.name).pose(case_, type, random);
    round_values(problem_, type);
    facts_ = {};
    facts_.entry = task_.entry;
    facts_.judge = task_.judge;
    facts_.input = case_.input;
    facts_.integers = problem_.integers;
    facts_.reals = problem_.reals;
    facts_.statistical = tolerance_.model == Tolerance::Model::statistical;
    facts_.c = tolerance_.c;
    facts_.seed = seed;
    say(side().serves(facts_), "is served");
    OnDevice inputs, outputs;
    for (const Array& array : problem_.arrays) {
      inputs.add(array);
      if (array.role != Role::input) outputs.add(array);
    }
    side().make(facts_, inputs.arrays);
    for (const Array& array : problem_.arrays) {
      const bool written = array.role != Role::output;
      say(same_bits(inputs.read(array.name),
                    written ? array.values : Values(array.size(), OnDevice::poison)),
          written ? "make() draws what pose() draws" : "make() leaves outputs alone");
    }
    truth_ = oracle_of(lab_.name).solve(problem_, task_, type, tolerance_);
    inputs_ = &inputs;
    outputs_ = &outputs;
    if (truth_.outputs.size() != 1) return say(false, "has one output");
    judge_all();
    for (const Array& array : problem_.arrays) {
      if (array.role != Role::output)
        say(same_bits(inputs.read(array.name), array.values), "verify() leaves inputs alone");
    }
  }

 private:
  static referee::LabSide& side() { return *referee::lab_side(); }
  const Expected& expected() const { return truth_.outputs[0]; }
  void say(bool good, const std::string& what) { expect(good, what_ + ": " + what); }

  void judge_all() {
    const Values right = rounded(expected().image ? expected().answer : expected().values);
    const long long returned = truth_.returns ? truth_.returns->first : 12345;
    same_verdict(right, returned, true, "the truth");
    if (truth_.returns) {
      same_verdict(right, truth_.returns->second, true, "the last value that may be returned");
      same_verdict(right, truth_.returns->first - 1, false, "a value returned that is too small");
      same_verdict(right, truth_.returns->second + 1, false, "a value returned that is too large");
    }
    if (right.empty()) return;
    std::set<std::size_t> places{0, right.size() - 1};
    Random random(facts_.seed + 1);
    for (int i = 0; i < 3; ++i) {
      places.insert(
          static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(right.size()) - 1)));
    }
    for (const std::size_t at : places) {
      Values moved = right;
      if (expected().image && at / expected().cols > at % expected().cols)
        continue;  // not looked at
      const std::string of = " of element " + std::to_string(at);
      moved[at] = just_beyond(right, at, 0.95, false);
      same_verdict(moved, returned, true, "0.95 bounds" + of);
      moved[at] = just_beyond(right, at, factor_, true);
      same_verdict(moved, returned, false, "beyond the bound" + of);
      moved[at] = std::nan("");
      same_verdict(moved, returned, false, "a NaN" + of);
      moved[at] = -std::numeric_limits<double>::infinity();
      same_verdict(moved, returned, false, "an infinity" + of);
    }
    const Values zeros(right.size(), 0.0);
    same_verdict(zeros, returned, most_bounds(zeros) <= 1, "zeros");
  }

  void same_verdict(const Values& content, long long returned, bool right, const std::string& of) {
    Values guarded = content;
    guarded.resize(content.size() + OnDevice::guard, OnDevice::poison);
    outputs_->write(expected().array, guarded);
    const referee::Found found = side().verify(facts_, inputs_->arrays, outputs_->arrays, returned);
    say(found.right == right, of + (right ? ": is accepted" : ": is refused"));
    say(same_bits(outputs_->read(expected().array), content), "verify() leaves outputs alone");
  }

  static Values rounded(Values values) {
    for (double& value : values) value = round_to(type, value);
    return values;
  }

  /// How many bounds the worst element is off.
  double most_bounds(const Values& content) const {
    const Values seen = expected().seen(content);
    double most = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) most = std::max(most, bounds(seen[i], i));
    return most;
  }
  double bounds(double value, std::size_t i) const {
    const double difference = std::fabs(value - expected().values[i]);
    return difference == 0 ? 0 : difference / expected().bound[i];
  }

  /// The value of an element, upwards from the right one, at which the result becomes more than
  /// `factor` bounds wrong (`beyond`), or the one before it.
  double just_beyond(const Values& right, std::size_t at, double factor, bool beyond) const {
    Values content = right;
    const auto wrong = [&](double value) {
      content[at] = value;
      return (expected().image ? most_bounds(content) : bounds(value, at)) > factor;
    };
    double good = right[at], step = std::max(std::fabs(good), 1e-3) * 1e-17;
    double bad = good;
    do {
      step *= 2;
      bad = round_to(type, good + step);
    } while (!wrong(bad));
    for (int i = 0; i < 60; ++i) {
      const double middle = round_to(type, good + (bad - good) / 2);
      if (middle == good || middle == bad) break;
      (wrong(middle) ? bad : good) = middle;
    }
    return beyond ? bad : good;
  }

  const Lab& lab_;
  const Case& case_;
  const Task& task_;
  double factor_;
  Tolerance tolerance_;
  std::string what_;
  Problem problem_;
  Truth truth_;
  referee::Facts facts_;
  OnDevice* inputs_ = nullptr;
  OnDevice* outputs_ = nullptr;
};

struct Posed {
  std::string entry, input;
  std::map<std::string, long long> sizes;
  std::string judge = {};
};

std::vector<Posed> problems_of(const std::string& lab) {
  if (lab == "dot") {
    return {{"dot_best", "uniform", {{"n", 1}}},
            {"dot_mutex", "uniform", {{"n", 33}}},
            {"dot_atomic", "uniform", {{"n", 1000}}},
            {"dot_best", "uniform", {{"n", 100003}}}};
  }
  if (lab == "matmul") {
    return {{"matmul_best", "uniform", {{"m", 1}, {"n", 1}, {"k", 1}}},
            {"matmul_naive", "uniform", {{"m", 17}, {"n", 33}, {"k", 29}}},
            {"matmul_tiled", "uniform", {{"m", 64}, {"n", 131}, {"k", 97}}},
            {"matmul_best", "decimal", {{"m", 100}, {"n", 65}, {"k", 64}}}};
  }
  if (lab == "matvec-chunk") {
    const auto sizes = [](long long m, long long n, long long s) {
      return std::map<std::string, long long>{
          {"M", m}, {"N", n}, {"S", s}, {"blocks", 2}, {"threads", 64}};
    };
    return {{"mxv_best", "uniform", sizes(8, 8, 1)},
            {"mxv_sh", "uniform", sizes(33, 20, 129)},
            {"mxv_o_per_thd", "uniform", sizes(1, 7, 333)},
            {"mxv_sh_ochunk", "decimal", sizes(5, 31, 100)}};
  }
  if (lab == "cholesky") {
    return {{"cholesky_best", "dominant", {{"n", 1}}},
            {"cholesky_single_block", "dominant", {{"n", 15}}},
            {"cholesky_best", "dominant", {{"n", 33}}},
            {"cholesky_multi_kernel", "dominant", {{"n", 101}}}};
  }
  if (lab == "poisson") {
    return {
        {"poisson_naive", "random", {{"N", 1}, {"iterations", 3}}},
        {"poisson_naive", "random", {{"N", 2}, {"iterations", 3}}},
        {"poisson_dual", "random", {{"N", 13}, {"iterations", 0}}},
        {"poisson_naive", "random", {{"N", 19}, {"iterations", 7}}},
        {"poisson_naive", "room", {{"N", 19}, {"iterations", 30}}},
        {"poisson_best", "random", {{"N", 2}, {"max_iterations", 5}, {"stop_after", 1}}},
        {"poisson_best", "random", {{"N", 9}, {"max_iterations", 11}}},
        {"poisson_norm", "random", {{"N", 17}, {"max_iterations", 20}, {"stop_after", 6}}},
        {"poisson_norm", "room", {{"N", 15}, {"max_iterations", 1000}}},
        {"poisson_norm", "room", {{"N", 18}, {"max_iterations", 3}}},
        // By the spectrum, since the sweeps update more than 10⁷ points.
        {"poisson_best", "room", {{"N", 25}, {"max_iterations", 800}}},
        {"poisson_norm", "random", {{"N", 25}, {"max_iterations", 800}, {"stop_after", 50}}},
        {"poisson_dual", "random", {{"N", 24}, {"iterations", 900}}},
    };
  }
  return {{"jacobi_swap", "recipe", {{"n", 1}, {"iterations", 2}}},
          {"jacobi_swap", "recipe", {{"n", 2}, {"iterations", 1}}},
          {"jacobi_unified", "recipe", {{"n", 33}, {"iterations", 0}}},
          {"jacobi_best", "recipe", {{"n", 33}, {"iterations", 1}}},
          {"jacobi_reduce", "recipe", {{"n", 65}, {"iterations", 150}}},
          {"jacobi_swap", "recipe", {{"n", 65}, {"iterations", 300}}, "limit"},
          // Too many sweeps to make them one by one: the limit, and a power of the sweep.
          {"jacobi_best", "recipe", {{"n", 40}, {"iterations", 150000}}},
          {"jacobi_shared", "recipe", {{"n", 301}, {"iterations", 2301}}}};
}

void try_lab(const Lab& lab, double factor) {
  std::uint64_t seed = 20240001;
  for (const Posed& posed : problems_of(lab.name)) {
    const auto task = std::find_if(lab.tasks.begin(), lab.tasks.end(),
                                   [&](const Task& each) { return each.entry == posed.entry; });
    if (task == lab.tasks.end()) {
      expect(false, "the lab has no task " + posed.entry);
      continue;
    }
    Task judged = *task;
    judged.judge = posed.judge;
    Case c;
    c.name = "test";
    c.sizes = posed.sizes;
    c.input = posed.input;
    Trial(lab, c, judged, factor).run(seed *= 0x9e3779b97f4a7c15u);
  }
}

void refuses_what_it_does_not_know(const std::string& lab) {
  referee::Facts facts;
  facts.entry = problems_of(lab)[0].entry;
  for (const Posed& posed : problems_of(lab))
    facts.integers.insert(posed.sizes.begin(), posed.sizes.end());
  facts.reals = {{"tolerance", 1}, {"delta2", 1}};
  facts.input = "graded";
  expect(!referee::lab_side()->serves(facts), "serves input of another kind");
  facts.input = problems_of(lab)[0].input;
  for (const char* size : {"n", "m", "k", "N", "M", "S"}) {
    if (facts.integers.count(size) > 0) facts.integers[size] = 0;
  }
  expect(!referee::lab_side()->serves(facts), "serves problems without elements");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fputs("usage: trial LAB NAME [FACTOR]\n", stderr), 2;
  called = argv[2];
  try {
    const Lab lab = load_lab(".", argv[1]);
    try_lab(lab, argc > 3 ? std::atof(argv[3]) : 1.1);
    refuses_what_it_does_not_know(lab.name);
  } catch (const std::exception& error) {
    expect(false, error.what());
  }
  std::printf("%d passed, %d failed, 0 skipped\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
