#include "import/commit_time.h"

#include <fstream>
#include <iterator>
#include <system_error>

#include "base/outside_command.h"
#include "base/regex.h"
#include "base/text.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::string first_line(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  std::getline(in, line);
  return std::string(trimmed(line));
}

bool is_hash(const std::string& text) {
  return text.size() >= 40 && text.size() <= 64 &&
         text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// The hash of the commit that is checked out; "" if it is stored in another way.
std::string head_commit(const fs::path& git) {
  const std::string head = first_line(git / "HEAD");
  static const std::regex form("ref: (refs/heads/[A-Za-z0-9_./-]+)");
  std::smatch match;
  if (!regex_match(head, match, form)) return is_hash(head) ? head : "";
  const std::string ref = match[1];
  if (ref.find("..") != ref.npos) return "";
  if (const std::string hash = first_line(git / ref); is_hash(hash)) return hash;
  std::ifstream packed(git / "packed-refs", std::ios::binary);
  for (std::string line; std::getline(packed, line);)
    if (line.size() > ref.size() && line.ends_with(" " + ref))
      return line.substr(0, line.find(' '));
  return "";
}

}  // namespace

CommitTimes::CommitTimes(fs::path scratch) : scratch_(std::move(scratch)) {
  usable_ = run_command({"git", "init", "-q", "--bare", scratch_.string()},
                        std::chrono::seconds(20), {"GIT_"})
                .status == 0;
}

std::string CommitTimes::last(const fs::path& clone) {
  std::error_code error;
  const fs::path objects = clone / ".git" / "objects";
  if (!usable_ || !fs::is_directory(fs::symlink_status(clone / ".git", error)) ||
      !fs::is_directory(fs::symlink_status(objects, error)))
    return "";
  const std::string commit = head_commit(clone / ".git");
  if (!is_hash(commit)) return "";
  const CommandResult result =
      run_command({"env", "GIT_OBJECT_DIRECTORY=" + fs::absolute(objects, error).string(), "git",
                   "--git-dir=" + scratch_.string(), "log", "-1", "--format=%cI", commit, "--",
                   ":(exclude)feedback"},
                  std::chrono::seconds(20), {"GIT_"});
  return result.status == 0 ? std::string(trimmed(result.out)) : "";
}

}  // namespace warpgrade
