#include "export/grading_sheet.h"

#include "import/csv.h"

namespace warpgrade {

std::string grading_sheet(const std::vector<CountedGrade>& grades,
                          const std::set<std::string>& items, bool is_anonymous,
                          const std::function<std::string(const Student&)>& display_name) {
  std::vector<std::string> header = {"student"};
  if (!is_anonymous) header.push_back("name");
  for (const char* column : {"lab", "attempt", "score", "max", "points", "text"})
    header.emplace_back(column);
  header.insert(header.end(), items.begin(), items.end());
  std::string sheet = csv_line(header);
  for (const CountedGrade& g : grades) {
    const bool is_graded = g.state != CountedGrade::State::unusable;
    const Student& student = is_graded ? g.entry.row.student : g.student;
    if (student.id != g.student.id) continue;  // the line of the group is its first member's
    std::vector<std::string> line = {display_name(student)};
    if (!is_anonymous) line.push_back(people_text(student));
    line.push_back(g.lab);
    line.push_back(is_graded ? std::to_string(g.entry.row.attempt) : "");
    line.push_back(has_points(g) ? g.points.text() : "");
    line.push_back(has_points(g) ? g.max_points.text() : "");
    line.resize(header.size());
    sheet += csv_line(line);
  }
  return sheet;
}

}  // namespace warpgrade
