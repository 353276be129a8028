// solutions/<lab>/mutants.json: changes of the solution that leave it right, each with the reason.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade {

struct EquivalentMutants {
  std::vector<std::string> lines;    // of the solution, trimmed
  std::string after;                 // the line before them; empty: any
  std::vector<std::string> changes;  // "`1` in place of `0`"; empty: any
  std::string why;

  /// `line`: its number, from 1, in the solution's lines, which are trimmed.
  bool include(const std::vector<std::string>& solution, int line, const std::string& change) const;
};

/// Empty if the lab has no such file. Throws GraderError for a mistake in it, such as a line that
/// the solution does not have.
std::vector<EquivalentMutants> load_equivalent_mutants(const std::filesystem::path& root,
                                                       const std::string& lab);

/// The lines of the lab's solution, trimmed.
std::vector<std::string> solution_lines(const std::filesystem::path& root, const std::string& lab);

}  // namespace warpgrade
