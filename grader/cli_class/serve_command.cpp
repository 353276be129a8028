#include <exception>
#include <memory>

#include "batch/serve_grades.h"
#include "cli/interrupt.h"
#include "cli_class/commands.h"

namespace warpgrade {

int serve_command(const GradeCommand& command, bool share,
                  const std::function<int(const std::function<int()>&)>& report_errors) {
  std::unique_ptr<SharedByGrades> shared;
  GradeMaker maker;
  maker.prepare = [&] {
    if (!share) return;
    try {
      shared.reset(new SharedByGrades{Preparation(command.request),
                                      Sandbox(command.request.root, command.sandbox)});
      if (command.sandbox && !shared->sandbox.isolates()) shared.reset();
    } catch (const std::exception&) {  // each grade fails in the same way and reports it
      shared.reset();
    }
  };
  maker.grade = [&](const GradeOrder& order) {
    handle_interrupts();  // fork() does not copy the signal thread
    GradeCommand one = command;
    one.request.submission = order.submission;
    one.json = order.json;
    one.html = order.html;
    one.request.seed = order.seed;
    // The preparation is only valid for problems of one seed.
    const bool ready = command.request.seed == one.request.seed;
    return report_errors([&] { return grade_command(one, ready ? shared.get() : nullptr); });
  };
  serve_grades(maker);
  return full_marks;
}

}  // namespace warpgrade
