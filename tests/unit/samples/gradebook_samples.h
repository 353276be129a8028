// Gradebooks in temporary folders, and what tests store there.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>

#include "base/fault.h"
#include "gradebook/gradebook.h"
#include "tests/unit/catch.h"

namespace warpgrade::samples {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "gradebook_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path book() const { return path_ / "gradebook.sqlite"; }

 private:
  std::filesystem::path path_;
};

inline Attempt make_attempt(const std::string& id, int number = 1) {
  Attempt attempt;
  attempt.student = {id, "Lovelace, \"Ada\"", "ada@example.org", "ada", "B", {"bob", "cy"}};
  attempt.source = "submission_" + id;
  attempt.number = number;
  attempt.submitted_at = "2026-03-01T12:00:00Z";
  attempt.late = number > 1;
  return attempt;
}

inline BookedGrade make_grade(const std::string& lab, long long hundredths) {
  BookedGrade grade;
  grade.lab = lab;
  grade.grader = "0.1.0";
  grade.grader_hash = "ab12";
  grade.backend = "cpu";
  grade.machine = "pc07";
  grade.real = "float";
  grade.seed = 18446744073709551615ull;
  grade.score = Points::hundredths(hundredths);
  grade.max_score = Points::hundredths(10000);
  grade.pending = Points::hundredths(600);
  grade.verdicts = "a:ok b:race";
  grade.json = "{\"text\": \"\xc3\xa4 'quoted' ?\"}";
  grade.started = "2026-03-02T12:00:00Z";
  grade.finished = "2026-03-02T12:00:01Z";
  return grade;
}

inline std::int64_t count(const std::filesystem::path& book, const std::string& table) {
  const Database database(book);
  Statement statement(database, "SELECT count(*) FROM " + table);
  REQUIRE(statement.step());
  return statement.number(0);
}

inline std::string error_message(const std::function<void()>& work) {
  try {
    work();
  } catch (const GraderError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

/// Runs `work` in a child process that kills itself with SIGKILL at the end.
inline void run_and_kill(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      work();
    } catch (...) {
      ::_exit(1);
    }
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
}

}  // namespace warpgrade::samples
