#include "batch/instructor_comment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "base/fault.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "batch/class_files.h"
#include "batch/content.h"
#include "batch/folder_lock.h"
#include "batch/rubric_change.h"
#include "gradebook/named_student.h"
#include "gradebook/pseudonym.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_text = 4000, longest_author = 100;

using Attempts = std::set<std::pair<std::int64_t, std::string>>;  // submissions at labs

Attempts::value_type attempt_key(const GradebookRow& row) {
  return {row.submission, row.grade.lab};
}

/// The attempts that no later submission replaced.
Attempts current_attempts(const GradeHistory& history) {
  Attempts current;
  for (const BookEntry& e : latest_grades(history.entries())) current.insert(attempt_key(e.row));
  return current;
}

/// The last grade of each attempt at each lab.
std::vector<GradebookRow> last_of_each(const GradeHistory& history) {
  std::vector<GradebookRow> rows;
  for (const BookEntry& e : history.entries()) {
    std::erase_if(rows,
                  [&](const GradebookRow& row) { return attempt_key(row) == attempt_key(e.row); });
    rows.push_back(e.row);
  }
  return rows;
}

/// The students who handed in, and those on the roster.
std::vector<Student> known_students(const GradeHistory& history) {
  std::vector<Student> students;
  for (const BookEntry& e : history.entries()) students.push_back(e.row.student);
  for (const UnusableEntry& one : history.unusable()) students.push_back(one.what.student);
  for (const Student& student : history.facts().roster) students.push_back(student);
  return students;
}

/// The labs with a grade, separated by commas.
std::string graded_labs(const std::vector<GradebookRow>& rows, const std::string& id) {
  std::set<std::string> labs;
  for (const GradebookRow& row : rows)
    if (includes_student(row.student, id)) labs.insert(row.grade.lab);
  return fmt::format("{}", fmt::join(labs, ", "));
}

/// The student's name in messages; a pseudonym if the grader used one.
const std::string& shown_name(const CommentRequest& request, const std::string& id) {
  return is_pseudonym(request.student) ? request.student : id;
}

/// The requested attempt; nothing if there is no grade for that lab.
std::optional<GradebookRow> find_attempt(const CommentRequest& request, const std::string& id,
                                         const GradeHistory& history) {
  std::vector<GradebookRow> now;
  for (BookEntry& e : latest_grades(history.entries())) now.push_back(std::move(e.row));
  const std::vector<GradebookRow> rows = request.attempt ? last_of_each(history) : now;
  const GradebookRow* found = nullptr;
  for (const GradebookRow& row : rows) {
    if (!includes_student(row.student, id) || row.grade.lab != request.lab) continue;
    if (request.attempt && row.attempt != *request.attempt) continue;
    if (found == nullptr || found->attempt <= row.attempt) found = &row;
  }
  if (found != nullptr) return *found;
  if (request.attempt)
    throw UsageError(fmt::format("{} has no grade for {}, attempt {}.", shown_name(request, id),
                                 request.lab, *request.attempt),
                     "Grades exist for: " + graded_labs(now, id) + ".");
  return std::nullopt;
}

/// The student of a grade by hand; for a group's ungradable hand-in, with all its members.
Student student_without_grade(const std::string& id, const std::string& lab,
                              const GradeHistory& history) {
  for (auto one = history.unusable().rbegin(); one != history.unusable().rend(); ++one) {
    const std::vector<std::string>& labs = one->what.labs;
    if (includes_student(one->what.student, id) &&
        std::find(labs.begin(), labs.end(), lab) != labs.end())
      return one->what.student;
  }
  for (Student student : known_students(history)) {
    if (student.id != id) continue;
    student.others.clear();  // the group may differ for this lab
    return student;
  }
  Student member;  // a group member: only the id is known
  member.id = id;
  return member;
}

Points lab_points(const CommentRequest& request, const std::string& id) {
  const std::vector<std::string> labs = lab_names(request.root);
  if (std::find(labs.begin(), labs.end(), request.lab) == labs.end())
    throw UsageError("there is no lab '" + request.lab + "'.",
                     choose_from("The labs are", request.lab, labs));
  if (!request.points)
    throw UsageError(fmt::format("{} has no grade for {}.", shown_name(request, id), request.lab),
                     "Give points with --points, or grade a file with warpgrade batch --take.");
  if (!request.at.empty())
    throw UsageError(
        fmt::format("--at: no file was graded for {}, {}.", shown_name(request, id), request.lab),
        "Omit --at.");
  Points most;
  for (const Task& task : load_lab(request.root, request.lab).tasks)
    most += Points::hundredths(task.max_points_hundredths());
  return most;
}

