#include "export/grades_csv.h"

#include <algorithm>

#include "import/csv.h"

namespace warpgrade {

std::string comments_text(const std::vector<Comment>& comments) {
  std::string text;
  for (const Comment& c : comments) {
    text += text.empty() ? "" : "; ";
    if (const std::string place = comment_place(c); !place.empty()) text += place + ": ";
    text += c.text;
    if (c.points) text += " [" + signed_text(*c.points) + "]";
    text += " (" + c.author + ")";
  }
  return text;
}

std::string team_text(const Student& student) {
  if (student.others.empty()) return "";
  if (!student.team.empty()) return student.team;
  std::string text = student.id;
  for (const std::string& other : student.others) text += " + " + other;
  return text;
}

std::string grades_csv(const std::vector<GradebookRow>& grades,
                       const std::vector<Ungraded>& without, const CountingRules& rules) {
  std::string text =
      csv_line({"student", "name", "lab", "attempt", "score", "max", "pending", "verdicts", "late",
                "machine", "seed", "state", "cause", "by_hand", "comments", "penalty", "team"});
  for (const GradebookRow& row : grades) {
    const BookedGrade& g = row.grade;
    // An open grade has no points, even if some were computed.
    const auto points = [&](const std::optional<Points>& p) {
      return p && !g.open ? p->text() : std::string{};
    };
    // Points by hand are limited to the lab's points; pending points fit into the rest.
    std::optional<Points> score = g.score, pending = g.pending;
    Points by_hand;
    if (score && g.max_score) {
      score = with_points_by_hand(*g.score, points_by_hand(row.comments), *g.max_score);
      by_hand = *score - *g.score;
      if (pending && by_hand > Points{}) pending = std::min(*pending, *g.max_score - *score);
    }
    const auto line = [&](const Student& member) {
      const Points penalty = late_cost(row, member, rules);
      text += csv_line({member.id, member.name, g.lab, std::to_string(row.attempt), points(score),
                        points(g.max_score), points(pending), g.verdicts,
                        find_lateness(member, row, rules).days > 0 ? "late" : "", g.machine,
                        std::to_string(g.seed), g.open ? "open" : "graded",
                        g.open ? g.cause : instructor_decision(row),
                        by_hand == Points{} ? "" : by_hand.text(), comments_text(row.comments),
                        penalty == Points{} ? "" : penalty.text(), team_text(row.student)});
    };
    line(row.student);
    for (const Student& other : other_members(row.student)) line(other);
  }
  for (const Ungraded& one : without)
    text += csv_line({one.student.id, one.student.name, one.lab, "", "", "", "", "", "", "", "",
                      state_name(one), one.why, "", "", "", one.student.team});
  return text;
}

}  // namespace warpgrade
