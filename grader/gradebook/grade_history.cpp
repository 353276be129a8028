#include "gradebook/grade_history.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/fault.h"
#include "gradebook/health.h"

namespace warpgrade {
namespace {

std::filesystem::path book_in(const std::filesystem::path& folder) {
  auto file = folder / "gradebook.sqlite";
  if (!gradebook_is_there(file))
    throw UsageError(folder.string() + " holds no gradebook.sqlite.",
                     "Name the folder that `warpgrade batch --out` wrote.");
  Gradebook brought_up_to_date(file);
  return file;
}

std::optional<Points> points_of(const Statement& statement, int column) {
  if (statement.is_null(column)) return std::nullopt;
  return Points::hundredths(statement.number(column));
}

// In the order in which entry_in reads them.
const char* const all_grades =
    "SELECT g.id, g.run, s.seen, r.options, t.id, t.name, t.email, t.login, t.section, t.others, "
    "s.id, s.content, s.source, s.submitted_at, s.attempt, s.late, "
    "g.lab, g.state, g.cause, g.grader, g.grader_hash, g.backend, g.machine, g.real, g.seed, "
    "g.score, g.max_score, g.pending, g.verdicts, g.report, g.tries, g.started, g.finished, "
    "g.sum, s.sum, t.sum "
    "FROM grades g JOIN runs r ON r.id = g.run JOIN submissions s ON s.id = g.submission "
    "JOIN students t ON t.id = s.student ORDER BY g.id";

/// A row of `all_grades`, and the sums that were kept of it.
BookEntry entry_in(const Statement& found, KeptSums& kept) {
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
  const auto others = nlohmann::json::parse(text(), nullptr, false);
  if (others.is_array()) student.others = others.get<std::vector<std::string>>();
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
  g.seed = seed_from(text());
  for (auto* of : {&g.score, &g.max_score, &g.pending}) *of = points_of(found, c++);
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
    : database_(book_in(folder), false) {
  for (Statement found(database_, all_grades); found.step();) {
    KeptSums kept;
    BookEntry entry = entry_in(found, kept);
    entry.book = book;
    take(std::move(entry), kept);
  }
  std::map<std::pair<std::int64_t, std::string>, std::vector<Comment>> comments;
  for (Comment& c : comments_in(database_)) {
    std::vector<Comment>& list = comments[{c.submission, c.lab}];
    list.push_back(std::move(c));
  }
  for (BookEntry& e : entries_)
    if (const auto of = comments.find({e.row.submission, e.row.grade.lab}); of != comments.end())
      e.row.comments = of->second;
  facts_ = facts_in(database_);
}

void GradeHistory::take(BookEntry entry, const KeptSums& kept) {
  const std::int64_t submission = entry.row.submission;
  const std::string lab = entry.row.grade.lab;
  std::string damage = damage_of(database_, entry.row, entry.run, entry.seen, kept);
  if (damage.empty()) {
    // It was given anew.
    std::erase_if(damaged_, [&](const DamagedGrade& d) {
      return d.submission == submission && d.lab == lab;
    });
    entries_.push_back(std::move(entry));
    return;
  }
  // The one before it does not count any more.
  std::erase_if(entries_, [&](const BookEntry& e) {
    return e.row.submission == submission && e.row.grade.lab == lab;
  });
  damaged_.push_back({entry.run, entry.row.id, submission, lab, std::move(damage)});
}

std::string GradeHistory::remark() const {
  if (damaged_.empty()) return "";
  std::string text = fmt::format("{}: damaged, and left out:\n", database_.file().string());
  for (const DamagedGrade& d : damaged_) text += "  " + d.what + "\n";
  return text +
         "`warpgrade batch` with --resume, and otherwise as it was called, gives them anew.\n";
}

GradingRun GradeHistory::last_run() const { return last_run_in(database_).value_or(GradingRun{}); }

std::string GradeHistory::json(std::int64_t id) const { return json_of_grade(database_, id); }

std::vector<BookEntry> latest_grades(const std::vector<BookEntry>& entries) {
  using Of = std::pair<std::size_t, std::string>;  // book, and more
  std::map<std::pair<Of, std::string>, std::string> imported;
  std::map<std::pair<std::pair<std::size_t, std::int64_t>, std::string>, std::int64_t> last;
  for (const BookEntry& e : entries) {
    const std::string& lab = e.row.grade.lab;
    auto& seen = imported[{{e.book, e.row.student.id}, lab}];
    seen = std::max(seen, e.seen);
    last[{{e.book, e.row.submission}, lab}] = e.row.id;
  }
  std::vector<BookEntry> latest;
  for (const BookEntry& e : entries) {
    const std::string& lab = e.row.grade.lab;
    if (imported.at({{e.book, e.row.student.id}, lab}) == e.seen &&
        last.at({{e.book, e.row.submission}, lab}) == e.row.id)
      latest.push_back(e);
  }
  return latest;
}

}  // namespace warpgrade
