#include "gradebook/schema_steps.h"

#include <fmt/format.h>

#include "base/fault.h"

namespace warpgrade {
namespace {

// Points are stored as hundredths, because integers add up exactly. Seeds are text: they are
// unsigned 64-bit numbers, and SQLite's integers are signed. Times are UTC in ISO 8601.
constexpr const char* first = R"sql(
CREATE TABLE students (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, login TEXT NOT NULL,
  section TEXT NOT NULL, others TEXT NOT NULL  -- a JSON list
) STRICT;

CREATE TABLE submissions (
  id INTEGER PRIMARY KEY,
  student TEXT NOT NULL REFERENCES students,
  content TEXT NOT NULL,  -- SHA-256 of all its files
  source TEXT NOT NULL,   -- as the site named it
  attempt INTEGER NOT NULL, late INTEGER NOT NULL, submitted_at TEXT NOT NULL,
  seen TEXT NOT NULL,
  UNIQUE (student, source, attempt, content)
) STRICT;

CREATE TABLE runs (
  id INTEGER PRIMARY KEY, started TEXT NOT NULL, seed TEXT NOT NULL,
  backend TEXT NOT NULL,  -- as asked for: auto, cpu, cuda
  real TEXT NOT NULL, options TEXT NOT NULL
) STRICT;

CREATE TABLE grades (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs,
  submission INTEGER NOT NULL REFERENCES submissions,
  lab TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('graded', 'open')),
  cause TEXT NOT NULL,              -- why it is open
  same_as INTEGER REFERENCES grades,  -- the same files: that grade's JSON is this one's
  grader TEXT NOT NULL, grader_hash TEXT NOT NULL,
  seed TEXT NOT NULL, backend TEXT NOT NULL, machine TEXT NOT NULL, real TEXT NOT NULL,
  score INTEGER, max_score INTEGER, pending INTEGER,  -- hundredths; NULL where there is no grade
  verdicts TEXT NOT NULL,
  json TEXT,
  report TEXT NOT NULL,  -- below --out, without its ending
  tries INTEGER NOT NULL, started TEXT NOT NULL, finished TEXT NOT NULL
) STRICT;
CREATE INDEX grades_by_submission ON grades (run, submission, lab);

CREATE TRIGGER grades_stay BEFORE UPDATE ON grades
BEGIN SELECT raise(ABORT, 'a grade is never changed: add another'); END;
CREATE TRIGGER grades_are_kept BEFORE DELETE ON grades
BEGIN SELECT raise(ABORT, 'a grade is never deleted'); END;

-- What counts: of each run, submission and lab the last grade.
CREATE VIEW current_grades AS
SELECT g.*, s.student, s.attempt, s.late, s.submitted_at, s.source, s.content,
       coalesce(g.json, f.json) AS whole_json
FROM grades g JOIN submissions s ON s.id = g.submission LEFT JOIN grades f ON f.id = g.same_as
WHERE g.id = (SELECT max(id) FROM grades
              WHERE run = g.run AND submission = g.submission AND lab = g.lab);
)sql";

// Checksums (health.h) of each row; for a grade, one of its JSON and one of everything else
// including its student and submission. Older rows have none.
constexpr const char* sums = R"sql(
ALTER TABLE students ADD COLUMN sum TEXT NOT NULL DEFAULT '';
ALTER TABLE submissions ADD COLUMN sum TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN sum TEXT NOT NULL DEFAULT '';
ALTER TABLE grades ADD COLUMN sum TEXT NOT NULL DEFAULT '';
ALTER TABLE grades ADD COLUMN json_sum TEXT NOT NULL DEFAULT '';
)sql";

// Which submissions arrived together before any of them was graded: 0, 1, ... in order of arrival.
constexpr const char* waves = R"sql(
ALTER TABLE submissions ADD COLUMN wave INTEGER NOT NULL DEFAULT 0;
ALTER TABLE submissions ADD COLUMN wave_sum TEXT NOT NULL DEFAULT '';
)sql";

// Comments and points by hand, withdrawn by separate rows; facts about the class. A grade is
// current until a later submission replaces it.
constexpr const char* comments = R"sql(
CREATE TABLE comments (
  id INTEGER PRIMARY KEY,
  submission INTEGER NOT NULL REFERENCES submissions,
  lab TEXT NOT NULL,
  file TEXT NOT NULL, line INTEGER NOT NULL,  -- '' and 0: about all of it
  text TEXT NOT NULL,
  points INTEGER,  -- hundredths, taken where negative; NULL: words only
  author TEXT NOT NULL, given TEXT NOT NULL, sum TEXT NOT NULL
) STRICT;
CREATE TABLE withdrawals (
  comment INTEGER PRIMARY KEY REFERENCES comments, author TEXT NOT NULL, given TEXT NOT NULL
) STRICT;
CREATE INDEX comments_by_submission ON comments (submission);

