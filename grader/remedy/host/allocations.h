// Changes to memory that host code allocates: its first values, and its end.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Allocations : Proposer {
 public:
  using Proposer::Proposer;

  /// Adds `cudaMemset(p, 0, bytes);` after each allocation.
  void zero();
  /// cudaMallocManaged in place of `new` and malloc, for a pointer that a launch is given.
  void manage();
  /// Adds `cudaFree(p);` after the last one of the function, for memory allocated on that line.
  void free_at_end(int line);
  /// Gives a destructor to the class in whose constructor the line allocates.
  void free_in_destructor(int line);
  /// Frees memory allocated on that line, and all that was allocated with it, where the function
  /// returns early: with the statements that free it later.
  void free_before_returns(int line);

 private:
  void manage(const Function& f, const Statement& s);
  struct Allocation {
    const Function* function;
    std::size_t statement;
    int line;  // of the call of CUDA
    std::string pointer, bytes;
    bool plain;  // one row of memory of the device
  };
  std::vector<Allocation> list() const;
  void add_callers(const Function& helper, const Allocation& inside,
                   std::vector<Allocation>& all) const;
  bool has_destructor(const std::string& name) const;
  bool is_constructor(const Function& f) const;
  bool returns(const Function& f, const std::string& pointer) const;
  bool is_freed(const Function& f, const std::string& pointer) const;
  std::size_t last_of(const Function& f, const std::string& pointer) const;
};

}  // namespace warpgrade::remedy
