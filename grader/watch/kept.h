// The last results of all tasks, each still right for the source as it is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/result.h"
#include "watch/work_files.h"

namespace warpgrade::watch {

class Kept {
 public:
  /// `tasks`: all that are watched, in the lab's order.
  Kept(std::string main_file, std::vector<std::string> tasks)
      : main_file_(std::move(main_file)), tasks_(std::move(tasks)) {}

  /// The tasks whose kept results say nothing of `now`: their functions changed, or what was found
  /// in them stands in other lines.
  std::vector<std::string> stale(const Texts& now) const;

  /// `of_some` is a grade of those tasks, of the source `now`. What it does not hold is kept. A
  /// file that does not compile is told, and nothing is forgotten: mended, it may be as before.
  void add(const GradeResult& of_some, const Texts& now);

  /// `now` differs from what is kept in nothing that counts.
  void move_to(const Texts& now);

  /// The same without keeping it: for what is known of a grade that goes on.
  GradeResult with(const GradeResult& of_some, const Texts& now) const;

  /// All that is known; nothing before the first result.
  const std::optional<GradeResult>& shown() const { return shown_; }

 private:
  GradeResult merged(const GradeResult& of_some, const Texts& now) const;

  std::string main_file_;
  std::vector<std::string> tasks_;
  std::optional<GradeResult> whole_;  // as of texts_
  Texts texts_;
  std::optional<GradeResult> shown_;
};

/// True where the file itself does not compile, whatever task was asked for.
bool is_broken(const GradeResult& grade);

}  // namespace warpgrade::watch
