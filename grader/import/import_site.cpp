// Downloads of Canvas, Moodle and Autolab, which encode all information in file names.
#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "base/regex.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/import_formats.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

// lovelaceada_LATE_1234_56789_matmul-1.cu; anon_1Gz8q_56789_matmul.cu for anonymous grading. In
// Canvas, names may contain underscores, but no number between two of them.
const std::regex& canvas_name() {
  static const std::regex name(R"((?:(anon)_(LATE_)?([0-9A-Za-z]+)_(LATE_)?(\d+)_(.+))|)"
                               R"((?:(.+?)_(LATE_)?(\d+)_(LATE_)?(\d+)_(.+)))");
  return name;
}

// Ada Lovelace_1234_assignsubmission_file_, as a folder, or followed by the file's name. With blind
// marking: Participant_1234_…, in the site's language; with a group: Group 3-Ada Lovelace_1234_…;
// text typed into the page: …_onlinetext_. Students may have chosen their names, so the last number
// is the student's.
const std::regex& moodle_name() {
  static const std::regex name(R"((.+)_(\d+)_assignsubmission_([a-z]+)_?(.*))");
  return name;
}

/// Students also choose their files' names: in a file's entry with two numbers, both may be chosen.
bool has_two_numbers(const std::string& before_last) {
  static const std::regex another(R"(.+_\d+_assignsubmission_[a-z]+.*)");
  std::smatch match;
  return regex_match(before_last, match, another);
}

// ada@uni.edu_2_matmul.cu: address, version, the assignment's file.
const std::regex& autolab_name() {
  static const std::regex name(R"(([^@/]+@[^_@/]+)_(\d{1,6})_(.+))");
  return name;
}

/// The number of entries, and how many of them match.
std::pair<std::size_t, std::size_t> count_names(const fs::path& folder, const std::regex& regex,
                                                bool files_only) {
  std::error_code error;
  std::size_t all = 0, named = 0;
  for (const fs::directory_entry& e : fs::directory_iterator(folder)) {
    const std::string name = e.path().filename().string();
    if (is_clutter(name)) continue;
    ++all;
    named += regex_match(name, regex) && (!files_only || e.is_regular_file(error));
  }
  return {all, named};
}

/// Canvas numbers files that are handed in again: matmul-1.cu or matmul1.cu. Removes the number if
/// that gives a lab's file name.
int remove_number(std::string& name, const std::vector<std::string>& labs) {
  static const std::regex numbered(R"((.*?)(-?)(\d{1,3})(\.[A-Za-z0-9]+))");
  std::smatch match;
  if (!regex_match(name, match, numbered)) return 0;
  const std::string stem = match[1];
  const auto is = [&](const std::string& lab) { return lower(lab) == lower(stem); };
  // Without known labs, only a dash tells the number from a part of the name.
  if (labs.empty()
          ? match[2].length() == 0 || match[4] != ".cu"
          : std::none_of(labs.begin(), labs.end(), is) ||
                std::count(labs.begin(), labs.end(), stem + match[2].str() + match[3].str()) != 0)
    return 0;
  const int number = std::stoi(match[3]);
  name = stem + match[4].str();
  return number;
}

struct CanvasFile {
  HandedFile file;
  int again = 0;  // 0: the first one
  std::string source;
};

struct CanvasStudent {
  Student student;
  bool late = false;
  std::vector<CanvasFile> files;
};

/// One attempt per number; files without a number belong to all attempts.
void add_attempts(const CanvasStudent& one, Collected& result) {
  std::map<std::string, std::set<int>> versions;
  std::set<int> numbers;
  for (const CanvasFile& f : one.files) versions[lower(f.file.name)].insert(f.again);
  for (const auto& [name, of] : versions) {
    if (of.size() > 1) numbers.insert(of.begin(), of.end());
  }
  if (numbers.empty()) numbers.insert(0);
  for (const int number : numbers) {
    HandIn attempt;
    attempt.people = {one.student};
    attempt.late = one.late;
    attempt.order = number;
    for (const CanvasFile& f : one.files) {
      if (versions[lower(f.file.name)].size() > 1 && f.again != number) continue;
      attempt.files.push_back(f.file);
      attempt.source += (attempt.source.empty() ? "" : ", ") + f.source;
    }
    result.hand_ins.push_back(std::move(attempt));
  }
}

}  // namespace

