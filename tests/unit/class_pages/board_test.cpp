// Aliases of the leaderboard: no names, the same ones every time.
#include "class_pages/board.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/fault.h"
#include "export/aliases.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

Student student(const std::string& id, const std::string& name) {
  return {id, name, id + "@example.org", "", "", {}};
}

/// What a file with these lines chooses.
std::map<std::string, std::string> chosen(const std::string& lines,
                                          const std::vector<Student>& students) {
  const fs::path file = fs::temp_directory_path() / ("aliases_" + std::to_string(::getpid()));
  std::ofstream(file) << "student,alias\n" << lines;
  try {
    auto all = chosen_aliases(file, students);
    fs::remove(file);
    return all;
  } catch (...) {
    fs::remove(file);
    throw;
  }
}

}  // namespace

TEST_CASE("Drawn aliases are stable, distinct and depend on the secret") {
  std::vector<Student> students;
  for (int i = 0; i < 400; ++i) students.push_back(student("s" + std::to_string(i), "Ada"));
  const auto all = aliases_for(students, {}, "secret");
  std::set<std::string> different;
  for (const auto& [id, alias] : all) different.insert(alias);
  CHECK(different.size() == 400);
  CHECK(aliases_for({student("s7", "Ada")}, {}, "secret").at("s7") == all.at("s7"));
  CHECK(aliases_for({student("s7", "Ada")}, {}, "another").at("s7") != all.at("s7"));
}

TEST_CASE("Chosen aliases are unique and reveal no name") {
  const std::vector<Student> class_of_two = {student("ada1", "Ada Lovelace"),
                                             student("bob2", "Bob Byte")};
  const auto all = chosen("ada1,Warp Queen\nBob Byte,\n", class_of_two);
  CHECK(all.size() == 1);
  CHECK(aliases_for(class_of_two, all, "secret").at("ada1") == "Warp Queen");
  CHECK(aliases_for(class_of_two, all, "secret").at("bob2") != "");
  for (const std::string wrong :
       {"ada1,Lovelace the fast\n", "ada1,x bob2 x\n", "ada1,Fast\nbob2,fast\n",
        "ada1,123456789 123456789 123456789 1\n"})
    CHECK_THROWS_AS(chosen(wrong, class_of_two), UsageError);
}

// tests/scripts/class_page.sh shows this one to a browser: all that a board can hold.
TEST_CASE("a board for the browser", "[.class-pages]") {
  const char* const folder = std::getenv("CLASS_PAGES");
  REQUIRE(folder != nullptr);
  std::vector<Student> students;
  for (int i = 0; i < 24; ++i) students.push_back(student("s" + std::to_string(i), "Ada"));
  const auto aliases = aliases_for(students, {{"s3", "the fastest of all warps in it"}}, "secret");
  Leaderboard board{"GPU Programming", "2026-03-01T00:00:00Z", {"NVIDIA H100 80GB HBM3"}, {}};
  for (const std::string task : {"dot_shuffle", "dot_best", "matmul_best"}) {
    SpeedTask all;
    all.lab = task.substr(0, task.find('_'));
    all.task = task;
    all.title = "as fast as you can";
    all.case_name = "100000000x256-uniform";
    all.against = task == "dot_shuffle" ? "solution" : "library";
    all.baseline = "cublas";
    for (int i = 0; i < 24; ++i) {
      BoardEntry entry;
      entry.alias = aliases.at("s" + std::to_string(i));
      entry.ratio = 1.6 / (1 + 0.12 * i);
      entry.low = entry.ratio * 0.985;
      entry.high = entry.ratio * (i % 5 == 0 ? 1.2 : 1.01);
      entry.place = i < 4 ? 1 + i / 2 * 2 : i + 1;
      entry.seconds = 0.000273 * (1 + 0.12 * i);
      entry.attempts = 1 + i % 4;
      for (int n = 1; n <= entry.attempts; ++n)
        entry.best_so_far.push_back(entry.ratio * n / entry.attempts);
      KernelResources kernel;
      kernel.registers = 32 + 4 * i;
      kernel.shared_bytes = i % 2 == 0 ? 49152 : 0;
      kernel.spill_bytes = i % 7 == 6 ? 128 : 0;
      entry.resources = kernel;
      all.entries.push_back(entry);
    }
    all.marks = {{"our best", 1.31}, {"the library (cublas)", 1}};
    board.tasks.push_back(all);
  }
  std::ofstream(std::string(folder) + "/board.html", std::ios::binary) << board_page(board);
}

TEST_CASE("The board page shows marks between entries and escapes chosen names") {
  SpeedTask task;
  task.lab = "dot";
  task.task = "dot_best";
  task.against = "library";
  task.baseline = "cublas";
  BoardEntry fast, slow;
  fast.alias = "<b>swift</b>";
  fast.ratio = fast.high = 1.2;
  fast.low = 1.1;
  fast.place = 1;
  fast.best_so_far = {0.5, 1.2};
  slow = fast;
  slow.alias = "calm tern 12";
  slow.ratio = slow.low = slow.high = 0.8;
  task.entries = {fast, slow};
  task.marks = {{"the library (cublas)", 1}};
  const std::string page = board_page({"GPU & more", "2026-03-01T00:00:00Z", {}, {task}});
  CHECK(page.find("<b>swift") == page.npos);
  const auto first = page.find("&lt;b&gt;swift"), mark = page.find("the library (cublas)</th>"),
             second = page.find("calm tern 12");
  CHECK((first < mark && mark < second && second != page.npos));
  CHECK_THAT(page, Catch::Contains("<h1>GPU &amp; more: leaderboard</h1>"));
  CHECK_THAT(board_page({}), Catch::Contains("Nothing was measured yet"));
}
