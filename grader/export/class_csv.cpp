#include <string>
#include <vector>

#include "export/class_export.h"
#include "export/grades_csv.h"
#include "import/csv.h"

namespace warpgrade {
namespace {

struct CsvColumn {
  std::string name;
  std::string (*graded)(const CountedGrade& g);
  std::string (*absent)(const Ungraded& a) = [](const Ungraded&) { return std::string(); };
};

/// The points, if the grade has any.
std::string points_cell(const CountedGrade& g, Points points) {
  return has_points(g) ? points.text() : std::string();
}

const std::vector<CsvColumn> csv_columns = {
    {"student", [](const CountedGrade& g) { return g.student.id; },
     [](const Ungraded& a) { return a.student.id; }},
    {"name", [](const CountedGrade& g) { return g.student.name; },
     [](const Ungraded& a) { return a.student.name; }},
    {"email", [](const CountedGrade& g) { return g.student.email; },
     [](const Ungraded& a) { return a.student.email; }},
    {"login", [](const CountedGrade& g) { return g.student.login; },
     [](const Ungraded& a) { return a.student.login; }},
    {"section", [](const CountedGrade& g) { return g.student.section; },
     [](const Ungraded& a) { return a.student.section; }},
    {"lab", [](const CountedGrade& g) { return g.lab; }, [](const Ungraded& a) { return a.lab; }},
    {"state", [](const CountedGrade& g) { return state_name(g.state); },
     [](const Ungraded& a) { return state_name(a); }},
    {"points", [](const CountedGrade& g) { return points_cell(g, g.points); }},
    {"max", [](const CountedGrade& g) { return points_cell(g, g.max_points); }},
    {"pending", [](const CountedGrade& g) { return points_cell(g, g.pending); }},
    {"raw", [](const CountedGrade& g) { return points_cell(g, g.raw); }},
    {"penalty", [](const CountedGrade& g) { return points_cell(g, g.penalty); }},
    {"late", [](const CountedGrade& g) { return std::string(g.late ? "late" : ""); }},
    {"days_late",
     [](const CountedGrade& g) { return g.days_late > 0 ? std::to_string(g.days_late) : ""; }},
    {"attempt",
     [](const CountedGrade& g) {
       return g.attempts > 0 ? std::to_string(g.entry.row.attempt) : "";
     }},
    {"attempts",
     [](const CountedGrade& g) { return g.attempts > 0 ? std::to_string(g.attempts) : ""; }},
    {"submitted_at", [](const CountedGrade& g) { return g.entry.row.submitted_at; }},
    {"verdicts",
     [](const CountedGrade& g) { return has_points(g) ? g.entry.row.grade.verdicts : ""; }},
    {"why", [](const CountedGrade& g) { return g.why; }, [](const Ungraded& a) { return a.why; }},
    {"by_hand",
     [](const CountedGrade& g) { return g.by_hand == Points{} ? "" : g.by_hand.text(); }},
    {"comments", [](const CountedGrade& g) { return comments_text(g.entry.row.comments); }},
    {"late_days_used",
     [](const CountedGrade& g) { return g.free_days > 0 ? std::to_string(g.free_days) : ""; }},
    {"team", [](const CountedGrade& g) { return team_text(g.entry.row.student); },
     [](const Ungraded& a) { return a.student.team; }},
};

}  // namespace

std::string class_csv(const std::vector<CountedGrade>& grades,
                      const std::vector<Ungraded>& absent) {
  std::string text;
  const auto add_line = [&](const auto& cell) {
    std::vector<std::string> cells;
    for (const CsvColumn& column : csv_columns) cells.push_back(cell(column));
    text += csv_line(cells);
  };
  add_line([](const CsvColumn& column) { return column.name; });
  for (const CountedGrade& g : grades)
    add_line([&](const CsvColumn& column) { return column.graded(g); });
  for (const Ungraded& a : absent)
    add_line([&](const CsvColumn& column) { return column.absent(a); });
  return text;
}

}  // namespace warpgrade
