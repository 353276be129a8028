// How long a gradebook takes with many attempts in it: `make bench-gradebook_load`, or
// `build/bench/gradebook_load ATTEMPTS FOLDER [GRADE.json]`. FOLDER/gradebook.sqlite stays, to be
// looked at; with a real grade for all its JSON it can be exported, too.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "class_pages/class_page.h"
#include "export/class_tally.h"
#include "export/grades_csv.h"
#include "gradebook/gradebook.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

constexpr int attempts_each = 5;
constexpr std::size_t json_bytes = 60'000;  // about what a whole solution's grade has

double peak_mib() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) / 1024;
}

void timed(const char* what, const std::function<std::size_t()>& work) {
  const auto start = std::chrono::steady_clock::now();
  const std::size_t done = work();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{:<44} {:>9} {:>8.2f} s {:>7.0f} MiB\n", what, done, seconds, peak_mib());
}

Attempt make_attempt(int student, int number) {
  Attempt attempt;
  attempt.student = {fmt::format("s{:05}", student),
                     fmt::format("Student {}", student),
                     fmt::format("s{}@example.org", student),
                     fmt::format("s{}", student),
                     "A",
                     {}};
  attempt.source = fmt::format("s{:05}_{}", student, number);
  attempt.number = number;
  return attempt;
}

std::string read_bytes(const char* file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// `json`: for all of them; "": any text of that size.
std::size_t fill(Gradebook& book, std::int64_t run, int attempts, const std::string& json) {
  std::vector<Attempt> all;
  for (int i = 0; i < attempts; ++i)
    all.push_back(make_attempt(i / attempts_each, i % attempts_each + 1));
  std::vector<std::pair<const Attempt*, std::string>> submitted;
  for (std::size_t i = 0; i < all.size(); ++i)
    submitted.emplace_back(&all[i], fmt::format("{:064x}", i));
  const auto numbers = book.submissions(submitted);
  BookedGrade grade;
  grade.lab = "matmul";
  grade.backend = "cpu";
  grade.max_score = Points::hundredths(10000);
  grade.pending = Points::hundredths(2000);
  grade.verdicts = "matmul_naive:ok matmul_tiled:race";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    grade.score = Points::hundredths(static_cast<long long>(i % 8000));
    grade.json =
        !json.empty()
            ? json
            : "{\"text\": \"" + std::string(json_bytes, static_cast<char>('a' + i % 26)) + "\"}";
    grade.started = grade.finished = time_stamp();
    book.add(run, grade, {numbers[i]}, {fmt::format("reports/{}/matmul", all[i].source)});
  }
  return numbers.size();
}

/// Rows that a query gives, each column read.
std::size_t count_rows(const fs::path& file, const std::string& sql) {
  const Database database(file, false);
  Statement statement(database, sql);
  std::size_t rows = 0;
  while (statement.step()) {
    ++rows;
    (void)statement.text(0);
  }
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  const int attempts = argc > 1 ? std::stoi(argv[1]) : 10'000;
  const fs::path folder =
      argc > 2 ? fs::path(argv[2]) : fs::temp_directory_path() / "gradebook_load";
  fs::create_directories(folder);
  const fs::path file = folder / "gradebook.sqlite";
  fs::remove(file);
  fmt::print("{:<44} {:>9} {:>10} {:>11}\n", "", "rows", "time", "peak so far");
  std::int64_t run = 0;
  timed("enter them, each on the disk before the next", [&] {
    Gradebook book(file);
    run = book.begin_run({}).id;
    return fill(book, run, attempts, argc > 3 ? read_bytes(argv[3]) : "");
  });
  std::vector<GradebookRow> rows;
  timed("read what counts", [&] { return (rows = Gradebook(file).grades(run)).size(); });
  timed("grades.csv", [&] { return grades_csv(rows).size() / 100; });
  timed("every JSON, one after another", [&] {
    const Gradebook book(file);
    std::size_t read = 0;
    for (const GradebookRow& row : rows) read += !book.json(row).empty();
    return read;
  });
  timed("the page of the class", [&] {
    const Gradebook book(file);
    const auto load_json = [&](const GradebookRow& row) { return book.json(row); };
    const auto page =
        class_page(summarize_class(rows, load_json, [](const auto&) { return true; }));
    std::ofstream(folder / "class.html") << page;
    return rows.size();
  });
  timed("the query of docs/batch.md", [&] {
    return count_rows(
        file, "SELECT run, student, lab, attempt, score / 100.0, finished FROM current_grades");
  });
  timed("the best attempt of each student", [&] {
    return count_rows(file,
                      "SELECT student, lab, max(score) FROM current_grades GROUP BY student, lab");
  });
  timed("the last attempt of each student", [&] {
    return count_rows(file,
                      "SELECT student, lab, score, max(attempt) FROM current_grades "
                      "GROUP BY student, lab");
  });
  timed("one student's history", [&] {
    return count_rows(file, "SELECT score FROM current_grades WHERE student = 's00042'");
  });
  timed("how often each verdict was given", [&] {
    return count_rows(file, "SELECT verdicts, count(*) FROM current_grades GROUP BY verdicts");
  });
}
