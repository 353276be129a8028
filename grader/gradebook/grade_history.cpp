#include "gradebook/grade_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/fault.h"
#include "gradebook/health.h"
#include "gradebook/points_column.h"

namespace warpgrade {
namespace {

std::filesystem::path gradebook_file(const std::filesystem::path& folder) {
  auto file = folder / "gradebook.sqlite";
  if (!gradebook_exists(file))
    throw UsageError(folder.string() + " contains no gradebook.sqlite.",
                     "Give the folder that `warpgrade batch --out` wrote.");
  Gradebook brought_up_to_date(file);
  return file;
}

// In the order in which read_entry() reads them.
const char* const all_grades =
    "SELECT g.id, g.run, s.seen, r.options, t.id, t.name, t.email, t.login, t.section, t.others, "
    "s.id, s.content, s.source, s.submitted_at, s.attempt, s.late, "
    "g.lab, g.state, g.cause, g.grader, g.grader_hash, g.backend, g.machine, g.real, g.seed, "
    "g.score, g.max_score, g.pending, g.verdicts, g.report, g.tries, g.started, g.finished, "
    "g.sum, s.sum, t.sum "
    "FROM grades g JOIN runs r ON r.id = g.run JOIN submissions s ON s.id = g.submission "
    "JOIN students t ON t.id = s.student ORDER BY g.id";

/// A row of `all_grades`, and its stored checksums.
BookEntry read_entry(const Statement& found, StoredChecksums& kept) {
  BookEntry entry;
  int c = 0;
  const auto text = [&] { return found.text(c++); };
  const auto number = [&] { return found.number(c++); };
  entry.row.id = number();
  entry.run = number();
  entry.seen = text();
  entry.options = text();
  Student& student = entry.row.student;
  for (std::string* of :
       {&student.id, &student.name, &student.email, &student.login, &student.section})
    *of = text();
  student.others = parse_list(text());
  entry.row.submission = number();
  entry.row.content = text();
  entry.row.source = text();
  entry.row.submitted_at = text();
  entry.row.attempt = static_cast<int>(number());
  entry.row.late = number() != 0;
  BookedGrade& g = entry.row.grade;
  g.lab = text();
  g.open = text() == "open";
  for (std::string* of : {&g.cause, &g.grader, &g.grader_hash, &g.backend, &g.machine, &g.real})
    *of = text();
  g.seed = parse_seed(text());
  for (auto* of : {&g.score, &g.max_score, &g.pending}) *of = read_points(found, c++);
  g.verdicts = text();
  g.report = text();
  g.tries = static_cast<int>(number());
  g.started = text();
  g.finished = text();
  for (std::string* of : {&kept.grade, &kept.submission, &kept.student}) *of = text();
  return entry;
}

}  // namespace

GradeHistory::GradeHistory(const std::filesystem::path& folder, std::size_t book)
    : database_(gradebook_file(folder), false) {
  for (Statement found(database_, all_grades); found.step();) {
    StoredChecksums kept;
    BookEntry entry = read_entry(found, kept);
    entry.book = book;
    add_entry(std::move(entry), kept);
  }
  facts_ = load_facts(database_);
  unusable_ = load_unusable(database_);
  add_hand_ins();
  add_teams();
  add_comments();
  find_reassigned();
  find_waiting();
}

/// Runs after all checksums are compared, because it changes the students' groups.
void GradeHistory::add_hand_ins() {
  const std::map<std::int64_t, HandInFacts> hand_ins = load_hand_ins(database_);
  for (BookEntry& e : entries_) {
    const auto of = hand_ins.find(e.row.submission);
    if (of == hand_ins.end()) continue;
    e.row.student.others = of->second.others;
    e.row.taken = of->second.taken;
    e.reassigned = of->second.disowned;
  }
}

/// The roster of the last import knows the teams and the members' names.
void GradeHistory::add_teams() {
  std::map<std::string, const Student*> known;
  for (const Student& student : facts_.roster) known[student.id] = &student;
  const auto add = [&](Student& student) {
    if (const auto of = known.find(student.id); of != known.end()) student.team = of->second->team;
    for (const std::string& other : student.others)
      if (const auto of = known.find(other); of != known.end())
        student.members.push_back(*of->second);
  };
  for (BookEntry& e : entries_) add(e.row.student);
  for (UnusableEntry& e : unusable_) add(e.what.student);
}

void GradeHistory::add_comments() {
  std::map<std::pair<std::int64_t, std::string>, std::vector<Comment>> comments;
  for (Comment& c : load_comments(database_)) {
    std::vector<Comment>& list = comments[{c.submission, c.lab}];
    list.push_back(std::move(c));
  }
  for (BookEntry& e : entries_)
    if (const auto of = comments.find({e.row.submission, e.row.grade.lab}); of != comments.end())
      e.row.comments = of->second;
  for (const RegradeRequest& request : load_requests(database_))
    for (BookEntry& e : entries_)
      if (e.row.submission == request.submission && e.row.grade.lab == request.lab)
        e.row.requests.push_back(request);
  // A grade by hand consists of its points: without them there is no grade.
  std::erase_if(entries_, [](const BookEntry& e) {
    return is_by_hand(e.row.grade) &&
           std::none_of(e.row.comments.begin(), e.row.comments.end(),
                        [](const Comment& c) { return c.points.has_value(); });
  });
}

/// A later import may assign a hand-in to another student, for example with a corrected roster.
void GradeHistory::find_reassigned() {
  const auto of = [](const BookEntry& e) {
    return std::tuple(e.row.source, e.row.content, e.row.grade.lab);
  };
  std::map<std::tuple<std::string, std::string, std::string>, std::pair<std::string, std::string>>
      last;  // when it was seen, and its student
  for (const BookEntry& e : entries_) {
    auto& owner = last[of(e)];
    owner = std::max(owner, std::pair(e.seen, e.row.student.id));
  }
  for (BookEntry& e : entries_) {
    const auto& [seen, student] = last.at(of(e));
    e.reassigned |= seen > e.seen && student != e.row.student.id;
  }
}

void GradeHistory::find_waiting() {
  Statement found(
      database_,
      "SELECT t.id, t.name, t.email, t.login, t.section, coalesce(h.others, t.others), "
      "s.source, s.attempt, s.submitted_at, s.late, coalesce(h.taken, ''), s.id, "
      "s.content, s.seen FROM submissions s JOIN students t ON t.id = s.student "
      "LEFT JOIN hand_ins h ON h.submission = s.id WHERE s.content <> '' AND NOT EXISTS "
      "(SELECT 1 FROM grades g WHERE g.submission = s.id) ORDER BY s.id");
  while (found.step()) {
    WaitingAttempt& one = waiting_.emplace_back();
    one.attempt.student = {found.text(0), found.text(1), found.text(2),
                           found.text(3), found.text(4), parse_list(found.text(5))};
    one.attempt.source = found.text(6);
    one.attempt.number = static_cast<int>(found.number(7));
    one.attempt.submitted_at = found.text(8);
    one.attempt.late = found.number(9) != 0;
    one.attempt.taken = found.text(10);
    one.submission = found.number(11);
    one.content = found.text(12);
    one.seen = found.text(13);
  }
}

void GradeHistory::add_entry(BookEntry entry, const StoredChecksums& kept) {
  const std::int64_t submission = entry.row.submission;
  const std::string lab = entry.row.grade.lab;
  std::string damage = describe_damage(database_, entry.row, entry.run, entry.seen, kept);
  if (damage.empty()) {
    // A later grade replaced the damaged one.
    std::erase_if(damaged_, [&](const DamagedGrade& d) {
      return d.submission == submission && d.lab == lab;
    });
    entries_.push_back(std::move(entry));
    return;
  }
  // The attempt's previous grade is outdated.
  std::erase_if(entries_, [&](const BookEntry& e) {
    return e.row.submission == submission && e.row.grade.lab == lab;
  });
  damaged_.push_back({entry.run, entry.row.id, submission, lab, std::move(damage)});
}

std::string GradeHistory::remark() const {
  if (damaged_.empty()) return "";
  std::string text = fmt::format("{}: damaged, and left out:\n", database_.file().string());
  for (const DamagedGrade& d : damaged_) text += "  " + d.what + "\n";
  return text + "The same `warpgrade batch` command with --resume grades them again.\n";
}

std::string GradeHistory::secret(const std::string& purpose) const {
  Statement found(database_, "SELECT secret FROM secrets WHERE purpose = ?");
  found.add(purpose);
  return found.step() ? found.text(0) : "";
}

GradingRun GradeHistory::last_run() const { return last_run_in(database_).value_or(GradingRun{}); }

std::string GradeHistory::json(std::int64_t id) const { return grade_json(database_, id); }

namespace {

/// When each student's attempts at each lab were last imported, and the last grade of each attempt.
class Latest {
 public:
  explicit Latest(const std::vector<BookEntry>& entries) {
    for (const BookEntry& e : entries) {
      if (e.reassigned) continue;
      std::string& seen = imported_[of(e)];
      seen = std::max(seen, e.seen);
      last_[{{e.book, e.row.submission}, e.row.grade.lab}] = e.row.id;
    }
  }
  bool is_imported_last(const BookEntry& e) const { return imported_.at(of(e)) == e.seen; }
  bool is_last_grade(const BookEntry& e) const {
    return !e.reassigned && last_.at({{e.book, e.row.submission}, e.row.grade.lab}) == e.row.id;
  }

