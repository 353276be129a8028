// One task in the terminal report: a line, and below it what is wrong.
#pragma once

#include <vector>

#include "model/result.h"
#include "report/document/document.h"
#include "report/findings_block.h"
#include "report/page.h"

namespace warpgrade {

/// Widths that all tasks of a report share, so that their columns line up.
struct Columns {
  int entry = 0, title = 0, points = 0, max_points = 0;
};

Columns columns_for(const std::vector<TaskPart>& parts, const Style& style);

/// `shown_above`: the task's detail was told already for all tasks (it does not compile).
void add_task(Page& page, const TaskPart& part, const Columns& columns, bool shown_above,
              const Sources& sources, Named& named);

/// Of a task that is graded on the CPU engine: which cases took long there.
void add_slow_cases(Page& page, const TaskResult& task);

}  // namespace warpgrade
