// `warpgrade new-lab NAME`: writes a working lab to start from. Each file of grader/cli/new_lab/ is
// written to the same path in the project's folder, without its suffix `.in`. NAME in paths and
// @NAME@ in texts become the lab's name; @ID@ becomes the name with `_` for `-`, a C++ identifier.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string_view>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "cli/commands.h"
#include "lab/skeleton.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

bool is_word(unsigned char c) { return std::isalnum(c) || c == '_'; }

void require_name(const std::string& name) {
  constexpr std::size_t longest = 40;  // it becomes part of file and function names
  const bool fits =
      !name.empty() && name.size() <= longest &&
      !std::isdigit(static_cast<unsigned char>(name[0])) && name[0] != '-' && name.back() != '-' &&
      std::all_of(name.begin(), name.end(),
                  [](unsigned char c) { return c < 0x80 && (is_word(c) || c == '-'); });
  if (fits) return;
  throw UsageError("'" + name + "' cannot be a lab's name",
                   "Use letters, digits, _ and -, beginning with a letter: prefix-sum.");
}

/// Throws UsageError if a file would be overwritten.
void require_no_files(const fs::path& root, const std::string& name) {
  for (const std::string& place : {"labs/" + name, "solutions/" + name, "skeletons/" + name,
                                   "tests/submissions/" + name, "handouts/" + name + ".md"}) {
    if (fs::exists(fs::symlink_status(root / place)))
      throw UsageError(place + " already exists", "Choose another name, or remove it.");
  }
}

std::string replace_all(std::string text, std::string_view from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// The text of each file to write, by its path in the project's folder.
std::map<fs::path, std::string> new_lab_files(const fs::path& root, const std::string& name) {
  const fs::path templates = root / "grader/cli/new_lab";
  const std::string identifier = replace_all(name, "-", "_");
  std::map<fs::path, std::string> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(templates, error)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".in") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) throw GraderError(entry.path().string() + " cannot be read");
    const fs::path shown = fs::relative(entry.path(), templates).replace_extension();
    files[replace_all(shown.string(), "NAME", name)] =
        replace_all(replace_all(text, "@NAME@", name), "@ID@", identifier);
  }
  if (files.empty()) {
    throw GraderError(templates.string() + " contains no templates",
                      "Restore that folder from the project's sources.");
  }
  return files;
}

}  // namespace

int new_lab_command(const fs::path& root, const std::string& name) {
  require_name(name);
  require_no_files(root, name);
  auto files = new_lab_files(root, name);
  const fs::path source = name + "/" + name + ".cu";
  const std::string solution = (fs::path("solutions") / source).string();
  files[fs::path("skeletons") / source] = make_skeleton(files.at(solution), solution);
  for (const auto& [path, text] : files) {
    fs::create_directories((root / path).parent_path());
    write_file_atomically(root / path, text);
    std::printf("wrote %s\n", path.c_str());
  }
  std::printf(
      "\nIt grades itself: make grade LAB=%s FROM=solutions\n"
      "How to make it yours: docs/new-lab.md\n",
      name.c_str());
  return full_marks;
}

}  // namespace warpgrade
