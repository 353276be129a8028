// Barriers that are missing, that wait for too few threads, or that stand in a branch.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Barriers : Proposer {
 public:
  using Proposer::Proposer;

  /// Adds a barrier in gaps between two accesses, and at the end of loops that contain both: in
  /// their function, and where other functions call theirs.
  void missing(const std::vector<int>& lines, const std::string& what);
  /// Replaces `__syncwarp()` by `__syncthreads()` in the function of that line.
  void whole_block(int line);
  /// In kernels that are launched cooperatively: the grid's barrier in place of a block's, and one
  /// between two accesses.
  void whole_grid(const std::vector<int>& lines);
  /// Moves `__pipeline_commit();` behind the branch that it stands in.
  void commits_behind_branches();
  /// Moves a barrier out of a branch or a loop.
  void out_of_branch(const std::vector<int>& lines);

 private:
  /// A function that performs an access: itself, or by the call in that statement.
  struct Site {
    const Function* function = nullptr;
    std::size_t statement = none;
  };
  void in_function(const std::vector<int>& lines, const std::string& what);
  void in_callers(const std::vector<int>& lines, const std::string& what);
  std::vector<Site> callers(int line) const;
  std::vector<std::size_t> path_to(std::size_t statement) const;
  void between(const Function& f, std::size_t one, std::size_t two, const std::string& what);
  void around_one(std::size_t statement, const std::string& what);
  std::size_t sibling_before(const Function& f, std::size_t statement) const;
  void loop_ends(std::size_t one, std::size_t two, const std::string& what);
  bool is_launched_cooperatively(const Function& kernel) const;
  std::string grids_barrier(const Function& f) const;
  std::string waits_for(const Statement& s) const;
};

}  // namespace warpgrade::remedy
