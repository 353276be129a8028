// Changes to host code: sizes, copies and initial values of memory, and waiting for the device.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class HostCode : Proposer {
 public:
  using Proposer::Proposer;

  void host_waits(const std::vector<int>& lines);
  /// `*result = 0;` on the host, of memory that is the device's.
  void set_on_device(int line);
  /// cudaMallocManaged for cudaMalloc, where the file has both.
  void manage();
  /// `f + offset` where other copies have that offset.
  void offsets_of_copies();
  /// Sizes that count elements where bytes are wanted.
  void sizes_in_bytes();
  /// `sizeof(*p)` for `n * sizeof(real)`, where memory is set.
  void sizes_of_one();
  /// The other direction of each copy.
  void copy_directions();
  /// Another pointer of the same type as the source of a copy.
  void other_sources();
  /// Begins in each call with what a static variable is first.
  void without_static();
  /// As a pitch of cudaMemcpy2D another one that the function has.
  void other_pitches();
  /// One element more, or two, for each in the size of dynamic shared memory.
  void more_shared_memory();
  /// `(N + M) * sizeof(real)` for `N * sizeof(real)` as the size of dynamic shared memory.
  void memory_for_more_arrays();
  /// The other of two buffers after an odd number of rounds.
  void source_by_rounds();
  /// A cudaMemset before a loop in each of its rounds, where a kernel in the loop gets the memory.
  void zero_in_each_round();
  void zero_allocations();
  void zero_results(const std::string& entry);
  /// `cudaFree(p);` for what that line allocates, behind the other cudaFree.
  void free_at_end(int line);
  /// `48 * 1024 / (n * sizeof(real))` for `48 * 1024 / n`.
  void limits_in_bytes();
  /// `cudaMemset(d, 0, bytes)` for a copy to the device of what the function only has to fill.
  void zero_starts(const std::string& entry, const Outputs& outputs);
  /// A cudaMemset of an output on the device at the beginning of the function that fills it.
  void clear_outputs(const std::string& entry, const Outputs& outputs);

 private:
  std::string element(Range pointer, bool allocates) const;
  void in_bytes(const Range& size, const std::string& element);
  bool counts_launches(const Function& f, const std::string& name) const;
  bool is_exchanged(const Function& f, const std::string& one, const std::string& two) const;
};

}  // namespace warpgrade::remedy
