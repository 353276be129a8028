#include "batch/local_executor.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <system_error>

#include "base/fault.h"

namespace warpgrade {

LocalExecutor::LocalExecutor(GradeSettings settings) : settings_(std::move(settings)) {}

LocalExecutor::~LocalExecutor() {
  servers_.clear();
  std::error_code ignored;
  std::filesystem::remove_all(settings_.work, ignored);
}

void LocalExecutor::start(const std::vector<GradeJob>& jobs) {
  for (const GradeJob& job : jobs) start_one(job);
}

void LocalExecutor::start_one(const GradeJob& job) {
  Running running;
  running.id = job.id;
  running.lab = job.lab;
  running.folder = settings_.work / std::to_string(started_++);
  std::error_code error;
  std::filesystem::remove_all(running.folder, error);
  std::filesystem::create_directories(running.folder, error);
  if (error)
    throw GraderError(running.folder.string() + " cannot be created: " + error.message(),
                      "Check that disk, then continue with --resume.");
  auto& server = servers_[job.lab];
  if (server && server->died()) end_jobs_of_lab(job.lab);
  // After one server died, the lab's next one shares nothing: sharing may have been the cause.
  if (!server)
    server = std::make_unique<GradeServer>(settings_, job.lab, died_.count(job.lab) == 0);
  running.started = std::chrono::steady_clock::now();
  server->start(job, running.folder);
  running_.push_back(std::move(running));
}

std::optional<JobEnd> LocalExecutor::wait(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!is_idle()) {
    if (auto end = next()) return end;
    const auto now = std::chrono::steady_clock::now();
    if (now >= until) break;
    std::vector<pollfd> entries;
    for (const auto& [lab, server] : servers_)
      if (server) entries.push_back({server->descriptor(), POLLIN, 0});
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now);
    ::poll(entries.data(), entries.size(), static_cast<int>(left.count()));
  }
  return std::nullopt;
}

std::optional<JobEnd> LocalExecutor::next() {
  for (auto& [lab, server] : servers_) {
    if (!server) continue;
    if (const auto end = server->next()) {
      const auto job = std::find_if(running_.begin(), running_.end(),
                                    [&](const Running& r) { return r.id == end->id; });
      if (job != running_.end()) return make_job_end(job, end->status);
    } else if (server->died()) {
      end_jobs_of_lab(lab);
    }
  }
  if (!lost_.empty()) {
    JobEnd end = std::move(lost_.front());
    lost_.pop_front();
    return end;
  }
  const auto now = std::chrono::steady_clock::now();
  for (Running& job : running_) {
    auto& server = servers_[job.lab];
    if (!server) continue;
    // SIGTERM first, so that the grade can remove its work folders.
    const auto age = now - job.started;
    if (age > settings_.limit && !job.overdue) {
      job.overdue = true;
      server->signal(job.id, SIGTERM);
    } else if (age > settings_.limit + std::chrono::seconds(10)) {
      server->signal(job.id, SIGKILL);
    }
  }
  return std::nullopt;
}

void LocalExecutor::end_jobs_of_lab(const std::string& lab) {
  auto& server = servers_[lab];
  const int status = server->died().value();
  // Results that it sent before it died count.
  while (const auto end = server->next()) {
    const auto job = std::find_if(running_.begin(), running_.end(),
                                  [&](const Running& r) { return r.id == end->id; });
    if (job != running_.end()) lost_.push_back(make_job_end(job, end->status));
  }
  for (auto job = running_.begin(); job != running_.end();) {
    if (job->lab != lab) {
      ++job;
      continue;
    }
    const auto place = job - running_.begin();
    lost_.push_back(make_job_end(job, status, "log-" + lab));
    job = running_.begin() + place;
  }
  died_.insert(lab);
  server.reset();
}

JobEnd LocalExecutor::make_job_end(std::vector<Running>::iterator at, int status,
                                   const std::string& server_log) {
  const Running job = *at;
  running_.erase(at);
  JobEnd end{job.id, "", job.folder / "grade.json", job.folder / "grade.html", false};
  if (job.overdue) {
    end.fault = fmt::format("the grade did not finish within {} minutes", settings_.limit.count());
    return end;
  }
  const int ended = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  if (server_log.empty()) {
    end.fault = failure_cause(ended, job.folder / "log");
  } else {
    end.fault = failure_cause(ended, settings_.work / server_log);
    if (end.fault.empty()) end.fault = "the process that starts grades ended first";
  }
  return end;
}

}  // namespace warpgrade
