// The causes of findings and their words: a displayed finding is its cause's sentence filled with
// its facts. No other place defines what a finding means.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

namespace simt::check {

struct FindingWords {
  const char* cause;
  const char* kind;  // the name in reports, which decides the verdict
  // Of several causes at one place, possibly in several runs, the one with the highest rank is
  // reported: what orders lanes of a warp does not order warps, and what orders warps does not
  // order blocks.
  unsigned rank;
  const char* what;    // "{name}": a fact; "{other}": file:line of the conflicting access
  const char* remedy;  // sentences; may be empty
};

/// The kind of a call that did not return.
inline constexpr std::string_view endless = "endless-loop";

inline constexpr const char* race_words =
    "Thread {thread} of block {block} {does} {spot}, and {party} {party_does} it{at}.";

inline constexpr FindingWords finding_words[] = {
    {"race.equal-values", "race", 1,
     "Thread {thread} of block {block} writes {spot}, and {party} writes the same value there by "
     "the "
     "same statement: the result is right as long as the two agree, but blocks do the same work "
     "twice.",
     "Give each element to one block."},
    {"race.equal-stores", "race", 1,
     "Thread {thread} of block {block} writes {spot}, and {party} writes the same value there{at}: "
     "nothing orders the two, and the result is right only as long as they agree.",
     "Let one of them store, or order the two: streams by an event, threads by a barrier; or store "
     "atomically, with atomicExch()."},
    {"race.no-acquire", "race", 1,
     "Thread {thread} of block {block} {does} {spot}, which {party} {party_does}{at}. A flag or a "
     "lock orders the two, but this thread has no __threadfence() between waiting for the flag, or "
     "taking the lock, and this access: the GPU may do the access first.",
     "Both sides need a fence: put __threadfence() right after the loop that waits for the flag or "
     "takes the lock."},
    {"race.no-release", "race", 2,
     "Thread {thread} of block {block} {does} {spot}, and {party} {party_does} it{at}. A {sign} is "
     "meant to order the two, but no __threadfence() stands between that access and the change of "
     "the {sign}{released}: other threads may see the change first.",
     "Put __threadfence() before the change (within a block, __threadfence_block() is enough), "
     "after a __syncthreads() where other threads of the block have stored, too. The thread that "
     "takes the lock or sees the flag also needs __threadfence() right after that."},
    {"race.plain-release", "race", 2,
     "Thread {thread} of block {block} {does} {spot}, and {party} {party_does} it{at}. A lock is "
     "meant to order the two, but it is released by a plain store{released}, which orders nothing.",
     "Release it by atomicExch(lock, 0), with __threadfence() before it."},
    {"race.one-warp", "race", 2, race_words,
     "Put __syncthreads() between the two, if both are meant to use the same element. This block "
     "is a single warp: __syncwarp() would be enough here, but not in a block of several warps."},
    {"race.warp", "race", 3, race_words,
     "Lanes of a warp do not run in step: put __syncthreads() between the two (__syncwarp() where "
     "only this warp uses the memory), if both are meant to use the same element."},
    {"race.block", "race", 4, race_words,
     "Put __syncthreads() between the two, if both are meant to use the same element."},
    {"race.grid", "race", 5, race_words,
     "Blocks run in any order, and __syncthreads() waits for its own block only: the two need a "
     "launch each, if one is meant to see the other; where only old values are read, write the new "
     "ones to a second array."},
    {"race.update", "race", 6,
     "Thread {thread} of block {block} {does} {spot}, and {party} {party_does} it by the same "
     "statement: an update is a load and a store, and what another thread stores in between is "
     "lost.",
     "Use atomicAdd(), or let each thread keep a sum of its own and add those up in the end (a "
     "reduction)."},
    {"race.same-store", "race", 6,
     "Thread {thread} of block {block} {does} {spot}, and {party} {party_does} it by the same "
     "statement: which value stays is chance.",
     "Give each thread an element of its own, or let one thread store."},
    {"race.mixed", "race", 7, race_words,
     "One access is atomic and the other is not, so nothing orders them: put __syncthreads() "
     "between the two."},
    {"race.mixed-in-grid", "race", 8, race_words,
     "One access is atomic and the other is not, and no barrier reaches another block. Set a start "
     "value before the launch (cudaMemset() or a kernel of its own) and use the result after it: "
     "within a kernel blocks run in any order, and an atomic store would not change that. A flag "
     "or a lock needs atomics on both sides: atomicExch() releases a lock."},
    {"race.copy-in-flight", "race", 9,
     "Thread {thread} of block {block} {does} {spot}, into which an asynchronous copy that was "
     "begun{at} may still be storing: nothing in between has waited for it.",
     "Wait for the copy first (__pipeline_wait_prior(0), cg::wait(), a pipeline's consumer_wait() "
     "or "
     "the barrier that it is bound to), and let a __syncthreads() follow where other threads use "
     "what it brings. What was not committed is not waited for."},
    {"race.copy-source", "race", 9,
     "The asynchronous copy that thread {thread} of block {block} begins here may still be reading "
     "{spot}, which was written{at} before anything had waited for the copy.",
     "Wait for the copy before its source is used for something else."},
    {"race.no-proxy-fence", "race", 2,
     "The copy in bulk that thread {thread} of block {block} begins here may read {spot} as it was "
     "before it was written{at}: such copies go another way to shared memory than stores, and "
     "behind that store there is no fence between the two ways.",
     "Let each thread call fence.proxy.async (cde::fence_proxy_async_shared_cta()) after its "
     "stores, before the barrier behind which one thread begins the copy."},
    {"race.volatile", "race", 7, race_words,
     "volatile orders nothing between threads: it only keeps the compiler from leaving an access "
     "out. Use atomics, or make both accesses inside a lock. Within a block, a barrier between "
     "them "
     "is enough."},
    {"race.streams", "race", 9, "{who} {does} {spot}, and {party} {party_does} it{at}.",
     "Nothing orders the two: let one stream wait for the other (cudaEventRecord, "
     "cudaStreamWaitEvent), use one stream, or synchronise."},
    {"race.dependent-launch", "race", 9, race_words,
     "The launch allows this kernel to begin before the one ahead of it in its stream is over "
     "(programmatic stream serialization): call cudaGridDependencySynchronize() before the first "
     "access to what that one reads or writes."},
    {"race.host", "race", 10, "{who} {does} {spot}, and {party} {party_does} it{at}.",
     "Nothing makes the host wait: it must call cudaDeviceSynchronize() or "
     "cudaStreamSynchronize() before it touches the memory again."},
    {"bounds.outside", "out-of-bounds", 1, "{who} {does} {spot}{at}.", ""},
    {"bounds.dynamic-shared", "out-of-bounds", 1, "{who} {does} {spot}.",
     "The launch sets the size of this array: the third argument in <<< >>>, in bytes of all "
     "elements, with those that only pad."},
    {"bounds.outside-on-host", "out-of-bounds", 1, "Host code {does} {spot}.", ""},
    {"bounds.row", "out-of-bounds", 1,
     "Thread {thread} of block {block} uses index {index} of {array}, which has {extent}.", ""},
    {"bounds.tensor-map", "out-of-bounds", 1,
     "Thread {thread} of block {block} {does} {spot}, by a tensor map that says {map}: the memory "
     "does not reach as far.",
     "A copy leaves out what the map says is outside of the tensor, and nothing else. Dimensions "
     "are counted in elements, the innermost one first; strides in bytes, from the second "
     "dimension on."},
    {"bounds.tensor-store", "out-of-bounds", 1,
     "Thread {thread} of block {block} stores a box of a tensor that begins at {corner}, the "
     "innermost dimension first. A box that is stored may end behind the tensor but not begin "
     "before it: a GPU stops "
     "the kernel.",
     "Keep the coordinates of stores and reductions at 0 or above; only loads may begin before the "
     "tensor. Let the box begin at 0, and store what does not fit by ordinary code."},
    {"loop.endless", "endless-loop", 2,
     "After {seconds} s, thread {thread} of block {block} was still in {loop}{why}.", ""},
    {"loop.endless-on-host", "endless-loop", 1,
     "After {seconds} s, host code was still in {loop}{why}.", ""},
    {"bounds.local-array", "local-array", 1,
     "Thread {thread} of block {block} uses index {index} of an array that has {extent}.", ""},
    {"bounds.host-copy", "out-of-bounds", 1,
     "{call} copies {bytes} {where} {array}. CUDA does not know the size of the host's array, and "
     "{harm} other memory of the program.",
     "The size is in bytes: the number of elements times sizeof of one. Allocate as much on the "
     "host, or copy less."},
    {"memory.freed", "use-after-free", 1, "{who} {does} memory that has been freed{at}: {spot}.",
     ""},
    {"memory.freed-twice", "use-after-free", 1,
     "{call} frees memory that has been freed already{at}: {spot}.", ""},
    {"memory.free-of-other", "api-error", 1,
     "{call} is given a pointer that no allocation{where} returned.", ""},
    {"memory.leak", "leak", 1, "The {bytes} that {call} allocates here are never freed.", ""},
    {"memory.registered", "leak", 1,
     "The {bytes} that cudaHostRegister() registers here are never unregistered.",
     "Call cudaHostUnregister() before the function returns."},
    {"copy.repeated", "needless-copy", 1,
     "{call} runs {times} times here, and after the first time it changes nothing: the {bytes} are "
     "there already.",
     "Copy them once, outside the loop."},
    {"memory.reset", "api-error", 1,
     "{call} frees all memory of the device, also {arrays}, which the program still needs{at}.",
     "Leave the call out. Its place is at the end of main(), after the results have been copied."},
    {"pointer.null", "out-of-bounds", 1,
     "Thread {thread} of block {block} {does} through a null pointer{further}.",
     "Allocate the memory, and test what cudaMalloc() returns."},
    {"pointer.no-function", "out-of-bounds", 1,
     "Thread {thread} of block {block} calls a function through {what}.",
     "The pointer must be set in device code, or copied from a __device__ variable: the address of "
     "a "
     "function that the host takes is none on a GPU."},
    {"pointer.to-constant", "wrong-memory", 1,
     "Thread {thread} of block {block} {does} {spot}, in __constant__ memory, which a kernel can "
     "only "
     "read. A GPU stops the kernel there.",
     "Let the host set it with cudaMemcpyToSymbol() before the launch, or make the variable "
     "__device__."},
    {"pointer.to-built-in", "wrong-memory", 1,
     "Thread {thread} of block {block} {does} threadIdx, blockIdx, blockDim or gridDim, or what "
     "the "
     "engine keeps beside them, which a kernel can only read.",
     "Copy the value to a variable of the kernel's own and change that."},
    {"division.by-zero", "division", 1,
     "Thread {thread} of block {block} divides {dividend} by zero. A GPU does not stop there: the "
     "result is undefined.",
     "Test the divisor before the division (`/` or `%`)."},
    {"division.overflow", "division", 1,
     "Thread {thread} of block {block} divides {dividend} by -1: the quotient does not fit into "
     "the type, and the result is undefined.",
     "Test for -1, or use a wider type."},
    {"assert.failed", "assert", 1,
     "assert({expression}) failed in thread {thread} of block {block}. The kernel ends there with "
     "cudaErrorAssert.",
     ""},
    {"pointer.of-host", "wrong-memory", 1,
     "Thread {thread} of block {block} {does} memory of the host.",
     "A kernel needs pointers from cudaMalloc, and the data copied there."},
    {"pointer.of-variable", "wrong-memory", 1,
     "{call} gets the host's address of the {space} variable {variable} as {role}: a GPU cannot "
     "use "
     "it.",
     "Pass the address that cudaGetSymbolAddress() returns, or use the variable by its name: in "
     "the "
     "kernel, or with cudaMemcpyToSymbol() and cudaMemcpyFromSymbol()."},
    {"pointer.of-other-device", "wrong-memory", 1,
     "Thread {thread} of block {block} {does} {spot}, in memory of device {owner}, but the kernel "
     "runs on device {device}, for which cudaDeviceEnablePeerAccess({owner}, 0) was not called.",
     "A GPU stops the kernel there with an illegal address. Enable peer access while the kernel's "
     "own device is current, or copy the data with cudaMemcpyPeer(), which does not need it."},
    {"pointer.of-other-thread", "wrong-memory", 1,
     "Thread {thread} of block {block} {does} a local variable of another thread.",
     "On a GPU each thread has local memory of its own, and the address leads into its own. Share "
     "data in __shared__ or global memory."},
    {"pointer.of-device", "wrong-memory", 1, "Host code {does} {spot} through a device pointer.",
     "To read it, copy it to the host with cudaMemcpy; to set it, use cudaMemset or cudaMemcpy."},
    {"read.unwritten", "uninitialized", 1,
     "Thread {thread} of block {block} reads {spot}, which nothing had written by then: fresh "
     "memory holds garbage.",
     ""},
    {"read.copied-unset", "uninitialized", 1,
     "Thread {thread} of block {block} reads {spot}, which was copied{at} from memory of the host "
     "that "
     "the program had not set.",
     "malloc, new and a local array give memory that holds anything: set it before the copy, or "
     "copy "
     "only what is set."},
    {"read.unwritten-shared", "uninitialized", 1,
     "Thread {thread} of block {block} reads {spot}, which no thread of the block had written by "
     "then: shared memory starts with garbage.",
     ""},
    {"read.unset-local", "uninitialized", 1,
     "Thread {thread} of block {block} uses the local variable {variable} here, and nothing has "
     "set "
     "it since its declaration{at}: local variables do not start as zero.",
     "Give it a value where it is declared: 0 for a sum, 1 for a product."},
    {"read.unwritten-on-host", "uninitialized", 1,
     "Host code reads {spot}, which nothing had written by then: fresh memory holds garbage.", ""},
    {"read.condition-not-set", "uninitialized", 1,
     "The conditional node that is added here decides by a value that nothing has set since its "
     "graph was launched: what it does is undefined.",
     "Let a kernel that comes before it call cudaGraphSetConditional(), or give the handle a start "
     "value: cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault)."},
    {"access.misaligned", "misaligned", 1,
     "Thread {thread} of block {block} {does} {bytes} in one access, at an address that is not a "
     "multiple of {size}: {spot}. A GPU stops the kernel there.",
     "Load and store single elements unless every address is such a multiple. In a matrix the "
     "length of the rows, in bytes, must be one, too."},
    {"barrier.two-places", "barrier", 2,
     "Thread {thread} of block {block} waits at this barrier while others of its block wait "
     "at the one at {other}: all threads of a block must come to the same barrier.",
     "One of the two stands in a branch or a loop that not all of them take alike: take that one "
     "out."},
    {"barrier.unequal-loop", "barrier", 2,
     "{threads} of block {block} do not reach this barrier again, at which others wait.",
     "All threads of a block must reach it equally often: move it out of the branch, or let all "
     "of them run the loop equally often."},
    {"barrier.after-return", "barrier", 1,
     "{threads} of block {block} had left the kernel before this barrier: allowed since "
     "Volta, a hang on older GPUs.",
     "Let all threads stay, and guard only their work."},
    {"barrier.not-reached", "deadlock", 2, "Block {block} cannot go on: {why}.", ""},
    {"barrier.grid-not-reached", "deadlock", 2,
     "{waiting} wait here for all blocks of the grid, and {ended} of the grid's blocks have ended "
     "without coming to this barrier.",
     "Every block must come to it equally often: take it out of the branch or the loop that not "
     "all "
     "of them take alike."},
    {"barrier.not-cooperative", "barrier", 1,
     "Thread {thread} of block {block} waits here for all blocks of the grid, but the kernel was "
     "not "
     "launched cooperatively. A GPU stops the kernel there.",
     "Launch it by cudaLaunchCooperativeKernel(), with no more blocks than the device holds at "
     "once "
     "(cudaOccupancyMaxActiveBlocksPerMultiprocessor() times the multiprocessors)."},
    {"cluster.block-absent", "out-of-bounds", 1,
     "Thread {thread} of block {block} {does} shared memory of the block of rank {rank} in its "
     "cluster, which {when} at that time.",
     "Put cluster.sync() before the first such access, so that all blocks have begun, and behind "
     "the "
     "last one, so that none has ended."},
    {"mask.not-reached", "warp-mask", 2, "Block {block} cannot go on: {why}.",
     "A mask may only name lanes that come to the call."},
    {"mask.two-places", "warp-mask", 1,
     "Lanes of warp {warp} of block {block} meet from two places, here and at {other}: the lanes "
     "that a mask names must all come to the same call.",
     ""},
    {"mask.absent-lane", "warp-mask", 1,
     "Lane {lane} of warp {warp} of block {block} reads the value of lane {source}, which the mask "
     "names and which is not there: it has left, or the block has no such thread. The value is "
     "undefined.",
     ""},
    {"mask.without-own-lane", "warp-mask", 1,
     "Thread {thread} of block {block} calls this with a mask that does not name its own lane "
     "({lane}): the result is undefined.",
     ""},
    {"matrix.absent-lanes", "warp-mask", 1,
     "Only {lanes} of warp {warp} of block {block} come to this operation of the tensor cores, "
     "which "
     "takes all 32: the others have left, or the block has no such threads. The result is "
     "undefined.",
     "Use blocks of a multiple of 32 threads, and let a warp stay or leave as a whole."},
    {"matrix.not-reached", "warp-mask", 2, "Block {block} cannot go on: {why}.",
     "All lanes of a warp must come to an operation of the tensor cores: let conditions around it "
     "be "
     "the same for the whole warp."},
    {"matrix.alignment", "misaligned", 1,
     "Thread {thread} of block {block} passes {wrong}: {effect}.",
     "A matrix must begin at a multiple of 32 bytes, and its rows (columns) must be a multiple of "
     "16 "
     "bytes apart."},
    {"tensor.alignment", "misaligned", 1,
     "Thread {thread} of block {block} copies a box of a tensor into or out of {spot}, {where}.",
     "Declare the tile alignas(128), with a swizzle of 128 bytes alignas(1024), and let each tile "
     "of an array be as many bytes or a multiple."},
    {"tensor.coordinate", "misaligned", 1,
     "Thread {thread} of block {block} copies the box of a tensor that begins at {corner}, the "
     "innermost dimension first: in that dimension it is no multiple of 16 bytes, and a GPU stops "
     "the kernel.",
     "Let boxes begin at multiples of 16 bytes in the innermost dimension, for 4-byte numbers at "
     "multiples of 4; the other coordinates are free."},
    {"tensor.no-map", "wrong-memory", 1,
     "Thread {thread} of block {block} copies a box of a tensor by a map that cannot be used: "
     "{why}. A GPU stops the kernel there.",
     "Test what cuTensorMapEncodeTiled() returns, and hand the map over as a kernel parameter "
     "(const __grid_constant__ CUtensorMap)."},
    {"wait.for-bytes", "deadlock", 2,
     "Thread {thread} of block {block} waits here for a phase of a barrier object that does not "
     "complete: all threads have come that it expects, but {bytes}.",
     "Expect the bytes of all copies in bulk that are bound to the phase. A box counts as a whole, "
     "with what lies outside of the tensor."},
    {"wait.for-nobody", "deadlock", 1,
     "Thread {thread} of block {block} waits in this loop for a change that no thread makes: "
     "{others} has ended or waits as well.",
     ""},
    {"atomic.own-copy", "wrong-memory", 1,
     "Thread {thread} of block {block} calls {call} on {what}, of which each thread has its own "
     "copy{why}.",
     "What threads share must be in global or shared memory: pass a pointer to it, or make it a "
     "__device__ or __shared__ variable."},
    {"lock.not-taken", "race", 6,
     "Thread {thread} of block {block} goes on when this finds the lock taken, so several threads "
     "can hold it at once.",
     "Repeat while (atomicCAS(&lock, 0, 1) != 0); until the old value is that of a free lock."},
    {"lock.tried-once", "race", 5,
     "Thread {thread} of block {block} tries once to take this lock and goes on without it when "
     "another block holds it: what it does under the lock is then left out.",
     "Try until it is taken: while (atomicCAS(&lock, 0, 1) != 0); in front of what it guards."},
    {"lock.not-held", "race", 5,
     "Thread {thread} of block {block} releases a lock that it has not taken: another thread may "
     "hold it by then, and a third one take it as well.",
     "Release it where it was taken, in the same `if`: one thread takes it, changes what it "
     "guards, and "
     "releases it."},
    {"lock.several-lanes", "deadlock", 1,
     "More than one lane of a warp takes this lock (thread {thread} of block {block} is not the "
     "first): lanes that wait in a loop can keep the lane that holds it from going on, and on a "
     "GPU "
     "before Volta the kernel hangs.",
     "Let one thread of the block take it."},
    {"launch.no-blocks", "api-error", 1,
     "{call} is launched with {why}. CUDA refuses the launch with {error}, and the kernel does not "
     "run.",
     "Return before the launch where there is nothing to do; else round the number of blocks up: "
     "(n + 255) / 256 is 1 where n / 256 is 0."},
    {"launch.block-too-large", "api-error", 1,
     "{call} is launched with {why}. CUDA refuses the launch with {error}, and the kernel does not "
     "run.",
     "Where __launch_bounds__ is the limit, raise it to the largest block that is launched. Else "
     "take a smaller block and more of them: a tile with a thread for each element has at most "
     "32 x 32. A block has at most 1024 threads, all sides "
     "multiplied; in x and y at most 1024, in z 64."},
    {"launch.too-many-at-once", "api-error", 1,
     "{call} is launched cooperatively with {why}. CUDA refuses the launch with {error}, and the "
     "kernel does not run.",
     "All blocks must be on the device at once: launch no more than "
     "cudaOccupancyMaxActiveBlocksPerMultiprocessor() says, times the number of multiprocessors, "
     "and "
     "let each do more of the work in a loop."},
    {"shared.over-limit", "api-error", 1,
     "{call} is launched with {why}. CUDA refuses the launch with {error}, and the kernel does not "
     "run.",
     "Use less: a smaller tile, or fewer threads a block. Where the larger limit is enough, call "
     "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) before the "
     "launch."},
    {"copy.wrong-size", "api-error", 1,
     "{call} {why}. CUDA refuses it with {error} and does nothing.",
     "Both sides must hold as many bytes as are copied, from where the copy begins. The size is "
     "in bytes."},
    {"copy.wrong-way", "api-error", 1,
     "{call} {why}. CUDA refuses it with {error} and copies nothing.",
     "The destination comes first, then the source; the last argument names the direction."},
    {"error.unnoticed", "api-error", 2, "{error} from {call} ({meaning}), and the program went on.",
     "Test what calls return, and cudaGetLastError() after a launch."},
    {"error.ended", "api-error", 2, "{error} from {call} ({meaning}), and the program ended.",
     "Your error check caught it: look at this call."},
};

/// Null for an unknown cause.
inline const FindingWords* find_finding_words(std::string_view cause) {
  for (const FindingWords& words : finding_words)
    if (cause == words.cause) return &words;
  return nullptr;
}

/// The value of a fact in lines "name=value"; may be empty.
inline std::string fact_in(std::string_view facts, std::string_view name) {
  while (!facts.empty()) {
    const std::string_view line = facts.substr(0, facts.find('\n'));
    if (line.size() > name.size() && line[name.size()] == '=' &&
        line.substr(0, name.size()) == name)
      return std::string(line.substr(name.size() + 1));
    facts.remove_prefix(line.size() < facts.size() ? line.size() + 1 : line.size());
  }
  return {};
}

/// Empty for an unknown cause.
inline std::string_view find_kind(std::string_view cause) {
  const FindingWords* words = find_finding_words(cause);
  return words ? words->kind : "";
}

inline unsigned cause_rank(std::string_view cause) {
  const FindingWords* words = find_finding_words(cause);
  return words ? words->rank : 0;
}

/// Of more findings than a report holds, the heavier ones are kept: errors before advice, and first
/// races, which limit a task's points (memcheck/charge_findings.h).
inline unsigned finding_weight(bool error, std::string_view cause) {
  if (!error) return 0;
  const std::string_view kind = find_kind(cause);
  return kind == "race" || kind == "barrier" ? 2 : 1;
}

/// The cause of a race whose two accesses are on one line: if both write, all threads execute the
/// same statement, and no barrier helps. `reads`: the line also reads what is written.
inline std::string_view race_in_one_line(std::string_view cause, bool both_write, bool reads) {
  const bool plain = cause == "race.one-warp" || cause == "race.warp" || cause == "race.block" ||
                     cause == "race.grid";
  if (!plain || !both_write) return cause;
  return reads ? "race.update" : "race.same-store";
}

/// What happened, for a finding of that cause. `find_fact` returns the value of a fact by name.
/// `place`: "file:line" of the conflicting access; may be empty. An unknown cause has no words.
template <class FindFact>
std::string what_happened(std::string_view cause, const FindFact& find_fact,
                          const std::string& place) {
  const FindingWords* words = find_finding_words(cause);
  if (!words) return {};
  std::string text;
  for (std::string_view sentence = words->what; !sentence.empty();) {
    const auto open = sentence.find('{'), close = sentence.find('}');
    text += sentence.substr(0, open);
    if (open == sentence.npos) break;
    const auto name = sentence.substr(open + 1, close - open - 1);
    if (name == "other")
      text += place.empty() ? "another place" : place;
    else if (name == "at")
      text += place.empty() ? "" : " at " + place;
    else if (name == "released") {
      const std::string released = find_fact(name);
      text += released.empty() ? "" : " at " + released;
    } else
      text += find_fact(name);
    sentence.remove_prefix(close + 1);
  }
  return text;
}

/// For a race in a block whose two accesses are on one line: nothing stands between them.
inline constexpr const char* remedy_in_one_line =
    "Both are in this line. In a loop, put __syncthreads() at the end of each round, where all "
    "threads of the block pass; without one, read into a variable first, and store behind a "
    "__syncthreads().";

/// What happened and what to do. The fact `one_line` is set if both accesses are on one line.
template <class FindFact>
std::string finding_in_words(std::string_view cause, const FindFact& find_fact,
                             const std::string& place) {
  std::string text = what_happened(cause, find_fact, place);
  const FindingWords* words = find_finding_words(cause);
  const bool in_block = cause == "race.one-warp" || cause == "race.warp" || cause == "race.block";
  const char* const remedy = in_block && !find_fact("one_line").empty() ? remedy_in_one_line
                             : words                                    ? words->remedy
                                                                        : "";
  if (*remedy) text.append(" ").append(remedy);
  return text;
}

}  // namespace simt::check
