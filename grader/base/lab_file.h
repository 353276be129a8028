// Which of the files that somebody handed in is a lab's file. One rule for everything that takes
// files (docs/import.md): what a machine did to a name is undone, what a person did is not guessed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// Of `names`, by their places there.
struct LabFileChoice {
  std::optional<std::size_t> chosen;
  std::vector<std::size_t> rivals;   // different files, none before the others: nobody chooses
  std::vector<std::string> remarks;  // another spelling that is accepted, versions that are not
};

/// `names` are paths within a submission, `wanted` is "dot.cu". Accepted are any case and the
/// number that browsers give a file of the same name, "dot (1).cu", "dot(1).cu" or "dot-1.cu",
/// where there is no dot.cu. Of equal spellings the one nearest to the top counts. `same`: two have
/// one content.
LabFileChoice choose_lab_file(const std::vector<std::string>& names, const std::string& wanted,
                              const std::function<bool(std::size_t, std::size_t)>& same);

/// A source file that is called after the lab, and not LAB.cu: "dot-final.cu", "dot.cpp".
bool is_called_after(const std::string& file, const std::string& lab);

/// __MACOSX, .DS_Store and all that begins with a dot: nobody handed that in.
bool is_clutter(const std::string& name);

/// Do both files have the same bytes?
bool same_content(const std::filesystem::path& a, const std::filesystem::path& b);

/// A folder that was handed in, searched for a lab's file.
struct FoundLabFile {
  std::filesystem::path file;        // empty: there is none
  std::string problem;               // why, and what to do, for the student
  std::vector<std::string> remarks;  // as above
};

FoundLabFile find_lab_file(const std::filesystem::path& folder, const std::string& lab);

}  // namespace warpgrade
