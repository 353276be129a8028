// Chooses the files of a submission to grade, and copies them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "import/import_formats.h"

namespace warpgrade {

/// Labs for which a hand-in has files, but none that can be graded.
struct NotChosen {
  std::vector<std::string> labs;
  std::string file, reason;  // as in Unusable
};

struct ChosenFiles {
  std::vector<HandedFile> files;  // with <lab>.cu at the top; empty: nothing to grade
  std::vector<std::string> remarks;
  std::vector<NotChosen> not_chosen;
};

/// For each lab, the file that base/lab_file.h chooses, with all files in its folder and
/// subfolders. Without labs, any .cu file.
ChosenFiles choose_files(const HandIn& one, const std::vector<std::string>& labs);

/// `id` as a safe folder name.
std::string folder_name(const std::string& id);

/// Creates `folder` again with copies of the files. Remarks name files beyond the limits.
void lay_out(const std::vector<HandedFile>& files, const std::filesystem::path& folder,
             std::vector<std::string>& remarks);

}  // namespace warpgrade
