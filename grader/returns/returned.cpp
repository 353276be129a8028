#include "returns/returned.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "batch/class_files.h"
#include "batch/regrade_requests.h"
#include "export/ungraded.h"
#include "gradebook/named_student.h"
#include "import/folding.h"
#include "report/html_text.h"

namespace warpgrade {
namespace {

using State = CountedGrade::State;

std::string what_is_in(const CountedGrade& g) {
  if (g.state == State::unusable) return g.lab + ": not gradable";
  std::string text =
      fmt::format("{}: {} of {} points", g.lab, g.points.text(), g.max_points.text());
  if (g.pending > Points{}) text += fmt::format(" ({} pending)", g.pending.text());
  if (g.attempts > 1) text += fmt::format(", attempt {}", g.entry.row.attempt);
  if (!g.entry.row.comments.empty()) text += ", " + many(g.entry.row.comments.size(), "comment");
  return text;
}

/// A page for a student without a graded file.
std::string notice_page(const CountedGrade& g, const LoadEntryJson& load_json) {
  const std::string text = g.state == State::unusable
                               ? fmt::format("Your hand-in was not graded: {}.\n", g.why)
                               : student_report(g, load_json);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{0}</title>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"></head>\n"
      "<body><h1>{0}</h1>\n<p>{1}</p>\n<pre style=\"white-space: pre-wrap\">{2}</pre>\n</body>\n"
      "</html>\n",
      html::escaped(g.lab), html::escaped(student_title(g.student)), html::escaped(text));
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The words of a text, folded: neither case nor the kind of Unicode matters.
std::vector<std::string> folded_words(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  for (std::string& word : words) word = folded(word);
  return words;
}

/// Pages contain what the grader and the student wrote, and comments: only those may name others.
class OtherNames {
 public:
  explicit OtherNames(const std::vector<Student>& students) {
    for (const Student& student : students)
      for (const std::string* name : {&student.id, &student.name, &student.email, &student.login}) {
        // "5" and "al" stand in other texts, too.
        const bool number = name->find_first_not_of("0123456789") == name->npos;
        if (name->size() < (number ? 4u : 3u)) continue;
        std::vector<std::string> words = folded_words(*name);
        // "Lovelace, Ada" is also "Ada Lovelace".
        for (std::size_t turn = 0; turn < words.size(); ++turn) {
          std::rotate(words.begin(), words.begin() + 1, words.end());
          names_[words].emplace(student.id, *name);
          if (name != &student.name) break;
        }
      }
  }

  /// Of another student than these; empty if there is none.
  std::string other_in(const std::string& text, const Student& student) const {
    const std::vector<std::string> words = folded_words(text);
    for (const auto& [name, owners] : names_)
      if (std::search(words.begin(), words.end(), name.begin(), name.end()) != words.end() &&
          std::none_of(owners.begin(), owners.end(),
                       [&](const auto& owner) { return includes_student(student, owner.first); }))
        return owners.begin()->second;
    return "";
  }

  /// The kind of text that names another student: a comment or an answer; may be empty.
  std::string named_in(const GradebookRow& row) const {
    for (const Comment& comment : row.comments)
      if (const std::string name = other_in(comment.text, row.student); !name.empty())
        return fmt::format("comment {} names {}", comment.id, name);
    for (const RegradeRequest& request : row.requests)
      if (const std::string name = other_in(request.answer, row.student); !name.empty())
        return fmt::format("the answer to request {} names {}", request.id, name);
    return "";
  }

 private:
  std::map<std::vector<std::string>, std::map<std::string, std::string>>
      names_;  // words -> id -> as in the roster
};

/// Everybody known: the roster's data wins, because of a group's members only the ids are stored.
std::vector<Student> all_students(const GradeHistory& history) {
  std::map<std::string, Student> known;
  for (const BookEntry& e : history.entries()) known[e.row.student.id] = e.row.student;
  for (const UnusableEntry& one : history.unusable())
    known.emplace(one.what.student.id, one.what.student);
  for (const Student& student : history.facts().roster) known[student.id] = student;
  for (const BookEntry& e : history.entries())
    for (const Student& member : other_members(e.row.student)) known.emplace(member.id, member);
  std::vector<Student> students;
  for (auto& [id, student] : known) students.push_back(std::move(student));
  return students;
}

}  // namespace

std::string other_student_in(const GradeHistory& history, const GradebookRow& row,
                             const std::string& text) {
  return OtherNames(all_students(history)).other_in(text, row.student);
}

ReturnedClass returned_reports(const GradeHistory& history, const std::filesystem::path& folder,
                               const std::vector<std::string>& labs,
                               const CountingRules& course_rules,
                               const std::vector<std::string>& secret_paths,
                               const std::string& form_secret) {
  const auto is_wanted = [&](const std::string& lab) {
    return labs.empty() || std::find(labs.begin(), labs.end(), lab) != labs.end();
  };
  const std::vector<Student> students = all_students(history);
  const OtherNames others(students);
  const LoadEntryJson load_json = [&](const BookEntry& e) { return history.json(e.row.id); };
  const CountingRules rules = rules_for_class(course_rules, history);
  const std::vector<CountedGrade> counted =
      count_grades(grades_that_may_count(history, rules.counts), rules);
  std::map<std::string, std::int64_t> owners;  // the submission that last wrote a page
  for (const BookEntry& e : history.entries()) owners[e.row.grade.report] = e.row.submission;

  ReturnedClass all;
  all.students = students;
  for (CountedGrade& g : with_unusable(
           counted, ungraded(history.facts().roster, history.unusable(), present_in(counted)))) {
    if (!is_wanted(g.lab)) continue;
    for (const Student& student : students)
      if (student.id == g.student.id) g.student = student;
    const GradebookRow& row = g.entry.row;
    Returned one{g, row.source, "", what_is_in(g)};
    const std::string who = student_title(g.student) + ", " + g.lab;
    if (g.state == State::unusable) {
      for (const UnusableEntry& entry : history.unusable())
        if (includes_student(entry.what.student, g.student.id)) one.source = entry.what.source;
      one.page = notice_page(g, load_json);
    } else if (is_by_hand(row.grade)) {
      one.page = notice_page(g, load_json);
    } else if (g.state == State::open) {
      all.left.push_back({who, g.why});
      continue;
    } else if (owners[row.grade.report] != row.submission) {
      all.left.push_back({who, "its page was replaced by that of a later hand-in"});
      continue;
    } else {
      one.page = read_file(folder / (row.grade.report + ".html"));
      if (one.page.empty()) {
        all.left.push_back({who, "there is no page: grade it again with --regrade"});
        continue;
      }
      // The file has the first member's lateness.
      if (g.student.id != row.student.id)
        one.page = page_of_member(std::move(one.page), row, g.student, rules);
      if (const auto until = rules.of(g.lab).requests_until; until && !form_secret.empty())
        one.form = request_form(form_secret, g.student.id, row, *until);
    }
    std::string why = others.named_in(row);
    for (const std::string& path : secret_paths)
      if (one.page.find(path) != one.page.npos) why = "its page names " + path;
    if (why.empty())
      all.reports.push_back(std::move(one));
    else
      all.left.push_back({who, why});
  }
  return all;
}

}  // namespace warpgrade
