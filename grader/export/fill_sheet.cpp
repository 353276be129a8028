#include "export/fill_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/fault.h"
#include "base/text.h"
#include "base/utf8.h"
#include "export/grades_csv.h"

namespace warpgrade {
namespace {

using State = CountedGrade::State;

/// The total of one student over several labs.
struct Total {
  Student student;
  double hundredths = 0;  // hundredths of a point, scaled to each lab's points
  std::string feedback;
  std::string held;    // why the cell must not be written; or ""
  std::string absent;  // labs without a hand-in
};

std::string lab_feedback(const CountedGrade& g) {
  std::string text = fmt::format("{}: {} of {}", g.lab, g.points.text(), g.max_points.text());
  std::string more = g.attempts > 1 ? fmt::format("attempt {}", g.entry.row.attempt) : "";
  const auto add = [&](const std::string& words) { more += (more.empty() ? "" : ", ") + words; };
  if (g.penalty > Points{}) {
    add(fmt::format("{} without {} for {} late", g.raw.text(), g.penalty.text(),
                    many(g.days_late - g.free_days, "day")));
  } else if (g.late) {
    add("late");
  }
  if (g.by_hand != Points{}) add(signed_text(g.by_hand) + " by hand");
  if (g.pending > Points{}) add(g.pending.text() + " pending");
  if (!more.empty()) text += " (" + more + ")";
  for (const std::string& words : {g.entry.row.grade.verdicts, comments_text(g.entry.row.comments)})
    if (!words.empty()) text += "; " + words;
  return text;
}

/// Adds one lab to a total.
void add_lab(Total& total, const CountedGrade& g, Points most, bool several,
             const FillRules& rules) {
  const auto in_lab = [&](const std::string& what) { return (several ? g.lab + ": " : "") + what; };
  const auto hold = [&](const std::string& why) {
    if (total.held.empty()) total.held = in_lab(why);
  };
  if (g.state == State::unusable) {
    if (!several || !rules.earned) return hold("not gradable: " + g.why);
    total.absent += (total.absent.empty() ? "" : ", ") + g.lab;
    return;
  }
  // A grade counts relative to its own maximum, whatever the lab's current points are.
  const bool scales =
      rules.scale == FillRules::Scale::sheet || rules.scale == FillRules::Scale::points;
  const double share = scales && g.max_points > Points{} ? most.value() / g.max_points.value() : 1;
  total.hundredths += static_cast<double>(g.points.hundredths()) * share;
  total.feedback += (total.feedback.empty() ? "" : "; ") + lab_feedback(g);
  if (g.state == State::pending && !rules.earned)
    hold(g.why + fmt::format("; --earned writes the {} earned", g.points.text()));
  else if (g.state != State::given && g.state != State::pending)
    hold(g.why);
}

std::vector<Total> add_up(const std::vector<CountedGrade>& grades,
                          const std::map<std::string, Points>& labs, const FillRules& rules) {
  std::map<std::string, std::map<std::string, const CountedGrade*>> people;
  for (const CountedGrade& g : grades) people[g.student.id][g.lab] = &g;
  std::vector<Total> totals;
  for (const auto& [id, of] : people) {
    Total total;
    total.student = of.begin()->second->student;
    for (const auto& [lab, most] : labs) {
      const auto found = of.find(lab);
      if (found == of.end())
        total.absent += (total.absent.empty() ? "" : ", ") + lab;
      else
        add_lab(total, *found->second, most, labs.size() > 1, rules);
    }
    totals.push_back(std::move(total));
  }
  return totals;
}

/// Finds the row by the grade's and the roster's data; if both find one, they must agree.
const Student* find_row(const Roster& sheet, const Roster& roster, const Student& who,
                        std::string& why) {
  std::vector<Student> spellings = {who};
  if (const Student* const known = roster.find(who).student) spellings.push_back(*known);
  const Student* found = nullptr;
  for (const Student& spelling : spellings) {
    const RosterMatch match = sheet.find(spelling);
    const bool differs = match.student != nullptr && found != nullptr && match.student != found;
    if (differs || !match.contradiction.empty()) {
      why = differs ? fmt::format("fits {}, but with the roster's data {}", id_and_name(*found),
                                  id_and_name(*match.student))
                    : match.why_none("the sheet");
      return nullptr;
    }
    if (match.student != nullptr)
      found = match.student;
    else if (why.empty() || !match.several.empty())
      why = match.why_none("the sheet");
  }
  return found;
}

/// Why a row that only the name fits may be another's: its id or address, or a namesake; or "".
std::string row_doubt(const Student& row, const Student& who, const Roster& class_list) {
  std::vector<std::string> ids = row.other_ids;
  ids.push_back(row.id);
  for (const std::string& id : ids) {
    Student with_id = row;
    with_id.id = id;
    const RosterMatch match = class_list.find(with_id);
    if (match.student != nullptr ? match.student->id != who.id
                                 : !match.several.empty() || !match.contradiction.empty())
      return match.student != nullptr ? "is that of " + id_and_name(*match.student)
                                      : match.why_none("the class");
  }
  return "";
}

/// The points of each lab: the largest maximum of its grades. UsageError: the maxima differ, and no
/// scale was chosen.
std::map<std::string, Points> max_points_by_lab(const std::vector<CountedGrade>& grades,
                                                const FillRules& rules) {
  std::map<std::string, Points> labs;
  for (const CountedGrade& g : grades) {
    Points& most = labs[g.lab];
    if (g.max_points == Points{}) continue;  // unusable grades have no points
    if (rules.scale == FillRules::Scale::same && most != Points{} && most != g.max_points)
      throw UsageError(
          fmt::format("The grades of {} have different maximum points: {} and {}.", g.lab,
                      std::min(most, g.max_points).text(), std::max(most, g.max_points).text()),
          "--scale sheet scales each to the column's points by its own maximum.");
    most = std::max(most, g.max_points);
  }
  return labs;
}

/// The factor for scaling hundredths.
double factor_for(const FillRules& rules, const GradeSheet& sheet, const SheetLayout& layout,
                  Points most) {
  using Scale = FillRules::Scale;
  if (rules.scale == Scale::none || most == Points{}) return 1;
  if (rules.scale == Scale::sheet && !layout.max_points)
    throw UsageError(sheet.file() + " does not contain the column's maximum points.",
                     "Give the number: --scale 100.");
  if (rules.scale == Scale::same && layout.max_points && *layout.max_points != most)
    throw UsageError(
        fmt::format("The column \"{}\" has {} points, but the grades are out of {}.",
                    plain_text(sheet.head().cells[layout.column]), layout.max_points->text(),
                    most.text()),
        "--scale sheet scales the grades to the column's points, --scale none writes them "
        "unchanged.");
  if (rules.scale == Scale::same) return 1;
  const Points target = rules.scale == Scale::points ? rules.scale_points : *layout.max_points;
  return static_cast<double>(target.hundredths()) / static_cast<double>(most.hundredths());
}

/// The totals for each row; reports those without a row.
std::map<std::size_t, std::vector<const Total*>> totals_by_row(
    const std::vector<Total>& totals, const GradeSheet& sheet, const SheetLayout& layout,
    const Roster& roster, const std::vector<Student>& known, FilledSheet& filled) {
  const Roster in_sheet(layout.roster, sheet.file());
  std::map<int, std::size_t> row_at;  // by line
  for (const std::size_t r : layout.students) row_at[sheet.rows()[r].line] = r;
  const Roster class_list(known);
  std::map<std::size_t, std::vector<const Total*>> by_row;
  for (const Total& total : totals) {
    std::string why;
    const Student* const found = find_row(in_sheet, roster, total.student, why);
    const std::string doubt = found != nullptr && in_sheet.find(total.student).by_name
                                  ? row_doubt(*found, total.student, class_list)
                                  : "";
    if (!doubt.empty())
      filled.not_found.push_back(
          {id_and_name(total.student),
           fmt::format("line {} of the sheet {}", in_sheet.line_number(*found), doubt)});
    else if (found != nullptr)
      by_row[row_at.at(in_sheet.line_number(*found))].push_back(&total);
    else
      filled.not_found.push_back({id_and_name(total.student), why});
  }
  return by_row;
}

/// Writes the grade and records the previous cell. False if the cell must not be changed.
bool fill_row(GradeSheet& sheet, const SheetLayout& layout, std::size_t row, const Total& total,
              double factor, FilledSheet& filled) {
  const auto locked = layout.locked.find(row);
  if (locked != layout.locked.end() || !total.held.empty()) {
    filled.left.push_back(
        {id_and_name(total.student), locked != layout.locked.end() ? locked->second : total.held});
    return false;
  }
  if (!total.absent.empty())
    filled.part.push_back({id_and_name(total.student), "nothing for " + total.absent});
  const Points points = Points::hundredths(std::llround(total.hundredths * factor));
  std::string text = points.text();
  if (layout.decimal != '.') std::replace(text.begin(), text.end(), '.', layout.decimal);
  const std::string& before = sheet.cell(row, layout.column);
  ++filled.written;
  if (points_in(before) == points) {
    ++filled.same;
    return true;
  }
  if (before.find_first_not_of(" -\t") != before.npos)
    filled.replaced.push_back({id_and_name(total.student), before + " by " + text});
  sheet.set(row, layout.column, text);
  return true;
}

}  // namespace

FilledSheet fill_sheet(GradeSheet sheet, const SheetLayout& layout,
                       const std::vector<CountedGrade>& grades, const Roster& roster,
                       const std::vector<Student>& known, const FillRules& rules) {
  if (rules.feedback && !layout.feedback)
    throw UsageError(sheet.file() + " has no column \"Feedback comments\".",
                     "Choose it with --feedback-column; in Moodle, \"Feedback comments\" must be "
                     "among the assignment's feedback types.");
  const std::map<std::string, Points> labs = max_points_by_lab(grades, rules);
  Points most;
  for (const auto& [lab, points] : labs) most += points;
  const double factor = factor_for(rules, sheet, layout, most);
  FilledSheet filled;
  filled.column = plain_text(sheet.head().cells[layout.column]);
  filled.of = layout.max_points;
  const std::vector<Total> totals = add_up(grades, labs, rules);
  const auto by_row = totals_by_row(totals, sheet, layout, roster, known, filled);
  for (const std::size_t r : layout.students) {
    const auto found = by_row.find(r);
    if (found == by_row.end()) {
      filled.nothing.push_back(plain_text(sheet.cell(r, 0) + " (" + sheet.cell(r, 1) + ")"));
    } else if (found->second.size() > 1) {
      for (const Total* const one : found->second)
        filled.not_found.push_back(
            {id_and_name(one->student),
             fmt::format("several match line {} of the sheet", sheet.rows()[r].line)});
    } else {
      const Total& total = *found->second.front();
      if (!fill_row(sheet, layout, r, total, factor, filled)) continue;
      if (rules.feedback) sheet.set(r, *layout.feedback, total.feedback);
    }
  }
  filled.text = sheet.text();
  return filled;
}

}  // namespace warpgrade
