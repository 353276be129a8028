// All grades ever given, in one SQLite file. Nothing in it is overwritten.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gradebook/class_facts.h"
#include "gradebook/comment.h"
#include "gradebook/regrade_request.h"
#include "gradebook/rubric.h"
#include "gradebook/sqlite.h"
#include "import/submission.h"
#include "score/points.h"

namespace warpgrade {

/// One grading of a class. All grades use the same seed and settings, also after --resume.
struct GradingRun {
  std::int64_t id = 0;
  std::string started;
  std::uint64_t seed = 0;
  std::string backend;  // as requested: auto, cpu, cuda
  std::string real;     // float, double
  std::string options;  // further options of `warpgrade grade`, separated by blanks
};

/// One lab of one submission.
struct BookedGrade {
  std::string lab;
  bool open = false;  // no valid grade, not the student's fault
  std::string cause;  // why the grade is open; or ""
  std::string grader, grader_hash;
  std::string backend, machine, real;
  std::uint64_t seed = 0;
  std::optional<Points> score, max_score, pending;  // unset if nothing was graded
  std::string verdicts;                             // "TASK:VERDICT TASK:VERDICT"
  std::string json;                                 // the full grade; or ""
  std::string report;                               // path in --out, without extension
  int tries = 1;
  std::string started, finished;
};

/// The `backend` of a grade whose points all come from an instructor.
inline constexpr const char* by_hand_backend = "by hand";
inline bool is_by_hand(const BookedGrade& grade) { return grade.backend == by_hand_backend; }

/// A grade with its student and submission.
struct GradebookRow {
  std::int64_t id = 0;  // of the grade
  Student student;
  std::int64_t submission = 0;
  std::string content, source, submitted_at;
  int attempt = 1;
  bool late = false;
  BookedGrade grade;
  std::vector<Comment> comments = {};  // an instructor's comments on this attempt at this lab
  std::string taken = {};              // as in Attempt
  std::vector<RegradeRequest> requests = {};  // for this attempt at this lab
};

/// The grader's points of a grade that is not open, before points by hand; for a grade by hand, the
/// points by hand.
Points graded_points(const GradebookRow& row);

/// Every call that returns has written its changes to disk. A killed call leaves no changes. All
/// failures are GraderErrors.
class Gradebook {
 public:
  /// Opens the file, upgrades it to this version's tables, or creates it, readable by its owner
  /// only. GraderError: it is damaged or empty, or it is missing although a batch's other files
  /// exist.
  explicit Gradebook(const std::filesystem::path& file);

  GradingRun begin_run(GradingRun run);  // with its id and time
  std::optional<GradingRun> last_run() const;

  struct KnownAttempt {
    int number;
    std::string source, content;
  };
  /// A student's submissions that are known, by number.
  std::vector<KnownAttempt> known_attempts(const std::string& student) const;

  /// Returns the id of the submission, which is created if needed. `content`: the hash of its
  /// files. Updates the student's data.
  std::int64_t submission(const Attempt& attempt, const std::string& content);

  /// The same for many submissions in one transaction, because each separate one takes
  /// milliseconds.
  std::vector<std::int64_t> submissions(
      const std::vector<std::pair<const Attempt*, std::string>>& attempts);

  /// Stores ungradable hand-ins, so that their students are not reported as absent.
  void add_unusable(const std::vector<Unusable>& all);

  /// Earlier hand-ins from these sources for these labs no longer belong to any student.
  void disown(const std::vector<std::string>& sources, const std::vector<std::string>& labs);

  /// Adds a grade of 0 points to the last run, for points by hand. Returns its submission's id.
  std::int64_t grade_by_hand(const Student& student, const std::string& lab, Points most);

  /// The wave decides the inputs. Submissions entered before the last wave got a grade belong to
  /// that wave; later ones start a new wave. So nobody can hand in after reading a report for the
  /// same inputs. A damaged row gets a wave of its own, below 0.
  std::int64_t wave(std::int64_t submission) const;

  /// Adds all or none. All entries share the JSON of the first.
  void add(std::int64_t run, const BookedGrade& grade, const std::vector<std::int64_t>& submissions,
           const std::vector<std::string>& reports);

  /// The last grade of each submission and lab, by student, lab and attempt. Without JSON, which
  /// may not fit into memory for a large class. Damaged grades are left out.
  std::vector<GradebookRow> grades(std::int64_t run) const;

  /// An instructor's comments on that submission's attempt at a lab. They survive a regrade.
  std::vector<Comment> comments(std::int64_t submission, const std::string& lab) const;
  std::int64_t comment(Comment comment);  // sets its time; returns its id
  void withdraw(std::int64_t comment, const std::string& author);

  Rubric rubric() const { return load_rubric(database_); }
  void save_item(RubricItem item);  // sets its time

  std::vector<RegradeRequest> requests(std::int64_t submission, const std::string& lab) const;
  std::int64_t request(const RegradeRequest& request);  // returns its id
  void answer(RegradeRequest request);                  // sets its time

  /// A secret random text for `purpose`, created on first use.
  std::string secret(const std::string& purpose);

  void save_facts(const ClassFacts& facts);
  ClassFacts facts() const { return load_facts(database_); }
  const std::string& opened() const { return opened_; }

  /// The JSON of a grade; or "".
  std::string json(const GradebookRow& row) const;

 private:
  /// A row with the data that its checksum covers.
  GradebookRow make_row(std::int64_t submission, const BookedGrade& grade,
                        const std::string& report) const;

  Database database_;
  std::string opened_;  // when it was opened; everything this import adds was seen then
};

/// The most recent run.
std::optional<GradingRun> last_run_in(const Database& database);

/// The current time in UTC: "2026-03-01T12:00:00Z".
std::string time_stamp();

}  // namespace warpgrade
