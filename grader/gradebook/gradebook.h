// Every grade that was ever given, in one SQLite file. Nothing in it is overwritten.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gradebook/class_facts.h"
#include "gradebook/comment.h"
#include "gradebook/sqlite.h"
#include "import/submission.h"
#include "score/points.h"

namespace warpgrade {

/// One grading of a class: everybody gets the same seed and settings, also after --resume.
struct GradingRun {
  std::int64_t id = 0;
  std::string started;
  std::uint64_t seed = 0;
  std::string backend;  // as asked for: auto, cpu, cuda
  std::string real;     // float, double
  std::string options;  // further ones of `warpgrade grade`, separated by blanks
};

/// One lab of one submission.
struct BookedGrade {
  std::string lab;
  bool open = false;  // no grade that counts, by no fault of the student
  std::string cause;  // why; or ""
  std::string grader, grader_hash;
  std::string backend, machine, real;
  std::uint64_t seed = 0;
  std::optional<Points> score, max_score, pending;  // nothing where nothing was graded
  std::string verdicts;                             // "TASK:VERDICT TASK:VERDICT"
  std::string json;                                 // the whole grade; or ""
  std::string report;                               // below --out, without its ending
  int tries = 1;
  std::string started, finished;
};

/// What such a grade has for a backend: its points are an instructor's, none are the grader's.
inline constexpr const char* by_hand_backend = "by hand";
inline bool is_by_hand(const BookedGrade& grade) { return grade.backend == by_hand_backend; }

/// A grade with whose it is.
struct GradebookRow {
  std::int64_t id = 0;  // of the grade
  Student student;
  std::int64_t submission = 0;
  std::string content, source, submitted_at;
  int attempt = 1;
  bool late = false;
  BookedGrade grade;
  std::vector<Comment> comments = {};  // an instructor's, about this attempt at this lab
  std::string taken = {};              // as in Attempt
};

/// The points of a grade that is not open, before those by hand are added; of a grade by hand
/// these.
Points graded_points(const GradebookRow& row);

/// Every call that returns has its changes on the disk; a call that is killed leaves none of them.
/// All trouble is a GraderError.
class Gradebook {
 public:
  /// Opens it, brings it to this version's tables, or makes it, for its owner alone. One that is
  /// damaged, empty, or gone from beside what was written with it is a GraderError.
  explicit Gradebook(const std::filesystem::path& file);

  GradingRun begin_run(GradingRun run);  // with its id and time
  std::optional<GradingRun> last_run() const;

  /// The submission's number: the one it has, or a new one. `content`: the hash of its files. The
  /// student's data become the latest.
  std::int64_t submission(const Attempt& attempt, const std::string& content);

  /// Likewise for many, all or none: each change that goes to the disk by itself takes
  /// milliseconds.
  std::vector<std::int64_t> submissions(
      const std::vector<std::pair<const Attempt*, std::string>>& attempts);

  /// What nobody can grade is kept, too: its students did not hand in nothing.
  void enter(const std::vector<Unusable>& all);

  /// What earlier imports found of these sources for these labs belongs to nobody any more.
  void disown(const std::vector<std::string>& sources, const std::vector<std::string>& labs);

  /// A grade of 0 points in the last run, to which an instructor's points are added. Returns its
  /// submission.
  std::int64_t grade_by_hand(const Student& student, const std::string& lab, Points most);

  /// What its inputs are drawn for. All that is entered before a grade of the last wave was given
  /// belongs to it; what comes later is a new wave. So nobody who has read a report can hand in
  /// for the inputs that stand there. Where the row is damaged, a wave of its own, below 0.
  std::int64_t wave_of(std::int64_t submission) const;

  /// All or none. Those after the first share its JSON.
  void add(std::int64_t run, const BookedGrade& grade, const std::vector<std::int64_t>& submissions,
           const std::vector<std::string>& reports);

  /// What counts: of each submission and lab the last grade, by student, lab and attempt. Without
  /// their JSON, which for a large class is more than fits into memory. A damaged one is left out,
  /// as if it had not been given.
  std::vector<GradebookRow> grades(std::int64_t run) const;

  /// An instructor's word about that submission's attempt at a lab; they survive every regrade.
  std::vector<Comment> comments(std::int64_t submission, const std::string& lab) const;
  std::int64_t comment(Comment comment);  // with its time; returns its id
  void withdraw(std::int64_t comment, const std::string& author);

  /// A random text that nobody is told, for `purpose`; the same one from now on.
  std::string secret(const std::string& purpose);

  void keep(const ClassFacts& facts);
  const std::string& opened() const { return opened_; }

  /// The JSON of one of them; "" where there is none.
  std::string json_of(const GradebookRow& row) const;

 private:
  /// With what its checksum covers.
  GradebookRow row_of(std::int64_t submission, const BookedGrade& grade,
                      const std::string& report) const;

  Database database_;
  std::string opened_;  // when: all that one import enters was seen then
};

/// The run that was begun last.
std::optional<GradingRun> last_run_in(const Database& database);

/// Now, in UTC: "2026-03-01T12:00:00Z".
std::string time_stamp();

}  // namespace warpgrade
