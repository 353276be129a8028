// Changes to host code: sizes, copies and initial values of memory, and synchronization with the
// device.
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
  /// Sets device memory by cudaMemset, where the host does `*result = 0;`.
  void set_on_device(int line);
  /// Replaces cudaMalloc by cudaMallocManaged, if the file has both.
  void manage();
  /// Multiplies sizes that count elements where bytes are expected.
  void sizes_in_bytes();
  /// Replaces `n * sizeof(real)` by `sizeof(*p)`, where memory is set.
  void sizes_of_one();
  /// `cudaMemset(p, INT_MAX, sizeof(int))`: a copy of the value in its place.
  void other_than_bytes();
  /// Reverses the direction of each copy.
  void copy_directions();
  /// Exchanges the target and the source of a copy.
  void copies_the_other_way();
  /// Takes another pointer of the same type as the source of a copy.
  void other_sources();
  /// Resets a static variable to its initial value in each call.
  void without_static();
  /// Takes another pitch of the function in a cudaMemcpy2D.
  void other_pitches();
  /// Takes the other of two buffers after an odd number of rounds.
  void source_by_rounds();
  /// Repeats a cudaMemset before a loop in each iteration, if a kernel in the loop gets the memory.
  void zero_in_each_round();
  void zero_results(const std::string& entry);
  /// Adds a cudaMemset of a device output at the beginning of the function that fills it.
  void clear_outputs(const std::string& entry, const Outputs& outputs);

 private:
  std::string set_by(const Function& f, const Statement& s) const;
  std::string element(Range pointer, bool allocates) const;
  bool counts_bytes(const Range& size) const;
  void in_bytes(const Range& size, const std::string& element);
  void result_in_bytes(const std::string& function);
  bool counts_launches(const Function& f, const std::string& name) const;
  bool is_exchanged(const Function& f, const std::string& one, const std::string& two) const;
};

}  // namespace warpgrade::remedy
