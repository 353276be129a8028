#include "gradebook/health.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <system_error>

#include "base/fault.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::string recovery_advice(const fs::path& file) {
  return fmt::format(
      "Restore it from a backup. Without one, keep the file (`sqlite3 {} .recover` "
      "may "
      "recover parts) and grade the class again: warpgrade batch with another --out. {} contains "
      "the "
      "original reports.",
      file.string(), (file.parent_path() / "reports").string());
}

[[noreturn]] void damaged(const fs::path& file, const std::string& what) {
  throw GraderError(fmt::format("{} is damaged: {}", file.string(), what), recovery_advice(file));
}

/// Joins fields unambiguously.
class Fields {
 public:
  Fields& add(const std::string& field) {
    all_ += std::to_string(field.size()) + ":" + field;
    return *this;
  }
  Fields& add(std::int64_t number) { return add(std::to_string(number)); }
  std::string sum() const { return checksum(all_); }

 private:
  std::string all_;
};

}  // namespace

bool gradebook_exists(const fs::path& file) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(file, error))) {
    // A valid gradebook is never empty: a new one is renamed after its tables are created.
    if (fs::is_regular_file(file, error) && fs::file_size(file, error) == 0)
      throw GraderError(file.string() + " is empty: its grades are lost", recovery_advice(file));
    return true;
  }
  for (const char* left : {"gradebook.sqlite-journal", "gradebook.sqlite-wal", "grades.csv",
                           "class.html", "reports"}) {
    if (!fs::exists(file.parent_path() / left, error)) continue;
    throw GraderError(
        fmt::format("{} is missing, but {} next to it shows that a class was graded here: all its "
                    "grades are lost",
                    file.string(), left),
        recovery_advice(file));
  }
  return false;
}

void check_integrity(const Database& database) {
  Statement check(database, "PRAGMA integrity_check(3)");
  std::string found;
  while (check.step())
    if (check.text(0) != "ok") found += (found.empty() ? "" : "; ") + check.text(0);
  if (!found.empty()) damaged(database.file(), found);
  Statement references(database, "PRAGMA foreign_key_check");
  if (references.step())
    damaged(database.file(),
            fmt::format("row {} of {} refers to a missing row of {}", references.number(1),
                        references.text(0), references.text(2)));
}

std::string checksum(std::string_view text) {
  // Each step is invertible, so one changed word always changes the sum.
  std::uint64_t sum = 0xcbf29ce484222325 ^ text.size();
  const auto mix = [&](std::uint64_t word) {
    sum = (sum ^ word) * 0x100000001b3;
    sum ^= sum >> 29;
  };
  for (; text.size() >= sizeof(std::uint64_t); text.remove_prefix(sizeof(std::uint64_t))) {
    std::uint64_t word;
    std::memcpy(&word, text.data(), sizeof word);
    mix(word);
  }
  for (const char c : text) mix(static_cast<unsigned char>(c));
  return fmt::format("{:016x}", sum);
}

std::string checksum_of_fields(const std::vector<std::string>& fields) {
  Fields all;
  for (const std::string& field : fields) all.add(field);
  return all.sum();
}

std::string checksum(const GradebookRow& row, std::int64_t run) {
  const BookedGrade& g = row.grade;
  Fields fields;
  fields.add(run).add(row.submission).add(row.student.id).add(row.content);
  for (const std::string* field :
       {&g.lab, &g.cause, &g.grader, &g.grader_hash, &g.backend, &g.machine, &g.real, &g.verdicts,
        &g.report, &g.started, &g.finished})
    fields.add(*field);
  fields.add(std::int64_t{g.open}).add(std::int64_t{g.tries}).add(std::to_string(g.seed));
  for (const auto& p : {g.score, g.max_score, g.pending})
    fields.add(p ? std::to_string(p->hundredths()) : "none");
  return fields.sum();
}

std::string checksum(const Attempt& attempt, const std::string& content, const std::string& seen) {
  Fields fields;
  fields.add(attempt.student.id).add(content).add(attempt.source);
  fields.add(std::int64_t{attempt.number}).add(std::int64_t{attempt.late});
  return fields.add(attempt.submitted_at).add(seen).sum();
}

std::string wave_checksum(const Attempt& attempt, const std::string& content, std::int64_t wave) {
  Fields fields;
  fields.add(attempt.student.id).add(content).add(attempt.source);
  return fields.add(std::int64_t{attempt.number}).add(wave).sum();
}

std::string checksum(const Student& student) {
  Fields fields;
  fields.add(student.id).add(student.name).add(student.email).add(student.login);
  fields.add(student.section);
  for (const std::string& other : student.others) fields.add(other);
  return fields.sum();
}

std::string checksum(const GradingRun& run) {
  Fields fields;
  fields.add(run.started).add(std::to_string(run.seed)).add(run.backend).add(run.real);
  return fields.add(run.options).sum();
}

void check_checksum(const Database& database, const std::string& what, const std::string& kept,
                    const std::string& found) {
  if (kept.empty() || kept == found) return;
  damaged(database.file(), what + " does not match its checksum");
}

namespace {

void check_checksums(const Database& database, const GradebookRow& row, std::int64_t run,
                     const std::string& seen, const StoredChecksums& kept) {
  const std::string whose = fmt::format("{} ({}, {})", row.id, row.student.id, row.grade.lab);
  Attempt attempt;
  attempt.student = row.student;
  attempt.source = row.source;
  attempt.number = row.attempt;
  attempt.late = row.late;
  attempt.submitted_at = row.submitted_at;
  check_checksum(database, "grade " + whose, kept.grade, checksum(row, run));
  check_checksum(database, "the hand-in of grade " + whose, kept.submission,
                 checksum(attempt, row.content, seen));
  check_checksum(database, "the student of grade " + whose, kept.student, checksum(row.student));
  const BookedGrade& g = row.grade;
  // A graded row must have points. One without them must not be used.
  if (!g.open && (!g.score || !g.max_score || !g.pending))
    damaged(database.file(), fmt::format("grade {} has no points", whose));
}

}  // namespace

std::string describe_damage(const Database& database, const GradebookRow& row, std::int64_t run,
                            const std::string& seen, const StoredChecksums& kept) {
  try {
    check_checksums(database, row, run, seen, kept);
    grade_json(database, row.id);
    return "";
  } catch (const GraderError& error) {
    const std::string said = error.what();
    const std::string mark = "is damaged: ";
    const auto at = said.find(mark);
    return at == said.npos ? said : said.substr(at + mark.size());
  }
}

std::string grade_json(const Database& database, std::int64_t grade) {
  Statement found(database,
                  "SELECT coalesce(g.json, f.json), g.lab, "
                  "CASE WHEN g.json IS NULL THEN coalesce(f.json_sum, '') ELSE g.json_sum END "
                  "FROM grades g LEFT JOIN grades f ON f.id = g.same_as WHERE g.id = ?");
  found.add(grade);
  if (!found.step()) return "";
  std::string json = found.text(0);
  check_checksum(database, fmt::format("the report of grade {} ({})", grade, found.text(1)),
                 found.text(2), checksum(json));
  return json;
}

std::uint64_t parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  std::from_chars(text.data(), text.data() + text.size(), seed);
  return seed;
}

}  // namespace warpgrade
