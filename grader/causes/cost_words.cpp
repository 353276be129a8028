// Words for advice on costs that the check counted, and for features that the CPU engine lacks.
#include "causes/wording.h"

namespace warpgrade {

const std::vector<Wording>& cost_wordings() {
  static const std::vector<Wording> all = {
      {"cost.column",
       "neighboring threads {does} down a column: {sectors} sectors of 32 bytes a request where "
       "{ideal} would do.",
       "", " Let them {does} neighboring elements: threadIdx.x should count the last index."},
      {"cost.scattered",
       "neighboring threads {does} elements that lie apart: {sectors} sectors of 32 bytes a "
       "request where {ideal} would do.",
       "", " Let them {does} neighboring elements."},
      {"cost.own-share",
       "threads {does} a share each, one element after the other, so that neighboring threads are "
       "far apart: {sectors} sectors of 32 bytes a request where {ideal} would do.",
       "",
       " Let them take turns: of all that the block {does}s, thread t {does}s elements t, t + "
       "blockDim.x, t + 2 * blockDim.x, and so on."},
      {"cost.sum-in-memory",
       "`{element}` is read and written in global memory in each round of the loop in line {loop}: "
       "another pointer may point to it, so that the compiler does not keep it in a register.",
       "", " Add up in a variable of the thread, and store that once, behind the loop."},
      {"cost.banks",
       "threads of a warp {does} different words of the same bank of shared memory: {turns} turns "
       "where one would do.",
       "",
       " Where the rows are a multiple of 32 words long, a column is in one bank: one word more "
       "for each row moves its elements to different banks."},
      {"cost.same-address",
       "{threads} threads of a warp update the same address, one after the other.", "",
       " Add up within the warp or the block first, then update once."},
      {"cost.small-blocks",
       "a block has {threads:thread}, and warps have 32: in {kernel} only {active} of 32 threads "
       "of a warp work at a time on average.",
       "", " Make the block a multiple of 32."},
      {"cost.one-thread",
       "one thread of a warp works here, and the others wait: in {kernel} only {active} of 32 "
       "threads of a warp work at a time on average.",
       "", " Share the work among the threads of the block."},
      {"cost.branches",
       "warps split at {percent} % of their branches: in {kernel} only {active} of 32 threads of a "
       "warp work at a time on average.",
       "", " Let whole warps take the same branch."},
      {"cost.occupancy",
       "{warps} of {most} warps fit on a multiprocessor (compute capability {architecture}) with "
       "{kernel}: {*limit}.",
       "limit"},
      {"limit.blocks",
       "blocks of {threads} threads are too small: a multiprocessor takes {blocks} of them"},
      {"limit.shared-memory", "a block takes {shared} KiB of shared memory"},
      {"limit.registers", "a thread takes {registers} registers"},
      {"limit.threads", "blocks of {threads} threads do not fill a multiprocessor"},
      {"advice.text", "{text}", "kind"},

      {"engine.unsupported", "{what}", "what"},
      {"engine.gap", "nvcc accepts this file, the CPU engine does not[: {what}].", "what"},
  };
  return all;
}

}  // namespace warpgrade
