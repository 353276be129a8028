#include "speed/timed_processes.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include "base/parallel_for.h"
#include "process/device_recovery.h"

namespace warpgrade {

TimedProcesses::Process& TimedProcesses::process(Side side, const Worker::Settings& settings,
                                                 int devices) {
  const Name name{side, settings.executable, devices};
  if (const auto found = processes_.find(name); found != processes_.end()) {
    if (found->second.worker->alive()) return found->second;
    processes_.erase(found);
  }
  if (side == Side::submission && tester_)
    test_device(sandbox_for_(devices), *std::exchange(tester_, {}));
  std::optional<Referee::Loan> loan;
  if (referee_ != nullptr && settings.gpu && lent_bytes_ > 0) loan = referee_->lend(lent_bytes_, 0);
  auto worker = std::make_unique<Worker>(sandbox_for_(devices), settings);
  if (loan) worker->accept_loan(*referee_, std::move(*loan));
  return processes_[name] = {std::move(worker)};
}

Worker& TimedProcesses::get(Side side, const Worker::Settings& settings, int devices) {
  return *process(side, settings, devices).worker;
}

void TimedProcesses::start(Side side, const Worker::Settings& settings, int devices) {
  if (processes_.count({side, settings.executable, devices}) > 0) return;
  // An empty window: the process opens the device before it reports that it is ready.
  get(side, settings, devices).announce(Window{});
}

void TimedProcesses::wait_until_idle() {
  for (auto& [name, process] : processes_) {
    if (process.worker->is_announced()) process.worker->run_window(Window{}, WindowValues{});
  }
}

bool TimedProcesses::is_warm(const Worker& worker, const std::string& name) const {
  return std::any_of(processes_.begin(), processes_.end(), [&](const auto& each) {
    return each.second.worker.get() == &worker && each.second.warm.count(name) > 0;
  });
}

void TimedProcesses::warmed(const Worker& worker, const std::string& name) {
  for (auto& [key, process] : processes_)
    if (process.worker.get() == &worker) process.warm.insert(name);
}

void TimedProcesses::end(const Worker& worker) {
  std::erase_if(processes_, [&](const auto& each) { return each.second.worker.get() == &worker; });
}

void TimedProcesses::end_all(const std::set<Side>& sides) {
  std::vector<Worker*> workers;
  for (const auto& [name, process] : processes_)
    if (sides.count(std::get<Side>(name)) > 0) workers.push_back(process.worker.get());
  Worker::end(workers);
  std::erase_if(processes_, [&](const auto& each) { return !each.second.worker->alive(); });
}

void TimedProcesses::end_all() { end_all({Side::submission, Side::baseline, Side::empty}); }

void TimedProcesses::close() {
  std::vector<Worker*> workers;
  for (const auto& [name, process] : processes_) workers.push_back(process.worker.get());
  run_all({[&] { Worker::end(workers); },
           [&] {
             if (referee_ != nullptr) referee_->end();
           }});
  processes_.clear();
}

std::uint64_t TimedProcesses::free_memory(std::uint64_t bytes) {
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
