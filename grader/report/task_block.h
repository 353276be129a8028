// One task in the terminal report: a headline, and its mistakes below.
#pragma once

#include <vector>

#include "model/result.h"
#include "report/document/document.h"
#include "report/findings_block.h"
#include "report/page.h"

namespace warpgrade {

/// Column widths shared by all tasks of a report, for alignment.
struct Columns {
  int entry = 0, title = 0, points = 0, max_points = 0;
};

Columns columns_for(const std::vector<TaskPart>& parts, const Style& style);

/// `shown_above`: the task's detail was already shown for all tasks (it does not compile).
void add_task(Page& page, const TaskPart& part, const Columns& columns, bool shown_above,
              const Sources& sources, Named& named);

/// Lists the slow cases of a task graded on the CPU engine.
void add_slow_cases(Page& page, const TaskResult& task);

}  // namespace warpgrade
