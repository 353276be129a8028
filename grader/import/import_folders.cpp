// Folders, one per student: made by hand, matched by a pattern, or clones of repositories.
#include <limits.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <system_error>

#include "base/fault.h"
#include "base/regex.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/archive.h"
#include "import/commit_time.h"
#include "import/import_formats.h"
#include "import/roster.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

HandIn hand_in(const std::string& who, const std::string& source) {
  HandIn result;
  result.people = {student_from_folder(who)};
  result.source = source;
  return result;
}

/// The folders of `entry`, if it contains nothing else and all are numbered: 1, v2, attempt-3.
std::map<int, fs::path> numbered_attempts(const fs::path& entry) {
  static const std::regex numbered(R"((?:attempt|try|submission|version|v)?[-_ ]?(\d{1,4}))",
                                   std::regex::icase);
  std::map<int, fs::path> attempts;
  for (const fs::directory_entry& e : fs::directory_iterator(entry)) {
    const std::string name = e.path().filename().string();
    if (is_clutter(name)) continue;
    std::smatch match;
    if (e.is_symlink() || !e.is_directory() || !regex_match(name, match, numbered) ||
        !attempts.emplace(std::stoi(match[1]), e.path()).second)
      return {};
  }
  return attempts;
}

/// std::regex has no named groups: removes the names and returns their numbers.
std::map<std::string, std::size_t> remove_group_names(std::string& pattern) {
  std::map<std::string, std::size_t> groups;
  std::string plain;
  std::size_t count = 0;
  bool in_set = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    plain += pattern[i];
    if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      plain += pattern[++i];
    } else if (pattern[i] == '[' || pattern[i] == ']') {
      in_set = pattern[i] == '[';
    } else if (pattern[i] == '(' && !in_set) {
      static const std::regex named(R"(^\?P?<([A-Za-z_]\w*)>)");
      std::smatch match;
      const std::string rest = pattern.substr(i + 1);
      if (regex_search(rest, match, named)) {
        groups[match[1]] = ++count;
        i += static_cast<std::size_t>(match.length());
      } else if (rest.rfind('?', 0) != 0) {
        ++count;
      }
    }
  }
  pattern = plain;
  return groups;
}

std::regex compile_pattern(const std::string& pattern) {
  try {
    return std::regex(pattern);
  } catch (const std::regex_error& e) {
    throw UsageError("The pattern is not a regular expression: " + std::string(e.what()),
                     "Use JavaScript's syntax: --pattern '(?<student>[^/]+)/.*/(?<file>[^/]+)'");
  }
}

/// Sorts "9" before "10" and other text alphabetically, for numbers of attempts and dates.
struct NaturalOrder {
  static std::pair<std::size_t, std::string> key(const std::string& text) {
    const bool number = is_digits(text);
    const std::string digits = text.substr(std::min(text.find_first_not_of('0'), text.size()));
    return {number ? digits.size() : 0, number ? digits : text};
  }
  bool operator()(const std::string& a, const std::string& b) const { return key(a) < key(b); }
};

std::string common_prefix(const std::vector<std::string>& names) {
  if (names.size() < 2) return "";
  std::string prefix = names.front();
  for (const std::string& name : names) {
    const auto [end, other] = std::mismatch(prefix.begin(), prefix.end(), name.begin(), name.end());
    prefix.erase(end, prefix.end());
  }
  return prefix.substr(0, prefix.rfind('-') + 1);
}

}  // namespace

Student student_from_folder(const std::string& name) {
  Student student;
  student.id = name;
  return student;
}

