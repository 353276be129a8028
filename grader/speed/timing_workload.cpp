#include "speed/timing_workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "base/random.h"
#include "lab/problem_file.h"

namespace warpgrade {
namespace {

/// Numbers of draws that no untimed call uses.
constexpr std::uint64_t first_draw = 100, draws_of_a_series = 100000, problems_of_a_round = 1000;

/// A key for everything that a problem, its truth and its arguments depend on, except the
/// function's name.
std::string shape_key(const Task& task, const Tolerance& tolerance) {
  std::string shape = task.signature.returns;
  for (const Parameter& parameter : task.signature.parameters)
    shape += fmt::format(" {}:{}:{}", static_cast<int>(parameter.kind), name(parameter.element),
                         parameter.name);
  return shape +
         fmt::format(" {} {} {}", task.judge, static_cast<int>(tolerance.model), tolerance.c);
}

bool same_arrays(const CallImage& a, const CallImage& b) {
  return std::equal(a.regions.begin(), a.regions.end(), b.regions.begin(), b.regions.end(),
                    [](const Region& x, const Region& y) {
                      return x.name == y.name && x.role == y.role && x.begin == y.begin &&
                             x.bytes == y.bytes && x.array == y.array && x.element == y.element;
                    }) &&
         a.host_begin == b.host_begin;
}

}  // namespace

std::string TimingWorkload::sharing_key(const TaskRun& run, const Case& c, const Task* other,
                                        bool on_device, std::size_t series) {
  std::string key = fmt::format("{} {} {}: {}", series, c.name, on_device,
                                shape_key(run.task, run.exercise.lab.task_tolerance(run.task)));
  if (other != nullptr) key += " beside " + shape_key(*other, {});
  return key;
}

TimingWorkload::TimingWorkload(const TaskRun& run, const Case& c, const Task* other, bool on_device,
                               std::size_t series)
    : run_(run), case_(c), other_(other), on_device_(on_device), series_(series) {}

void TimingWorkload::generate() {
  // The lab's device code may verify results; if not, the reference solves the others later.
  const bool hopeful =
      on_device_ || std::filesystem::exists(run_.exercise.lab.folder / "referee.cu");
  generate_here(hopeful ? 1 : most());
  const auto layout = [&](const Task& task) {
    return lay_out(problem(), task.signature, run_.exercise.real, Poison::finite, poison_seed(0),
                   run_.exercise.lab.before);
  };
  submission_layout_ = layout(run_.task);
  if (other_ != nullptr) baseline_layout_ = layout(*other_);
  if (on_device_ && baseline_layout_ && !same_arrays(submission_layout_, *baseline_layout_))
    throw GraderError("the baseline of " + run_.task.entry + " takes other arrays than it",
                      "Let both have the same pointer parameters, in the same order.");
  if (!on_device_) generate_on_host();
  first_image_ = image(0);
}

void TimingWorkload::generate_on_host() {
  values_.resize(most());
  const bool alike = baseline_layout_ && same_arrays(submission_layout_, *baseline_layout_);
  submission_values_.resize(values_.size());
  if (baseline_layout_ && !alike) baseline_values_.resize(values_.size());
  std::vector<std::function<void()>> jobs;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    jobs.emplace_back([&, i] {
      values_[i] = i < first_.size() ? first_[i].problem : made_here(i);
      const CallImage submission_image = image(i);
      submission_values_[i] = WindowValues(submission_image);
      if (baseline_values_.empty()) return;
      const CallImage baseline_image =
          compose(values_[i], other_->signature, run_.exercise.real, Poison::finite, poison_seed(i),
                  run_.exercise.lab.before);
      baseline_values_[i] = WindowValues(baseline_image);
    });
  }
  compute_all(jobs);
}

Problem TimingWorkload::made_here(std::size_t problem) const {
  return generate_problem(run_.exercise, run_.task, case_, draw(problem));
}

std::size_t TimingWorkload::staged() const { return round_ * problems_of_a_round + window_; }

