// Detects a damaged gradebook: bytes changed by a bad disk, a broken copy or a wrong edit must not
// change a grade.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gradebook/gradebook.h"

namespace warpgrade {

/// False if the file does not exist. GraderError: it is empty, or it is missing although a batch's
/// other files exist, so creating a new one would hide the loss.
bool gradebook_exists(const std::filesystem::path& file);

/// Runs SQLite's check of all pages, indexes and references. GraderError: the gradebook is damaged.
/// Takes as long as reading the file once.
void check_integrity(const Database& database);

/// Checksum of all fields of a grade except its JSON, and of its student and submission.
std::string checksum(const GradebookRow& row, std::int64_t run);

/// Checksum of a hand-in, including the hash of its content and when it was seen.
std::string checksum(const Attempt& attempt, const std::string& content, const std::string& seen);
std::string checksum(const Student& student);
std::string checksum(const GradingRun& run);

/// Checksum of a text, 16 digits. Detects damage, not forgery: anybody who may write the file can
/// update it.
std::string checksum(std::string_view text);

/// The same of fields, joined unambiguously.
std::string checksum_of_fields(const std::vector<std::string>& fields);

/// The JSON of a grade, or "" if there is none. GraderError: it does not match its checksum.
std::string grade_json(const Database& database, std::int64_t grade);

/// Checksum of the wave (gradebook.h) of a submission.
std::string wave_checksum(const Attempt& attempt, const std::string& content, std::int64_t wave);

/// Parses a stored seed. Malformed text becomes 0, which the row's checksum reveals.
std::uint64_t parse_seed(const std::string& text);

/// GraderError if the checksum `found` differs from `kept`; "" was stored by versions without
/// checksums. `what` names the row: "grade 3 (ada, dot)".
void check_checksum(const Database& database, const std::string& what, const std::string& kept,
                    const std::string& found);

/// The stored checksums of a grade, its submission and its student.
struct StoredChecksums {
  std::string grade, submission, student;
};
/// A grade that does not match its checksum, or that should have points and has none. It is left
/// out.
struct DamagedGrade {
  std::int64_t run = 0, id = 0, submission = 0;
  std::string lab;
  std::string what;  // "grade 3 (ada, dot)"
};

/// What is damaged in a grade, including its JSON; "" if nothing is.
std::string describe_damage(const Database& database, const GradebookRow& row, std::int64_t run,
                            const std::string& seen, const StoredChecksums& kept);

}  // namespace warpgrade
