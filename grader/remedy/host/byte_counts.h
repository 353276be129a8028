// Changes to variables that hold the number of bytes of an allocation or a copy.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class ByteCounts : Proposer {
 public:
  using Proposer::Proposer;
  /// Replaces `size_t bytes = k * k * sizeof(real);` by `k * n * sizeof(real)`, and
  /// `size_t bytes = n * m;` by `n * m * sizeof(real)`: both together first, as each alone leaves
  /// all results wrong.
  void in_variables();
  /// `sizeof(double)` for `sizeof(real)` where what is declared as double is allocated or copied;
  /// also in a variable that holds the number of bytes.
  void of_the_type();
  /// A copy of `n * bytes` for `bytes`, where n is a size.
  void of_several();
  /// `sizeof(*p)` for `sizeof(p)` of a pointer.
  void of_pointers();
  /// `double norm` for `real norm` where what `cudaMemcpy(&norm, from, …)` copies is a double.
  void types_of_variables();

 private:
  struct Change {
    Range value;
    std::string code;
    Cause cause;
  };
  std::size_t declaration(const Function& f, std::string_view name, std::size_t before) const;
  std::string type_pointed_to(const Function& f, Range pointer) const;
  std::vector<Range> byte_counts(const Function& f) const;
  std::vector<std::string> sizes(const Function& f, const std::vector<Range>& counts) const;
  void put(const std::vector<Change>& changes);
};

}  // namespace warpgrade::remedy
