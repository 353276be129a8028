// Changes of a single token, as in a typing slip: another variable of the same type, another
// number, the other sign. They are tried when no change suggested by a finding helps.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "remedy/edits/edits.h"

namespace warpgrade::remedy {

class Slips : Edits {
 public:
  static constexpr std::size_t no_limit = ~std::size_t{0};

  using Edits::Edits;

  /// Replaces `a.x` by `a.y`, if the file has both.
  void other_members();
  /// Replaces `bytes_b` by `bytes_a`.
  enum class Which { alike, whole_numbers, others };
  /// Whether sizes, which are parameters and constants, take each other's place.
  enum class Part { same, other, any };
  /// `most`: in each place, those that are declared last.
  void other_variables(Which which, std::size_t most = no_limit, Part part = Part::any);
  /// `0` and `2` for `1`.
  void other_numbers();
  /// `16` and `64` for `32`.
  void doubled_numbers();
  /// Replaces a number that occurs several times in the function by a constant's name, everywhere
  /// at once.
  void constants_for_numbers();
  /// Replaces `j != threadIdx.x` by `j != row`.
  void variables_for_threads();
  /// Exchanges `+` and `-`.
  void other_signs();

 private:
  bool counts_devices(std::size_t token) const;
  std::map<std::string, std::string> member_types() const;
  std::vector<std::string> find_members(const std::string& object) const;
  void put(const Function& f, Range changed, const std::string& code, Range replaced,
           const std::string& by, const char* cause);
};

}  // namespace warpgrade::remedy
