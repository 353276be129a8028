#include "gradebook/gradebook.h"

#include <fmt/format.h>

#include <ctime>
#include <random>
#include <string>

#include "base/fault.h"
#include "base/time/instant.h"
#include "gradebook/hand_in.h"
#include "gradebook/health.h"
#include "gradebook/points_column.h"
#include "gradebook/schema_steps.h"

namespace warpgrade {
namespace {

void save_student(const Database& database, const Student& student) {
  const std::string others = format_list(student.others);
  Student kept = student;
  kept.others = parse_list(others);  // as it will be read back
  Statement(database,
            "INSERT INTO students (id, name, email, login, section, others, sum) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name, "
            "email = excluded.email, login = excluded.login, section = excluded.section, "
            "others = excluded.others, sum = excluded.sum")
      .add(student.id)
      .add(student.name)
      .add(student.email)
      .add(student.login)
      .add(student.section)
      .add(others)
      .add(checksum(kept))
      .run();
}

/// `seen`: time of the import; `wave`: for a new submission.
std::int64_t save_submission(Database& database, const Attempt& attempt, const std::string& content,
                             const std::string& seen, std::int64_t wave) {
  save_student(database, attempt.student);
  // Lateness may change in a later import; the submission itself stays.
  Statement(database,
            "INSERT INTO submissions (student, content, source, attempt, late, submitted_at, seen, "
            "sum, wave, wave_sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (student, "
            "source, attempt, content) "
            "DO UPDATE SET late = excluded.late, submitted_at = excluded.submitted_at, "
            "seen = excluded.seen, sum = excluded.sum")
      .add(attempt.student.id)
      .add(content)
      .add(attempt.source)
      .add(std::int64_t{attempt.number})
      .add(std::int64_t{attempt.late})
      .add(attempt.submitted_at)
      .add(seen)
      .add(checksum(attempt, content, seen))
      .add(wave)
      .add(wave_checksum(attempt, content, wave))
      .run();
  Statement found(database,
                  "SELECT id FROM submissions "
                  "WHERE student = ? AND source = ? AND attempt = ? AND content = ?");
  found.add(attempt.student.id).add(attempt.source).add(std::int64_t{attempt.number}).add(content);
  if (!found.step()) database.fail("reading it");
  const std::int64_t id = found.number(0);
  found.run();  // finish it: an open statement keeps the transaction open
  save_hand_in(database, id, {attempt.student.others, attempt.taken});
  return id;
}

/// The wave of submissions that are added now.
std::int64_t next_wave(const Database& database) {
  Statement last(database,
                 "SELECT coalesce(max(wave), 0) + "
                 "EXISTS (SELECT 1 FROM grades g JOIN submissions s ON s.id = g.submission "
                 "WHERE s.wave = (SELECT max(wave) FROM submissions)) FROM submissions");
  if (!last.step()) database.fail("reading it");
  const std::int64_t wave = last.number(0);
  last.run();
  return wave;
}

/// Creates the file if needed: under another name until it has its tables, so that an empty file is
/// never mistaken for a gradebook.
const std::filesystem::path& create_if_missing(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  if (gradebook_exists(file) || !fs::is_directory(fs::absolute(file).parent_path())) return file;
  const fs::path part = file.parent_path() / ("." + file.filename().string() + ".new");
  fs::remove(part);  // left by a killed process
  {
    Database database(part);
    fs::permissions(part, fs::perms::owner_read | fs::perms::owner_write);
    migrate(database, gradebook_steps());
  }
  fs::rename(part, file);
  return file;
}

}  // namespace

Points graded_points(const GradebookRow& row) {
  const BookedGrade& g = row.grade;
  if (!is_by_hand(g)) return *g.score;
  return with_points_by_hand(*g.score, points_by_hand(row.comments), *g.max_score);
}

std::string time_stamp() { return utc_time(std::time(nullptr)); }

Gradebook::Gradebook(const std::filesystem::path& file)
    : database_(create_if_missing(file)), opened_(time_stamp()) {
  check_integrity(database_);
  migrate(database_, gradebook_steps());
  Statement last(database_,
                 "SELECT max(seen) FROM (SELECT seen FROM submissions UNION ALL SELECT seen FROM "
                 "unusable)");
  // A later import must be seen as later, in the same second and after a wrong clock, too.
  const auto seen = parse_instant(last.step() ? last.text(0) : ""), now = parse_instant(opened_);
  if (seen && now && *seen >= *now) opened_ = utc_time(*seen + 1);
}

GradingRun Gradebook::begin_run(GradingRun run) {
  run.started = time_stamp();
  Transaction transaction(database_);
  Statement(
      database_,
      "INSERT INTO runs (started, seed, backend, real, options, sum) VALUES (?, ?, ?, ?, ?, ?)")
      .add(run.started)
      .add(std::to_string(run.seed))
      .add(run.backend)
      .add(run.real)
      .add(run.options)
      .add(checksum(run))
      .run();
  run.id = database_.last_row();
  transaction.commit();
  return run;
}

std::optional<GradingRun> last_run_in(const Database& database) {
  Statement last(database,
                 "SELECT id, started, seed, backend, real, options, sum FROM runs "
                 "ORDER BY id DESC LIMIT 1");
  if (!last.step()) return std::nullopt;
  const GradingRun run{last.number(0), last.text(1), parse_seed(last.text(2)),
                       last.text(3),   last.text(4), last.text(5)};
  check_checksum(database, fmt::format("run {}", run.id), last.text(6), checksum(run));
  return run;
}

std::optional<GradingRun> Gradebook::last_run() const { return last_run_in(database_); }

std::vector<Gradebook::KnownAttempt> Gradebook::known_attempts(const std::string& student) const {
  Statement found(
      database_,
      "SELECT attempt, source, content FROM submissions WHERE student = ? AND content != '' "
      "ORDER BY attempt, id");
  found.add(student);
  std::vector<KnownAttempt> all;
  while (found.step())
    all.push_back({static_cast<int>(found.number(0)), found.text(1), found.text(2)});
  return all;
}

std::int64_t Gradebook::submission(const Attempt& attempt, const std::string& content) {
  return submissions({{&attempt, content}}).front();
}

std::vector<std::int64_t> Gradebook::submissions(
    const std::vector<std::pair<const Attempt*, std::string>>& attempts) {
  std::vector<std::int64_t> numbers;
  Transaction transaction(database_);
  const std::int64_t wave = next_wave(database_);
  for (const auto& [attempt, content] : attempts)
    numbers.push_back(save_submission(database_, *attempt, content, opened_, wave));
  transaction.commit();
  return numbers;
}

void Gradebook::add_unusable(const std::vector<Unusable>& all) {
  Transaction transaction(database_);
  for (const Unusable& one : all) {
    save_student(database_, one.student);
    save_unusable(database_, one, opened_);
  }
  transaction.commit();
}

void Gradebook::disown(const std::vector<std::string>& sources,
                       const std::vector<std::string>& labs) {
  Transaction transaction(database_);
  for (const std::string& source : sources)
    for (const std::string& lab : labs) warpgrade::disown(database_, source, lab, opened_);
  transaction.commit();
}

std::int64_t Gradebook::grade_by_hand(const Student& student, const std::string& lab, Points most) {
  const auto run = last_run();
  if (!run) throw GraderError(database_.file().string() + " contains no run to add a grade to");
  Attempt attempt;
  attempt.student = student;
  attempt.source = fmt::format("graded by hand: {}, {}", lab, opened_);  // unique
  const std::int64_t id = submission(attempt, "");
  BookedGrade grade;
  grade.lab = lab;
  grade.cause = "graded by hand";
  grade.backend = by_hand_backend;
  grade.score = grade.pending = Points{};
  grade.max_score = most;
  grade.started = grade.finished = time_stamp();
  add(run->id, grade, {id}, {""});
  return id;
}

std::int64_t Gradebook::wave(std::int64_t submission) const {
  Statement found(database_,
                  "SELECT student, content, source, attempt, wave, wave_sum FROM submissions "
                  "WHERE id = ?");
  found.add(submission);
  if (!found.step()) database_.fail("reading it");
  Attempt attempt;
  attempt.student.id = found.text(0);
  attempt.source = found.text(2);
  attempt.number = static_cast<int>(found.number(3));
  const std::int64_t wave = found.number(4);
  const std::string kept = found.text(5);
  const bool whole = kept.empty() || kept == wave_checksum(attempt, found.text(1), wave);
  return whole ? wave : -submission;
}

GradebookRow Gradebook::make_row(std::int64_t submission, const BookedGrade& grade,
                                 const std::string& report) const {
  Statement found(database_,
                  "SELECT student, content, source, attempt FROM submissions WHERE id = ?");
  found.add(submission);
  if (!found.step()) database_.fail("reading it");
  GradebookRow row;
  row.student.id = found.text(0);
  row.submission = submission;
  row.content = found.text(1);
  row.source = found.text(2);
  row.attempt = static_cast<int>(found.number(3));
  row.grade = grade;
  row.grade.report = report;
  return row;
}

void Gradebook::add(std::int64_t run, const BookedGrade& grade,
                    const std::vector<std::int64_t>& submissions,
                    const std::vector<std::string>& reports) {
  Transaction transaction(database_);
  std::optional<std::int64_t> first;
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    Statement insert(
        database_,
        "INSERT INTO grades (run, submission, lab, state, cause, same_as, grader, grader_hash, "
        "seed, backend, machine, real, score, max_score, pending, verdicts, json, report, tries, "
        "started, finished, sum, json_sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?, ?, ?, ?, ?)");
    insert.add(run).add(submissions[i]).add(grade.lab).add(grade.open ? "open" : "graded");
    insert.add(grade.cause);
    if (first) {
      insert.add(*first);
    } else {
      insert.add_null();
    }
    insert.add(grade.grader).add(grade.grader_hash).add(std::to_string(grade.seed));
    insert.add(grade.backend).add(grade.machine).add(grade.real);
    for (const auto& points : {grade.score, grade.max_score, grade.pending})
      add_points(insert, points);
    insert.add(grade.verdicts);
    if (first || grade.json.empty()) {
      insert.add_null();
    } else {
      insert.add(grade.json);
    }
    insert.add(reports[i]).add(std::int64_t{grade.tries}).add(grade.started).add(grade.finished);
    insert.add(checksum(make_row(submissions[i], grade, reports[i]), run));
    insert.add(first || grade.json.empty() ? std::string() : checksum(grade.json));
    insert.run();
    if (!first) first = database_.last_row();
  }
  transaction.commit();
}

