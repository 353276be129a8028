#include "pages/own_history.h"

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;

namespace {

constexpr Style plain = {false, 80, true};

PastGrade graded(const std::string& time, double points, const char* verdict, double ratio = 0) {
  return {
      time,
      "cpu",
      "float",
      {{"matmul_tiled", verdict, true, samples::points(points), {}, samples::points(20), ratio}}};
}

struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("history-" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("what is kept of a grade is read again, whatever stands between the lines") {
  const Folder folder;
  const auto file = history_file(folder.path, "matmul");
  CHECK(read_history(file).empty());
  add_to_history(file, past_grade(samples::mixed(), "2026-11-20 10:00"));
  std::ofstream(file, std::ios::app) << "cut off {\n{\"time\": 5}\n[]\n";
  add_to_history(file, graded("2026-11-20 11:00", 6.3, "race", 0.5));
  const auto history = read_history(file);
  REQUIRE(history.size() == 2);
  CHECK(history[0].tasks.size() == 5);
  CHECK(history[0].tasks[2].written == false);
  CHECK(history[1].time == "2026-11-20 11:00");
  CHECK(history[1].tasks[0].points == samples::points(6.3));
  CHECK(history[1].tasks[0].ratio == 0.5);
}

TEST_CASE("our own trouble is no grade") {
  const Folder folder;
  const auto file = history_file(folder.path, "matmul");
  add_to_history(file, past_grade(samples::grader_error(), "2026-11-20 10:00"));
  for (const PastGrade& grade : read_history(file))
    for (const PastTask& task : grade.tasks) CHECK(task.verdict != "grader-error");
}

TEST_CASE("a report says what changed since the last time, and what was better before") {
  const std::vector<PastGrade> before = {graded("10:00", 15, "ok", 0.8),
                                         graded("11:00", 6.3, "race")};
  CHECK(since_last_time({}, graded("12:00", 6.3, "race"), plain) == "");
  CHECK(since_last_time(before, graded("12:00", 6.3, "race"), plain) ==
        "\nThe same points and verdicts as at 11:00.\n  matmul_tiled: best so far: 15 points, "
        "10:00\n");
  CHECK(since_last_time(before, graded("12:00", 18, "ok"), plain) ==
        "\nSince 11:00:\n  matmul_tiled: race → ok, 6.3 → 18 points, your best so far\n");
  // What is measured elsewhere says nothing of this.
  PastGrade elsewhere = graded("12:00", 18, "ok");
  elsewhere.backend = "cuda";
  CHECK(since_last_time(before, elsewhere, plain) == "");
}

TEST_CASE("a speed that is the same but for noise has not changed") {
  const std::vector<PastGrade> before = {graded("10:00", 15, "ok", 0.80)};
  CHECK(since_last_time(before, graded("11:00", 15, "ok", 0.82), plain).find("speed") ==
        std::string::npos);
  CHECK(since_last_time(before, graded("11:00", 15, "ok", 0.9), plain).find("speed 0.8 → 0.9") !=
        std::string::npos);
}

TEST_CASE("the history tells the best of each task and the grades, the newest first") {
  const std::string text =
      render_history("matmul", {graded("10:00", 15, "ok"), graded("11:00", 6.3, "race")}, 1, plain);
  CHECK(text.find("matmul: 2 grades since 10:00") == 0);
  CHECK(text.find("matmul_tiled  15 / 20") != text.npos);
  CHECK(text.find("11:00: 6.3 / 20; matmul_tiled ok → race, 15 → 6.3 points") != text.npos);
  CHECK(text.find("and 1 earlier") != text.npos);
  CHECK(render_history("matmul", {}, 1, plain).find("No grades are kept") == 0);
}
