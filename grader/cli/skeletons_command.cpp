#include <cstdio>
#include <fstream>
#include <sstream>

#include "authoring/skeleton.h"
#include "base/atomic_file.h"
#include "base/fault.h"
#include "cli/commands.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return in ? text.str() : std::string{};
}

}  // namespace

int skeletons_command(const fs::path& root, bool check) {
  int status = full_marks;
  for (const auto& lab : lab_names(root)) {
    const fs::path solution = root / "solutions" / lab / (lab + ".cu");
    const fs::path skeleton = root / "skeletons" / lab / (lab + ".cu");
    if (!fs::exists(solution))
      throw GraderError(solution.string() + " is missing", "Every lab has a reference solution.");
    const std::string text = make_skeleton(read(solution), solution.string());
    if (text == read(skeleton)) continue;
    const std::string shown = fs::relative(skeleton, root).string();
    if (check) {
      std::printf("%s is out of date with its solution: run `make skeletons`\n", shown.c_str());
      status = points_lost;
    } else {
      fs::create_directories(skeleton.parent_path());
      write_file_atomically(skeleton, text);
      std::printf("wrote %s\n", shown.c_str());
    }
  }
  return status;
}

}  // namespace warpgrade
