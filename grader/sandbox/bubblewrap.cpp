#include "sandbox/bubblewrap.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "base/text.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

void add(Arguments& to, std::initializer_list<std::string> more) {
  to.insert(to.end(), more.begin(), more.end());
}

bool present(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

bool inside(const fs::path& path, const fs::path& folder) {
  const fs::path tail = path.lexically_relative(folder);
  return !tail.empty() && *tail.begin() != "..";
}

/// The system's programs and libraries: on merged systems /bin and /lib* are links into /usr.
void add_system(Arguments& arguments) {
  add(arguments, {"--ro-bind", "/usr", "/usr"});
  for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    std::error_code ignored;
    if (fs::is_symlink(name, ignored)) {
      add(arguments, {"--symlink", fs::read_symlink(name, ignored).string(), name});
    } else if (fs::is_directory(name, ignored)) {
      add(arguments, {"--ro-bind", name, name});
    }
  }
  if (present("/etc/alternatives"))
    add(arguments, {"--ro-bind", "/etc/alternatives", "/etc/alternatives"});
}

/// Makes /proc read-only: the kernel lets the machine's root, as which root's sandbox still counts,
/// write settings below /proc/sys without any capability. CUDA's driver must be able to write
/// /proc/self/task/*/comm: with a GPU, everything except the processes' own folders is read-only.
void protect_proc(Arguments& arguments, bool gpu) {
  if (!gpu) {
    add(arguments, {"--remount-ro", "/proc"});
    return;
  }
  std::error_code ignored;
  for (fs::directory_iterator at("/proc", ignored), end; at != end; at.increment(ignored)) {
    const std::string path = at->path();
    const fs::file_status status = at->symlink_status(ignored);
    const bool process = path[6] >= '0' && path[6] <= '9';
    const bool writable = (status.permissions() & fs::perms(0222)) != fs::perms::none;
    if (!process && (fs::is_directory(status) || (fs::is_regular_file(status) && writable))) {
      add(arguments, {"--ro-bind", path, path});
    }
  }
}

/// nvidia0 is a GPU; all GPUs need nvidiactl.
bool is_hidden(const std::string& name, const GpuView& gpus) {
  const std::string prefix = "nvidia";
  if (!gpus.nodes || name.rfind(prefix, 0) != 0) return false;
  const std::string number = name.substr(prefix.size());
  if (!is_digits(number)) return false;
  return std::none_of(gpus.nodes->begin(), gpus.nodes->end(),
                      [&](int node) { return std::to_string(node) == number; });
}

void add_gpu(Arguments& arguments, const GpuView& gpus) {
  std::error_code ignored;
  for (fs::directory_iterator at("/dev", ignored), end; at != end; at.increment(ignored)) {
    const std::string name = at->path().filename();
    // dxg: the GPU of the Windows Subsystem for Linux.
    if ((name.rfind("nvidia", 0) == 0 && !is_hidden(name, gpus)) || name == "dxg") {
      add(arguments, {"--dev-bind", at->path(), at->path()});
    }
  }
  if (present("/sys")) add(arguments, {"--ro-bind", "/sys", "/sys"});
}

}  // namespace

Bubblewrap find_bubblewrap(const fs::path& root) {
  Bubblewrap found;
  const fs::path own = root / ".deps/usr/bin/bwrap";
  if (access(own.c_str(), X_OK) == 0) {
    found.program = own;
#ifdef __aarch64__
    const std::string machine = "aarch64-linux-gnu";
#else
    const std::string machine = "x86_64-linux-gnu";
#endif
    // Debian 12 still has some libraries in /lib.
    for (const char* folder : {".deps/usr/lib", ".deps/lib"}) {
      const fs::path libraries = root / folder / machine;
      if (!present(libraries)) continue;
      if (!found.library_path.empty()) found.library_path += ':';
      found.library_path += libraries;
    }
    return found;
  }
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "";
  folders += ":/usr/bin:/bin";
  for (std::size_t at = 0; at < folders.size();) {
    const std::size_t end = std::min(folders.find(':', at), folders.size());
    const fs::path candidate = fs::path(folders.substr(at, end - at)) / "bwrap";
    if (candidate.is_absolute() && access(candidate.c_str(), X_OK) == 0) {
      found.program = candidate;
      return found;
    }
    at = end + 1;
  }
  return found;
}

