#include "batch/slurm_executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <random>
#include <system_error>
#include <thread>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/sha256.h"
#include "batch/job_needs.h"
#include "batch/slurm_script.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace {

constexpr std::chrono::milliseconds poll_interval{500};
std::mutex live_mutex;
std::set<const SlurmCommands*> live;

std::string slurm_job_name(const std::filesystem::path& work) {
  Sha256 hash;
  hash.add(work.string());
  return "warpgrade-" + hash.hex().substr(0, 12);
}

GradeSettings with_absolute_work(GradeSettings settings) {
  settings.work = std::filesystem::absolute(settings.work).lexically_normal();
  return settings;
}

/// A unique folder name.
std::string fresh_name() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}", device(), device());
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw GraderError(folder.string() + " cannot be created: " + error.message(),
                      "Check that disk, then continue with --resume.");
}

std::string first_line(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace

SlurmExecutor::SlurmExecutor(GradeSettings settings, std::vector<std::string> options,
                             const SlurmTimes& times)
    : settings_(with_absolute_work(std::move(settings))),
      options_(std::move(options)),
      times_(times),
      slurm_(slurm_job_name(settings_.work)) {
  std::error_code ignored;  // a leftover folder is harmless
  std::filesystem::remove_all(settings_.work, ignored);
  make_folder(settings_.work);
  slurm_.cancel_all();  // jobs that an earlier process left
  const std::lock_guard lock(live_mutex);
  live.insert(&slurm_);
}

SlurmExecutor::~SlurmExecutor() {
  {
    const std::lock_guard lock(live_mutex);
    live.erase(&slurm_);
  }
  try {
    slurm_.cancel_all();             // including tasks that run a second time
  } catch (const std::exception&) {  // the next process cancels them
  }
  std::error_code ignored;
  if (!had_fault_) std::filesystem::remove_all(settings_.work, ignored);
}

void SlurmExecutor::cancel_all() {
  const std::lock_guard lock(live_mutex);
  for (const SlurmCommands* slurm : live) slurm->cancel_all();
}

bool SlurmExecutor::is_idle() const {
  return waiting_.empty() && ends_.empty() &&
         std::all_of(arrays_.begin(), arrays_.end(), [](const Array& a) { return a.open == 0; });
}

std::size_t SlurmExecutor::capacity() const {
  return is_idle() ? std::numeric_limits<std::size_t>::max() : 0;
}

std::string SlurmExecutor::state() const {
  if (silent_since_) {
    const auto silent =
        std::chrono::duration_cast<std::chrono::minutes>(Clock::now() - *silent_since_);
    if (silent.count() > 0) return fmt::format("no answer from Slurm for {} min", silent.count());
  }
  std::size_t queued = queued_;
  for (const auto& jobs : waiting_) queued += jobs.size();
  std::string text;
  if (running_ > 0) text = fmt::format("{} running", running_);
  if (queued > 0) {
    text += fmt::format("{}{} waiting", text.empty() ? "" : ", ", queued);
    if (!reason_.empty()) text += " (" + reason_ + ")";
  }
  return text;
}

void SlurmExecutor::start(const std::vector<GradeJob>& jobs) {
  std::map<std::string, std::vector<GradeJob>> by_lab;  // each lab has its own needs
  for (const GradeJob& job : jobs) by_lab[job.lab].push_back(job);
  for (const auto& [lab, of_lab] : by_lab) {
    for (std::size_t i = 0; i < of_lab.size(); i += slurm_.largest_array()) {
      const auto begin = of_lab.begin() + static_cast<std::ptrdiff_t>(i);
      const std::size_t n = std::min(slurm_.largest_array(), of_lab.size() - i);
      waiting_.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(n));
    }
  }
  arrays_.clear();
  submit_at_ = Clock::now();
}

void SlurmExecutor::stop() {
  if (stopping_) return;
  stopping_ = true;
  for (const auto& jobs : waiting_)
    for (const GradeJob& job : jobs) ends_.push_back({job.id, "", "", "", true});
  waiting_.clear();
  ask_at_ = Clock::now();
}

