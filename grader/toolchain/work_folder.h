// Work folders whose maker may be killed: the next one that makes its own removes what is left.
//
// Theory of operation: a folder's maker holds a lock on it, which the system takes back when the
// process ends, however it ends. The folder's name has the machine's start in it, since a lock may
// be unknown on another machine that shares the disk. Whoever gets the lock of a folder with such a
// name, of this user and of this start, knows that its maker is gone. Between making a folder and
// locking it somebody may take it for left: the maker sees that by the lock or by the folder's end,
// and makes another one.
#pragma once

#include <filesystem>
#include <utility>

namespace warpgrade {

/// Makes one in `folder`, for this user alone; with the descriptor that holds its lock, which the
/// caller closes. Where the file system has no locks it is never taken for left. Errors are a
/// GraderError.
std::pair<std::filesystem::path, int> make_work_folder(const std::filesystem::path& folder);

/// Removes those whose makers were killed. Links are not followed; what cannot be removed stays.
void remove_left_work_folders(const std::filesystem::path& folder);

}  // namespace warpgrade
