// Reads a gradebook: all grades ever given, and which of them are the latest.
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
  std::size_t book = 0;     // its index if several gradebooks are read
  std::string seen;         // time of the submission's last import
  std::string options;      // options of its run
  GradebookRow row;         // without JSON
  bool reassigned = false;  // a later import assigned the hand-in to somebody else or nobody
};

/// An attempt without any grade: the batch was stopped, or failed.
struct WaitingAttempt {
  Attempt attempt;  // without a folder
  std::int64_t submission = 0;
  std::string content, seen;
};

class GradeHistory {
 public:
  /// `folder`: --out of a batch. `book` is stored in the entries. UsageError: there is no
  /// gradebook.
  explicit GradeHistory(const std::filesystem::path& folder, std::size_t book = 0);

  /// All grades, in the order in which they were given. If the latest grade of an attempt is
  /// damaged, none of its grades is included.
  const std::vector<BookEntry>& entries() const { return entries_; }

  const std::vector<DamagedGrade>& damaged() const { return damaged_; }
  /// Lists the damaged grades and the remedy; or "".
  std::string remark() const;

  const ClassFacts& facts() const { return facts_; }
  const std::vector<UnusableEntry>& unusable() const { return unusable_; }
  const std::vector<WaitingAttempt>& waiting() const { return waiting_; }
  /// Who added and withdrew which comments.
  std::vector<CommentEvent> comment_log() const { return load_comment_log(database_); }
  /// Every definition and change of a rubric item, in order.
  std::vector<RubricItem> item_versions() const { return load_item_versions(database_); }
  /// The secret text for `purpose`; "" if none was drawn yet.
  std::string secret(const std::string& purpose) const;
  GradingRun last_run() const;  // default values if there is none

  /// The full JSON of the grade; "" if nothing was graded.
  std::string json(std::int64_t id) const;

 private:
  void add_entry(BookEntry entry, const StoredChecksums& kept);
  void add_hand_ins();
  void add_teams();
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

/// The current grades: the last grade of each attempt in each student's last import for a lab.
/// Keeps the order of `entries`.
std::vector<BookEntry> latest_grades(const std::vector<BookEntry>& entries);

/// The same plus attempts of earlier imports that were not replaced and may still be the best. An
/// instructor's decision counts until a later hand-in.
std::vector<BookEntry> grades_of_all_attempts(const std::vector<BookEntry>& entries);

/// Ungradable hand-ins that need an instructor: nothing usable came later, no file was chosen and
/// no points were given by hand.
std::vector<UnusableEntry> unresolved(const GradeHistory& history);

}  // namespace warpgrade
