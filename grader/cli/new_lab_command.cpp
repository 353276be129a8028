// `warpgrade new-lab NAME`: writes a working lab to start from, like one of the examples.
#include <algorithm>
#include <cctype>
#include <cstdio>

#include "authoring/example_lab.h"
#include "base/atomic_file.h"
#include "base/fault.h"
#include "cli/commands.h"

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

}  // namespace

int new_lab_command(const fs::path& root, const std::string& name, const std::string& like) {
  require_name(name);
  require_no_files(root, name);
  for (const auto& [path, text] : files_like(root, like, name)) {
    fs::create_directories((root / path).parent_path());
    write_file_atomically(root / path, text);
    std::printf("wrote %s\n", path.c_str());
  }
  std::printf(
      "\nIt grades itself: make grade LAB=%s FROM=solutions\n"
      "What is still the example's: make check-lab LAB=%s\n"
      "How to make it yours: docs/new-lab.md\n",
      name.c_str(), name.c_str());
  return full_marks;
}

}  // namespace warpgrade
