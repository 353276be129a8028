// `warpgrade rubric`: lists the rubric's items and the comments that use them, and applies changes
// to all of these.
#include <fmt/format.h>

#include "base/fault.h"
#include "base/text.h"
#include "batch/rubric_change.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"

namespace warpgrade {
namespace {

std::string points_words(const std::optional<Points>& points) {
  return points ? signed_text(*points) : "0";
}

std::string item_line(const ItemState& item) {
  const std::optional<Points>& points = item.kept ? item.kept->points : item.defined->points;
  std::string text =
      fmt::format("{:>6}  {} {}, {}: {}", points_words(points), item.lab, item.name,
                  many(item.given, "hand-in"), item.kept ? item.kept->text : item.defined->text);
  if (!item.defined) return text + "\n        not in the course file";
  if (item.kept && is_changed(*item.kept, *item.defined))
    text += fmt::format("\n        in the course file: {}  {}", points_words(item.defined->points),
                        item.defined->text);
  return text;
}

}  // namespace

int rubric_command(const RubricCommand& command) {
  const GradeHistory history(command.out);
  std::map<std::string, RubricEntries> defined;
  if (command.course != nullptr)
    for (const auto& [lab, of] : command.course->labs) defined[lab] = of.rubric;
  const std::vector<ItemState> items = compare_rubric(history, defined);
  std::size_t changed = 0, given = 0;
  for (const ItemState& item : items) {
    print_line(item_line(item));
    if (!item.kept || !item.defined || !is_changed(*item.kept, *item.defined)) continue;
    ++changed;
    given += item.given;
  }
  if (items.empty()) print_line("The rubric is empty: docs/course.md shows how to define items.");
  if (changed == 0) return full_marks;
  if (!command.apply) {
    print_line(fmt::format("{} changed. `warpgrade rubric --apply` changes {} in {}.",
                           many(changed, "item"), changed == 1 ? "it" : "them",
                           many(given, "hand-in")));
    return points_lost;
  }
  change_rubric(command.out, items, grader_name(command.course, command.author),
                command.course->counting);
  print_line(fmt::format("{} changed in {}.", many(changed, "item"), many(given, "hand-in")));
  return full_marks;
}

}  // namespace warpgrade
