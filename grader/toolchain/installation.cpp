#include "toolchain/installation.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <tuple>

#include "base/fault.h"
#include "toolchain/work_folder.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::mutex workspaces_mutex;
std::set<fs::path> workspaces;

/// Whether or not it contains what it should.
fs::path assumed_root() {
  if (const char* given = std::getenv("WARPGRADE_ROOT"); given != nullptr && *given != '\0')
    return fs::absolute(given);
  return fs::read_symlink("/proc/self/exe").parent_path().parent_path();
}

}  // namespace

fs::path find_root() {
  const fs::path root = assumed_root();
  if (!fs::is_directory(root / "labs")) {
    throw GraderError(root.string() + " holds no folder labs/",
                      "Run the program from its place in the project (build/warpgrade), or set "
                      "WARPGRADE_ROOT to the project's folder.");
  }
  return fs::canonical(root);
}

std::string full_version() {
  // The first line: "Warpgrade 1.0.20261128.941, the student's kit".
  std::ifstream in(assumed_root() / "KIT");
  std::string name, number;
  std::getline(in >> name, number, ',');
  return in && number.rfind(" " + std::string(version), 0) == 0 ? number.substr(1) : version;
}

Workspace::Workspace() {
  const char* given = std::getenv("TMPDIR");
  const fs::path folder = given != nullptr && *given != '\0' ? given : "/tmp";
  static std::once_flag looked;
  std::call_once(looked, [&] { remove_left_work_folders(folder); });
  std::tie(path_, lock_) = make_work_folder(folder);
  const std::lock_guard lock(workspaces_mutex);
  workspaces.insert(path_);
}

Workspace::~Workspace() {
  std::error_code ignored;  // nothing can be done about it here
  fs::remove_all(path_, ignored);
  close(lock_);
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

bool has_blas(const fs::path& root) {
  std::error_code error;
  for (const fs::path& usr : {root / ".deps/usr", fs::path("/usr")})
    for (const char* folder : {"x86_64-linux-gnu/", "aarch64-linux-gnu/", ""})
      for (const char* file : {"openblas-pthread/cblas.h", "cblas.h"})
        if (fs::exists(usr / "include" / (std::string(folder) + file), error)) return true;
  return false;
}

}  // namespace warpgrade
