// Decides whose fault it is that a submission does not compile.
//
// Theory of operation: a compiler's failure says nothing about a submission until a known program,
// which compiles on every machine, was built by the same compiler in the same sandbox with the same
// options and limits. So:
//
//   an error with a place in the submission   one proof is enough for all later builds
//   a limit on the compiler's resources       a proof is made now: the known program needs far less
//   anything else                             the submission is built again; if that fails, too,
//                                             a proof is made now
//   no progress for half a minute             the same, with a proof each time
//   a signal                                  the same, four times in all with three proofs: random
//                                             kills would have to spare the known program each time
//
// In the ordinary case everything compiles and this costs nothing. The output does not decide who
// is at fault: a source can make a compiler print anything, but a healthy compiler still builds the
// known program, and a broken one cannot blame a submission with its output.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "toolchain/build.h"

namespace warpgrade {

/// The tools that have built the known program. Thread-safe.
class ToolProofs {
 public:
  /// Throws GraderError if the known program cannot be built; `known` builds it. `tools`: a name
  /// for the tools; tools that have built it once are not tested again.
  void require_once(const std::string& tools, const std::function<Build()>& known);

 private:
  std::mutex mutex_;  // held during a proof; other threads wait for its result
  std::map<std::string, std::string> faults_;  // by tools; "": working
};

/// Builds `submission`; a compile error is only returned if it is the submission's fault. Throws
/// GraderError if the tools fail.
Build fair_build(const std::function<Build()>& submission, const std::function<Build()>& known,
                 ToolProofs& proofs, const std::string& tools);

}  // namespace warpgrade
