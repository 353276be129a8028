// What the study compares: the labs' solutions, disguised, and programs that nobody copied.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade::similar::study {

std::string read(const std::filesystem::path& file);

/// Their names. All paths are those of the project's folder, where programs are run.
std::vector<std::string> labs();

std::string solution(const std::string& lab);

/// A lab's longest function, disguised, among code of one's own; with what was changed.
std::vector<std::pair<std::string, std::string>> disguised_parts(const std::string& lab);

struct Text {
  std::string name, lab, text;
};

/// Pairs that nobody copied: different authors' ways through one lab, and different programs.
std::vector<std::pair<Text, Text>> honest_pairs();

}  // namespace warpgrade::similar::study
