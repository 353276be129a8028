// How a task stands, as its student would say it.
#pragma once

#include "model/result.h"

namespace warpgrade {

enum class TaskStatus {
  full,          // right, and nothing is lost (speed may still be pending)
  partly,        // right, and points are lost (for speed, for a clean check)
  not_started,   // the function is empty or not there
  failed,        // the student's fault
  open,          // needs another device, or was too noisy
  grader_error,  // the grader or the machine failed
};

TaskStatus task_status(const TaskResult& task);

/// Its verdict's name in tables; "not-written" where it is not started.
std::string table_verdict(const TaskResult& task);

inline Points lost(const TaskResult& task) { return task.max_points - task.points - task.pending; }

/// Points of what is not started: not earned, and not lost by a mistake.
Points not_written(const GradeResult& grade);

/// Nothing is earned, and every task is not started (or needs another device).
bool is_untouched(const GradeResult& grade);

/// The file that the student edits, as it can be reached from the current folder.
std::string file_to_edit(const GradeResult& grade);

/// "1 point", "12.5 points".
std::string points_in_words(Points points);

}  // namespace warpgrade
