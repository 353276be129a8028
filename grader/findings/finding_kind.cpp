#include "findings/finding_kind.h"

#include <algorithm>
#include <array>

namespace warpgrade {
namespace {

// Memory errors get the verdict of CUDA's own error for them in diagnosis/explain.cpp; undefined
// behavior in CUDA gets the verdict of its typical effect on a GPU.
constexpr std::array kinds = {
    FindingKind{"race", Verdict::race, Verdict::race,
                "that is luck: nothing orders the accesses, and on a GPU one may miss or undo "
                "what the other does."},
    FindingKind{"out-of-bounds", Verdict::out_of_bounds, Verdict::out_of_bounds,
                "what lies outside the array happened to do no harm here; elsewhere it is another "
                "array, or an address that ends the kernel."},
    FindingKind{"uninitialized", Verdict::wrong, Verdict::wrong,
                "what happened to stand in that memory did no harm here; on a GPU it is whatever "
                "the kernel before left there."},
    FindingKind{"barrier", Verdict::race, Verdict::race,
                "what a barrier does that not all threads of the block reach together is "
                "undefined: a GPU may hang, or go on without waiting."},
    FindingKind{"deadlock", Verdict::timeout, Verdict::timeout,
                "threads wait for what cannot come: a GPU hangs."},
    FindingKind{"warp-mask", Verdict::wrong, Verdict::wrong,
                "when a thread that the mask names is not there, CUDA leaves the result undefined: "
                "another GPU or compiler gives other values."},
    FindingKind{"misaligned", Verdict::crashed, Verdict::crashed,
                "a CPU can load from such an address; a GPU ends the kernel with "
                "cudaErrorMisalignedAddress."},
    FindingKind{"division", Verdict::wrong, Verdict::wrong,
                "CUDA leaves the result undefined: a GPU goes on with some value, another compiler "
                "with another one."},
    FindingKind{"assert", Verdict::crashed, Verdict::crashed,
                "the program itself says that something is wrong: the kernel ends with "
                "cudaErrorAssert, and its results are lost."},
    FindingKind{"wrong-memory", Verdict::out_of_bounds, Verdict::crashed,
                "here all memory is the CPU's; with a GPU, such an access ends the kernel or the "
                "program."},
    FindingKind{"use-after-free", Verdict::out_of_bounds, Verdict::wrong,
                "the memory had not been given to anybody else yet; elsewhere it has, or the "
                "address ends the kernel."},
    FindingKind{"leak", Verdict::ok, Verdict::ok,
                "called often enough, the function uses up the device's memory."},
    FindingKind{"api-error", Verdict::wrong, Verdict::wrong,
                "a call of CUDA that failed did not do its work."},
    FindingKind{"local-array", Verdict::out_of_bounds, Verdict::out_of_bounds,
                "beside a local array lie other variables of the same thread: which ones, each "
                "compiler decides anew."},
    FindingKind{"endless-loop", Verdict::timeout, Verdict::timeout,
                "a GPU would be busy until somebody stops it."},
};

}  // namespace

const FindingKind* finding_kind(std::string_view name) {
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const FindingKind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace warpgrade
