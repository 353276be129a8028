#include "batch/run_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/nearest.h"
#include "batch/batch_plan.h"
#include "batch/class_files.h"
#include "batch/content.h"
#include "batch/folder_lock.h"
#include "batch/instructor_comment.h"
#include "batch/local_executor.h"
#include "batch/read_grade.h"
#include "batch/slurm_executor.h"
#include "batch/wave_seed.h"
#include "export/grade_warnings.h"
#include "formats/json.h"
#include "gradebook/grade_history.h"
#include "gradebook/named_student.h"
#include "import/roster.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace {

std::string read_bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::uint64_t secret() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

/// The run to continue, or nothing for a new one.
std::optional<GradingRun> run_to_resume(const BatchRequest& request, const Gradebook& book) {
  auto last = book.last_run();
  if (!last && !request.only.empty())
    throw UsageError(request.out.string() + " contains no grades to regrade.");
  if (!last || (request.regrade && request.only.empty())) return std::nullopt;
  if (!request.resume && request.only.empty())
    throw UsageError(request.out.string() + " contains the grades of " + last->started + ".",
                     "To continue, use --resume. To regrade everything, use "
                     "--regrade; earlier grades are kept. Or choose another --out.");
  const auto same = [&](const char* option, const auto& asked, const auto& was) {
    if (asked && *asked != was)
      throw UsageError(fmt::format("{} differs from the run's own: {}.", option, was),
                       "Omit it with --resume and --only, or regrade everything with --regrade.");
  };
  same("--backend", request.backend, last->backend);
  same("--real", request.real, last->real);
  same("--seed", request.seed, last->seed);
  if (request.options) same("A setting", request.options, last->options);
  return last;
}

/// Sources of hand-ins that no student was matched to.
std::vector<std::string> unmatched_sources(const Imported& imported) {
  std::set<std::string> owned;
  for (const Attempt& attempt : imported.attempts) owned.insert(attempt.source);
  for (const Unusable& one : imported.unusable) owned.insert(one.source);
  std::vector<std::string> sources;
  for (const Unmatched& one : imported.unmatched)
    if (owned.count(one.source) == 0) sources.push_back(one.source);
  return sources;
}

class Batch {
 public:
  Batch(const BatchRequest& request, const BatchEvents& events)
      : request_(request),
        events_(events),
        lock_(request.out),
        book_(request.out / "gradebook.sqlite") {}

  BatchOutcome run() {
    const auto start = Clock::now();
    auto labs = lab_names(request_.root);
    for (const std::string& lab : request_.import.labs) {
      if (std::find(labs.begin(), labs.end(), lab) == labs.end())
        throw UsageError("there is no lab '" + lab + "'", choose_from("The labs are", lab, labs));
    }
    if (!request_.import.labs.empty()) labs = request_.import.labs;
    const auto resumed = run_to_resume(request_, book_);
    Imported imported = plan(labs);
    outcome_.run = resumed ? *resumed
                           : GradingRun{0,
                                        "",
                                        request_.seed.value_or(secret()),
                                        request_.backend.value_or("auto"),
                                        request_.real.value_or("float"),
                                        request_.options.value_or("")};
    for (PlannedGrade& p : planned_)
      p.seed = wave_seed(outcome_.run.seed, book_.wave(p.submission));
    executor_ = make_executor();
    if (!resumed) outcome_.run = book_.begin_run(outcome_.run);
    grader_hash_ = hash_grader(request_.root, request_.program);
    state_.total = planned_.size();
    if (request_.only.empty()) {
      reuse_earlier_grades();
    } else {
      regrade_chosen_students();
    }
    grade_all();
    finish(imported);
    outcome_.format = imported.format;
    outcome_.unmatched = std::move(imported.unmatched);
    outcome_.left_out = std::move(imported.left_out);
    outcome_.remarks = std::move(imported.remarks);
    outcome_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return std::move(outcome_);
  }

 private:
  /// Imports the submissions and lists the grades to compute.
  Imported plan(const std::vector<std::string>& labs) {
    if (regrades_stored()) {
      planned_ = plan_regrade(GradeHistory(request_.out), labs, request_.out);
      return {};
    }
    ImportRequest import = request_.import;
    import.labs = labs;
    import.work = request_.out / "submissions";
    import.keeps_earlier = true;
    const ClassFacts earlier = book_.facts();
    if (import.roster.empty()) import.known = class_list(earlier);
    Imported imported = import_submissions(import);
    planned_ = plan_grades(imported, labs, request_.out, book_);
    book_.add_unusable(imported.unusable);
    book_.disown(unmatched_sources(imported), labs);
    const GradeHistory history(request_.out);
    if (request_.import.roster.empty()) {
      roster_ = earlier.roster;
      roster_teams_ = earlier.roster_teams;
    } else {
      roster_ = Roster(request_.import.roster).students();
    }
    if (request_.only.empty()) {
      const auto more =
          plan_unfinished(history, imported, planned_, labs, request_.out, request_.regrade);
      planned_.insert(planned_.end(), more.begin(), more.end());
    }
    return imported;
  }

