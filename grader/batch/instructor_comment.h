// `warpgrade comment`: stores an instructor's comments and shows them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/course.h"
#include "export/counted_attempt.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

struct CommentRequest {
  std::filesystem::path root;  // the project's folder, with the labs' points
  std::filesystem::path out;   // the output folder of a batch
  std::string student;         // by id, name, login, address or pseudonym
  std::string lab;
  std::optional<int> attempt;  // nothing: the last one
  std::string at;              // FILE:LINE in the submission; "": the whole submission
  std::string text;
  std::optional<Points> points;
  std::string author;
  std::optional<RubricItem> item;  // of the course; `text` and `points` are added to it
  std::string place_in_list;       // "points.csv:3: ", in front of a mistake; or ""
  CountingRules counting;          // the course's rules, for lateness in class.html
};

struct InstructorComment {
  GradebookRow row;  // the attempt's grade, with all active comments
  Comment comment;
  bool counts = true;         // false: a later hand-in replaced that attempt
  std::string shown_as = {};  // a pseudonym; "": the student's id
  std::string outdated = {};  // "does not count: attempt 2 does"; or ""
};

/// "3  ada dot, attempt 2, dot.cu:31  +2 points: tidy code (smith, 2026-03-01)".
std::string comment_line(const InstructorComment& entry);

/// Active comments on current and earlier attempts. `counted`: the grades that count. `student`,
/// `lab`: "" for all.
std::vector<InstructorComment> find_comments(const GradeHistory& history,
                                             const std::vector<CountedGrade>& counted,
                                             const std::string& student, const std::string& lab);

/// Of these, comments on attempts that a later hand-in replaced, points on attempts that do not
/// count, and points that were given for another grade of the attempt.
std::vector<InstructorComment> outdated_comments(const GradeHistory& history,
                                                 const std::vector<CountedGrade>& counted);

/// The id of the student named by id, name, login, address or pseudonym. UsageError: none.
std::string student_id(const std::string& student, const GradeHistory& history);

/// Stores all comments or none, and updates the students' pages, class.html and grades.csv. Points
/// for a student without a grade become a grade by hand. `skip_known`: leave out those that are
/// there already. All requests have the same `root`, `out` and `counting`; at least one.
/// UsageError: unknown student, lab, attempt or line, more points than the lab has, or a rubric
/// item that differs from the gradebook's; it lists all mistakes.
std::vector<InstructorComment> add_comments(const std::vector<CommentRequest>& requests,
                                            bool skip_known = false);

/// Withdraws a comment and updates the same files. The gradebook keeps it, with the author's name.
InstructorComment withdraw_comment(const CommentRequest& request, std::int64_t comment);

}  // namespace warpgrade
