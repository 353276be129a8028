#include "batch/slurm_queue.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <sstream>
#include <string_view>

namespace warpgrade {
namespace {

/// All of `text` as a number, or -1.
long parse_number(std::string_view text) {
  long number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : -1;
}

}  // namespace

SlurmPhase SlurmTask::phase() const {
  if (state == "COMPLETED") return SlurmPhase::done;
  for (const char* ended : {"BOOT_FAIL", "CANCELLED", "DEADLINE", "FAILED", "NODE_FAIL",
                            "OUT_OF_MEMORY", "PREEMPTED", "REVOKED", "SPECIAL_EXIT", "TIMEOUT"})
    if (state == ended) return SlurmPhase::lost;
  // Permanently PENDING: the node could not start it, and Slurm waits for an operator to release it
  // ("launch failed requeued held", in later versions with _).
  if (reason.rfind("launch", 0) == 0 && reason.find("held") != reason.npos) return SlurmPhase::lost;
  for (const char* before : {"PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD"})
    if (state == before) return SlurmPhase::waits;
  return SlurmPhase::runs;  // CONFIGURING, RUNNING, COMPLETING, SUSPENDED, ...
}

std::string SlurmTask::words() const {
  if (state == "PENDING") return reason;
  std::string text = state;
  if (!node.empty()) text += " on " + node;
  // Slurm keeps the reason why a task once waited.
  static const std::set<std::string> stale = {"", "None", "Resources", "Priority",
                                              "JobArrayTaskLimit"};
  if (stale.count(reason) == 0) text += " (" + reason + ")";
  return text;
}

const std::vector<std::string> SlurmQueue::options = {"--noheader", "--array", "--states=all",
                                                      "--format=%F|%K|%T|%N|%r"};

SlurmQueue::SlurmQueue(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::array<std::string, 5> fields;
    std::istringstream in(line);
    std::size_t n = 0;
    while (n < 4 && std::getline(in, fields[n], '|')) ++n;
    if (n < 4 || !std::getline(in, fields[4])) continue;
    const auto last = fields[4].find_last_not_of(' ');
    fields[4].resize(last + 1);
    const long job = parse_number(fields[0]);
    if (job >= 0) tasks_[{job, parse_number(fields[1])}] = {fields[2], fields[3], fields[4]};
  }
}

const SlurmTask* SlurmQueue::find(long job, long index) const {
  auto found = tasks_.find({job, index});
  if (found == tasks_.end()) found = tasks_.find({job, -1});
  return found == tasks_.end() ? nullptr : &found->second;
}

std::vector<long> SlurmQueue::alive() const {
  std::set<long> jobs;
  for (const auto& [key, task] : tasks_) {
    const bool ended = task.phase() == SlurmPhase::done ||
                       (task.phase() == SlurmPhase::lost && task.state != "PENDING");
    if (!ended) jobs.insert(key.first);
  }
  return {jobs.begin(), jobs.end()};
}

long slurm_job_number(const std::string& text) {
  const auto end = text.find_first_of(";\n");
  return parse_number(std::string_view(text).substr(0, end));
}

long slurm_array_size(const std::string& config) {
  std::istringstream lines(config);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key, equals, value;
    if (words >> key >> equals >> value && key == "MaxArraySize") return parse_number(value);
  }
  return -1;
}

}  // namespace warpgrade
