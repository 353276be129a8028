#include "watch/changes.h"

#include <limits.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "base/fault.h"
#include "regrade/work_files.h"

namespace warpgrade::watch {
namespace fs = std::filesystem;

Changes::Changes(fs::path folder)
    : folder_(std::move(folder)), notify_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (notify_.get() < 0)
    throw GraderError(std::string("cannot watch for changes: ") + std::strerror(errno),
                      "Other programs of yours watch too many: close some, or raise "
                      "fs.inotify.max_user_instances.");
  watch_all();
}

void Changes::watch(const fs::path& folder) {
  const int id = inotify_add_watch(notify_.get(), folder.c_str(),
                                   IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM |
                                       IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF);
  if (id >= 0) {
    watches_.insert(id);
  } else if (errno == ENOSPC) {
    throw GraderError("cannot watch " + folder.string() + " for changes: " + std::strerror(errno),
                      "Raise fs.inotify.max_user_watches.");
  }
}

void Changes::watch_all() {
  constexpr int deepest = 4;
  std::error_code error;
  watch(folder_);
  fs::recursive_directory_iterator at(folder_, fs::directory_options::skip_permission_denied,
                                      error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    const bool counted = regrade::may_affect_grade(at->path().filename().string());
    if (at->is_directory(ignored)) {
      if (counted) watch(at->path());
      if (!counted || at.depth() >= deepest) at.disable_recursion_pending();
    } else if (counted && at->is_symlink(ignored)) {
      const fs::path target = fs::canonical(at->path(), ignored);
      if (!ignored) watch(target.parent_path());
    }
  }
}

bool Changes::read_pending() {
  alignas(inotify_event) char buffer[64 * (sizeof(inotify_event) + NAME_MAX + 1)];
  bool changed = false, folders = false;
  for (;;) {
    const ssize_t got = ::read(notify_.get(), buffer, sizeof buffer);
    if (got <= 0) break;
    for (ssize_t at = 0; at < got;) {
      const auto* const event = reinterpret_cast<const inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof(inotify_event)) + event->len;
      if (event->mask & (IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) {
        changed = folders = true;
        continue;
      }
      if (event->len > 0 && !regrade::may_affect_grade(event->name)) continue;
      changed = true;
      folders = folders || (event->mask & (IN_ISDIR | IN_CREATE | IN_MOVED_TO)) != 0;
    }
  }
  // A new folder, or another one of the same name.
  if (folders) watch_all();
  return changed;
}

}  // namespace warpgrade::watch