bool looks_like_canvas(const fs::path& folder) {
  const auto [all, named] = count_names(folder, canvas_name(), true);
  return named != 0 && 2 * named > all && !looks_like_moodle(folder);
}

Collected collect_canvas(const fs::path& folder, const std::vector<std::string>& labs) {
  Collected result;
  std::map<std::string, CanvasStudent> students;
  for (const fs::path& entry : list_entries(folder, result.unmatched)) {
    const std::string name = plain_text(entry.filename().string());
    std::smatch match;
    if (fs::is_directory(entry) || !regex_match(name, match, canvas_name())) {
      result.unmatched.push_back(
          {name, "is not named as Canvas names files: name_id_file_FILE (format canvas)"});
      continue;
    }
    const std::size_t first = match[1].matched ? 1 : 7;  // first group of the matching form
    CanvasStudent& one = students[match[first + 2]];
    one.student.id = match[first + 2];
    if (first != 1) one.student.name = match[first];
    one.late = one.late || match[first + 1].matched || match[first + 3].matched;
    CanvasFile file = {{entry, match[first + 5]}, 0, name};
    file.again = remove_number(file.file.name, labs);
    one.files.push_back(std::move(file));
  }
  for (const auto& [id, one] : students) add_attempts(one, result);
  return result;
}

bool looks_like_moodle(const fs::path& folder) {
  const auto [all, named] = count_names(folder, moodle_name(), false);
  return named != 0 && 2 * named > all;
}

Collected collect_moodle(const fs::path& folder) {
  Collected result;
  std::map<std::string, HandIn> students;
  std::map<std::string, std::string> typed;  // number -> entry of text typed into the page
  std::set<std::string> names;
  for (const fs::path& entry : list_entries(folder, result.unmatched)) {
    const std::string name = plain_text(entry.filename().string());
    std::smatch match;
    if (!regex_match(name, match, moodle_name())) {
      result.unmatched.push_back(
          {name, "is not named as Moodle names folders: NAME_NUMBER_assignsubmission_file_"});
      continue;
    }
    if (!fs::is_directory(entry) && has_two_numbers(match[1])) {
      result.unmatched.push_back(
          {name, "has the numbers of two students in its name: it is nobody's"});
      continue;
    }
    HandIn& one = students[match[2]];
    one.people.resize(1);
    // The student's "Identifier" in the grading worksheet.
    one.people.front().id = "Participant " + match[2].str();
    one.people.front().name = match[1];
    names.insert(match[1]);
    if (match[3] != "file") {
      typed[match[2]] = name;
      continue;
    }
    one.source += (one.source.empty() ? "" : ", ") + name;
    if (!fs::is_directory(entry)) {
      one.files.push_back({entry, match[4]});
      continue;
    }
    for (HandedFile& file : files_below(entry, name, result.unmatched)) {
      one.files.push_back(std::move(file));
    }
  }
  for (auto& [number, one] : students) {
    // With blind marking all have the same name.
    std::string& name = one.people.front().name;
    const bool blind = names.size() == 1 && students.size() > 1;
    if (blind || name == "Participant") name.clear();
    if (const auto text = typed.find(number); one.files.empty() && text != typed.end()) {
      one.source = text->second;
      one.remarks.push_back({"", "text typed into Moodle's page is not graded"});
    }
    result.hand_ins.push_back(std::move(one));
  }
  return result;
}

bool looks_like_autolab(const fs::path& folder) {
  const auto [all, named] = count_names(folder, autolab_name(), true);
  return named != 0 && 2 * named > all;
}

Collected collect_autolab(const fs::path& folder) {
  Collected result;
  for (const fs::path& entry : list_entries(folder, result.unmatched)) {
    const std::string name = plain_text(entry.filename().string());
    std::smatch match;
    if (fs::is_directory(entry) || !regex_match(name, match, autolab_name())) {
      result.unmatched.push_back(
          {name, "is not named as Autolab names files: EMAIL_VERSION_FILE (format autolab)"});
      continue;
    }
    HandIn one;
    one.people.resize(1);
    one.people.front().id = one.people.front().email = match[1];
    one.source = name;
    one.order = std::stoi(match[2]);
    one.files.push_back({entry, match[3]});
    result.hand_ins.push_back(std::move(one));
  }
  return result;
}

}  // namespace warpgrade