CREATE TRIGGER comments_stay BEFORE UPDATE ON comments
BEGIN SELECT raise(ABORT, 'a comment is never changed: withdraw it and add another'); END;
CREATE TRIGGER comments_are_kept BEFORE DELETE ON comments
BEGIN SELECT raise(ABORT, 'a comment is never deleted: withdraw it'); END;
CREATE TRIGGER withdrawals_stay BEFORE UPDATE ON withdrawals
BEGIN SELECT raise(ABORT, 'a withdrawal is never changed'); END;
CREATE TRIGGER withdrawals_are_kept BEFORE DELETE ON withdrawals
BEGIN SELECT raise(ABORT, 'a withdrawal is never deleted'); END;

CREATE VIEW current_comments AS
SELECT c.*, s.student, s.attempt FROM comments c JOIN submissions s ON s.id = c.submission
WHERE c.id NOT IN (SELECT comment FROM withdrawals);

CREATE TABLE class (
  id INTEGER PRIMARY KEY CHECK (id = 1), facts TEXT NOT NULL,  -- JSON
  sum TEXT NOT NULL
) STRICT;

CREATE TABLE secrets (purpose TEXT PRIMARY KEY, secret TEXT NOT NULL) STRICT;

CREATE INDEX grades_of_submission ON grades (submission, lab);
DROP VIEW current_grades;
-- What counts: of each run, submission and lab the last grade, where that student's submission was
-- not replaced by one that was imported later.
CREATE VIEW current_grades AS
SELECT g.*, s.student, s.attempt, s.late, s.submitted_at, s.source, s.content,
       coalesce(g.json, f.json) AS whole_json
FROM grades g JOIN submissions s ON s.id = g.submission LEFT JOIN grades f ON f.id = g.same_as
WHERE g.id = (SELECT max(id) FROM grades
              WHERE run = g.run AND submission = g.submission AND lab = g.lab)
  AND s.seen = (SELECT max(o.seen) FROM submissions o JOIN grades h ON h.submission = o.id
                WHERE o.student = s.student AND h.lab = g.lab);
)sql";

// Ungradable hand-ins; the group and the chosen file of each submission. A grade by hand counts as
// long as it has points by hand.
constexpr const char* hand_ins = R"sql(
CREATE TABLE unusable (
  id INTEGER PRIMARY KEY,
  student TEXT NOT NULL REFERENCES students,
  source TEXT NOT NULL,  -- as the site named it
  labs TEXT NOT NULL,    -- that it may be for: a JSON list
  file TEXT NOT NULL, reason TEXT NOT NULL,
  others TEXT NOT NULL,  -- of the group: a JSON list
  submitted_at TEXT NOT NULL, late INTEGER NOT NULL,
  first_seen TEXT NOT NULL, seen TEXT NOT NULL, sum TEXT NOT NULL,
  UNIQUE (student, source, labs, file, submitted_at)
) STRICT;
CREATE TABLE hand_ins (
  submission INTEGER PRIMARY KEY REFERENCES submissions,
  others TEXT NOT NULL,  -- of the group: a JSON list
  taken TEXT NOT NULL,   -- "dot (1).cu as dot.cu"; or ''
  disowned INTEGER NOT NULL,  -- a later import knows no student whose it is
  sum TEXT NOT NULL
) STRICT;

DROP VIEW current_grades;
CREATE VIEW current_grades AS
SELECT g.*, s.student, s.attempt, s.late, s.submitted_at, s.source, s.content,
       coalesce(g.json, f.json) AS whole_json
FROM grades g JOIN submissions s ON s.id = g.submission LEFT JOIN grades f ON f.id = g.same_as
WHERE g.id = (SELECT max(id) FROM grades
              WHERE run = g.run AND submission = g.submission AND lab = g.lab)
  AND s.seen = (SELECT max(o.seen) FROM submissions o JOIN grades h ON h.submission = o.id
                WHERE o.student = s.student AND h.lab = g.lab)
  AND (g.backend <> 'by hand' OR EXISTS (SELECT 1 FROM current_comments c
       WHERE c.submission = g.submission AND c.lab = g.lab AND c.points IS NOT NULL));
)sql";

