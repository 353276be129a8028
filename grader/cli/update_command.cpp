#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/fault.h"
#include "cli/commands.h"

namespace warpgrade {

int update_command(const std::filesystem::path& root, const std::filesystem::path& kit,
                   bool force) {
  // A script, so that it also runs where this program does not start or is being replaced.
  const std::string script = (root / "tools/update.sh").string();
  if (!std::filesystem::exists(root / "KIT.sha256") || !std::filesystem::exists(script))
    throw UsageError(root.string() + " is not a student's kit, so it cannot be updated from one",
                     "A wheel is updated by pip: pip install --upgrade warpgrade-….whl. A clone is "
                     "updated by git.");
  const char* const arguments[] = {"bash", script.c_str(), kit.c_str(), force ? "--force" : nullptr,
                                   nullptr};
  execvp("bash", const_cast<char* const*>(arguments));
  throw GraderError("bash cannot be started: " + std::string(std::strerror(errno)));
}

}  // namespace warpgrade
