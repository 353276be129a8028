#include "cli/chosen_submission.h"

#include <cstddef>
#include <cstdint>
#include <system_error>

#include "base/command_name.h"
#include "base/fault.h"
#include "base/lab_file.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

// The same limit as for a submission in a batch.
constexpr std::size_t most_files = 2000;
constexpr std::uintmax_t most_bytes = 64 << 20;

/// Copies the folder that contains `file`, and renames `file` to `wanted` in the copy.
void copy_renamed(const fs::path& file, const std::string& wanted, const fs::path& to) {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  try {
    const fs::path from = file.parent_path();
    for (fs::recursive_directory_iterator at(from), end; at != end; ++at) {
      if (is_clutter(at->path().filename().string())) {
        at.disable_recursion_pending();
        continue;
      }
      if (at->is_symlink() || !at->is_regular_file() || at->path() == file) continue;
      bytes += at->file_size();
      if (++files > most_files || bytes > most_bytes) break;
      const fs::path target = to / at->path().lexically_relative(from);
      fs::create_directories(target.parent_path());
      fs::copy_file(at->path(), target);
    }
    fs::copy_file(file, to / wanted, fs::copy_options::overwrite_existing);
  } catch (const fs::filesystem_error& e) {
    throw GraderError("cannot copy the submission: " + std::string(e.what()),
                      "Check that the disk has free space.");
  }
}

}  // namespace

bool is_below(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const fs::path at =
      fs::weakly_canonical(path, error).lexically_relative(fs::weakly_canonical(folder, error));
  return !error && !at.empty() && *at.begin() != "..";
}

fs::path find_submission(const fs::path& root, const std::string& lab) {
  const std::string file = lab + ".cu";
  for (const fs::path& folder : {fs::path(lab), fs::path(".")})
    if (fs::exists(folder / file)) return folder;
  const fs::path skeleton = root / "skeletons" / lab;
  if (is_below(fs::current_path(), root) && fs::is_directory(skeleton))
    return fs::relative(skeleton);
  load_lab(root, lab);  // a wrong name lists the labs
  throw UsageError("there is no " + file + " here",
                   "`" + std::string(command_name()) + " lab " + lab +
                       "` writes the lab's folder; or name yours: --submission DIR.");
}

ChosenSubmission::ChosenSubmission(const GradeRequest& request) : request_(request) {
  const std::string wanted = request.lab + ".cu";
  std::error_code error;
  if (!fs::is_directory(request.submission, error)) return;
  const FoundLabFile found = find_lab_file(request.submission, request.lab);
  remarks_ = found.remarks;
  if (found.file.empty()) return;
  if (found.file.filename() == wanted) {
    if (found.file != request.submission / wanted) request_.submission = found.file.parent_path();
    return;
  }
  copy_.emplace();
  request_.submission = copy_->path() / "submission";
  request_.shown_as = found.file.parent_path();
  fs::create_directories(request_.submission);
  copy_renamed(found.file, wanted, request_.submission);
}

}  // namespace warpgrade
