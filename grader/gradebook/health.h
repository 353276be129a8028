// Whether a gradebook is what was written: bytes that a bad disk, a broken copy or a wrong hand
// changed must not become somebody's grade.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gradebook/gradebook.h"

namespace warpgrade {

/// For a file that is not there: false. One that is empty, or that is missing while what a batch
/// writes with it is there, is a GraderError: it would be taken for a new one.
bool gradebook_is_there(const std::filesystem::path& file);

/// SQLite's own check of all pages, indexes and references; a GraderError says what it found. Takes
/// as long as reading the file once.
void require_whole(const Database& database);

/// Of all fields of a grade but its JSON, and of whose it is.
std::string sum_of(const GradebookRow& row, std::int64_t run);

/// Of what was handed in, by its content's hash and when it was seen.
std::string sum_of(const Attempt& attempt, const std::string& content, const std::string& seen);
std::string sum_of(const Student& student);
std::string sum_of(const GradingRun& run);

/// Of any text: 16 digits. It finds damage, not forgery: whoever may write the file may make it
/// fit.
std::string checksum(std::string_view text);

/// The JSON of a grade, or "" where there is none; a GraderError where it was changed.
std::string json_of_grade(const Database& database, std::int64_t grade);

/// Of the wave (gradebook.h) that it came with.
std::string sum_of_wave(const Attempt& attempt, const std::string& content, std::int64_t wave);

/// A seed as the gradebook keeps it; what is none becomes 0, and its row's sum tells.
std::uint64_t seed_from(const std::string& text);

/// A GraderError where `found` is not `kept`; "" was kept by versions without sums. `what` names
/// the row: "grade 3 (ada, dot)".
void require_sum(const Database& database, const std::string& what, const std::string& kept,
                 const std::string& found);

/// Those of a grade that was read with its student and submission.
struct KeptSums {
  std::string grade, submission, student;
};
/// A grade of which a checksum does not fit, or which counts and has no points: it is left out, the
/// others are read.
struct DamagedGrade {
  std::int64_t run = 0, id = 0, submission = 0;
  std::string lab;
  std::string what;  // "grade 3 (ada, dot)"
};

/// What is damaged of it, its JSON included; "" where it is whole.
std::string damage_of(const Database& database, const GradebookRow& row, std::int64_t run,
                      const std::string& seen, const KeptSums& kept);

}  // namespace warpgrade