std::vector<GradebookRow> Gradebook::grades(std::int64_t run) const {
  Statement found(
      database_,
      "SELECT g.id, t.id, t.name, t.email, t.login, t.section, t.others, g.submission, g.content, "
      "g.source, g.submitted_at, g.attempt, g.late, g.lab, g.state, g.cause, g.grader, "
      "g.grader_hash, g.backend, g.machine, g.real, g.seed, g.score, g.max_score, g.pending, "
      "g.verdicts, g.report, g.tries, g.started, g.finished, g.sum, s.seen, s.sum, t.sum "
      "FROM current_grades g JOIN students t ON t.id = g.student "
      "JOIN submissions s ON s.id = g.submission WHERE g.run = ? "
      "ORDER BY t.id, g.lab, g.attempt, g.submission");
  found.add(run);
  std::vector<GradebookRow> rows;
  while (found.step()) {
    GradebookRow row;
    int c = 0;
    const auto text = [&] { return found.text(c++); };
    const auto number = [&] { return found.number(c++); };
    const auto points = [&] { return read_points(found, c++); };
    // Initializers in braces are evaluated from left to right, unlike arguments of a call.
    row.id = number();
    row.student = Student{text(), text(), text(), text(), text(), parse_list(text())};
    row.submission = number();
    row.content = text();
    row.source = text();
    row.submitted_at = text();
    row.attempt = static_cast<int>(number());
    row.late = number() != 0;
    BookedGrade& g = row.grade;
    g.lab = text();
    g.open = text() == "open";
    g.cause = text();
    g.grader = text();
    g.grader_hash = text();
    g.backend = text();
    g.machine = text();
    g.real = text();
    g.seed = parse_seed(text());
    g.score = points();
    g.max_score = points();
    g.pending = points();
    g.verdicts = text();
    g.report = text();
    g.tries = static_cast<int>(number());
    g.started = text();
    g.finished = text();
    StoredChecksums kept;
    kept.grade = text();
    const std::string seen = text();
    kept.submission = text();
    kept.student = text();
    if (describe_damage(database_, row, run, seen, kept).empty()) rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Comment> Gradebook::comments(std::int64_t submission, const std::string& lab) const {
  std::vector<Comment> of = load_comments(database_, submission);
  std::erase_if(of, [&](const Comment& comment) { return comment.lab != lab; });
  return of;
}

std::int64_t Gradebook::comment(Comment comment) {
  comment.given = time_stamp();
  return add_comment(database_, comment);
}

void Gradebook::withdraw(std::int64_t comment, const std::string& author) {
  withdraw_comment(database_, comment, author, time_stamp());
}

void Gradebook::save_item(RubricItem item) {
  item.given = time_stamp();
  warpgrade::save_item(database_, item);
}

std::vector<RegradeRequest> Gradebook::requests(std::int64_t submission,
                                                const std::string& lab) const {
  std::vector<RegradeRequest> of = load_requests(database_);
  std::erase_if(of, [&](const RegradeRequest& one) {
    return one.submission != submission || one.lab != lab;
  });
  return of;
}

std::int64_t Gradebook::request(const RegradeRequest& request) {
  return add_request(database_, request);
}

void Gradebook::answer(RegradeRequest request) {
  request.answered = time_stamp();
  answer_request(database_, request);
}

std::string Gradebook::secret(const std::string& purpose) {
  std::random_device device;
  std::string drawn;
  for (int i = 0; i < 4; ++i) drawn += fmt::format("{:08x}", device());
  Statement(database_, "INSERT OR IGNORE INTO secrets (purpose, secret) VALUES (?, ?)")
      .add(purpose)
      .add(drawn)
      .run();
  Statement found(database_, "SELECT secret FROM secrets WHERE purpose = ?");
  found.add(purpose);
  if (!found.step()) database_.fail("reading it");
  return found.text(0);
}

void Gradebook::save_facts(const ClassFacts& facts) { warpgrade::save_facts(database_, facts); }

std::string Gradebook::json(const GradebookRow& row) const { return grade_json(database_, row.id); }

}  // namespace warpgrade
