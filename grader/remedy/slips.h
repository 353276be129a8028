// Changes of a single token, as in a typing slip: another variable of the same type, another
// number, the other sign. They are tried when no change suggested by a finding helps.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Slips : Proposer {
 public:
  static constexpr std::size_t no_limit = ~std::size_t{0};

  /// In the function `entry` and those that it calls or launches; in these lines alone, or, if
  /// there are none, in all.
  Slips(ProposalList& list, const std::string& entry, std::set<int> lines);

  /// Replaces `a.x` by `a.y`, if the file has both.
  void other_members();
  /// Replaces `bytes_b` by `bytes_a`.
  enum class Which { alike, whole_numbers, others };
  /// `most`: in each place, those that are declared last.
  void other_variables(Which which, std::size_t most = no_limit);
  /// `0` and `2` for `1`.
  void other_numbers();
  /// Replaces a number that occurs several times in the function by a constant's name, everywhere
  /// at once.
  void constants_for_numbers();
  /// Replaces `j != threadIdx.x` by `j != row`.
  void variables_for_threads();
  /// Exchanges `+` and `-`.
  void other_signs();

 private:
  struct Declared {
    std::string type, name;
    std::size_t token;  // of its name
  };

  std::vector<Declared> list_variables(const Function& f) const;
  std::vector<std::string> find_members(const std::string& object) const;
  bool is_written(std::size_t token) const;
  bool sees(const Function& f, std::size_t token, std::size_t declared) const;
  bool is_of_launch(const Function& f, std::size_t token) const;
  bool counts(const Function& f, std::size_t token) const;
  bool pairs_with_itself(std::size_t token, const std::string& name) const;
  bool must_be_constant(std::size_t token) const;
  /// A range around `changed` that is unique on its line, for the report.
  Range shown_around(const Function& f, Range changed) const;
  void put(const Function& f, Range changed, const std::string& code, Range replaced,
           const std::string& by, const char* cause);

  std::vector<const Function*> functions_;
  std::set<int> lines_;
};

}  // namespace warpgrade::remedy
