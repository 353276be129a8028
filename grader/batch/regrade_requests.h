// Regrade requests: the form that a student gets beside the report, reading filled forms, and
// answers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "batch/instructor_comment.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

/// The purpose of the gradebook's secret that keys are made from.
inline constexpr const char* request_secret = "requests";

/// The text file for this student to fill. Its key identifies the student, and only holders of the
/// report know it.
std::string request_form(const std::string& secret, const std::string& student,
                         const GradebookRow& row, std::int64_t until);

/// "dot-request.txt".
std::string request_file(const std::string& lab);

struct FiledRequest {
  std::filesystem::path file;
  enum class Result { added, known, late, no_form, unknown, too_long } result;
  std::int64_t id = 0;  // in the gradebook
  std::string student;  // id
  std::string lab;
};

/// Reads forms: files, and in folders all files with "request" in their names that end in ".txt",
/// of which empty forms are skipped. Adds those that the gradebook lacks, and updates the pages.
/// `received`: seconds since 1970. UsageError: a path does not exist.
std::vector<FiledRequest> add_requests(const std::filesystem::path& out,
                                       const std::vector<std::filesystem::path>& paths,
                                       std::int64_t received, const CountingRules& rules);

struct ListedRequest {
  RegradeRequest request;
  GradebookRow row;  // the attempt's latest grade
};

/// Whether a student has written into it.
bool is_filled_form(const std::filesystem::path& file);

/// In order of arrival.
std::vector<ListedRequest> list_requests(const GradeHistory& history);

/// Answers request `id` with the text, author and points of `answer`; points become a comment.
/// Updates the pages. UsageError: there is no such request, or it is answered.
ListedRequest answer_request(const CommentRequest& answer, std::int64_t id);

}  // namespace warpgrade
