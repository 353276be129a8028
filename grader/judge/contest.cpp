#include "judge/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>

#include "lab/fault.h"
#include "lab/parallel_for.h"
#include "lab/problem_file.h"
#include "lab/random.h"

namespace warpgrade {
namespace {

/// Of all sets of a window together.
constexpr std::uint64_t window_bytes = 1 << 30;

/// Variants of a case's values that no untimed call gets.
constexpr std::uint64_t first_variant = 100, variants_of_a_series = 100000,
                        problems_of_a_round = 1000;

/// All that a problem, its truth and its arguments depend on, but for the function's name.
std::string shape_of(const Task& task, const Tolerance& tolerance) {
  std::string shape = task.signature.returns;
  for (const Parameter& parameter : task.signature.parameters)
    shape += fmt::format(" {}:{}", static_cast<int>(parameter.kind), parameter.name);
  return shape +
         fmt::format(" {} {} {}", task.judge, static_cast<int>(tolerance.model), tolerance.c);
}

bool same_arrays(const CallImage& a, const CallImage& b) {
  return std::equal(a.regions.begin(), a.regions.end(), b.regions.begin(), b.regions.end(),
                    [](const Region& x, const Region& y) {
                      return x.name == y.name && x.role == y.role && x.begin == y.begin &&
                             x.bytes == y.bytes && x.array == y.array;
                    }) &&
         a.host_begin == b.host_begin;
}

}  // namespace

std::string Contest::key_of(const TaskRun& run, const Case& c, const Task* other, bool on_device,
                            std::size_t series) {
  std::string key = fmt::format("{} {} {}: {}", series, c.name, on_device,
                                shape_of(run.task, run.lab.tolerance_of(run.task)));
  if (other != nullptr) key += " beside " + shape_of(*other, {});
  return key;
}

std::size_t Contest::calls_for(double seconds) {
  if (!(seconds > long_enough / most_calls)) return most_calls;
  return static_cast<std::size_t>(std::max(1.0, std::ceil(long_enough / seconds)));
}

Contest::Contest(const TaskRun& run, const Case& c, const Task* other, bool on_device,
                 std::size_t series)
    : run_(run), case_(c), other_(other), on_device_(on_device), series_(series) {}

void Contest::pose() {
  // A lab's half on the device may know how to verify; what it does not, the oracle solves later.
  const bool hopeful = on_device_ || std::filesystem::exists(run_.lab.folder / "referee.cu");
  pose_here(hopeful ? problems_here : before + windows);
  const auto layout = [&](const Task& task) {
    return lay_out(problem(), task.signature, run_.real, Poison::finite, poison_seed(0),
                   run_.lab.before);
  };
  my_layout_ = layout(run_.task);
  if (other_ != nullptr) their_layout_ = layout(*other_);
  if (on_device_ && their_layout_ && !same_arrays(my_layout_, *their_layout_))
    throw GraderError("the baseline of " + run_.task.entry + " takes other arrays than it",
                      "Let both have the same pointer parameters, in the same order.");
  if (on_device_) {
    first_image_ = image(0);
    return;
  }
  values_.resize(before + windows);
  const bool alike = their_layout_ && same_arrays(my_layout_, *their_layout_);
  my_values_.resize(values_.size());
  if (their_layout_ && !alike) their_values_.resize(values_.size());
  std::vector<std::function<void()>> jobs;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    jobs.emplace_back([&, i] {
      values_[i] = i < first_.size() ? first_[i].problem : made_here(i);
      const CallImage mine = image(i);
      my_values_[i] = WindowValues({&mine});
      if (their_values_.empty()) return;
      const CallImage theirs = compose(values_[i], other_->signature, run_.real, Poison::finite,
                                       poison_seed(i), run_.lab.before);
      their_values_[i] = WindowValues({&theirs});
    });
  }
  run_all(jobs);
}

/// Without its truth.
Problem Contest::made_here(std::size_t problem) const {
  Random random(seed_of(run_.lab, case_, run_.seed, variant(problem)));
  Problem made = pose_case(run_.lab, run_.oracle, case_, run_.real, random);
  round_values(made, run_.real);
  return made;
}

std::size_t Contest::problem_of(std::size_t i) const {
  return round_ * problems_of_a_round + begin_ + i;
}

bool Contest::is_far(std::size_t problem) const { return problem >= first_.size(); }

std::uint64_t Contest::variant(std::size_t problem) const {
  return first_variant + series_ * variants_of_a_series + problem;
}

std::uint64_t Contest::poison_seed(std::size_t problem) const {
  return derive_seed(run_.seed, run_.task.entry + "/speed", variant(problem));
}

