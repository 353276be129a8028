#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/command_name.h"
#include "base/fault.h"
#include "base/lab_file.h"
#include "base/regex.h"
#include "cli/chosen_submission.h"
#include "cli/commands.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

using Copy = std::pair<fs::path, fs::path>;  // from, to

/// The skeleton's files, the contract, and the handout's pages as far as they were made.
std::vector<Copy> files_for_student(const fs::path& root, const std::string& lab) {
  std::vector<Copy> files;
  const fs::path skeleton = root / "skeletons" / lab;
  std::error_code error;
  for (fs::recursive_directory_iterator at(skeleton, error), end; at != end; ++at) {
    if (is_clutter(at->path().filename().string()))
      at.disable_recursion_pending();
    else if (at->is_regular_file())
      files.emplace_back(at->path(), lab / at->path().lexically_relative(skeleton));
  }
  if (files.empty())
    throw GraderError(skeleton.string() + " contains no " + lab + ".cu",
                      "Install Warpgrade again, or restore that folder.");
  for (const auto& entry : fs::directory_iterator(root / "labs" / lab))
    if (entry.path().extension() == ".h")
      files.emplace_back(entry.path(), fs::path(lab) / entry.path().filename());
  for (const char* kind : {".html", ".pdf"})
    if (const fs::path page = root / "handouts" / (lab + kind); fs::exists(page))
      files.emplace_back(page, fs::path(lab) / page.filename());
  return files;
}

/// Skeletons and handouts name the targets of a Makefile, which is not there beside a wheel.
std::string with_commands(std::string text) {
  const std::string program(command_name());
  for (const auto& [target, command] : {std::pair("grade", "grade"), {"findings", "check"}}) {
    const std::regex make(
        std::string("make ") + target +
        R"( LAB=([\w-]+)(?: TASK=((?:\w|<wbr>)+))?(?: CASE=([\w-]+))?(?: REAL=(\w+))?)");
    std::string changed;
    auto rest = text.cbegin();
    for (std::sregex_iterator at(text.cbegin(), text.cend(), make), end; at != end; ++at) {
      const std::smatch& m = *at;
      changed.append(rest, m[0].first).append(program + " " + command + " " + m[1].str());
      for (const auto& [part, option] :
           {std::pair(2, " --task "), {3, " --case "}, {4, " --real "}})
        if (m[part].matched) changed += option + m[part].str();
      rest = m[0].second;
    }
    text = changed.append(rest, text.cend());
  }
  text = regex_replace(text, std::regex("make explain CAUSE="), (program + " explain ").c_str());
  return regex_replace(text, std::regex("make profile LAB="), (program + " profile ").c_str());
}

/// A file that is there already is the student's.
void copy_if_absent(const fs::path& from, const fs::path& to, bool has_make) {
  std::ifstream in(from, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw GraderError(from.string() + " cannot be read", "Install Warpgrade again.");
  if (!has_make && from.extension() != ".pdf") text = with_commands(std::move(text));
  if (fs::exists(fs::symlink_status(to))) {
    std::ifstream there(to, std::ios::binary);
    if (std::string{std::istreambuf_iterator<char>(there), {}} != text)
      std::printf("kept   %s, which is there already\n", to.c_str());
    return;
  }
  fs::create_directories(to.parent_path());
  write_file_atomically(to, text);
  std::printf("wrote  %s\n", to.c_str());
}

}  // namespace

int lab_command(const fs::path& root, const std::string& name) {
  if (name.empty()) {
    for (const std::string& lab : lab_names(root))
      std::printf("%-14s %s\n", lab.c_str(), load_lab(root, lab).title.c_str());
    return full_marks;
  }
  const Lab lab = load_lab(root, name);
  if (is_below(fs::current_path(), root))
    throw UsageError("your file of " + name + " is here already: skeletons/" + name + "/" + name +
                     ".cu");
  for (const auto& [from, to] : files_for_student(root, name))
    copy_if_absent(from, to, fs::exists(root / "Makefile"));
  const std::string command(command_name()), task = lab.tasks.front().entry;
  std::printf("\nWrite your kernels in %s/%s.cu (search for TODO), then: %s grade %s --task %s\n",
              name.c_str(), name.c_str(), command.c_str(), name.c_str(), task.c_str());
  return full_marks;
}

}  // namespace warpgrade
