// Gradescope's export: submission_metadata.yml next to submission_<id>/. The file's keys are Ruby
// symbols (":submitters").
#include <yaml-cpp/yaml.h>

#include <set>
#include <system_error>

#include "base/fault.h"
#include "base/regex.h"
#include "base/utf8.h"
#include "import/import_formats.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr const char* metadata = "submission_metadata.yml";

/// The value of a key as text; the key may be a symbol or plain. "": missing.
std::string text_at(const YAML::Node& map, const std::string& key) {
  if (!map.IsMap()) return "";
  for (const std::string& name : {':' + key, key}) {
    const YAML::Node value = map[name];
    if (value && value.IsScalar()) return plain_text(value.Scalar());
  }
  return "";
}

YAML::Node child_at(const YAML::Node& map, const std::string& key) {
  if (!map.IsMap()) return {};
  const YAML::Node value = map[':' + key];
  return value ? value : map[key];
}

/// "2026-10-01 16:24:55.123 -07:00" or "… Z" as ISO 8601; "" for anything else.
std::string iso_time(const std::string& text) {
  static const std::regex time(
      R"((\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)? ?(Z|UTC|[+-]\d\d:?\d\d)?)");
  std::smatch match;
  if (!regex_match(text, match, time)) return "";
  std::string zone = match[3] == "UTC" ? "Z" : match[3].str();
  if (zone.size() == 5) zone.insert(3, ":");
  return match[1].str() + 'T' + match[2].str() + zone;
}

std::vector<Student> submitters(const YAML::Node& submission) {
  std::vector<Student> people;
  for (const YAML::Node& person : child_at(submission, "submitters")) {
    Student student;
    student.name = text_at(person, "name");
    student.email = text_at(person, "email");
    student.id = text_at(person, "sid");
    if (student.id.empty()) student.id = student.email.empty() ? student.name : student.email;
    if (!student.id.empty()) people.push_back(std::move(student));
  }
  return people;
}

YAML::Node load(const fs::path& file) {
  try {
    YAML::Node all = YAML::LoadFile(file.string());
    if (all.IsMap()) return all;
  } catch (const YAML::Exception& e) {
    throw UsageError("cannot read Gradescope's " + file.string() + ": " + e.what(),
                     "Export the submissions again, or choose another --format.");
  }
  throw UsageError("Gradescope's " + file.string() + " lists no submissions.",
                   "Export the submissions again, or choose another --format.");
}

void collect_one(const fs::path& folder, const std::string& name, const YAML::Node& submission,
                 Collected& result) {
  HandIn one;
  one.source = name;
  one.people = submitters(submission);
  one.submitted_at = iso_time(text_at(submission, "created_at"));
  const fs::path own = folder / name;
  std::error_code error;
  if (fs::path(name).filename() != name || !fs::is_directory(fs::symlink_status(own, error))) {
    result.unmatched.push_back({name, std::string(metadata) + " lists it, but there is no folder"});
  } else if (one.people.empty()) {
    result.unmatched.push_back({name, std::string(metadata) + " does not name its student"});
  } else {
    one.files = files_below(own, name, result.unmatched);
    result.hand_ins.push_back(std::move(one));
  }
}

}  // namespace

bool looks_like_gradescope(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / metadata, error);
}

Collected collect_gradescope(const fs::path& folder) {
  if (!looks_like_gradescope(folder)) {
    throw UsageError(folder.string() + " contains no " + metadata + ".",
                     "It is at the top of Gradescope's export.");
  }
  Collected result;
  std::set<std::string> named = {metadata};
  try {
    for (const auto& entry : load(folder / metadata)) {
      std::string name = plain_text(entry.first.as<std::string>());
      if (!name.empty() && name.front() == ':') name.erase(0, 1);
      named.insert(name);
      collect_one(folder, name, entry.second, result);
    }
  } catch (const YAML::Exception& e) {
    throw UsageError("Gradescope's " + (folder / metadata).string() + " is malformed: " + e.what());
  }
  for (const fs::path& entry : list_entries(folder, result.unmatched)) {
    const std::string name = plain_text(entry.filename().string());
    if (named.count(name) == 0) {
      result.unmatched.push_back({name, std::string(metadata) + " does not list it"});
    }
  }
  return result;
}

}  // namespace warpgrade
