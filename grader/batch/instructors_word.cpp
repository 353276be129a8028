#include "batch/instructors_word.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <set>

#include "base/fault.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "batch/class_files.h"
#include "batch/folder_lock.h"
#include "gradebook/named_student.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_text = 4000, longest_author = 100;

using Attempts = std::set<std::pair<std::int64_t, std::string>>;  // submissions at labs

Attempts::value_type key_of(const GradebookRow& row) { return {row.submission, row.grade.lab}; }

/// Those that no later submission came in place of.
Attempts current_attempts(const GradeHistory& history) {
  Attempts current;
  for (const BookEntry& e : latest_grades(history.entries())) current.insert(key_of(e.row));
  return current;
}

/// What some of these grades are of: the last grade of each attempt at each lab.
std::vector<GradebookRow> last_of_each(const GradeHistory& history) {
  std::vector<GradebookRow> rows;
  for (const BookEntry& e : history.entries()) {
    std::erase_if(rows, [&](const GradebookRow& row) { return key_of(row) == key_of(e.row); });
    rows.push_back(e.row);
  }
  return rows;
}

/// Those who handed in, and those of the roster.
std::vector<Student> students_of(const GradeHistory& history) {
  std::vector<Student> students;
  for (const BookEntry& e : history.entries()) students.push_back(e.row.student);
  for (const UnusableEntry& one : history.unusable()) students.push_back(one.what.student);
  for (const Student& student : history.facts().roster) students.push_back(student);
  return students;
}

std::string id_of(const std::string& student, const GradeHistory& history) {
  if (const auto id = student_called(student, students_of(history), "--student")) return *id;
  throw UsageError("--student: there is no student " + student + " in this gradebook.",
                   "Name students as grades.csv does: by id, name, login or address.");
}

/// Each lab once, in words.
std::string labs_of(const std::vector<GradebookRow>& rows, const std::string& id) {
  std::set<std::string> labs;
  for (const GradebookRow& row : rows)
    if (is_of(row.student, id)) labs.insert(row.grade.lab);
  return fmt::format("{}", fmt::join(labs, ", "));
}

/// The attempt that is meant; nothing where there is no grade for that lab.
std::optional<GradebookRow> attempt_of(const WordRequest& request, const std::string& id,
                                       const GradeHistory& history) {
  std::vector<GradebookRow> now;
  for (BookEntry& e : latest_grades(history.entries())) now.push_back(std::move(e.row));
  const std::vector<GradebookRow> rows = request.attempt ? last_of_each(history) : now;
  const GradebookRow* found = nullptr;
  for (const GradebookRow& row : rows) {
    if (!is_of(row.student, id) || row.grade.lab != request.lab) continue;
    if (request.attempt && row.attempt != *request.attempt) continue;
    if (found == nullptr || found->attempt <= row.attempt) found = &row;
  }
  if (found != nullptr) return *found;
  if (request.attempt)
    throw UsageError(
        fmt::format("{} has no grade for {}, attempt {}.", id, request.lab, *request.attempt),
        "Graded are: " + labs_of(now, id) + ".");
  return std::nullopt;
}

/// Whose grade by hand it is: of a group whose hand-in nobody can grade all of them.
Student student_without_grade(const std::string& id, const std::string& lab,
                              const GradeHistory& history) {
  for (auto one = history.unusable().rbegin(); one != history.unusable().rend(); ++one) {
    const std::vector<std::string>& labs = one->what.labs;
    if (is_of(one->what.student, id) && std::find(labs.begin(), labs.end(), lab) != labs.end())
      return one->what.student;
  }
  for (Student student : students_of(history)) {
    if (student.id != id) continue;
    student.others.clear();  // of another lab's hand-in
    return student;
  }
  Student member;  // of a group: only the id is known
  member.id = id;
  return member;
}

Points points_of_lab(const WordRequest& request, const std::string& id) {
  const std::vector<std::string> labs = lab_names(request.root);
  if (std::find(labs.begin(), labs.end(), request.lab) == labs.end())
    throw UsageError("there is no lab '" + request.lab + "'.",
                     choose_from("The labs are", request.lab, labs));
  if (!request.points)
    throw UsageError(fmt::format("{} has no grade for {} on which to comment.", id, request.lab),
                     "Give points with --points, or grade a file: warpgrade batch --take.");
  if (!request.at.empty())
    throw UsageError(fmt::format("--at: no file of {} is graded for {}.", id, request.lab),
                     "Leave --at out.");
  Points most;
  for (const Task& task : load_lab(request.root, request.lab).tasks)
    most += Points::hundredths(task.max_points_hundredths());
  return most;
}

/// FILE:LINE, which the submission must have.
void place(Comment& comment, const std::string& at, const fs::path& folder) {
  const std::size_t colon = at.rfind(':');
  const std::string file = at.substr(0, colon);
  int line = 0;
  const char* const end = at.data() + at.size();
  if (colon == at.npos || file.empty() ||
      std::from_chars(at.data() + colon + 1, end, line).ptr != end || line < 1)
    throw UsageError("--at " + at + " is no line.", "Example: --at " + comment.lab + ".cu:31.");
  std::error_code error;
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error))
    if (entry.is_regular_file(error) && !entry.is_symlink(error))
      files.push_back(entry.path().lexically_relative(folder).generic_string());
  if (std::find(files.begin(), files.end(), file) == files.end())
    throw UsageError("--at: there is no " + file + " in what was handed in.",
                     choose_from("Its files are", file, files));
  std::ifstream in(folder / file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto lines =
      std::count(text.begin(), text.end(), '\n') + (text.empty() || text.back() == '\n' ? 0 : 1);
  if (line > lines) throw UsageError(fmt::format("--at: {} has {} lines.", file, lines));
  comment.file = file;
  comment.line = line;
}