/// Parses FILE:LINE, which must exist in the submission, into the comment.
void place(Comment& comment, const std::string& at, const fs::path& folder) {
  const std::size_t colon = at.rfind(':');
  const std::string file = at.substr(0, colon);
  int line = 0;
  const char* const end = at.data() + at.size();
  if (colon == at.npos || file.empty() ||
      std::from_chars(at.data() + colon + 1, end, line).ptr != end || line < 1)
    throw UsageError("--at " + at + " is not FILE:LINE.",
                     "Example: --at " + comment.lab + ".cu:31.");
  std::error_code error;
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error))
    if (entry.is_regular_file(error) && !entry.is_symlink(error))
      files.push_back(entry.path().lexically_relative(folder).generic_string());
  if (std::find(files.begin(), files.end(), file) == files.end())
    throw UsageError("--at: the hand-in contains no " + file + ".",
                     choose_from("The files are", file, files));
  std::ifstream in(folder / file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto lines =
      std::count(text.begin(), text.end(), '\n') + (text.empty() || text.back() == '\n' ? 0 : 1);
  if (line > lines) throw UsageError(fmt::format("--at: {} has {} lines.", file, lines));
  comment.file = file;
  comment.line = line;
}

std::string clean_text(const std::string& text, const char* what, std::size_t most) {
  std::string clean = plain_text(text);
  const std::size_t begin = clean.find_first_not_of(' ');
  if (begin == clean.npos) throw UsageError(fmt::format("{} is empty.", what));
  clean = clean.substr(begin, clean.find_last_not_of(' ') + 1 - begin);
  if (clean.size() > most) throw UsageError(fmt::format("{} is longer than {} bytes.", what, most));
  return clean;
}

/// Gives each row its active comments, and updates the students' pages and the class's files.
void update_pages(const CommentRequest& request, std::vector<InstructorComment>& changed) {
  const fs::path& out = request.out;
  const GradeHistory history(out);
  const CountingRules rules = rules_for_class(request.counting, history);
  std::map<Attempts::value_type, const GradebookRow*> rows;
  for (const BookEntry& e : history.entries()) rows[attempt_key(e.row)] = &e.row;
  for (InstructorComment& one : changed) {
    const auto row = rows.find(attempt_key(one.row));
    one.row.comments.clear();  // a grade by hand ends when its points are withdrawn
    if (row != rows.end()) one.row = *row->second;
    // Otherwise the page belongs to the later submission.
    if (one.counts) write_page(out, one.row, rules);
  }
  // A gradebook of an earlier Warpgrade does not list the class; the next batch adds it.
  if (!history.facts().imported.empty())
    write_class_files(out, history, class_grades(history, rules), rules);
}

/// A comment that can be stored.
struct Prepared {
  const CommentRequest* request;
  std::string student;  // id
  Comment comment;
  std::optional<GradebookRow> row;  // nothing: a grade by hand
  std::optional<Points> most;       // the points of an open grade are unknown
  bool is_known = false;            // the same comment is there already
};

/// UsageError: the gradebook's item is another.
void require_same_item(const RubricItem& item, const Rubric& rubric) {
  const auto kept = rubric.find({item.lab, item.name});
  if (kept != rubric.end() && is_changed(kept->second, {item.text, item.points}))
    throw UsageError(
        fmt::format("{}: the course file has another text or points than the gradebook.",
                    item.name),
        "`warpgrade rubric` shows both; --apply changes it for all who have it.");
}

