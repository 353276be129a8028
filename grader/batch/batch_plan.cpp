#include "batch/batch_plan.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "base/fault.h"
#include "base/sha256.h"
#include "batch/content.h"
#include "import/file_name.h"

namespace warpgrade {
namespace {

PlannedGrade make_planned_grade(const GradebookRow& row, const std::filesystem::path& out) {
  const auto folder = content_folder(out / "content", row.content);
  const Attempt attempt{row.student,      row.source, folder,   row.attempt,
                        row.submitted_at, row.late,   row.taken};
  return {attempt, row.submission, row.grade.lab, row.content, folder, row.grade.report, 0};
}

bool contains(const std::vector<std::string>& list, const std::string& one) {
  return std::find(list.begin(), list.end(), one) != list.end();
}

std::string report_path(const Attempt& attempt, const std::string& lab) {
  std::string report = "reports/" + file_name_for(attempt.student.id) + "/" + lab;
  if (attempt.number != 1) report += "-attempt" + std::to_string(attempt.number);
  return report;
}

/// Numbers for attempts that are unique for each student. An import counts its own files, and some
/// sites hand over the last one alone: what is known keeps its number, and the rest goes on from
/// there.
class Numbers {
 public:
  explicit Numbers(const Gradebook& book) : book_(book) {}

  int number(const Attempt& attempt, const std::string& content) {
    const auto [at, is_new] = students_.try_emplace(attempt.student.id);
    Student& student = at->second;
    if (is_new) student.known = book_.known_attempts(attempt.student.id);
    const auto is_free = [&](int n) {
      return student.given.count(n) == 0 &&
             std::none_of(student.known.begin(), student.known.end(),
                          [&](const auto& each) { return each.number == n; });
    };
    // First the same file of the site, then the same content.
    for (const bool same_source : {true, false})
      for (const Gradebook::KnownAttempt& each : student.known)
        if (each.content == content && (!same_source || each.source == attempt.source) &&
            student.given.insert(each.number).second)
          return each.number;
    int number = attempt.number;
    while (!is_free(number)) ++number;
    student.given.insert(number);
    return number;
  }

 private:
  struct Student {
    std::vector<Gradebook::KnownAttempt> known;
    std::set<int> given;  // in this import
  };
  const Gradebook& book_;
  std::map<std::string, Student> students_;
};

}  // namespace

std::vector<PlannedGrade> plan_grades(const Imported& imported,
                                      const std::vector<std::string>& labs,
                                      const std::filesystem::path& out, Gradebook& book) {
  std::vector<PlannedGrade> planned;
  std::set<std::string> reports;
  std::vector<std::pair<const Attempt*, std::string>> submitted;
  std::vector<std::size_t> of_planned;  // indices into `submitted`
  std::vector<Attempt> attempts = imported.attempts;
  Numbers numbers(book);
  for (Attempt& attempt : attempts) {
    std::vector<std::string> held;
    for (const std::string& lab : labs) {
      std::error_code error;
      const auto status = std::filesystem::symlink_status(attempt.folder / (lab + ".cu"), error);
      if (std::filesystem::exists(status)) held.push_back(lab);
    }
    if (held.empty()) continue;  // the import reports the reason
    std::string content;
    const auto folder = store_content(attempt.folder, out / "content", content);
    attempt.number = numbers.number(attempt, content);
    submitted.emplace_back(&attempt, content);
    for (const std::string& lab : held) {
      std::string report = report_path(attempt, lab);
      while (!reports.insert(report).second) report += "+";
      of_planned.push_back(submitted.size() - 1);
      planned.push_back({attempt, 0, lab, content, folder, report, 0});
    }
  }
  const std::vector<std::int64_t> submissions = book.submissions(submitted);
  for (std::size_t i = 0; i < planned.size(); ++i)
    planned[i].submission = submissions[of_planned[i]];
  return planned;
}

std::vector<PlannedGrade> plan_regrade(const GradeHistory& history,
                                       const std::vector<std::string>& labs,
                                       const std::filesystem::path& out) {
  std::vector<PlannedGrade> planned;
  for (const BookEntry& entry : latest_grades(history.entries()))
    if (!is_by_hand(entry.row.grade) && contains(labs, entry.row.grade.lab))
      planned.push_back(make_planned_grade(entry.row, out));
  return planned;
}

std::vector<PlannedGrade> plan_unfinished(const GradeHistory& history, const Imported& imported,
                                          const std::vector<PlannedGrade>& planned,
                                          const std::vector<std::string>& labs,
                                          const std::filesystem::path& out, bool decided) {
  std::set<std::pair<std::string, std::string>> covered;  // student and lab
  for (const PlannedGrade& p : planned) covered.emplace(p.attempt.student.id, p.lab);
  std::set<std::pair<std::string, std::string>> unusable;  // student and source
  for (const Unusable& one : imported.unusable) unusable.emplace(one.student.id, one.source);
  std::vector<PlannedGrade> more;
  const auto add = [&](PlannedGrade one) {
    if (covered.count({one.attempt.student.id, one.lab}) > 0 || !contains(labs, one.lab)) return;
    std::error_code error;
    if (std::filesystem::is_directory(one.folder, error) && hash_files(one.folder) == one.content)
      more.push_back(std::move(one));
  };
  std::set<std::pair<std::string, std::string>> graded;
  for (const BookEntry& entry : latest_grades(history.entries())) {
    const GradebookRow& row = entry.row;
    graded.emplace(row.student.id, row.grade.lab);
    const bool is_taken_again =
        decided && !row.taken.empty() && unusable.count({row.student.id, row.source}) > 0;
    if (row.grade.open || is_taken_again) add(make_planned_grade(row, out));
  }
  std::vector<WaitingAttempt> waiting = history.waiting();
  std::stable_sort(
      waiting.begin(), waiting.end(),
      [](const WaitingAttempt& a, const WaitingAttempt& b) { return a.seen > b.seen; });
  std::map<std::pair<std::string, std::string>, std::string> newest;
  for (const WaitingAttempt& one : waiting) {
    Attempt attempt = one.attempt;
    attempt.folder = content_folder(out / "content", one.content);
    for (const std::string& lab : labs) {
      std::error_code error;
      if (!std::filesystem::exists(attempt.folder / (lab + ".cu"), error)) continue;
      const auto key = std::pair(attempt.student.id, lab);
      if (graded.count(key) == 0 && newest.try_emplace(key, one.seen).first->second == one.seen)
        add({attempt, one.submission, lab, one.content, attempt.folder, report_path(attempt, lab),
             0});
    }
  }
  return more;
}

std::string hash_grader(const std::filesystem::path& root, const std::filesystem::path& program) {
  std::vector<std::filesystem::path> files = {program};
  std::error_code none;
  for (const char* folder : {"labs", "build/runner", "build/simt"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder, none)) {
      const std::string kind = entry.path().extension().string();
      // Skip precompiled headers: they are large and generated.
      if (entry.is_regular_file(none) && kind != ".gch" && kind != ".d" &&
          entry.path().string().find("/tests/") == std::string::npos)
        files.push_back(entry.path());
    }
  }
  std::sort(files.begin() + 1, files.end());
  Sha256 hash;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    hash.add(file.filename().string() + " " + std::to_string(bytes.size()) + "\n");
    hash.add(bytes);
  }
  return hash.hex();
}

}  // namespace warpgrade
