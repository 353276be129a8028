// What of a submission is graded, and where it goes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "import/import_formats.h"

namespace warpgrade {

/// Labs for which a hand-in has no file that can be graded, though it has something else.
struct NotChosen {
  std::vector<std::string> labs;
  std::string file, reason;  // as in Unusable
};

struct ChosenFiles {
  std::vector<HandedFile> files;  // <lab>.cu at the top; empty: nothing to grade
  std::vector<std::string> remarks;
  std::vector<NotChosen> not_chosen;
};

/// For each lab the file that lab_file.h chooses, with all that lies beside and below it. Without
/// labs any .cu counts.
ChosenFiles choose_files(const HandIn& one, const std::vector<std::string>& labs);

/// `id` as a name of a folder that leads nowhere else.
std::string folder_name(const std::string& id);

/// Makes `folder` anew with copies of the files; remarks name those that are too many or too large.
void lay_out(const std::vector<HandedFile>& files, const std::filesystem::path& folder,
             std::vector<std::string>& remarks);

}  // namespace warpgrade
