#include "plot/gnuplot.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include "base/atomic_file.h"

extern char** environ;

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

fs::path on_path(const std::string& name) {
  std::istringstream path(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    fs::path program = fs::path(folder) / name;
    if (access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

/// The folder under usr/lib named after the machine: x86_64-linux-gnu.
std::string library_path(const fs::path& usr) {
  std::string path = (usr / "lib").string();
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(usr / "lib", none))
    if (entry.is_directory()) path += ":" + entry.path().string();
  return path;
}

/// The environment for an unpacked gnuplot, which otherwise looks for files in /usr.
std::vector<std::string> make_environment(const fs::path& own, const fs::path& fonts) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (own.empty() || std::strncmp(*entry, "LD_LIBRARY_PATH=", 16) != 0) all.emplace_back(*entry);
  }
  if (own.empty()) return all;
  const fs::path usr = own / "usr";
  all.push_back("LD_LIBRARY_PATH=" + library_path(usr));
  const fs::path data = usr / "share/gnuplot";
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(data, none)) {
    if (entry.path().filename() == "PostScript") {
      all.push_back("GNUPLOT_PS_DIR=" + entry.path().string());
      all.push_back("GNUPLOT_LIB=" + entry.path().parent_path().string());
    }
  }
  const std::string text = "<?xml version=\"1.0\"?>\n<fontconfig><dir>" +
                           (usr / "share/fonts").string() +
                           "</dir><dir>/usr/share/fonts</dir></fontconfig>\n";
  write_file_atomically(fonts, text);
  all.push_back("FONTCONFIG_FILE=" + fonts.string());
  return all;
}

}  // namespace

Gnuplot::Gnuplot(const fs::path& root) : program_(on_path("gnuplot")) {
  if (!program_.empty()) return;
  const fs::path own = fs::absolute(root / ".deps/gnuplot");
  for (const char* name : {"gnuplot-nox", "gnuplot"}) {
    const fs::path program = own / "usr/bin" / name;
    if (access(program.c_str(), X_OK) != 0) continue;
    program_ = program;
    own_ = own;
    return;
  }
}

std::string Gnuplot::run(const fs::path& folder, const std::string& script) const {
  const fs::path log = fs::absolute(folder) / (script + ".log");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  // gnuplot must not inherit the signal mask.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t no_signals;
  sigemptyset(&no_signals);
  posix_spawnattr_setsigmask(&attributes, &no_signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const fs::path fonts = fs::absolute(folder) / (script + ".fonts.conf");
  const std::vector<std::string> variables = make_environment(own_, fonts);
  std::vector<char*> environment;
  for (const std::string& variable : variables)
    environment.push_back(const_cast<char*>(variable.c_str()));
  environment.push_back(nullptr);
  std::string program = program_.string(), option = "--default-settings", file = script;
  char* arguments[] = {program.data(), option.data(), file.data(), nullptr};
  pid_t child = 0;
  const int error =
      posix_spawn(&child, program.c_str(), &actions, &attributes, arguments, environment.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return program + ": " + std::strerror(error);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::ostringstream said;
  said << std::ifstream(log).rdbuf();
  std::error_code none;
  fs::remove(log, none);
  fs::remove(fonts, none);
  if (status == 0) return "";
  return said.str().empty() ? program + " ended with status " + std::to_string(status) : said.str();
}

}  // namespace warpgrade
