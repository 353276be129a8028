// `warpgrade comment`: what an instructor says of a student's attempt, kept and shown.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "export/counting.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

struct WordRequest {
  std::filesystem::path root;  // the project's folder, which knows the labs' points
  std::filesystem::path out;   // of a batch
  std::string student;         // by id, name, login or address
  std::string lab;
  std::optional<int> attempt;  // nothing: the last one
  std::string at;              // FILE:LINE of the submission; "": about all of it
  std::string text;
  std::optional<Points> points;
  std::string author;
  CountingRules counting;  // the course's: class.html says what was late
};

struct Word {
  GradebookRow row;  // its attempt, with all comments that stand
  Comment comment;
  bool counts = true;  // false: the student handed in again in place of that attempt
};

/// "3  ada dot, attempt 2, dot.cu:31  +2 points: tidy code (smith, 2026-03-01)".
std::string line_of(const Word& word);

/// Those that stand, of what stands now and of earlier attempts. `student`, `lab`: "" for all.
std::vector<Word> words_in(const GradeHistory& history, const std::string& student,
                           const std::string& lab);

/// Those that do not count any more, and were not taken back.
std::vector<Word> words_left_behind(const GradeHistory& history);

/// Keeps it, and writes the student's page, class.html and grades.csv anew. Points for somebody who
/// has no grade are a grade by hand. UsageError: no such student, lab, attempt or line; more points
/// than the lab has.
Word give_word(const WordRequest& request);

/// Likewise takes one back; it stays in the gradebook, as withdrawn by `request`'s author.
Word withdraw_word(const WordRequest& request, std::int64_t comment);

}  // namespace warpgrade
