// A gradebook, read: every grade that was given, and which one of each is the latest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gradebook/gradebook.h"
#include "gradebook/hand_in.h"
#include "gradebook/health.h"
#include "gradebook/sqlite.h"

namespace warpgrade {

struct BookEntry {
  std::int64_t run = 0;
  std::size_t book = 0;     // which, where several are read
  std::string seen;         // when its submission was last imported
  std::string options;      // of its run
  GradebookRow row;         // without its JSON
  bool reassigned = false;  // later the same hand-in was found to be somebody else's, or nobody's
};

/// An attempt of which no grade was ever given: the batch was stopped, or ended.
struct WaitingAttempt {
  Attempt attempt;  // without a folder
  std::int64_t submission = 0;
  std::string content, seen;
};

class GradeHistory {
 public:
  /// `folder`: --out of a batch. `book` is noted in the entries. UsageError: no gradebook there.
  explicit GradeHistory(const std::filesystem::path& folder, std::size_t book = 0);

  /// All grades, in the order in which they were given. Those of which the latest is damaged are
  /// not among them.
  const std::vector<BookEntry>& entries() const { return entries_; }

  const std::vector<DamagedGrade>& damaged() const { return damaged_; }
  /// Which those are, and what to do; or "".
  std::string remark() const;

  const ClassFacts& facts() const { return facts_; }
  const std::vector<UnusableEntry>& unusable() const { return unusable_; }
  const std::vector<WaitingAttempt>& waiting() const { return waiting_; }
  GradingRun last_run() const;  // of nothing where there is none

  /// The whole grade, or "" where nothing was graded.
  std::string json(std::int64_t id) const;

 private:
  void take(BookEntry entry, const KeptSums& kept);
  void add_hand_ins();
  void add_comments();
  void find_reassigned();
  void find_waiting();

  Database database_;
  std::vector<BookEntry> entries_;
  std::vector<UnusableEntry> unusable_;
  std::vector<WaitingAttempt> waiting_;
  std::vector<DamagedGrade> damaged_;
  ClassFacts facts_;
};

/// What stands now: of each student and lab the attempts that were imported last, and of each of
/// them the grade that was given last. In the order of `entries`.
std::vector<BookEntry> latest_grades(const std::vector<BookEntry>& entries);

/// The same with attempts of earlier imports, which stand in for nothing and may still be the best.
/// What an instructor decided counts until something is handed in after it.
std::vector<BookEntry> grades_of_all_attempts(const std::vector<BookEntry>& entries);

/// Hand-ins that nobody can grade, of which an instructor should know: nothing usable came after
/// them, and nobody took a file or gave points.
std::vector<UnusableEntry> unresolved(const GradeHistory& history);

}  // namespace warpgrade