Arguments bubblewrap_arguments(const Bubblewrap& bubblewrap, const fs::path& root,
                               const fs::path& helper, const Command& command,
                               const GpuView& gpus) {
  Arguments arguments = {bubblewrap.program, "--unshare-all", "--new-session"};
  if (bubblewrap.user_namespace) {
    add(arguments, {"--unshare-user", "--uid", "1000", "--gid", "1000"});
  }
  add(arguments, {"--cap-drop", "ALL", "--hostname", "sandbox", "--as-pid-1"});
  if (command.system) add_system(arguments);
  // The loader's search folders, even if only some exist.
  if (present("/etc/ld.so.cache"))
    add(arguments, {"--ro-bind", "/etc/ld.so.cache", "/etc/ld.so.cache"});
  // Hide the project and anything unpacked there if it is in a system folder.
  for (const char* folder :
       {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives"}) {
    if (command.system && inside(root, folder)) {
      add(arguments, {"--tmpfs", root});
      break;
    }
  }
  if (command.files_only)
    add(arguments, {"--dir", "/proc", "--tmpfs", "/dev", "--dev-bind", "/dev/null", "/dev/null"});
  else
    add(arguments, {"--proc", "/proc", "--dev", "/dev"});
  if (command.gpu) add_gpu(arguments, gpus);
  // Mapped and shared, it would be uncounted memory: see filter.cpp.
  if (!command.gpu && !command.may_fork && !command.files_only)
    add(arguments, {"--dev-bind", "/dev/null", "/dev/zero"});
  // Files here are memory, and so is every writable folder: each has a size limit.
  const std::string scratch =
      std::to_string(2 * std::max<std::size_t>(command.limits.file_bytes, 1 << 20));
  add(arguments, {"--size", scratch, "--tmpfs", "/dev/shm", "--size", scratch, "--tmpfs", "/tmp"});
  for (const Mount& mount : command.mounts) {
    add(arguments, {mount.writable ? "--bind" : "--ro-bind", mount.source, mount.target});
  }
  add(arguments, {"--ro-bind", helper, helper_inside});
  if (!command.files_only) protect_proc(arguments, command.gpu);
  for (const char* folder : {"/dev", "/"}) add(arguments, {"--remount-ro", folder});
  add(arguments, {"--", helper_inside});
  return arguments;
}

std::string kernel_setting(const std::string& name) {
  std::ifstream file("/proc/sys/" + name);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string bubblewrap_advice(const std::string& output,
                              std::string (*setting)(const std::string& name)) {
  if (geteuid() != 0) {
    if (setting("kernel/unprivileged_userns_clone") == "0") {
      return "user namespaces are switched off for users: as root, run "
             "'sysctl -w kernel.unprivileged_userns_clone=1'";
    }
    if (setting("kernel/apparmor_restrict_unprivileged_userns") == "1") {
      return "AppArmor restricts user namespaces: as root, run "
             "'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0', or grade as root";
    }
  }
  if (setting("user/max_user_namespaces") == "0") {
    return "user namespaces are switched off: as root, run 'sysctl -w "
           "user.max_user_namespaces=10000'";
  }
  if (output.find("mount proc") != std::string::npos) {
    return "this container hides parts of /proc, so that no sandbox can be made in it: start it "
           "with "
           "--security-opt systempaths=unconfined (or --privileged)";
  }
  if (output.find("not permitted") != std::string::npos ||
      output.find("Permission denied") != std::string::npos ||
      output.find("No permissions") != std::string::npos) {
    return "this machine does not let processes make namespaces (in a container: start it with "
           "--security-opt seccomp=unconfined --security-opt apparmor=unconfined, or --privileged)";
  }
  return "try 'bwrap --unshare-all --ro-bind / / true' by hand to see what this machine refuses";
}

}  // namespace warpgrade
