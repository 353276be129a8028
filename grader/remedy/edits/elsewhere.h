// What the function uses elsewhere, in place of what it uses here: subscripts, arguments, arrays,
// objects.
#pragma once

#include "remedy/edits/edits.h"

namespace warpgrade::remedy {

class Elsewhere : Edits {
 public:
  using Edits::Edits;

  /// Replaces `x[row]` by `x[lo + lid]`, if a test around it compares that, or a subscript in the
  /// same statement or of the same array is that.
  void subscripts();
  /// The same with all subscripts of the function.
  void any_subscripts();
  /// Exchanges two neighboring arguments of the same type.
  void arguments_of_calls();
  /// Replaces an array by another one with elements of its type, also where it is written.
  void arrays();
  /// Replaces `gA.bytes` by `gB.bytes`.
  void objects();

 private:
  void put_subscripts(bool near);
  std::string element(const std::string& type) const;
  bool compatible(const Function& f, Range a, Range b) const;
};

}  // namespace warpgrade::remedy