std::optional<JobEnd> SlurmExecutor::wait(std::chrono::milliseconds patience) {
  const auto until = Clock::now() + patience;
  while (!is_idle()) {
    if (!ends_.empty()) {
      JobEnd end = std::move(ends_.front());
      ends_.pop_front();
      return end;
    }
    if (!waiting_.empty() && Clock::now() >= submit_at_) submit_next();
    if (Clock::now() >= ask_at_) poll_slurm();
    if (Clock::now() >= poll_at_) collect();
    if (!ends_.empty()) continue;
    if (Clock::now() >= until) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return std::nullopt;
}

// --- submitting ----------------------------------------------------------------------------------

void SlurmExecutor::submit_next() {
  const std::vector<GradeJob>& jobs = waiting_.front();
  Array array;
  array.folder = settings_.work / fresh_name();
  make_folder(array.folder / "results");
  make_folder(array.folder / "parts");
  std::string submissions, seeds;
  for (const GradeJob& job : jobs) {
    const std::string path = std::filesystem::absolute(job.submission).string();
    if (path.find('\n') != path.npos)
      throw GraderError("a path with a line break in it: " + path, "Choose another --out.");
    submissions += path + "\n";
    seeds += std::to_string(job.seed) + "\n";
    array.tasks.push_back({job, false, false, std::nullopt});
  }
  array.open = array.tasks.size();
  const std::string& lab = jobs.front().lab;
  const JobNeeds needs = job_needs(load_lab(settings_.root, lab), settings_.arguments);
  write_file_atomically(array.folder / "submissions", submissions);
  write_file_atomically(array.folder / "seeds", seeds);
  write_file_atomically(array.folder / "job.sh",
                        slurm_script(settings_, lab, needs, array.folder, options_));
  const SlurmSubmission submission =
      slurm_.submit(array.folder / "job.sh", array.folder, array.tasks.size(), settings_.jobs,
                    options_and_exclusions());
  ask_after_ = times_.first_question;
  ask_at_ = Clock::now() + ask_after_;
  if (submission.job < 0) {
    std::error_code ignored;
    std::filesystem::remove_all(array.folder, ignored);
    handle_refusal(submission);
    return;
  }
  array.job = submission.job;
  queued_ += array.tasks.size();
  arrays_.push_back(std::move(array));
  waiting_.pop_front();
}

std::vector<std::string> SlurmExecutor::options_and_exclusions() const {
  std::vector<std::string> options = options_;
  // sbatch only uses the last --exclude, so the site's must stay.
  if (troubled_.empty() || has_sbatch_option(options_, {"--exclude", "-x"})) return options;
  options.push_back(fmt::format("--exclude={}", fmt::join(troubled_, ",")));
  return options;
}

void SlurmExecutor::handle_refusal(const SlurmSubmission& submission) {
  if (submission.no_answer) {
    // sbatch may have submitted the tasks anyway. They are then cancelled as unknown jobs.
    submit_at_ = Clock::now() + times_.next_try;
    if (!silent_since_) silent_since_ = Clock::now();
    return;
  }
  if (!troubled_.empty()) {  // there may be no other node
    troubled_.clear();
    return;
  }
  std::vector<GradeJob>& jobs = waiting_.front();
  const bool under_way = std::any_of(arrays_.begin(), arrays_.end(),
                                     [](const Array& array) { return array.open > 0; });
  if (submission.limit && jobs.size() > 1) {
    const auto half = jobs.begin() + static_cast<std::ptrdiff_t>(jobs.size() / 2);
    std::vector<GradeJob> rest(half, jobs.end());
    jobs.erase(half, jobs.end());
    waiting_.push_back(std::move(rest));
    return;
  }
  if (submission.limit && under_way) {
    submit_at_ = Clock::now() + times_.next_try;
    return;
  }
  throw GraderError("Slurm rejected the job: " + submission.refusal,
                    "Set the options that your site needs with --slurm-options (\"--partition=gpu "
                    "--account=NAME\", or \"--gres=none\"), then continue with --resume.");
}

// --- collecting results --------------------------------------------------------------------------

void SlurmExecutor::collect() {
  for (Array& array : arrays_)
    if (array.open > 0) collect(array);
  poll_at_ = Clock::now() + poll_interval;
}

/// Lists the folder instead of testing for each task: NFS then asks the server.
void SlurmExecutor::collect(Array& array) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(array.folder / "results", error), last;
       !error && entry != last; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::size_t number = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != name.data() + name.size() ||
        number >= array.tasks.size() || array.tasks[number].ended)
      continue;
    int status = -1;
    if (std::ifstream(entry->path() / "status") >> status) {
      end(array, number, result(array, number, status));
    } else if (is_overdue(array.tasks[number])) {
      fail_task(array, number, entry->path().string() + " cannot be read", "");
    }
  }
}

