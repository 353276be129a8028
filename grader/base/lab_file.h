// Finds the lab's file among submitted files. The same rules apply everywhere (docs/import.md):
// renamings by browsers are undone, renamings by persons are not guessed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// Indices into `names`.
struct LabFileChoice {
  std::optional<std::size_t> chosen;
  std::vector<std::size_t> rivals;   // different files with equal rank: ambiguous
  std::vector<std::string> remarks;  // accepted spellings and ignored versions
};

/// `names`: paths in a submission; `wanted`: "dot.cu". Accepts any case, and the number that
/// browsers add
/// ("dot (1).cu", "dot(1).cu", "dot-1.cu") if there is no dot.cu. Of equal spellings, the one
/// nearest to the top counts. `same`: true if two have the same content.
LabFileChoice choose_lab_file(const std::vector<std::string>& names, const std::string& wanted,
                              const std::function<bool(std::size_t, std::size_t)>& same);

/// A source file whose name contains the lab's name, but is not LAB.cu: "dot-final.cu", "dot.cpp".
bool is_called_after(const std::string& file, const std::string& lab);

/// __MACOSX, .DS_Store and other names that begin with a dot: not a student's work.
bool is_clutter(const std::string& name);

/// True if both files have the same bytes.
bool same_content(const std::filesystem::path& a, const std::filesystem::path& b);

/// The result of searching a submitted folder for a lab's file.
struct FoundLabFile {
  std::filesystem::path file;        // empty: not found
  std::string problem;               // why it was not found and what to do, for the student
  std::vector<std::string> remarks;  // sentences about the choice, for the student
};

FoundLabFile find_lab_file(const std::filesystem::path& folder, const std::string& lab);

}  // namespace warpgrade
