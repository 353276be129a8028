#include "export/counted_attempt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/fault.h"
#include "base/regex.h"
#include "course/due_time.h"
#include "gradebook/named_student.h"
#include "import/student_names.h"
#include "score/scaled.h"

namespace warpgrade {
namespace {

using State = CountedGrade::State;

Points points_worth(const Amount& amount, Points max_points, int times) {
  const Points once = amount.share ? share_of_points(max_points, *amount.share) : amount.points;
  return Points::hundredths(once.hundredths() * times);
}

/// One attempt with its late penalty.
CountedGrade weigh(const Student& student, const BookEntry& entry, const CountingRules& all) {
  const LateRules& rules = all.of(entry.row.grade.lab);
  const GradebookRow& row = entry.row;
  const Lateness lateness = find_lateness(student, row, all);
  CountedGrade one;
  one.due = lateness.due;
  one.student = student;
  one.lab = row.grade.lab;
  one.entry = entry;
  one.late = lateness.days > 0;
  one.days_late = lateness.days;
  if (const auto free = all.free_days.find({student.id, one.lab}); free != all.free_days.end())
    one.free_days = std::min(free->second.used, one.days_late);
  one.max_points = row.grade.max_score.value_or(Points{});
  one.why = instructor_decision(row);
  if (row.grade.open) {
    one.state = State::open;
    one.why = "open: " + row.grade.cause;
    return one;
  }
  one.raw = *row.grade.score;
  one.pending = *row.grade.pending;
  if (one.late && rules.late_penalty) {
    Points cost = points_worth(*rules.late_penalty, one.max_points, one.days_late - one.free_days);
    if (rules.late_limit) cost = std::min(cost, points_worth(*rules.late_limit, one.max_points, 1));
    one.penalty = std::min(cost, one.raw);
  }
  const Points graded = one.raw - one.penalty;
  one.points = with_points_by_hand(graded, points_by_hand(row.comments), one.max_points);
  one.by_hand = one.points - graded;
  one.pending = std::min(one.pending, one.max_points - one.points);
  if (one.pending > Points{}) {
    one.state = State::pending;
    one.why += (one.why.empty() ? "" : "; ") + one.pending.text() + " points pending";
  }
  return one;
}

/// Orders attempts by time, or by number if the site has no times.
bool is_earlier(const CountedGrade& a, const CountedGrade& b) {
  const auto at = parse_instant(a.entry.row.submitted_at),
             bt = parse_instant(b.entry.row.submitted_at);
  if (at && bt && *at != *bt) return *at < *bt;
  return std::tie(a.entry.seen, a.entry.row.attempt, a.entry.row.id) <
         std::tie(b.entry.seen, b.entry.row.attempt, b.entry.row.id);
}

/// `attempts`: in order of time.
CountedGrade choose(const std::vector<CountedGrade>& attempts, Counts counts) {
  if (counts == Counts::first) return attempts.front();
  if (counts == Counts::last) return attempts.back();
  if (counts == Counts::last_on_time) {
    const auto found =
        std::find_if(attempts.rbegin(), attempts.rend(),
                     [](const CountedGrade& one) { return one.days_late == one.free_days; });
    if (found != attempts.rend()) return *found;
    CountedGrade none = attempts.back();
    none.state = State::late_only;
    none.why = "only handed in late";
    none.raw = none.penalty = none.by_hand = none.points = none.pending = {};
    return none;
  }
  CountedGrade best = *std::max_element(attempts.begin(), attempts.end(),
                                        [](const CountedGrade& a, const CountedGrade& b) {
                                          return std::pair(a.state != State::open, a.points) <
                                                 std::pair(b.state != State::open, b.points);
                                        });
  if (best.state == State::open) return best;
  for (const CountedGrade& other : attempts) {
    const std::string which = fmt::format("attempt {}", other.entry.row.attempt);
    if (other.state == State::open && best.points < best.max_points) {
      best.state = State::open;
      best.why = fmt::format("{} may be better, and is {}", which, other.why);
      return best;
    }
    if (best.state == State::given && other.points + other.pending > best.points) {
      best.state = State::pending;
      best.why = fmt::format("{} may be better: {}", which, other.why);
    }
  }
  return best;
}

}  // namespace

std::string instructor_decision(const GradebookRow& row) {
  return row.taken.empty() ? is_by_hand(row.grade) ? row.grade.cause : "" : "takes " + row.taken;
}

namespace {

/// The entries of `by_name` for this student and the student's team.
template <class T>
std::vector<T> find_for(const Student& student, const std::map<std::string, T>& by_name,
                        const CountingRules& all) {
  std::vector<T> found;
  for (const auto& [name, entry] : by_name) {
    const auto named = all.named.find(name);
    if (named != all.named.end() && named->second.count(student.id) != 0) found.push_back(entry);
  }
  return found;
}

/// Finds the students whom extensions and accommodations name.
void find_named(CountingRules& rules, const std::vector<BookEntry>& entries,
                const std::vector<Student>& roster) {
  std::set<std::string> words;
  for (const auto& [word, factor] : rules.time_factors) words.insert(word);
  for (const auto& [word, extension] : rules.extensions) words.insert(word);
  for (const auto& [lab, of] : rules.labs)
    for (const auto& [word, extension] : of.extensions) words.insert(word);
  if (words.empty()) return;
  std::vector<Student> students = roster;
  for (const BookEntry& e : entries) students.push_back(e.row.student);
  const StudentNames names(students);
  for (const std::string& word : words) {
    const NamedStudents found = names.find_with_teams(word);
    rules.named[word] = found.ids;
    if (found.ids.empty() && !(roster.empty() && found.none.several.empty()))
      rules.misnamed[word] = found.none.why_none("the class");
  }
}

/// The largest factor for this student; 1 without one.
double time_factor(const Student& student, const CountingRules& all) {
  double factor = 1;
  for (const double one : find_for(student, all.time_factors, all)) factor = std::max(factor, one);
  return factor;
}

/// The latest due time of the student's sections, "A, B"; else the lab's.
std::optional<std::int64_t> usual_due(const Student& student, const LateRules& rules) {
  std::optional<std::int64_t> due;
  for (const auto& [section, time] : rules.section_due)
    if ((", " + student.section + ", ").find(", " + section + ", ") != std::string::npos)
      due = std::max(due.value_or(time), time);
  return due ? due : rules.due;
}

}  // namespace

Lateness find_lateness(const Student& student, const GradebookRow& row, const CountingRules& all) {
  constexpr std::int64_t day = 86400;
  const LateRules& rules = all.of(row.grade.lab);
  Lateness lateness{usual_due(student, rules), row.late ? 1 : 0};
  std::int64_t grace = rules.grace;
  const std::optional<std::int64_t> usual = lateness.due;
  if (const double factor = time_factor(student, all); factor > 1) {
    const auto longer = [&](std::int64_t seconds) {
      return static_cast<std::int64_t>(std::ceil(static_cast<double>(seconds) * factor));
    };
    grace = longer(grace);
    if (usual && rules.opens) lateness.due = *rules.opens + longer(*usual - *rules.opens);
    lateness.factor = factor;
  }
  const std::optional<std::int64_t> before = lateness.due;
  for (const Extension& extension : find_for(student, rules.extensions, all)) {
    std::optional<std::int64_t> due = extension.due;
    if (!due && before)
      due = days_after(*before, static_cast<int>(extension.longer / day)) + extension.longer % day;
    if (due) lateness.due = std::max(*due, lateness.due.value_or(*due));
  }
  lateness.extended = lateness.due != usual;
  const auto handed_in = parse_instant(row.submitted_at);
  // The site's mark refers to the others' due time.
  if (lateness.extended && !handed_in) lateness.days = 0;
  if (!lateness.due || !handed_in) return lateness;
  const std::int64_t limit = *lateness.due + grace;
  if (*handed_in <= limit) return lateness;
  // The days between are one more or less than those by seconds when clocks change.
  lateness.days = std::max(0, static_cast<int>((*handed_in - limit) / day) - 1);
  while (*handed_in > days_after(limit, lateness.days)) ++lateness.days;
  return lateness;
}

CountedGrade apply_counting_rules(const GradebookRow& row, const Student& member,
                                  const CountingRules& rules) {
  BookEntry entry;
  entry.row = row;
  return weigh(member, entry, rules);
}

Points late_cost(const GradebookRow& row, const Student& member, const CountingRules& rules) {
  const BookedGrade& g = row.grade;
  return g.open || !g.score || !g.pending ? Points{}
                                          : apply_counting_rules(row, member, rules).penalty;
}

std::map<std::string, std::size_t> due_without_times(const std::vector<GradebookRow>& rows,
                                                     const CountingRules& rules) {
  std::map<std::string, std::size_t> labs;
  for (const GradebookRow& row : rows)
    if (!is_by_hand(row.grade) && find_lateness(row.student, row, rules).due &&
        !parse_instant(row.submitted_at))
      ++labs[row.grade.lab];
  return labs;
}

Points points_by_hand_named(const std::string& text) {
  static const std::regex form(R"(([+-]?)(\d{1,6})(?:\.(\d{1,2}))?)");
  std::smatch m;
  if (!regex_match(text, m, form))
    throw UsageError("--points " + text + " is not a number of points.",
                     "Examples: --points +2, --points -0.5.");
  std::string hundredths = m[3].str();
  hundredths.resize(2, '0');
  const long long number = std::stoll(m[2].str()) * 100 + std::stoll(hundredths);
  return Points::hundredths(m[1] == "-" ? -number : number);
}

namespace {

using Attempts = std::map<std::pair<std::string, std::string>, std::vector<CountedGrade>>;

/// By student and lab, in order of time; each member of a group has them.
Attempts weigh_attempts(const std::vector<BookEntry>& entries, const CountingRules& rules) {
  std::map<std::string, Student> known;
  for (const BookEntry& e : entries)
    for (const Student& member : e.row.student.members) known.insert_or_assign(member.id, member);
  for (const BookEntry& e : entries) known.insert_or_assign(e.row.student.id, e.row.student);
  Attempts attempts;
  for (const BookEntry& e : entries) {
    std::set<std::string> people(e.row.student.others.begin(), e.row.student.others.end());
    people.insert(e.row.student.id);
    for (const std::string& id : people) {
      const auto found = known.find(id);
      Student student;
      student.id = id;
      attempts[{id, e.row.grade.lab}].push_back(
          weigh(found == known.end() ? student : found->second, e, rules));
    }
  }
  for (auto& [key, of] : attempts) std::stable_sort(of.begin(), of.end(), is_earlier);
  return attempts;
}

}  // namespace

CountingRules rules_for_class(CountingRules rules, const std::vector<BookEntry>& entries,
                              const std::vector<Student>& roster) {
  rules.for_class = true;
  find_named(rules, entries, roster);
  if (rules.late_days.budget == 0) return rules;
  using Order = std::tuple<std::string, std::int64_t, std::string>;  // student, due, lab
  std::set<Order> order;
  for (const auto& [key, of] : weigh_attempts(entries, rules))
    order.emplace(key.first, rules.of(key.second).due.value_or(0), key.second);
  std::map<std::string, int> left;
  for (const auto& [student, due, lab] : order) {
    std::vector<BookEntry> of_lab;
    for (const BookEntry& e : entries)
      if (e.row.grade.lab == lab && includes_student(e.row.student, student)) of_lab.push_back(e);
    Attempts attempts = weigh_attempts(of_lab, rules);
    std::vector<CountedGrade>& own = attempts.at({student, lab});
    const int budget = static_cast<int>(
        std::ceil(rules.late_days.budget * time_factor(own.front().student, rules)));
    int& available = left.try_emplace(student, budget).first->second;
    FreeDays& free = rules.free_days[{student, lab}];
    free.used =
        rules.late_days.per_lab > 0 ? std::min(available, rules.late_days.per_lab) : available;
    for (CountedGrade& one : own) one = weigh(one.student, one.entry, rules);
    free.used = choose(own, rules.counts).free_days;
    available -= free.used;
    free.left = available;
  }
  return rules;
}

CountingRules rules_for_class(const CountingRules& rules, const GradeHistory& history) {
  return rules_for_class(rules, grades_that_may_count(history, rules.counts),
                         history.facts().roster);
}

std::vector<CountedGrade> count_grades(const std::vector<BookEntry>& entries,
                                       const CountingRules& given) {
  const CountingRules rules = given.for_class ? given : rules_for_class(given, entries, {});
  std::vector<CountedGrade> counted;
  for (auto& [key, of] : weigh_attempts(entries, rules)) {
    counted.push_back(choose(of, rules.counts));
    counted.back().attempts = static_cast<int>(of.size());
  }
  return counted;
}

std::vector<BookEntry> grades_that_may_count(const GradeHistory& book, Counts counts) {
  return counts == Counts::last ? latest_grades(book.entries())
                                : grades_of_all_attempts(book.entries());
}

std::vector<CountedGrade> worth_in_course(std::vector<CountedGrade> grades,
                                          const std::map<std::string, Points>& worth) {
  for (CountedGrade& g : grades) {
    const auto found = worth.find(g.lab);
    if (found == worth.end() || g.max_points == Points{}) continue;
    const Points most = g.max_points;
    for (Points* points : {&g.raw, &g.points, &g.by_hand, &g.pending, &g.max_points})
      *points = scaled(*points, most, found->second);
    g.penalty = g.raw + g.by_hand - g.points;  // keeps the sum exact despite rounding
  }
  return grades;
}

std::string state_name(CountedGrade::State state) {
  using State = CountedGrade::State;
  switch (state) {
    case State::given:
      return "graded";
    case State::pending:
      return "pending";
    case State::open:
      return "open";
    case State::late_only:
      return "late-only";
    case State::unusable:
      return "unusable";
  }
  return "";
}

bool has_points(const CountedGrade& g) {
  return g.state == CountedGrade::State::given || g.state == CountedGrade::State::pending;
}

}  // namespace warpgrade
