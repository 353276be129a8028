#include "objects/shared_objects.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

#include "base/fault.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

// Libraries that g++ and nvcc link by default. Newer C libraries are one file instead of several;
// missing ones are skipped.
constexpr const char* of_any_program =
    "libstdc++.so.6 libgcc_s.so.1 libm.so.6 libmvec.so.1 libatomic.so.1 libc.so.6 libpthread.so.0 "
    "libdl.so.2 librt.so.1";
constexpr std::string_view libcuda = "libcuda.so.1";  // CUDA's runtime loads it by that name

// Files next to libcuda that it loads: its PTX compiler and others. On the Windows Subsystem for
// Linux, libdxcore gives access to the device.
constexpr std::string_view of_the_driver[] = {"libcuda.so", "libcudadebugger.so", "libnvidia-",
                                              "libdxcore.so"};

// Its graphics and video parts, dozens on a desktop: each visible file costs every program start
// most of a millisecond.
constexpr std::string_view not_for_computing[] = {
    "gl",  "egl",     "rtcore", "ngx",  "encode",    "fbc",    "opticalflow", "vulkan",
    "tls", "wayland", "gtk",    "vksc", "presenter", "opencl", "xcb",         "api"};

std::string loader() {
  for (const char* path : {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"})
    if (fs::exists(path)) return path;
  throw GraderError("this system lacks glibc's loader, which tells what a program needs",
                    "Use a distribution with glibc: Debian, Ubuntu, Fedora and the like.");
}

std::vector<fs::path> driver_files(const fs::path& folder) {
  // The Windows Subsystem's driver loads more from a folder next to its own.
  if (folder == "/usr/lib/wsl/lib") return {"/usr/lib/wsl"};
  std::vector<fs::path> files;
  std::error_code ignored;
  for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
    const std::string name = at->path().filename();
    const auto begins = [&](std::string_view with) { return name.starts_with(with); };
    const bool wanted = std::any_of(std::begin(of_the_driver), std::end(of_the_driver), begins) &&
                        std::none_of(std::begin(not_for_computing), std::end(not_for_computing),
                                     [&](std::string_view part) {
                                       return begins("libnvidia-" + std::string(part));
                                     });
    if (wanted && fs::exists(at->path(), ignored)) files.push_back(at->path());
  }
  return files;
}

/// The loader lists what it would open, without running anything. No submission is involved.
std::vector<fs::path> ask_loader(const Sandbox& sandbox, bool gpu) {
  Command list;
  list.argv = {loader(), "--list", "/bin/true"};
  list.environment["LD_PRELOAD"] = of_any_program;
  if (gpu) list.environment["LD_PRELOAD"] += ' ' + std::string(libcuda);
  if (const char* folders = std::getenv("LD_LIBRARY_PATH"); gpu && folders != nullptr)
    list.environment["LD_LIBRARY_PATH"] = folders;
  const Ended ended = sandbox.run(list);
  std::vector<fs::path> files = paths_listed(ended.output);
  if (ended.how != Ended::How::exited || ended.code != 0 || files.empty())
    throw GraderError("the loader cannot tell where the system's libraries lie: " + ended.output);
  for (std::size_t i = files.size(); i-- > 0;) {
    if (files[i].filename() != libcuda) continue;
    const std::vector<fs::path> driver = driver_files(files[i].parent_path());
    files.insert(files.end(), driver.begin(), driver.end());
  }
  // Programs use this path, whatever the file's own name is.
  files.push_back(loader());
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

}  // namespace

std::vector<fs::path> paths_listed(const std::string& listed) {
  std::vector<fs::path> paths;
  std::istringstream lines(listed);
  // "\tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)"; of the loader itself its path alone.
  for (std::string line; std::getline(lines, line);) {
    const std::size_t address = line.rfind(" (0x");
    const std::size_t arrow = line.find("=> ");
    const std::size_t begin = arrow == line.npos ? 1 : arrow + 3;
    if (address == line.npos || begin >= address || line[begin] != '/') continue;
    paths.emplace_back(line.substr(begin, address - begin));
  }
  return paths;
}

std::vector<fs::path> shared_objects(const Sandbox& sandbox, bool gpu) {
  static std::mutex mutex;
  static std::optional<std::vector<fs::path>> known[2];
  const std::lock_guard lock(mutex);
  auto& files = known[gpu ? 1 : 0];
  if (!files) files = ask_loader(sandbox, gpu);
  return *files;
}

}  // namespace warpgrade
