// Whose fault it is that a submission does not compile.
//
// Theory of operation: that a compiler ends badly says nothing of a submission until a program of
// ours, which compiles on every machine, has met the same compiler in the same sandbox, with the
// same options and limits, and was built. So:
//
//   an error with a place in the submission   that proof once is enough for all that follow
//   a limit on what the compiler uses         the proof is made now: that program stays far below
//   anything else                             the submission is built again; when that ends badly
//                                             too, the proof is made now
//   no work for half a minute                 the same, with a proof each time
//   a signal                                  the same, four times in all with three proofs: what
//                                             kills at random would have to spare ours each time
//
// In the ordinary case, all compiles, it costs nothing. Text plays no part in who is at fault: a
// source can make a compiler print anything, and a healthy compiler builds our program all the
// same; a broken one cannot blame a submission by any words.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "toolchain/build.h"

namespace warpgrade {

/// Which tools have built the known program. Any thread may ask.
class ToolProofs {
 public:
  /// Throws GraderError when the known program is not built: `known` builds it. `tools`: a name for
  /// them; those that have built it once are not asked again.
  void require_once(const std::string& tools, const std::function<Build()>& known);

 private:
  std::mutex mutex_;                           // held while one proves, for which the others wait
  std::map<std::string, std::string> faults_;  // by tools; "": they work
};

/// What `submission` makes; a compile error only where it is the submission's. Throws GraderError
/// where the tools are in trouble.
Build fair_build(const std::function<Build()>& submission, const std::function<Build()>& known,
                 ToolProofs& proofs, const std::string& tools);

}  // namespace warpgrade
