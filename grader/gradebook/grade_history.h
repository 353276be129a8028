// A gradebook, read: every grade that was given, and which one of each is the latest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gradebook/gradebook.h"
#include "gradebook/health.h"
#include "gradebook/sqlite.h"

namespace warpgrade {

struct BookEntry {
  std::int64_t run = 0;
  std::size_t book = 0;  // which, where several are read
  std::string seen;      // when its submission was last imported
  std::string options;   // of its run
  GradebookRow row;      // without its JSON
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
  GradingRun last_run() const;  // of nothing where there is none

  /// The whole grade, or "" where nothing was graded.
  std::string json(std::int64_t id) const;

 private:
  void take(BookEntry entry, const KeptSums& kept);

  Database database_;
  std::vector<BookEntry> entries_;
  std::vector<DamagedGrade> damaged_;
  ClassFacts facts_;
};

/// What stands now: of each student and lab the attempts that were imported last, and of each of
/// them the grade that was given last. In the order of `entries`.
std::vector<BookEntry> latest_grades(const std::vector<BookEntry>& entries);

}  // namespace warpgrade