 private:
  using Of = std::pair<std::pair<std::size_t, std::string>, std::string>;
  static Of of(const BookEntry& e) { return {{e.book, e.row.student.id}, e.row.grade.lab}; }

  std::map<Of, std::string> imported_;
  std::map<std::pair<std::pair<std::size_t, std::int64_t>, std::string>, std::int64_t> last_;
};

bool overlap(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& one) {
    return std::find(b.begin(), b.end(), one) != b.end();
  });
}

}  // namespace

std::vector<BookEntry> latest_grades(const std::vector<BookEntry>& entries) {
  const Latest of(entries);
  std::vector<BookEntry> latest;
  for (const BookEntry& e : entries)
    if (of.is_last_grade(e) && of.is_imported_last(e)) latest.push_back(e);
  return latest;
}

std::vector<BookEntry> grades_of_all_attempts(const std::vector<BookEntry>& entries) {
  const Latest of(entries);
  std::vector<BookEntry> all;
  for (const BookEntry& e : entries) {
    const bool decided = is_by_hand(e.row.grade) || !e.row.taken.empty();
    if (of.is_last_grade(e) && (of.is_imported_last(e) || !decided)) all.push_back(e);
  }
  return all;
}

std::vector<UnusableEntry> unresolved(const GradeHistory& history) {
  const std::vector<BookEntry> latest = latest_grades(history.entries());
  const auto is_resolved = [&](const UnusableEntry& one) {
    for (const BookEntry& e : latest) {
      if (e.row.student.id != one.what.student.id || !overlap(one.what.labs, {e.row.grade.lab}))
        continue;
      const bool decided = is_by_hand(e.row.grade) || !e.row.taken.empty();
      if (decided ? e.seen >= one.first_seen : e.seen > one.seen) return true;
    }
    for (const UnusableEntry& other : history.unusable())
      if (other.what.student.id == one.what.student.id && other.seen > one.seen &&
          overlap(one.what.labs, other.what.labs))
        return true;
    return false;
  };
  std::vector<UnusableEntry> left;
  for (const UnusableEntry& one : history.unusable())
    if (!is_resolved(one)) left.push_back(one);
  return left;
}

}  // namespace warpgrade