std::uint64_t TimingWorkload::draw(std::size_t problem) const {
  return first_draw + series_ * draws_of_a_series + problem;
}

std::uint64_t TimingWorkload::poison_seed(std::size_t problem) const {
  return derive_seed(run_.exercise.seed, run_.task.entry + "/speed", draw(problem));
}

Poison TimingWorkload::choose_poison(std::size_t problem) {
  return problem % 2 == 0 ? Poison::finite : Poison::nan;
}

void TimingWorkload::generate_here(std::size_t count) {
  const std::size_t have = first_.size();
  while (first_.size() < count) first_.emplace_back();
  std::vector<std::function<void()>> jobs;
  for (std::size_t i = have; i < first_.size(); ++i)
    jobs.emplace_back([&, i] { first_[i].problem = made_here(i); });
  compute_all(jobs);
}

std::uint64_t TimingWorkload::wanted_bytes() const {
  // One copy staged, one lent to each of three processes, one taken; the functions may use as much
  // again.
  constexpr std::uint64_t copies = 5, share = 2;
  return submission_layout_.size * copies * share;
}

void TimingWorkload::open(Referee& referee) {
  const std::string facts = format_facts(problem(), run_.task, case_, run_.exercise.real,
                                         run_.exercise.lab.task_tolerance(run_.task));
  if (!on_device_) {
    serves_ = referee.generate(submission_layout_, facts);
    if (!serves_) generate_here(values_.size());
    return;
  }
  serves_ = referee.generate(submission_layout_, facts);
}

void TimingWorkload::next_round() {
  round_ = new_each_round() ? rounds_ : 0;
  ++rounds_;
}

void TimingWorkload::stage(std::size_t window, Referee* referee) {
  window_ = window;
  const std::size_t problem = staged();
  submission_layout_ =
      lay_out(this->problem(), run_.task.signature, run_.exercise.real, choose_poison(problem),
              poison_seed(problem), run_.exercise.lab.before);
  if (!on_device_) return;
  if (serves_) {
    make_there(*referee);
    return;
  }
  generate_here(problem + 1);
  referee->load(image(problem).bytes);
}

void TimingWorkload::make_there(Referee& referee) const {
  referee.make(case_seed(run_.exercise.lab, case_, run_.exercise.seed, draw(staged())),
               submission_layout_.poison_bits);
}

Window TimingWorkload::submission_window(const std::string& entry) const {
  return {entry, run_.task.device_pointers, &submission_layout_};
}

Window TimingWorkload::baseline_window(const std::string& entry) const {
  return {entry, other_->device_pointers, &*baseline_layout_};
}

GeneratedCase TimingWorkload::generated(std::size_t problem) {
  if (verified_only_by_referee(problem)) return warpgrade::generate(run_, case_, draw(problem));
  const Here& here = solved(problem);
  return {here.problem, here.truth};
}

const TimingWorkload::Here& TimingWorkload::solved(std::size_t problem) {
  Here& here = first_[problem];
  std::call_once(here.solving, [&] { here.truth = solve(run_.exercise, run_.task, here.problem); });
  return here;
}

CallImage TimingWorkload::image(std::size_t problem) const {
  const auto composed = [&](const Problem& generated) {
    return compose_call(run_, generated, choose_poison(problem), poison_seed(problem));
  };
  if (problem < values_.size()) return composed(values_[problem]);
  return verified_only_by_referee(problem) ? composed(made_here(problem))
                                           : composed(first_[problem].problem);
}

bool TimingWorkload::generates_same_inputs(Referee& referee) const {
  constexpr std::size_t places = 16, bytes = 64 << 10;
  const CallImage& here = first_image_;
  Random random(poison_seed(0));
  for (std::size_t i = 0; i < places; ++i) {
    const std::size_t some = std::min(bytes, here.size);
    const std::size_t at = random.bits() % (here.size - some + 1) / 16 * 16;
    const std::vector<std::byte> there = referee.made(at, some);
    if (std::memcmp(there.data(), here.bytes.data() + at, some) != 0) return false;
  }
  return true;
}

}  // namespace warpgrade