Poison Contest::poison_of(std::size_t problem) {
  return problem % 2 == 0 ? Poison::finite : Poison::nan;
}

void Contest::pose_here(std::size_t count) {
  const std::size_t have = first_.size();
  first_.resize(std::max(have, count));
  std::vector<std::function<void()>> jobs;
  for (std::size_t i = have; i < first_.size(); ++i)
    jobs.emplace_back([&, i] { first_[i] = warpgrade::pose(run_, case_, variant(i)); });
  run_all(jobs);
}

void Contest::open(Referee& referee, std::uint64_t free_bytes) {
  const std::string facts =
      facts_of(problem(), run_.task, case_, run_.real, run_.lab.tolerance_of(run_.task));
  if (!on_device_) {
    serves_ = referee.pose(my_layout_, 1, facts);
    if (!serves_) pose_here(values_.size());
    return;
  }
  // Staged, lent to both sides, and taken; as much again stays free for what the functions take
  // themselves.
  constexpr std::uint64_t copies = 4, share = 2;
  const std::uint64_t fit = free_bytes / share / copies / std::max<std::size_t>(my_layout_.size, 1);
  if (fit == 0)
    throw GraderError(
        fmt::format("too little free memory on the GPU to time {} with {}: {:.1f} GiB are wanted, "
                    "{:.1f} are free",
                    run_.task.entry, case_.name,
                    static_cast<double>(my_layout_.size * copies * share) / 0x1p30,
                    static_cast<double>(free_bytes) / 0x1p30),
        "Close other programs that use the GPU, or grade on one with more memory.");
  const std::uint64_t enough =
      std::max<std::uint64_t>(window_bytes / std::max<std::size_t>(my_layout_.size, 1), 1);
  most_ = std::min<std::uint64_t>({most_calls, referee::max_sets, fit, enough});
  serves_ = referee.pose(my_layout_, most_, facts);
  // Without the lab's own half the oracle makes them all, and few.
  if (!serves_) most_ = std::min<std::size_t>(most_, 4);
}

std::size_t Contest::next_round() {
  round_ = new_each_round() ? rounds_ : 0;
  return rounds_++;
}

void Contest::stage(std::size_t window, std::size_t calls, Referee* referee) {
  calls_ = std::clamp<std::size_t>(calls, 1, on_device_ ? most_ : 1);
  begin_ = window < before ? window : before + (window - before) * calls_;
  if (!on_device_) {
    my_layout_.poison_bits =
        lay_out(problem(), run_.task.signature, run_.real, poison_of(begin_), poison_seed(begin_),
                run_.lab.before)
            .poison_bits;
    return;
  }
  if (!serves_) pose_here(begin_ + calls_);
  for (std::size_t i = 0; i < calls_; ++i) {
    const std::size_t number = problem_of(i);
    if (!serves_) {
      referee->load(i, image(number).bytes);
      continue;
    }
    const CallImage layout = lay_out(problem(), run_.task.signature, run_.real, poison_of(number),
                                     poison_seed(number), run_.lab.before);
    referee->make(i, seed_of(run_.lab, case_, run_.seed, variant(number)), layout.poison_bits);
  }
}

Window Contest::mine(const std::string& entry) const {
  return {entry, run_.task.device_pointers, &my_layout_, calls_};
}

Window Contest::theirs(const std::string& entry) const {
  return {entry, other_->device_pointers, &*their_layout_, calls_};
}

Posed Contest::posed(std::size_t problem) const {
  return is_far(problem) ? warpgrade::pose(run_, case_, variant(problem)) : first_[problem];
}

CallImage Contest::image(std::size_t problem) const {
  const auto composed = [&](const Problem& posed) {
    return compose_call(run_, posed, poison_of(problem), poison_seed(problem));
  };
  if (problem < values_.size()) return composed(values_[problem]);
  return is_far(problem) ? composed(made_here(problem)) : composed(first_[problem].problem);
}

bool Contest::made_alike(Referee& referee) const {
  constexpr std::size_t places = 16, bytes = 64 << 10;
  const CallImage& here = first_image_;
  Random random(poison_seed(0));
  for (std::size_t i = 0; i < places; ++i) {
    const std::size_t some = std::min(bytes, here.size);
    const std::size_t at = random.bits() % (here.size - some + 1) / 16 * 16;
    const std::vector<std::byte> there = referee.made(0, at, some);
    if (std::memcmp(there.data(), here.bytes.data() + at, some) != 0) return false;
  }
  return true;
}

}  // namespace warpgrade
