#include "judge/players.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include "base/parallel_for.h"
#include "judge/device_test.h"

namespace warpgrade {

Players::Playing& Players::playing(Who who, const Child::Settings& settings, int devices) {
  const Name name{who, settings.executable, devices};
  if (const auto found = processes_.find(name); found != processes_.end()) {
    if (found->second.child->alive()) return found->second;
    processes_.erase(found);
  }
  if (who == Who::submission && tester_) test_device(sandbox_, *std::exchange(tester_, {}));
  return processes_[name] = {std::make_unique<Child>(sandbox_, settings)};
}

Child& Players::get(Who who, const Child::Settings& settings, int devices) {
  return *playing(who, settings, devices).child;
}

void Players::start(Who who, const Child::Settings& settings, int devices) {
  if (processes_.count({who, settings.executable, devices}) > 0) return;
  // A window of nothing: it opens the device before it says that it is ready.
  get(who, settings, devices).announce(Window{});
}

void Players::settle() {
  for (auto& [name, process] : processes_) {
    if (process.child->is_announced()) process.child->play(Window{}, WindowValues{});
  }
}

bool Players::is_warm(const Child& child, const std::string& name) const {
  return std::any_of(processes_.begin(), processes_.end(), [&](const auto& each) {
    return each.second.child.get() == &child && each.second.warm.count(name) > 0;
  });
}

void Players::warmed(const Child& child, const std::string& name) {
  for (auto& [key, process] : processes_)
    if (process.child.get() == &child) process.warm.insert(name);
}

void Players::end(const Child& child) {
  std::erase_if(processes_, [&](const auto& each) { return each.second.child.get() == &child; });
}

void Players::end_all(const std::set<Who>& who) {
  std::vector<Child*> children;
  for (const auto& [name, process] : processes_)
    if (who.count(std::get<Who>(name)) > 0) children.push_back(process.child.get());
  Child::end(children);
  std::erase_if(processes_, [&](const auto& each) { return !each.second.child->alive(); });
}

void Players::end_all() { end_all({Who::submission, Who::baseline, Who::nothing}); }

void Players::close() {
  std::vector<Child*> children;
  for (const auto& [name, process] : processes_) children.push_back(process.child.get());
  run_all({[&] { Child::end(children); },
           [&] {
             if (referee_ != nullptr) referee_->end();
           }});
  processes_.clear();
}

std::uint64_t Players::make_room(std::uint64_t bytes) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  if (referee_ == nullptr) return any;
  std::uint64_t free = referee_->free_bytes();
  if (free >= bytes) return free;
  end_all();
  constexpr int times = 50, at_rest = 3;
  for (int i = 0, same = 0; i < times && same < at_rest && free < bytes; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    same = std::exchange(free, referee_->free_bytes()) == free ? same + 1 : 0;
  }
  return free;
}

}  // namespace warpgrade