Prepared prepare(const CommentRequest& request, const GradeHistory& history, const Rubric& rubric,
                 bool skip_known) {
  Prepared one{&request, "", {}, {}, {}};
  Comment& comment = one.comment;
  comment.lab = request.lab;
  if (!request.item || !request.text.empty())
    comment.text = clean_text(request.text, "the comment", longest_text);
  comment.author = clean_text(request.author, "--author", longest_author);
  comment.points = request.points;
  if (request.item) {
    const RubricItem& item = *request.item;
    comment.item = item.name;
    comment.own_text = comment.text;
    comment.own_points = comment.points;
    use_item(comment, {{{request.lab, item.name}, item}});
    require_same_item(item, rubric);
  }
  one.student = student_id(request.student, history);
  one.row = find_attempt(request, one.student, history);
  one.most = one.row ? one.row->grade.max_score : lab_points(request, one.student);
  if (comment.points && one.most &&
      (*comment.points > *one.most || *one.most + *comment.points < Points{}))
    throw UsageError(fmt::format("--points {}: {} has {} points.", signed_text(*comment.points),
                                 request.lab, one.most->text()));
  if (one.row && comment.points == Points{})
    throw UsageError("--points 0 changes nothing: there is a grade already.",
                     "Omit --points to comment on it.");
  if (one.row && !request.at.empty())
    place(comment, request.at, content_folder(request.out / "content", one.row->content));
  if (!one.row) return one;
  const auto is_same = [&](const Comment& other) {
    return comment.item.empty()
               ? std::tie(other.file, other.line, other.text, other.points, other.author,
                          other.item) == std::tie(comment.file, comment.line, comment.text,
                                                  comment.points, comment.author, comment.item)
               : other.item == comment.item;
  };
  const auto known = std::find_if(one.row->comments.begin(), one.row->comments.end(), is_same);
  one.is_known = known != one.row->comments.end();
  if (one.is_known && !skip_known && (comment.points || !comment.item.empty()))
    throw UsageError(
        fmt::format("comment {} says that already, and its points would count twice.", known->id),
        fmt::format("`warpgrade comment --remove {}` withdraws it.", known->id));
  return one;
}

}  // namespace

std::string student_id(const std::string& student, const GradeHistory& history) {
  const std::vector<Student> students = known_students(history);
  // The table that graders fill has ids or pseudonyms: hundreds of lines.
  for (const Student& one : students)
    if (includes_student(one, student)) return student;
  const std::string secret = history.secret(pseudonym_secret);
  if (is_pseudonym(student) && !secret.empty()) {
    for (const Student& one : students)
      if (pseudonym(secret, one.id) == student) return one.id;
  }
  if (const auto id = find_student(student, StudentNames(students), "--student")) return *id;
  throw UsageError("--student: the gradebook contains no student " + student + ".",
                   "Name students as grades.csv does: by id, name, login or address.");
}

std::string comment_line(const InstructorComment& entry) {
  const Comment& c = entry.comment;
  const std::string place = comment_place(c);
  return fmt::format("{}  {} {}{}{}  {}{} ({}, {})", c.id,
                     entry.shown_as.empty() ? entry.row.student.id : entry.shown_as, c.lab,
                     entry.row.attempt > 1 ? fmt::format(", attempt {}", entry.row.attempt) : "",
                     place.empty() ? "" : ", " + place,
                     c.points ? signed_text(*c.points) + " points: " : "", c.text, c.author,
                     c.given.substr(0, 10));
}

namespace {

/// The attempts that count, by student.
class Counting {
 public:
  Counting(const GradeHistory& history, const std::vector<CountedGrade>& counted) {
    const std::size_t book = history.entries().empty() ? 0 : history.entries().front().book;
    for (const CountedGrade& g : counted) {
      const bool counts = g.state != CountedGrade::State::late_only;
      if (counts && g.entry.book == book) attempts_.insert(attempt_key(g.entry.row));
      instead_[{g.student.id, g.lab}] =
          counts ? fmt::format("attempt {} does", g.entry.row.attempt) : g.why;
    }
  }
  bool includes(const GradebookRow& row) const { return attempts_.count(attempt_key(row)) != 0; }
  /// What counts in place of that attempt: "attempt 2 does"; or "".
  std::string instead(const GradebookRow& row) const {
    const auto found = instead_.find({row.student.id, row.grade.lab});
    return found == instead_.end() ? "" : found->second;
  }

 private:
  Attempts attempts_;
  std::map<std::pair<std::string, std::string>, std::string> instead_;  // by student and lab
};

/// "counts, but was given for 13 of 100 points; the grade is now 16 of 100"; or "".
std::string given_before_regrade(const Comment& comment, const GradebookRow& now,
                                 const GradeHistory& history) {
  const BookedGrade* before = nullptr;
  for (const BookEntry& e : history.entries())
    if (attempt_key(e.row) == attempt_key(now) && e.row.grade.score && e.row.grade.max_score &&
        (before == nullptr || e.row.grade.finished <= comment.given))
      before = &e.row.grade;
  const BookedGrade& g = now.grade;
  if (before == nullptr || !g.score || !g.max_score ||
      (before->score == g.score && before->max_score == g.max_score))
    return "";
  return fmt::format("counts, but was given for {} of {} points; the grade is now {} of {}",
                     before->score->text(), before->max_score->text(), g.score->text(),
                     g.max_score->text());
}

}  // namespace