JobEnd SlurmExecutor::result(const Array& array, std::size_t number, int status) {
  const auto folder = array.folder / "results" / std::to_string(number);
  JobEnd end{array.tasks[number].job.id, failure_cause(status, folder / "log"),
             folder / "grade.json", folder / "grade.html", false};
  if (!end.fault.empty()) {
    const std::string node = first_line(folder / "node");
    if (!node.empty()) troubled_.insert(node);
    had_fault_ = true;
  }
  return end;
}

void SlurmExecutor::end(Array& array, std::size_t number, JobEnd end) {
  array.tasks[number].ended = true;
  --array.open;
  ends_.push_back(std::move(end));
}

void SlurmExecutor::fail_task(Array& array, std::size_t number, const std::string& why,
                              const std::string& node) {
  had_fault_ = true;
  if (!node.empty()) troubled_.insert(node);
  given_up_.push_back(fmt::format("{}_{}", array.job, number));
  const std::string said = failure_message(array.folder / fmt::format("slurm-{}.out", number));
  end(array, number,
      {array.tasks[number].job.id, why + (said.empty() ? "" : ": " + said), "", "", false});
}

bool SlurmExecutor::is_overdue(Task& task) const {
  if (!task.due) task.due = Clock::now();
  return Clock::now() - *task.due > times_.late;
}

void SlurmExecutor::poll_slurm() {
  if (stopping_) slurm_.cancel_waiting();
  const auto queue = slurm_.queue();
  ask_at_ = Clock::now() + (stopping_ ? std::chrono::milliseconds(1000) : ask_after_);
  ask_after_ = std::min(2 * ask_after_, times_.longest_pause);
  if (!queue) {
    if (!silent_since_) silent_since_ = Clock::now();
    return;
  }
  silent_since_.reset();
  collect();  // tasks that ended before the answer have results by now
  running_ = queued_ = 0;
  reason_.clear();
  std::set<long> own_jobs;
  for (Array& array : arrays_) {
    own_jobs.insert(array.job);
    for (std::size_t n = 0; n < array.tasks.size(); ++n)
      if (!array.tasks[n].ended)
        update_task(array, n, queue->find(array.job, static_cast<long>(n)));
  }
  std::vector<std::string> strange = given_up_;
  for (const long job : queue->alive())
    if (own_jobs.count(job) == 0) strange.push_back(std::to_string(job));
  if (slurm_.cancel(strange)) given_up_.clear();
}

void SlurmExecutor::update_task(Array& array, std::size_t number, const SlurmTask* said) {
  Task& task = array.tasks[number];
  const auto phase = said == nullptr ? SlurmPhase::done : said->phase();
  switch (phase) {
    case SlurmPhase::waits:
      ++queued_;
      if (!said->reason.empty() && said->reason != "None") reason_ = said->reason;
      break;
    case SlurmPhase::runs:
      ++running_;
      task.has_run = true;
      break;
    case SlurmPhase::done:
      if (stopping_ && said == nullptr && !task.has_run) {
        end(array, number, {task.job.id, "", "", "", true});
      } else if (is_overdue(task)) {
        fail_task(array, number,
                  said == nullptr
                      ? "Slurm no longer knows the job, and there is no result"
                      : fmt::format("the job ended on {}, but its result did not appear in {}",
                                    said->node, array.folder.string()),
                  said == nullptr ? "" : said->node);
      }
      return;
    case SlurmPhase::lost:
      if (stopping_ && said->state == "CANCELLED") {
        end(array, number, {task.job.id, "", "", "", true});
      } else {
        const char* const what =
            said->state == "PENDING" ? "Slurm does not start the job: " : "Slurm ended the job: ";
        fail_task(array, number, what + said->words(), said->node);
      }
      return;
  }
  task.due.reset();  // requeued: the full time applies again
}

}  // namespace warpgrade
