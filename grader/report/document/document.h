// The content of a report as data: made once per grade, displayed in a terminal and as a page.
// Independent of indentation, colors and markup. It points into the grade.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/compiler_message.h"
#include "model/result.h"
#include "report/document/bugs.h"
#include "report/document/case_groups.h"
#include "report/document/earnings.h"
#include "report/document/kernel_facts.h"
#include "report/document/next_step.h"
#include "report/document/open_points.h"
#include "report/document/task_status.h"
#include "report/style.h"

namespace warpgrade {

/// A task's status at a glance.
struct StatusBadge {
  std::string_view sign, ascii, word;
  Tone tone = Tone::plain;
};

struct ShownFinding {
  std::size_t index;  // in the task's findings
  const Finding* finding;
  std::string_view elsewhere;  // for right values: why they do not excuse it; may be empty
};

struct TaskPart {
  const TaskResult* task = nullptr;
  TaskStatus status = TaskStatus::open;
  StatusBadge badge = {};
  std::string_view headline;  // of a task that is wrong: its verdict, or what the check found
  std::size_t right = 0;      // number of right cases
  std::vector<ShownFinding> errors, advice;
  std::vector<CaseGroup> failing;
  std::vector<Bug> bugs;  // root cause first; a complete fix's mistakes appear once
  std::optional<Fix> fix;
  std::string evidence;  // its consequences in one line; may be empty
  std::string untried;   // note that not all fixes were tried; may be empty
  std::vector<Earning> check, efficiency, speed;
  std::vector<KernelPart> kernels;
  std::optional<KernelResources> most;  // maximum over all kernels
  std::string resources;                // of all kernels in one line

  bool written() const { return status != TaskStatus::not_started; }
  /// The number of errors that are the student's fault.
  std::size_t faults() const;
};

struct Document {
  std::string title, graded_on;
  std::vector<CompilerMessage> compiler;
  std::vector<TaskPart> tasks;
  std::string unchanged;     // tasks that were not regraded, and since when; may be empty
  std::vector<Remark> open;  // points that could not be decided
  NextStep next;
  Points score, pending, unwritten, lost;  // these add up to all points
};

TaskPart make_task_part(const GradeResult& grade, const TaskResult& task);
Document make_document(const GradeResult& grade);

}  // namespace warpgrade