// Rubric items, of which each change is a row and the last one counts; regrade requests and their
// answers.
constexpr const char* rubric_and_requests = R"sql(
ALTER TABLE comments ADD COLUMN item TEXT NOT NULL DEFAULT '';  -- its text and points are added
CREATE TABLE rubric (
  id INTEGER PRIMARY KEY, lab TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
  points INTEGER,  -- hundredths; NULL: text only
  author TEXT NOT NULL, given TEXT NOT NULL, sum TEXT NOT NULL
) STRICT;
CREATE TABLE requests (
  id INTEGER PRIMARY KEY,
  submission INTEGER NOT NULL REFERENCES submissions,
  lab TEXT NOT NULL,
  student TEXT NOT NULL,  -- the member of the group who asks
  text TEXT NOT NULL, received TEXT NOT NULL, sum TEXT NOT NULL
) STRICT;
CREATE TABLE answers (
  request INTEGER PRIMARY KEY REFERENCES requests,
  text TEXT NOT NULL, author TEXT NOT NULL, given TEXT NOT NULL, sum TEXT NOT NULL
) STRICT;

CREATE TRIGGER rubric_stays BEFORE UPDATE ON rubric
BEGIN SELECT raise(ABORT, 'a rubric item is never changed: add another version'); END;
CREATE TRIGGER rubric_is_kept BEFORE DELETE ON rubric
BEGIN SELECT raise(ABORT, 'a rubric item is never deleted'); END;
CREATE TRIGGER requests_stay BEFORE UPDATE ON requests
BEGIN SELECT raise(ABORT, 'a request is never changed'); END;
CREATE TRIGGER requests_are_kept BEFORE DELETE ON requests
BEGIN SELECT raise(ABORT, 'a request is never deleted'); END;
CREATE TRIGGER answers_stay BEFORE UPDATE ON answers
BEGIN SELECT raise(ABORT, 'an answer is never changed'); END;
CREATE TRIGGER answers_are_kept BEFORE DELETE ON answers
BEGIN SELECT raise(ABORT, 'an answer is never deleted'); END;

CREATE VIEW current_rubric AS SELECT * FROM rubric r
WHERE id = (SELECT max(id) FROM rubric WHERE lab = r.lab AND name = r.name);
DROP VIEW current_grades;
DROP VIEW current_comments;
CREATE VIEW current_comments AS
SELECT c.id, c.submission, c.lab, c.file, c.line,
       trim(coalesce(r.text, '') || ' ' || c.text) AS text, coalesce(c.points, r.points) AS points,
       c.author, c.given, c.sum, c.item, s.student, s.attempt
FROM comments c JOIN submissions s ON s.id = c.submission
LEFT JOIN current_rubric r ON r.lab = c.lab AND r.name = c.item
WHERE c.id NOT IN (SELECT comment FROM withdrawals);
CREATE VIEW current_grades AS
SELECT g.*, s.student, s.attempt, s.late, s.submitted_at, s.source, s.content,
       coalesce(g.json, f.json) AS whole_json
FROM grades g JOIN submissions s ON s.id = g.submission LEFT JOIN grades f ON f.id = g.same_as
WHERE g.id = (SELECT max(id) FROM grades
              WHERE run = g.run AND submission = g.submission AND lab = g.lab)
  AND s.seen = (SELECT max(o.seen) FROM submissions o JOIN grades h ON h.submission = o.id
                WHERE o.student = s.student AND h.lab = g.lab)
  AND (g.backend <> 'by hand' OR EXISTS (SELECT 1 FROM current_comments c
       WHERE c.submission = g.submission AND c.lab = g.lab AND c.points IS NOT NULL));
)sql";

constexpr std::int64_t application = 0x57475242;  // "WGRB": marks the file as a gradebook

std::int64_t pragma(const Database& database, const std::string& name) {
  Statement statement(database, "PRAGMA " + name);
  return statement.step() ? statement.number(0) : 0;
}

}  // namespace

const std::vector<std::string>& gradebook_steps() {
  static const std::vector<std::string> steps = {first,    sums,     waves,
                                                 comments, hand_ins, rubric_and_requests};
  return steps;
}

void migrate(Database& database, const std::vector<std::string>& steps) {
  const auto latest = static_cast<std::int64_t>(steps.size());
  const auto is_done = [&] {
    const std::int64_t version = pragma(database, "user_version");
    const bool is_ours = pragma(database, "application_id") == application;
    if (is_ours && version > latest)
      throw GraderError(
          fmt::format("{} was written by a later Warpgrade (table version {}, this one "
                      "supports {})",
                      database.file().string(), version, latest),
          "Use that version of Warpgrade, or choose another --out.");
    Statement tables(database, "SELECT count(*) FROM sqlite_master");
    if (!is_ours && (version != 0 || (tables.step() && tables.number(0) > 0)))
      throw GraderError(database.file().string() + " is a database, but not a gradebook",
                        "Choose another --out.");
    return is_ours && version == latest;
  };
  if (is_done()) return;
  Transaction transaction(database);
  is_done();  // another process may have migrated it already
  for (std::int64_t v = pragma(database, "user_version"); v < latest; ++v)
    database.execute(steps[static_cast<std::size_t>(v)]);
  database.execute(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application, latest));
  transaction.commit();
}

}  // namespace warpgrade