std::vector<InstructorComment> find_comments(const GradeHistory& history,
                                             const std::vector<CountedGrade>& counted,
                                             const std::string& student, const std::string& lab) {
  const std::string id = student.empty() ? "" : student_id(student, history);
  const Attempts current = current_attempts(history);
  const Counting counting(history, counted);
  std::vector<InstructorComment> entries;
  for (const GradebookRow& row : last_of_each(history)) {
    if ((!id.empty() && !includes_student(row.student, id)) ||
        (!lab.empty() && row.grade.lab != lab))
      continue;
    const bool is_current = current.count(attempt_key(row)) > 0;
    for (const Comment& comment : row.comments) {
      InstructorComment& one = entries.emplace_back(InstructorComment{row, comment, is_current});
      if (counting.includes(row))
        one.outdated = comment.points ? given_before_regrade(comment, row, history) : "";
      else if (!is_current)
        one.outdated = "does not count: the student has handed in again";
      else if (const std::string instead = counting.instead(row);
               comment.points && !instead.empty())
        one.outdated = "does not count: " + instead;
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const InstructorComment& a, const InstructorComment& b) {
              return a.comment.id < b.comment.id;
            });
  return entries;
}

std::vector<InstructorComment> outdated_comments(const GradeHistory& history,
                                                 const std::vector<CountedGrade>& counted) {
  std::vector<InstructorComment> entries = find_comments(history, counted, "", "");
  std::erase_if(entries, [](const InstructorComment& one) { return one.outdated.empty(); });
  return entries;
}

std::vector<InstructorComment> add_comments(const std::vector<CommentRequest>& requests,
                                            bool skip_known) {
  const CommentRequest& first = requests.front();
  std::error_code error;
  if (!fs::is_directory(first.out, error))
    throw UsageError(first.out.string() + " is not a folder.",
                     "Name the folder that `warpgrade batch --out` wrote.");
  const GradeHistory history(first.out);
  const FolderLock lock(first.out);
  Gradebook book(first.out / "gradebook.sqlite");
  Rubric rubric = book.rubric();
  std::vector<Prepared> prepared;
  std::string mistakes, advice;
  for (const CommentRequest& request : requests) {
    try {
      prepared.push_back(prepare(request, history, rubric, skip_known));
    } catch (const UsageError& wrong) {
      mistakes += (mistakes.empty() ? "" : "\n") + request.place_in_list + wrong.what();
      advice = wrong.advice();
    }
  }
  if (!mistakes.empty())
    throw UsageError(mistakes, requests.size() > 1 ? "Nothing was added." : advice);
  std::vector<InstructorComment> added;
  std::map<std::pair<std::string, std::string>, std::int64_t> by_hand;  // student and lab
  for (Prepared& one : prepared) {
    if (skip_known && one.is_known) continue;
    if (!one.row) {
      one.row.emplace();
      one.row->student = student_without_grade(one.student, one.comment.lab, history);
      one.row->grade.lab = one.comment.lab;
      const auto [known, is_new] = by_hand.try_emplace({one.student, one.comment.lab}, 0);
      if (is_new) known->second = book.grade_by_hand(one.row->student, one.comment.lab, *one.most);
      one.row->submission = known->second;
    }
    if (const auto& item = one.request->item)
      if (rubric.emplace(std::pair(item->lab, item->name), *item).second) {
        RubricItem first_version = *item;
        first_version.author = one.comment.author;
        book.save_item(first_version);
      }
    one.comment.submission = one.row->submission;
    one.comment.id = book.comment(one.comment);
    one.comment.given = time_stamp();
    const std::string& name = one.request->student;
    added.push_back(
        {std::move(*one.row), one.comment, true, is_pseudonym(name) ? name : std::string()});
  }
  const Attempts current = current_attempts(GradeHistory(first.out));
  for (InstructorComment& one : added) one.counts = current.count(attempt_key(one.row)) > 0;
  update_pages(first, added);
  return added;
}

InstructorComment withdraw_comment(const CommentRequest& request, std::int64_t comment) {
  const GradeHistory history(request.out);
  const FolderLock lock(request.out);
  for (InstructorComment& entry : find_comments(history, {}, "", "")) {
    if (entry.comment.id != comment) continue;
    Gradebook(request.out / "gradebook.sqlite")
        .withdraw(comment, clean_text(request.author, "--author", longest_author));
    std::vector<InstructorComment> changed = {std::move(entry)};
    update_pages(request, changed);
    return std::move(changed.front());
  }
  throw UsageError(fmt::format("there is no comment {}.", comment),
                   "`warpgrade comment --list` shows their numbers.");
}

}  // namespace warpgrade