std::vector<fs::path> list_entries(const fs::path& folder, std::vector<Unmatched>& unmatched) {
  std::vector<fs::path> entries;
  for (const fs::directory_entry& e : fs::directory_iterator(folder)) {
    const std::string name = e.path().filename().string();
    if (is_clutter(name)) continue;
    if (e.path().native().size() >= PATH_MAX) {
      unmatched.push_back({plain_text(name), "has a path that is too long"});
    } else if (e.is_symlink()) {
      unmatched.push_back({plain_text(name), "is a link: only files and folders are read"});
    } else if (!e.is_directory() && !e.is_regular_file()) {
      unmatched.push_back({plain_text(name), "is neither a file nor a folder"});
    } else {
      entries.push_back(e.path());
    }
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

std::vector<HandedFile> files_below(const fs::path& folder, const std::string& named,
                                    std::vector<Unmatched>& unmatched) {
  std::vector<HandedFile> files;
  std::vector<Unmatched> refused;
  for (const fs::path& entry : list_entries(folder, refused)) {
    const std::string name = entry.filename().string();
    if (!fs::is_directory(entry)) {
      files.push_back({entry, name});
      continue;
    }
    for (HandedFile& file : files_below(entry, named + '/' + name, unmatched)) {
      files.push_back({file.path, name + '/' + file.name});
    }
  }
  for (const Unmatched& u : refused) unmatched.push_back({named + '/' + u.source, u.why});
  return files;
}

Collected collect_folders(const fs::path& folder) {
  Collected result;
  for (const fs::path& entry : list_entries(folder, result.unmatched)) {
    const std::string name = plain_text(entry.filename().string());
    if (!fs::is_directory(entry) && is_archive(name)) {
      HandIn one = hand_in(name_without_extension(name), name);
      one.files.push_back({entry, name});
      result.hand_ins.push_back(std::move(one));
      continue;
    }
    if (!fs::is_directory(entry)) {
      result.unmatched.push_back({name, "is outside the students' folders"});
      continue;
    }
    const std::map<int, fs::path> attempts = numbered_attempts(entry);
    for (const auto& [number, path] : attempts) {
      HandIn one = hand_in(name, name + '/' + path.filename().string());
      one.order = number;
      one.files = files_below(path, one.source, result.unmatched);
      result.hand_ins.push_back(std::move(one));
    }
    if (!attempts.empty()) continue;
    HandIn one = hand_in(name, name);
    one.files = files_below(entry, name, result.unmatched);
    result.hand_ins.push_back(std::move(one));
  }
  return result;
}

Collected collect_by_pattern(const fs::path& folder, const std::string& given) {
  std::string pattern = given;
  const std::map<std::string, std::size_t> groups = remove_group_names(pattern);
  if (groups.count("student") == 0) {
    throw UsageError("The pattern has no group (?<student>…).",
                     "Example: --pattern '(?<student>[^/]+)/.*/(?<file>[^/]+)'");
  }
  const std::regex regex = compile_pattern(pattern);
  Collected result;
  const auto part = [&](const std::smatch& match, const char* group) {
    const auto number = groups.find(group);
    return number == groups.end() ? "" : match[number->second].str();
  };
  std::map<std::string, std::map<std::string, HandIn, NaturalOrder>>
      by_student;  // student, then attempt
  for (const HandedFile& file : files_below(folder, folder.filename().string(), result.unmatched)) {
    const std::string path = plain_text(file.name);
    std::smatch match;
    if (!regex_match(path, match, regex) || part(match, "student").empty()) {
      result.unmatched.push_back({path, "does not match the pattern"});
      continue;
    }
    const std::string who = part(match, "student"), name = part(match, "file");
    HandIn& one =
        by_student[who].try_emplace(part(match, "attempt"), hand_in(who, path)).first->second;
    one.files.push_back({file.path, name.empty() ? fs::path(path).filename().string() : name});
  }
  for (auto& [who, attempts] : by_student) {
    int order = 0;
    for (auto& [attempt, one] : attempts) {
      one.order = ++order;
      if (one.files.size() > 1)
        one.source += " and " + std::to_string(one.files.size() - 1) + " more";
      result.hand_ins.push_back(std::move(one));
    }
  }
  return result;
}

bool looks_like_clones(const fs::path& folder) {
  std::error_code error;
  std::size_t folders = 0, clones = 0;
  for (const fs::directory_entry& e : fs::directory_iterator(folder)) {
    if (is_clutter(e.path().filename().string()) || !e.is_directory(error)) continue;
    ++folders;
    if (fs::exists(e.path() / ".git", error)) ++clones;
  }
  const std::string name = folder.filename().string();
  const bool named = name.size() > 12 && name.substr(name.size() - 12) == "-submissions";
  return clones != 0 && (named || 2 * clones > folders);
}

Collected collect_clones(const fs::path& folder, const Roster& roster, const fs::path& scratch) {
  Collected result;
  CommitTimes times(scratch);
  std::vector<fs::path> clones;
  std::vector<std::string> names;
  for (const fs::path& entry : list_entries(folder, result.unmatched)) {
    if (!fs::is_directory(entry)) {
      result.unmatched.push_back({plain_text(entry.filename().string()), "is not a repository"});
      continue;
    }
    clones.push_back(entry);
    names.push_back(plain_text(entry.filename().string()));
  }
  // `gh classroom clone` prefixes the folder with the assignment's name, like the repositories.
  std::string prefix = folder.filename().string();
  const std::size_t end = prefix.rfind("-submissions");
  prefix = end == std::string::npos ? common_prefix(names) : prefix.substr(0, end) + '-';
  // "mei-hua", "mei-lin": what the names have in common may be a part of the logins.
  if (end == std::string::npos && std::any_of(names.begin(), names.end(), [&](const auto& name) {
        return roster.find(student_from_folder(name)).student != nullptr;
      }))
    prefix.clear();
  // "lab1-team-1", "lab1-team-2": a number alone is not a login.
  const auto is_numbered = [&](const std::string& name) {
    return name.size() > prefix.size() &&
           name.find_first_not_of("0123456789", prefix.size()) == name.npos;
  };
  while (!prefix.empty() && std::all_of(names.begin(), names.end(), is_numbered))
    prefix.erase(prefix.size() < 2 ? 0 : prefix.rfind('-', prefix.size() - 2) + 1);
  for (std::size_t i = 0; i < clones.size(); ++i) {
    const bool begins = names[i].rfind(prefix, 0) == 0 && names[i].size() > prefix.size();
    HandIn one = hand_in(begins ? names[i].substr(prefix.size()) : names[i], names[i]);
    one.people.front().login = one.people.front().id;
    one.submitted_at = times.last(clones[i]);
    one.files = files_below(clones[i], names[i], result.unmatched);
    result.hand_ins.push_back(std::move(one));
  }
  return result;
}

}  // namespace warpgrade
