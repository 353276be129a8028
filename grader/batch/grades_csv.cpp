#include "batch/grades_csv.h"

namespace warpgrade {
namespace {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += csv_field(field) + ',';
  line.back() = '\n';
  return line;
}

}  // namespace

std::string grades_csv(const std::vector<GradebookRow>& grades) {
  std::string text = csv_line({"student", "name", "lab", "attempt", "score", "max", "pending",
                               "verdicts", "late", "machine", "seed", "state", "cause"});
  for (const GradebookRow& row : grades) {
    const BookedGrade& g = row.grade;
    // What is open has no grade yet, whatever came out of it.
    const auto points = [&](const std::optional<Points>& p) {
      return p && !g.open ? p->text() : std::string{};
    };
    const auto line = [&](const std::string& id, const std::string& name) {
      text += csv_line({id, name, g.lab, std::to_string(row.attempt), points(g.score),
                        points(g.max_score), points(g.pending), g.verdicts, row.late ? "late" : "",
                        g.machine, std::to_string(g.seed), g.open ? "open" : "graded", g.cause});
    };
    line(row.student.id, row.student.name);
    for (const std::string& other : row.student.others) line(other, "");
  }
  return text;
}

}  // namespace warpgrade
