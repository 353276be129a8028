// Work folders that are cleaned up even if their process is killed.
//
// Theory of operation: a process holds a lock on its folder, which the system releases when the
// process ends. The folder's name contains the machine's boot time, because other machines on a
// shared disk may not see the lock. A folder of this user and this boot whose lock is free is
// abandoned. A new folder may be mistaken for abandoned before it is locked: its process notices
// this by the lock or the missing folder, and creates another one.
#pragma once

#include <filesystem>
#include <utility>

namespace warpgrade {

/// Creates a private folder in `folder`. Returns it with the descriptor that holds its lock, which
/// the caller closes. On file systems without locks it never counts as abandoned. Throws
/// GraderError.
std::pair<std::filesystem::path, int> make_work_folder(const std::filesystem::path& folder);

/// Removes folders of killed processes. Does not follow links; ignores errors.
void remove_left_work_folders(const std::filesystem::path& folder);

}  // namespace warpgrade
