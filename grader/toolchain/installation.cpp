#include "toolchain/installation.h"

#include <stdlib.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <system_error>

#include "lab/fault.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::mutex workspaces_mutex;
std::set<fs::path> workspaces;

}  // namespace

fs::path find_root() {
  fs::path root;
  if (const char* given = std::getenv("WARPGRADE_ROOT"); given != nullptr && *given != '\0') {
    root = fs::absolute(given);
  } else {
    root = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  }
  if (!fs::is_directory(root / "labs")) {
    throw GraderError(root.string() + " holds no folder labs/",
                      "Run the program from its place in the project (build/warpgrade), or set "
                      "WARPGRADE_ROOT to the project's folder.");
  }
  return fs::canonical(root);
}

Workspace::Workspace() {
  const char* given = std::getenv("TMPDIR");
  std::string name =
      std::string(given != nullptr && *given != '\0' ? given : "/tmp") + "/warpgrade-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw GraderError("cannot make a work folder " + name + ": " + std::strerror(errno),
                      "Free some space there, or set TMPDIR to a folder that can be written.");
  }
  path_ = name;
  const std::lock_guard lock(workspaces_mutex);
  workspaces.insert(path_);
}

Workspace::~Workspace() {
  std::error_code ignored;  // nothing can be done about it here
  fs::remove_all(path_, ignored);
  const std::lock_guard lock(workspaces_mutex);
  workspaces.erase(path_);
}

void Workspace::remove_all() {
  const std::lock_guard lock(workspaces_mutex);
  std::error_code ignored;
  for (const auto& path : workspaces) fs::remove_all(path, ignored);
}

void require_space(const fs::path& folder) {
  constexpr std::uintmax_t enough = 16 << 20;
  std::error_code error;
  const auto space = fs::space(folder, error);
  if (!error && space.available < enough) {
    throw GraderError(
        "the disk that holds " + folder.string() + " is full",
        "Free some space, or set TMPDIR to a folder on another disk; then grade again.");
  }
}

}  // namespace warpgrade
