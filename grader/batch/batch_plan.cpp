#include "batch/batch_plan.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/fault.h"
#include "base/sha256.h"
#include "batch/content.h"
#include "import/file_name.h"

namespace warpgrade {

std::vector<PlannedGrade> plan_grades(Imported& imported, const std::vector<std::string>& labs,
                                      const std::filesystem::path& out, Gradebook& book) {
  std::vector<PlannedGrade> planned;
  std::set<std::string> reports;
  std::vector<std::pair<const Attempt*, std::string>> submitted;
  std::vector<std::size_t> of_planned;  // places in `submitted`
  for (const Attempt& attempt : imported.attempts) {
    std::vector<std::string> held;
    for (const std::string& lab : labs) {
      std::error_code error;
      const auto status = std::filesystem::symlink_status(attempt.folder / (lab + ".cu"), error);
      if (std::filesystem::exists(status)) held.push_back(lab);
    }
    if (held.empty()) continue;  // the import says why
    std::string content;
    const auto folder = keep_content(attempt.folder, out / "content", content);
    submitted.emplace_back(&attempt, content);
    for (const std::string& lab : held) {
      std::string report = "reports/" + file_name_for(attempt.student.id) + "/" + lab;
      if (attempt.number != 1) report += "-attempt" + std::to_string(attempt.number);
      while (!reports.insert(report).second) report += "+";
      of_planned.push_back(submitted.size() - 1);
      planned.push_back({attempt, 0, lab, content, folder, report, 0});
    }
  }
  const std::vector<std::int64_t> numbers = book.submissions(submitted);
  for (std::size_t i = 0; i < planned.size(); ++i) planned[i].submission = numbers[of_planned[i]];
  return planned;
}

std::vector<PlannedGrade> planned_again(const GradeHistory& history,
                                        const std::vector<std::string>& labs,
                                        const std::filesystem::path& out) {
  std::vector<PlannedGrade> planned;
  for (const BookEntry& entry : latest_grades(history.entries())) {
    const GradebookRow& row = entry.row;
    if (entry.seen != history.facts().imported) continue;
    if (std::find(labs.begin(), labs.end(), row.grade.lab) == labs.end()) continue;
    const auto folder = folder_of_content(out / "content", row.content);
    const Attempt attempt{row.student,      row.source, folder, row.attempt,
                          row.submitted_at, row.late,   ""};
    planned.push_back(
        {attempt, row.submission, row.grade.lab, row.content, folder, row.grade.report, 0});
  }
  return planned;
}

std::string hash_of_grader(const std::filesystem::path& root,
                           const std::filesystem::path& program) {
  std::vector<std::filesystem::path> files = {program};
  std::error_code none;
  for (const char* folder : {"labs", "build/runner", "build/simt"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder, none)) {
      const std::string kind = entry.path().extension().string();
      // Not the precompiled headers, which are large and made from others.
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
