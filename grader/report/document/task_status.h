// The status of a task from the student's point of view.
#pragma once

#include "model/result.h"

namespace warpgrade {

enum class TaskStatus {
  full,          // right, no points lost (speed may be pending)
  partly,        // right, but points are lost (for speed, for a clean check)
  not_started,   // the function is empty or missing
  failed,        // the student's fault
  open,          // needs another device, or was too noisy
  grader_error,  // the grader or the machine failed
};

TaskStatus task_status(const TaskResult& task);

/// The verdict's name in tables; "not-written" if the task is not started.
std::string table_verdict(const TaskResult& task);

inline Points lost(const TaskResult& task) { return task.max_points - task.points - task.pending; }

/// Points of tasks that are not started: neither earned nor lost by a mistake.
Points not_written(const GradeResult& grade);

/// Whether nothing is earned, and every task is not started (or needs another device).
bool is_untouched(const GradeResult& grade);

/// The file that the student edits, relative to the current folder.
std::string file_to_edit(const GradeResult& grade);

/// "1 point", "12.5 points".
std::string points_in_words(Points points);

}  // namespace warpgrade
