// What a report says, as data: made once of a grade, and shown in a terminal and as a page. Nothing
// here knows of indents, colours or markup. It points into the grade.
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
#include "report/document/standing.h"
#include "report/style.h"

namespace warpgrade {

/// A standing at one glance.
struct StatusBadge {
  std::string_view sign, ascii, word;
  Tone tone = Tone::plain;
};

struct ShownFinding {
  std::size_t index;  // in the task's findings
  const Finding* finding;
  std::string_view elsewhere;  // where the values are right: why that is no comfort; or ""
};

struct TaskPart {
  const TaskResult* task = nullptr;
  TaskStatus status = TaskStatus::open;
  StatusBadge badge = {};
  std::size_t right = 0;  // cases
  std::vector<ShownFinding> errors, advice;
  std::vector<CaseGroup> failing;
  std::vector<Bug> bugs;  // what is wrong, the root first; what a whole fix explains once
  std::optional<Fix> fix;
  std::string evidence;  // what follows from it, in a line; or ""
  std::string untried;   // that not all fixes were tried; or ""
  std::vector<Earning> check, efficiency, speed;
  std::vector<KernelPart> kernels;
  std::optional<KernelResources> most;  // that any of them uses
  std::string resources;                // of all of them, in a line

  bool written() const { return status != TaskStatus::not_started; }
  /// How many errors there are that are the student's.
  std::size_t faults() const;
};

struct Document {
  std::string title, graded_on;
  std::vector<CompilerMessage> compiler;
  std::vector<TaskPart> tasks;
  std::string unchanged;     // which tasks were not graded again, and since when; or ""
  std::vector<Remark> open;  // points that could not be decided
  NextStep next;
  Points score, pending, unwritten, lost;  // together all that there are
};

TaskPart make_task_part(const GradeResult& grade, const TaskResult& task);
Document make_document(const GradeResult& grade);

}  // namespace warpgrade