  /// True without new submissions: regrade the stored ones.
  bool regrades_stored() const { return request_.import.submissions.empty(); }

  using Clock = std::chrono::steady_clock;
  using Key = std::pair<std::string, std::string>;  // content and lab

  /// Identical files are graded once for everyone who handed them in.
  struct Work {
    std::vector<std::size_t> planned;
    int tries = 0;
    std::string started;
  };

  void add_work(std::size_t planned) {
    const Key key{planned_[planned].content, planned_[planned].lab};
    const auto [at, is_new] = work_by_key_.insert({key, work_.size()});
    if (is_new) work_.emplace_back();
    work_[at->second].planned.push_back(planned);
  }

  /// Keeps grades that this run already has.
  void reuse_earlier_grades() {
    std::map<std::pair<std::int64_t, std::string>, GradebookRow> graded;
    std::map<Key, GradebookRow> by_content;
    for (GradebookRow& row : book_.grades(outcome_.run.id)) {
      if (row.grade.open) continue;
      by_content.insert({{row.content, row.grade.lab}, row});
      graded.emplace(std::pair(row.submission, row.grade.lab), std::move(row));
    }
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      const PlannedGrade& p = planned_[i];
      if (const auto found = graded.find({p.submission, p.lab}); found != graded.end()) {
        ++outcome_.earlier;
        outcome_.other_grader |= found->second.grade.grader_hash != grader_hash_;
        count(found->second.grade);
        continue;
      }
      const auto twin = by_content.find({p.content, p.lab});
      if (twin != by_content.end() && twin->second.grade.grader_hash == grader_hash_) {
        const auto page = read_bytes(request_.out / (twin->second.grade.report + ".html"));
        if (!page.empty()) {
          BookedGrade grade = twin->second.grade;
          grade.json = book_.json(twin->second);
          const Work work{{i}, grade.tries, ""};
          record(work, std::move(grade), page);
          ++outcome_.shared;
          continue;
        }
      }
      add_work(i);
    }
  }

  /// Regrades the students in --only; other grades stay.
  void regrade_chosen_students() {
    state_.total = 0;
    std::vector<Student> students = roster_.empty() ? book_.facts().roster : roster_;
    std::set<std::string> planned;
    for (const PlannedGrade& p : planned_) {
      students.push_back(p.attempt.student);
      planned.insert(p.attempt.student.id);
      planned.insert(p.attempt.student.others.begin(), p.attempt.student.others.end());
    }
    ListedStudents only = find_students(request_.only, StudentNames(students), "--only");
    for (const std::string& id : only.ids)
      if (planned.count(id) == 0) only.unknown.push_back(id);
    if (!only.unknown.empty())
      throw UsageError(
          fmt::format("--only: nothing to grade for {}.", fmt::join(only.unknown, ", ")),
          "Name students as in grades.csv or the roster: by id, name, login or address.");
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      const Student& student = planned_[i].attempt.student;
      if (std::none_of(only.ids.begin(), only.ids.end(),
                       [&](const std::string& id) { return includes_student(student, id); }))
        continue;
      if (regrades_stored()) require_unchanged(planned_[i]);
      ++state_.total;
      add_work(i);
    }
  }

  static void require_unchanged(const PlannedGrade& planned) {
    std::error_code error;
    if (std::filesystem::is_directory(planned.folder, error) &&
        hash_files(planned.folder) == planned.content)
      return;
    throw UsageError(planned.folder.string() + " differs from what " + planned.attempt.student.id +
                         " handed in: somebody changed or removed it.",
                     "Give the original submissions with --submissions PATH.");
  }

  void grade_all() {
    for (std::size_t w = 0; w < work_.size(); ++w) left_.push_back(w);
    began_ = Clock::now();
    report_progress();
    while (true) {
      const bool stop = events_.should_stop();
      if (stop) executor_->stop();
      std::vector<GradeJob> next;
      while (!stop && !left_.empty() && next.size() < executor_->capacity()) {
        const std::size_t w = left_.front();
        left_.pop_front();
        const PlannedGrade& p = planned_[work_[w].planned.front()];
        ++work_[w].tries;
        work_[w].started = time_stamp();
        next.push_back({w, p.lab, p.folder, p.seed});
      }
      if (!next.empty()) executor_->start(next);
      if (executor_->is_idle()) break;
      if (const auto end = executor_->wait(std::chrono::milliseconds(300))) handle_end(*end);
      state_.queue = executor_->state();
      report_progress();
    }
    for (const std::size_t w : left_) outcome_.remaining += work_[w].planned.size();
  }

  std::unique_ptr<Executor> make_executor() const {
    const GradeSettings settings{request_.program, request_.root, request_.out / ".jobs",
                                 arguments(),      latest_seed(), request_.jobs};
    if (request_.executor == "slurm")
      return std::make_unique<SlurmExecutor>(settings, request_.slurm_options);
    return std::make_unique<LocalExecutor>(settings);
  }

  /// The seed of the newest submissions: most others are graded already.
  std::uint64_t latest_seed() const {
    const auto last = std::max_element(
        planned_.begin(), planned_.end(),
        [](const PlannedGrade& a, const PlannedGrade& b) { return a.submission < b.submission; });
    return last == planned_.end() ? 0 : last->seed;
  }

  std::vector<std::string> arguments() const {
    std::vector<std::string> all = {"--backend", outcome_.run.backend, "--real", outcome_.run.real,
                                    "--for-student"};
    std::istringstream options(outcome_.run.options);
    for (std::string option; options >> option;) all.push_back(option);
    return all;
  }

  void handle_end(const JobEnd& end) {
    Work& work = work_[end.id];
    if (end.withdrawn) {
      --work.tries;
      left_.push_back(end.id);
      return;
    }
    BookedGrade grade;
    const std::string lab = planned_[work.planned.front()].lab;
    std::string cause = end.fault;
    try {
      grade = read_grade(read_bytes(end.json), lab);
      if (cause.empty()) cause = grade.cause;
    } catch (const std::exception& error) {
      if (cause.empty()) cause = std::string("cannot read the grade: ") + error.what();
    }
    if (!cause.empty()) require_disk_space();
    if (!cause.empty() && work.tries < 2) {
      left_.push_back(end.id);  // retried last: by then the cause may be gone
      return;
    }
    grade.lab = lab;
    grade.open = !cause.empty();
    grade.cause = cause;
    grade.seed = planned_[work.planned.front()].seed;
    grade.real = outcome_.run.real;
    outcome_.shared += work.planned.size() - 1;
    ++works_done_;
    record(work, std::move(grade), read_bytes(end.html));
  }

  /// A full disk would make every grade fail.
  void require_disk_space() const {
    constexpr std::uintmax_t least = 16 << 20;
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    if (request_.executor == "slurm" || error) return;  // nodes use their own folders
    const auto room = std::filesystem::space(folder, error);
    if (error || room.available >= least) return;
    throw GraderError(fmt::format("The temporary folder {} is full.", folder.string()),
                      "Free some space there, or set TMPDIR to another folder. Then continue with "
                      "--resume.");
  }

  /// Writes the reports before the gradebook, so that every grade in it has its reports.
  void record(const Work& work, BookedGrade grade, const std::string& page) {
    grade.grader_hash = grader_hash_;
    grade.tries = work.tries;
    grade.finished = time_stamp();
    grade.started = work.started.empty() ? grade.finished : work.started;
    std::vector<std::int64_t> submissions;
    std::vector<std::string> reports;
    for (const std::size_t i : work.planned) {
      write_reports(i, grade, page);
      submissions.push_back(planned_[i].submission);
      reports.push_back(planned_[i].report);
    }
    book_.add(outcome_.run.id, grade, submissions, reports);
    outcome_.given += work.planned.size();
    for (const std::size_t i : work.planned) {
      count(grade);
      const GradebookRow row = make_row(i, grade);
      if (events_.on_grade) events_.on_grade(row, state_);
    }
  }

  void write_reports(std::size_t planned, const BookedGrade& grade, const std::string& page) const {
    const auto path = request_.out / planned_[planned].report;
    std::error_code error;  // writing below reports the error
    std::filesystem::create_directories(path.parent_path(), error);
    try {
      if (!grade.json.empty())
        write_file_atomically(path.string() + ".json", students_json_text(grade.json));
      if (!page.empty())
        write_page(request_.out, make_row(planned, grade), request_.counting, page);
    } catch (const GraderError& failed) {
      throw GraderError(failed.what(), failed.advice() + " Then continue with --resume.");
    }
  }

  GradebookRow make_row(std::size_t planned, const BookedGrade& grade) const {
    const PlannedGrade& p = planned_[planned];
    GradebookRow row{0,
                     p.attempt.student,
                     p.submission,
                     p.content,
                     p.attempt.source,
                     p.attempt.submitted_at,
                     p.attempt.number,
                     p.attempt.late,
                     grade,
                     book_.comments(p.submission, p.lab)};
    row.grade.report = p.report;
    row.taken = p.attempt.taken;
    row.requests = book_.requests(p.submission, p.lab);
    return row;
  }

  void count(const BookedGrade& grade) {
    ++state_.done;
    if (grade.open) {
      ++state_.open;
    } else if (*grade.score + *grade.pending < *grade.max_score) {
      ++state_.failing;
    }
  }

  void report_progress() {
    if (works_done_ != estimated_at_) {  // estimate anew after each grade, count down between
      estimated_at_ = works_done_;
      const auto each = (Clock::now() - began_) / works_done_;
      end_ = Clock::now() + each * (work_.size() - works_done_);
    }
    state_.seconds_left =
        works_done_ == 0
            ? 0
            : std::max(0.0, std::chrono::duration<double>(end_ - Clock::now()).count());
    if (events_.on_state) events_.on_state(state_);
  }

  /// Writes the class's files from its current state.
  void finish(const Imported& imported) {
    const auto to_pairs = [](const std::vector<Unmatched>& list) {
      std::vector<std::pair<std::string, std::string>> pairs;
      for (const Unmatched& u : list) pairs.emplace_back(u.source, u.why);
      return pairs;
    };
    ClassFacts facts;
    facts.title = request_.title;
    facts.imported = book_.opened();
    facts.roster = std::move(roster_);
    facts.roster_teams = std::move(roster_teams_);
    for (const PlannedGrade& p : planned_)  // the site's groups
      if (!p.attempt.student.team.empty())
        for (Student& student : facts.roster)
          if (includes_student(p.attempt.student, student.id) &&
              student.team != p.attempt.student.team)
            facts.roster_teams.try_emplace(student.id,
                                           std::exchange(student.team, p.attempt.student.team));
    facts.unmatched = to_pairs(imported.unmatched);
    facts.left_out = to_pairs(imported.left_out);
    facts.remaining = outcome_.remaining;
    if (!regrades_stored()) book_.save_facts(facts);  // otherwise the facts of the last import stay
    const GradeHistory history(request_.out);
    outcome_.damaged = history.remark();
    const CountingRules rules = rules_for_class(request_.counting, history);
    outcome_.outdated_comments = outdated_comments(
        history, count_grades(grades_that_may_count(history, rules.counts), rules));
    outcome_.grades = class_grades(history, rules);
    const Present present = present_in(outcome_.grades);
    for (UnusableEntry& one : unresolved(history)) {
      const bool has_grade = is_graded(one.what, present);
      outcome_.unusable.push_back({std::move(one.what), has_grade});
    }
    outcome_.pages = write_class_files(request_.out, history, outcome_.grades, rules);
    outcome_.without_times = due_without_times(outcome_.grades, rules);
    const std::vector<BookEntry> latest = latest_grades(history.entries());
    outcome_.warnings = warning_of_maxima(latest, {request_.out}) + warning_of_future(latest) +
                        warning_of_names(rules) +
                        warning_of_strangers(latest, history.facts().roster);
  }

  const BatchRequest& request_;
  const BatchEvents& events_;
  FolderLock lock_;
  Gradebook book_;
  std::unique_ptr<Executor> executor_;
  std::string grader_hash_;
  std::vector<Student> roster_;  // the latest known class list
  std::map<std::string, std::string> roster_teams_;
  std::vector<PlannedGrade> planned_;
  std::vector<Work> work_;
  std::map<Key, std::size_t> work_by_key_;
  std::deque<std::size_t> left_;  // indices into work_
  std::size_t works_done_ = 0, estimated_at_ = 0;
  BatchState state_;
  BatchOutcome outcome_;
  Clock::time_point began_, end_;  // end_ is an estimate
};

}  // namespace

BatchOutcome run_batch(const BatchRequest& request, const BatchEvents& events) {
  return Batch(request, events).run();
}

}  // namespace warpgrade