std::string words_only(const std::string& text, const char* what, std::size_t most) {
  std::string clean = plain_text(text);
  const std::size_t begin = clean.find_first_not_of(' ');
  if (begin == clean.npos) throw UsageError(fmt::format("{} is empty.", what));
  clean = clean.substr(begin, clean.find_last_not_of(' ') + 1 - begin);
  if (clean.size() > most) throw UsageError(fmt::format("{} is longer than {} bytes.", what, most));
  return clean;
}

/// The row with the comments that stand now; its page and the class's files say them.
GradebookRow shown(const WordRequest& request, GradebookRow row, bool counts) {
  const fs::path& out = request.out;
  const GradeHistory history(out);
  row.comments.clear();  // a grade by hand whose points were taken back is gone
  for (const BookEntry& e : history.entries())
    if (key_of(e.row) == key_of(row)) row = e.row;
  if (counts)
    write_page(out, row, request.counting);  // else the page is that of what came in its place
  // A gradebook of an earlier Warpgrade does not say who belongs to the class: the next batch does.
  if (!history.facts().imported.empty())
    write_class_files(out, history, grades_of_class(history, request.counting), request.counting);
  return row;
}

}  // namespace

std::string line_of(const Word& word) {
  const Comment& c = word.comment;
  const std::string place = place_of(c);
  return fmt::format("{}  {} {}{}{}  {}{} ({}, {})", c.id, word.row.student.id, c.lab,
                     word.row.attempt > 1 ? fmt::format(", attempt {}", word.row.attempt) : "",
                     place.empty() ? "" : ", " + place,
                     c.points ? signed_text(*c.points) + " points: " : "", c.text, c.author,
                     c.given.substr(0, 10));
}

std::vector<Word> words_left_behind(const GradeHistory& history) {
  std::vector<Word> words = words_in(history, "", "");
  std::erase_if(words, [](const Word& word) { return word.counts; });
  return words;
}

std::vector<Word> words_in(const GradeHistory& history, const std::string& student,
                           const std::string& lab) {
  const std::string id = student.empty() ? "" : id_of(student, history);
  const Attempts current = current_attempts(history);
  std::vector<Word> words;
  for (const GradebookRow& row : last_of_each(history)) {
    if ((!id.empty() && !is_of(row.student, id)) || (!lab.empty() && row.grade.lab != lab))
      continue;
    const bool counts = current.count(key_of(row)) > 0;
    for (const Comment& comment : row.comments) words.push_back({row, comment, counts});
  }
  std::sort(words.begin(), words.end(),
            [](const Word& a, const Word& b) { return a.comment.id < b.comment.id; });
  return words;
}

Word give_word(const WordRequest& request) {
  Comment comment;
  comment.lab = request.lab;
  comment.text = words_only(request.text, "the comment", longest_text);
  comment.author = words_only(request.author, "--author", longest_author);
  comment.points = request.points;
  std::error_code error;
  if (!fs::is_directory(request.out, error))
    throw UsageError(request.out.string() + " is no folder.",
                     "Name the folder that `warpgrade batch --out` wrote.");
  const GradeHistory history(request.out);
  const FolderLock lock(request.out);
  const std::string id = id_of(request.student, history);
  std::optional<GradebookRow> row = attempt_of(request, id, history);
  // The points of an open grade are not known.
  const std::optional<Points> most = row ? row->grade.max_score : points_of_lab(request, id);
  if (comment.points && most && (*comment.points > *most || *most + *comment.points < Points{}))
    throw UsageError(fmt::format("--points {}: {} has {} points.", signed_text(*comment.points),
                                 request.lab, most->text()));
  if (row && comment.points == Points{})
    throw UsageError("--points 0 changes nothing: there is a grade already.",
                     "Leave --points out to comment on it.");
  if (row && !request.at.empty())
    place(comment, request.at, folder_of_content(request.out / "content", row->content));
  Gradebook book(request.out / "gradebook.sqlite");
  if (!row) {
    row.emplace();
    row->student = student_without_grade(id, request.lab, history);
    row->grade.lab = request.lab;
    row->submission = book.grade_by_hand(row->student, request.lab, *most);
  }
  comment.submission = row->submission;
  comment.id = book.comment(comment);
  const GradeHistory now(request.out);
  const bool counts = current_attempts(now).count(key_of(*row)) > 0;
  return {shown(request, std::move(*row), counts), comment, counts};
}

Word withdraw_word(const WordRequest& request, std::int64_t comment) {
  const GradeHistory history(request.out);
  const FolderLock lock(request.out);
  for (Word& word : words_in(history, "", "")) {
    if (word.comment.id != comment) continue;
    Gradebook(request.out / "gradebook.sqlite")
        .withdraw(comment, words_only(request.author, "--author", longest_author));
    return {shown(request, std::move(word.row), word.counts), std::move(word.comment), word.counts};
  }
  throw UsageError(fmt::format("there is no comment {}.", comment),
                   "`warpgrade comment --list` shows their numbers.");
}

}  // namespace warpgrade
