#include "batch/batch_plan.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <iterator>

#include "batch/content.h"
#include "lab/fault.h"
#include "lab/sha256.h"

namespace warpgrade {

std::vector<std::string> labs_in(const std::filesystem::path& root) {
  std::vector<std::string> labs;
  for (const auto& entry : std::filesystem::directory_iterator(root / "labs"))
    if (std::filesystem::exists(entry.path() / "lab.json"))
      labs.push_back(entry.path().filename().string());
  std::sort(labs.begin(), labs.end());
  return labs;
}

std::string file_name_for(const std::string& id) {
  std::string name;
  for (const char c : id.substr(0, 100)) {
    const bool fine = static_cast<unsigned char>(c) >= 0x80 ||
                      std::isalnum(static_cast<unsigned char>(c)) || std::strchr("-_.@+", c);
    name += fine && c != '\0' ? c : '_';
  }
  if (name.empty() || name[0] == '.') name = "_" + name;
  if (name == id) return name;
  Sha256 hash;
  hash.add(id);
  return name + "-" + hash.hex().substr(0, 8);
}

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
    if (held.empty()) {
      std::string wanted;
      for (const std::string& lab : labs) wanted += (wanted.empty() ? "" : ", ") + lab + ".cu";
      imported.unmatched.push_back({attempt.source, "it holds none of " + wanted});
      continue;
    }
    std::string content;
    const auto folder = keep_content(attempt.folder, out / "content", content);
    submitted.emplace_back(&attempt, content);
    for (const std::string& lab : held) {
      std::string report = "reports/" + file_name_for(attempt.student.id) + "/" + lab;
      if (attempt.number != 1) report += "-attempt" + std::to_string(attempt.number);
      while (!reports.insert(report).second) report += "+";
      of_planned.push_back(submitted.size() - 1);
      planned.push_back({attempt, 0, lab, content, folder, report});
    }
  }
  const std::vector<std::int64_t> numbers = book.submissions(submitted);
  for (std::size_t i = 0; i < planned.size(); ++i) planned[i].submission = numbers[of_planned[i]];
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
