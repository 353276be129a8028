// `warpgrade numbers`: a class's statistics as page, table and JSON.
#include <fmt/format.h>

#include <algorithm>

#include "base/fault.h"
#include "cli/output_file.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "export/numbers.h"

namespace warpgrade {

int numbers_command(const NumbersCommand& command) {
  require_documents({{"--out", command.page}, {"--csv", command.csv}, {"--json", command.json}});
  const GradeHistory history(command.from);
  const CountingRules rules = rules_for_class(command.counting, history);
  std::vector<CountedGrade> grades =
      count_grades(grades_that_may_count(history, rules.counts), rules);
  std::erase_if(grades, [&](const CountedGrade& g) {
    return !command.labs.empty() &&
           std::find(command.labs.begin(), command.labs.end(), g.lab) == command.labs.end();
  });
  ClassNumbers numbers =
      class_numbers(grades, rules, [&](const BookEntry& e) { return history.json(e.row.id); });
  if (numbers.rows.empty())
    throw UsageError("There are no grades to compute numbers from.",
                     "Grade first: warpgrade batch.");
  numbers.title = history.facts().title;
  write_document(command.page, numbers_page(numbers));
  write_document(command.csv, numbers_csv(numbers));
  write_document(command.json, numbers_json(numbers));
  std::string lab;
  for (const NumbersRow& row : numbers.rows) {
    if (row.kind == "lab")
      print_line(fmt::format("{}: {} grades, mean {:.0f} %, median {:.0f} %, deviation {:.0f} %",
                             row.lab, row.grades, 100 * row.mean, 100 * row.median,
                             100 * row.deviation));
    if (row.kind == "task")
      print_line(fmt::format(
          "  {}: mean {:.0f} %{}", row.task, 100 * row.mean,
          row.discrimination ? fmt::format(", discrimination {:.2f}", *row.discrimination) : ""));
    if (row.kind == "case" && row.lab != lab && row.lost > 0) {
      lab = row.lab;
      print_line(fmt::format("  {} {} costs most: {:.1f} points", row.task, row.name, row.lost));
    }
  }
  return full_marks;
}

}  // namespace warpgrade
