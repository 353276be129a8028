// The data files: which there are, and how they are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lab/real.h"

namespace warpgrade {

struct DataRecipe {
  std::string name;  // the file's, in data/
  std::uint64_t seed = 0;
  // Of an N.txt file:
  std::size_t n = 0;
  long long iterations = 0;
  // Of a file of a lab, whose reference generates the problem; `lab` is empty for an N.txt file:
  std::string lab;
  std::map<std::string, long long> sizes;
  std::string input;
  Real real = Real::f64;  // what its numbers are rounded to
};

/// Reads `root`/data/recipes.json. Throws GraderError that names the file, the JSON pointer and
/// what was expected there.
std::vector<DataRecipe> read_data_recipes(const std::filesystem::path& root);

/// Makes the file in `root`/data unless it is there, and says whether it did. The file appears
/// whole or not at all; one that is there is left as it is, whatever it holds.
bool make_data_file(const std::filesystem::path& root, const DataRecipe& recipe);

/// Makes all that are missing; `progress` gets one line on each file.
void make_data_files(const std::filesystem::path& root,
                     const std::function<void(const std::string&)>& progress);

}  // namespace warpgrade
