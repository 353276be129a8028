// Words for mistakes in code whose change made values right. `old` is the present code, `code` its
// replacement.
#include "causes/wording.h"

namespace warpgrade {

const std::vector<Wording>& code_wordings() {
  static const std::vector<Wording> all = {
      // Numbers.
      {"code.integer-division", "`{old}` is an integer division: it gives {value}."},
      {"code.precedence",
       "In `{old}` only `{divided}` is divided: what stands in front of it needs brackets."},
      {"code.rounded-too-late",
       "`{old}` is rounded after the product: `{code}` is rounded before."},
      {"code.quotient-and-rest", "`{old}` and `{rest}` are exchanged."},
      {"code.float-function", "`{name}` computes in float, also where the numbers are double."},
      {"code.assigned",
       "`=` in place of `+=`: each step overwrites what those before computed, so only the last "
       "step is left."},
      {"code.added", "`{old}` adds to what stood there before: it should only store."},
      {"code.sign", "`{old}` should be `{code}`: the sign is wrong."},
      {"code.factor-missing", "`{old}` lacks the factor `{factor}`."},
      {"code.not-squared", "`{old}` is used where the square of `{name}` belongs."},

      {"code.squared", "`{old}` is the square where `{name}` itself is compared."},
      {"code.call-needless", "`{old}` should be `{code}`: `{name}` is one call too many."},
      {"code.inverse", "`{old}` should be `{code}`: the factor is inverted."},
      {"code.root-missing", "`{old}` is used where its square root is needed."},

      {"code.sum-is-an-integer",
       "`{name}` is an integer: each addition cuts off the digits behind the point."},

      {"code.macro-without-brackets",
       "`{call}` is `{computes}`: the macro's parameters need parentheses."},

      // General edits.
      {"code.swapped-too-early",
       "`{use}` comes after the swap, but needs the two as they are before it."},
      {"code.swapped-too-late",
       "`{use}` comes before the swap, but needs the two as they are after it."},
      {"code.compares-first",
       "`{compares}` binds tighter than `{bits}`: `{old}` is computed as `{read}`."},
      {"code.other-operator", "`{old}` has the wrong operator: it should be `{code}`."},
      {"code.operands-exchanged", "The operands of `{old}` are exchanged: it should be `{code}`."},
      {"code.term-missing", "`{old}` lacks `{term}`: it should be `{code}`."},
      {"code.term-needless", "`{old}` has `{term}` too much: it should be `{code}`."},
      {"code.rest-of-a-division",
       "`{old}` is a part of `{all}`, rounded down: what is left is `{code}`."},
      {"code.test-missing", "`{old}` lacks the test `{test}`."},
      {"code.statement-without-test",
       "[Every {who} runs `{what}`; one is enough.][`{what}` needs the test `{test}`.]"},
      {"code.test-needless",
       "`{old}` has the test `{test}` too many: it leaves out what must be done."},
      {"code.statement-needless", "`{what}` should not run."},
      {"code.axes-everywhere", "{one} and {two} are exchanged in the kernel."},
      {"code.size-everywhere", "`{was}` stands where `{is}` belongs, in several places."},
      {"code.other-subscript", "`{old}` is the wrong index of `{array}`: it should be `{code}`."},
      {"code.arguments-swapped", "`{one}` and `{two}` are given in the wrong order."},

      // Indices.
      {"code.transposed",
       "The two indices of `{array}` are exchanged in `{old}`.[ It is "
       "stored as `{stored}` in line {line}.]"},
      {"code.of-one-dimension",
       "`{old}` is an element of the first row: elsewhere `{array}` is used as `{used}`."},
      {"code.row-length",
       "`{old}` steps over rows of `{was}` elements; the rows of this array have `{is}`."},
      {"code.other-size", "`{old}` uses the wrong size: `{was}` in place of `{is}`."},
      {"code.other-axis",
       "`{old}` is the wrong axis of the launch: `{code}` is the one that counts here."},
      {"code.other-array",
       "`{old}` reads the wrong array: `{code}` is the value that belongs here."},
      {"code.other-than-beside", "`{old}` stands beside `{beside}`: it should be `{code}`, too."},
      {"code.other-variable", "`{old}` uses the wrong variable: it should be `{code}`."},
      {"code.other-number", "With `{code}` in place of `{old}` the results are right."},
      {"code.number-for-constant", "`{old}` stands where `{code}` belongs."},
      {"code.other-neighbor",
       "`{old}` is the wrong element: `{code}` is the one that belongs here."},
      {"code.read-twice", "`{old}` is read twice, and `{code}` never."},
      {"code.other-index-compared",
       "`{old}` tests another index than the one that is used: `{index}`."},
      {"code.tests-other-indices", "`{old}` does not test the indices that the access uses."},
      {"code.unsigned-below-zero",
       "`{what}` is computed as unsigned here: where it should be below 0, it is a huge number."},
      {"code.other-index-used",
       "The test compares `{index}`, and `{old}` is the index that is used."},
      {"code.multiple-of-another",
       "What is loaded at a time lies in rows of `{name}` elements, and `{was}` is tested."},
      {"code.returns-with-lock",
       "Line {line} returns while the thread holds the lock: all others wait for it forever."},
      {"code.zeroed-behind-launch",
       "`{what}` is set to 0 only behind the launch in line {line}, which adds to it."},
      {"code.zero-is-the-least",
       "`{word}` begins at 0, and `{value}` is never less: atomicMin() does not change it."},
      {"code.blocks-of-parts",
       "A block of `{kernel}` computes `{elements}` elements, and the grid has a block for every "
       "`{threads}`."},
      {"code.memory-without-padding",
       "The shared memory is counted without the padding of its rows."},
      {"code.last-part",
       "`{size}` is rounded up: for the last part only `{rest}` of `{whole}` are left."},
      {"code.half-for-the-rest",
       "`{first}` and `{second}` are the same half, rounded down: of an odd number one is left "
       "over."},
      {"code.other-multiple", "The test leaves out `{name}`: rows of that length need it, too."},
      {"code.other-index", "`{old}` uses the wrong index: `{index}` is the one that belongs here."},
      {"code.off-by-one", "`{old}` is off by one."},
      {"code.count-off-by-one", "`{old}` counts one too {too}."},
      {"code.copy-off-by-one",
       "`{old}` is off by one: the copy takes or fills the wrong element, row or plane."},
      {"code.begins-early", "`{old}` begins one too early: it should be `{code}`."},
      {"code.begins-late", "`{old}` begins one too late: it should be `{code}`."},
      {"code.result-too-small", "The result `{old}` is one too small: it should be `{code}`."},
      {"code.limits-exchanged", "The limits of `{one}` and `{two}` are exchanged in `{old}`."},
      {"code.loop-start", "The loop begins at the wrong index, {old}: it is off by one."},
      {"code.only-thread-divided",
       "In `{old}` only threadIdx.x is divided by {by}, not the thread's number in the grid."},

      {"code.computed-otherwise",
       "This `{name}` is computed in another way than the one in line {line}: here `{old}`, there "
       "`{code}`."},
      {"code.load-left-out",
       "`{name}` is right for what is stored, but too narrow for what is loaded: it leaves out the "
       "last element or the wall, which others read."},
      {"code.last-piece",
       "After the loop `{piece}` holds the last piece of `{from}` alone: `{code}` is the value "
       "that "
       "belongs here."},
      {"code.zeros-beyond",
       "Beyond the matrix the diagonal of `{tile}` is filled with 0: with 1 it is that of a unit "
       "matrix."},
      {"code.parity-of-the-most",
       "`{most}` is the most rounds that there may be; `{made}` counts those that were made."},
      {"code.other-slot", "`{old}` chooses the wrong one of two buffers: it should be `{code}`."},
      {"code.buffer-in-use",
       "`{old}` uses the buffer that is still being read: it should be the other one."},

      // Loops and conditions.
      {"code.comparison",
       "[The loop leaves out `{round_missing}`.][The loop also makes a round with `{round_more}`.]"
       "[`{old}` leaves out `{missing}`.][`{old}` also holds for `{more}`.][ This is {where}.]"},
      {"code.comparison-turned", "`{old}` is the wrong way round: it should be `{code}`."},
      {"code.counts-before-the-test",
       "`{old}` counts before it is tested: the loop makes one round less."},
      {"code.counts-after-the-test",
       "`{old}` counts only after it is tested: the loop makes one round more."},
      {"code.no-limit", "No loop of the function tests `{limit}`."},
      {"code.stays-1", "`{old}` never ends the loop: what is halved and rounded up stays 1."},
      {"code.stays-true", "`{old}` stays true: the loop never ends."},
      {"code.unsigned-below-0",
       "`{old}` is always true of an unsigned number: below 0 it goes on with its largest value."},
      {"code.jumps-over", "`{old}` ends the loop at one value only, and the step jumps over it."},
      {"code.steps-another",
       "The step `{old}` leaves `{tested}` alone, on which the end of the loop depends."},
      {"code.steps-away", "The step `{old}` leads away from the end of the loop."},
      {"code.rest-starts-early",
       "The loop over the rest begins at `{old}`, the number of groups, and not where they end: "
       "some elements are taken twice."},
      {"code.tail-left-out", "`{groups}` leaves out the last `{size} % {by}` elements."},
      {"code.rest-of-a-multiple",
       "`{old}` is 0 where {n} is a multiple of {t}, and the last part is then a whole one."},
      {"code.no-fence",
       "Other blocks may see what follows line {line}, such as the release of a lock, before they "
       "see what it stores."},
      {"code.order", "`{old}` is in the wrong order: the first overwrites what the second reads."},
      {"code.overwritten-later",
       "`{what}` runs again later and overwrites what was stored first: only the first counts."},
      {"code.once-a-step",
       "`{what}` runs in every step of the loop, but is needed only once, after it."},
      {"code.loop-rounded-down",
       "`{old}` rounds down: what the division leaves over is never computed."},
      {"code.element-of-the-thread",
       "Each thread takes the element `{index}` alone, and there are more elements than the grid "
       "has threads."},
      {"code.element-in-the-block",
       "Each thread takes the element `{index}` alone, and there are more elements than the block "
       "has threads."},
      {"code.stride-of-one-block",
       "The loop's stride is one block's number of threads, so several blocks work on the same "
       "elements."},
      {"code.step-of-sharers",
       "The step counts all threads of the grid, but `{threads}` threads share an element: the "
       "loop "
       "leaves out most of the elements."},
      {"code.stride-of-shared-elements",
       "The loop's stride counts threads, and {threads} threads share an element: most are left "
       "out."},
      {"code.stride-not-in-warps",
       "The loop's stride counts threads, but its rounds are shared out to warps: most are left "
       "out."},
      {"code.stride-in-threads",
       "The loop's stride counts threads, but several threads work on each element: most elements "
       "are never computed."},
      {"code.stride-and-start",
       "Blocks begin `{start}` elements apart, and the loop goes on by `{stride}` for each block: "
       "the two must be equal."},
      {"code.same-in-every-block",
       "Every block begins at `{old}`: all of them work on the same elements."},
      {"code.blocks-overlap",
       "Blocks begin `{old}` elements apart, and each covers `{times}` times as many: blocks "
       "overlap, and the last elements are left out."},
      {"code.barrier-in-rounds",
       "This barrier is passed once in each round of the loop in line {loop}, and not all threads "
       "of the block make equally many."},
      {"code.rounds-of-a-thread",
       "`{old}` lets some threads of a block leave the loop before others, which still wait at its "
       "barrier: `{code}` is the same for all of them."},
      {"code.early-return",
       "Threads that return in line {line} [{shuffles-}take no part in the shuffles after "
       "it][{barriers-}leave elements unset that other threads read after the barrier]."},

      {"code.last-let-through",
       "The test lets the index `{limit} - 1` through, which is one too many."},
      {"code.element-a-warp",
       "Only as many elements of `{array}` are set as the block has warps, and `{index}` goes "
       "further."},

      // Synchronization.
      {"code.barrier-of-a-warp",
       "`__syncwarp()` waits for the lanes of its own warp only; other warps of the block go on."},
      {"code.barrier-of-a-block",
       "`{old}` waits for [{block-}one block only][{warp-}one warp only][{fence-}no other thread]: "
       "what follows uses what other blocks write or read, so the whole grid must wait."},
      {"code.owner-copied",
       "`{class}` frees its memory in its destructor and has no copy or move operations of its "
       "own: [{by_hand-}the swap][{swap-}std::swap] copies it and frees the memory under both."},
      {"code.lockstep",
       "Lanes of a warp do not run in lockstep: each step of the reduction needs a __syncwarp() "
       "after it[{tests-}, and only lanes below its distance may add, or a lane changes what "
       "another one reads]."},
      {"code.owner-by-value",
       "`{function}` gets {names} by value: when it returns, the destructor of [{one-}the "
       "copy][{several-}each copy] frees the memory (line {line})."},
      {"code.owner-copy",
       "`{name}` is a copy of `{object}`: the destructors of both free the same memory (line "
       "{line})."},
      {"code.pitch-in-bytes",
       "The pitch that cudaMallocPitch returns, here `{pitch}`, counts bytes: added to `{array}`, "
       "it "
       "counts elements."},
      {"code.other-mapping",
       "`{wrong}` gives a thread other elements than `{right}` in line {line}."},
      {"code.parameter-overwritten",
       "`{what}` overwrites the parameter `{name}`: the caller's value is lost."},
      {"code.parameter-cut", "`{old}` cuts the parameter `{name}`: the caller's value is lost."},
      {"code.variable-of-another-type",
       "`{name}` is copied from or to `{array}`, but has another type: it should be {type}."},
      {"code.lock-of-a-block",
       "`{name}` is in shared memory: each block has a lock of its own, which keeps no other block "
       "out. A `__device__` variable starts as 0."},
      {"code.lock-never-taken",
       "`{old}` compares the lock with {from} and stores {to}: a free lock is 0 and stays 0, so it "
       "keeps no block out."},
      {"code.lock-test-inverted",
       "`{old}` ends the wait when the lock is taken, not when it is free."},
      {"code.lock-of-all-threads",
       "Every thread takes the lock in line {line}. Threads of one warp wait for each other: let "
       "one thread of the block take it, use it and release it."},
      {"code.read-before-lock",
       "`{what}` is read before line {line} takes the lock: another block may change it in "
       "between, and its change is lost."},
      {"code.not-in-the-stream",
       "{kernel} is launched in the default stream, which need not wait for the copies in "
       "`{stream}`."},
      {"code.address-of-pointer",
       "`&{pointer}` is the address of the pointer itself, which lies on the host: CUDA needs the "
       "address that `{pointer}` holds."},
      {"code.stream-of-its-own",
       "cudaMemcpy waits for the default stream, but not for one made with cudaStreamNonBlocking."},
      {"code.stream-of-other-device",
       "A stream or event belongs to the device that is current when it is made: here that is not "
       "the one it is used with."},
      {"code.commits-in-branch",
       "Without a new batch in the last round, __pipeline_wait_prior() leaves the last copy "
       "unawaited: commit in every round, also an empty batch."},
      {"code.counts-one-more",
       "atomicInc() goes back to 0 only after its second argument: with `{limit}` it counts one "
       "more than there are."},
      {"code.leaves-before-the-count", "The loop ends here before `{count}` counts this round."},
      {"code.constant-for-parameter",
       "`{constant}` is a constant of the file; this function was made for `{parameter}`."},
      {"code.event-too-early",
       "The event is recorded before the [{launch-}launch][{copy-}copy]: whoever waits for it does "
       "not wait for the [{launch-}kernel][{copy-}copy]."},
      {"code.array-of-all-warps",
       "All warps of the block share `{array}`; each one needs an array of its own."},
      {"code.last-batch",
       "The last batch has `{all} - {done}` rounds left, which may be fewer than `{size}`."},
      {"code.stride-of-lanes",
       "The loop begins at the thread's lane in its warp, so the 32 lanes must go on by 32."},
      {"code.reduced-in-the-loop",
       "{function} needs all lanes of the warp, and in the last round of the loop some have left: "
       "add up in the loop, and call it once behind it."},
      {"code.skips-parts",
       "`{old}` leaves out all that this thread has to do, also where only a part of it lies "
       "outside."},

      // Shuffles.
      {"code.shuffle-of-a-whole-warp",
       "An offset of a whole warp leads to no other lane: each lane gets its own value back."},
      {"code.shuffle-direction",
       "`{name}` moves values the wrong way: their sum does not arrive in the lane that uses it."},
      {"code.shuffle-starts-late",
       "Offsets that begin with {old} leave out some of the 32 lanes of the warp."},
      {"code.thread-of-one-axis",
       "The block has several dimensions: threads that differ in another axis have the same "
       "`threadIdx.x`."},
      {"code.number-in-the-warp",
       "`{part}` is the number within the warp: all warps of the block use the same elements of "
       "`{array}`."},
      {"code.mask-of-first-group",
       "The mask `{old}` names the first {lanes} lanes of the warp in every group of {lanes}."},
      {"code.mask-of-some", "The mask `{old}` leaves out lanes that call this function, too."},
      {"code.shuffle-without-width",
       "Without a width, the shuffle counts lanes from the start of the warp: every group of "
       "{width} "
       "gets the values of the first group."},

      {"code.shuffle-of-some",
       "Only the lanes that pass `{test}` in line {line} shuffle; the others are in the mask and "
       "must execute it, too."},

      {"code.shuffle-in-a-branch",
       "Only the lanes that pass `{test}` reach the shuffle; the mask names all 32."},

      // Omissions.
      {"code.swapped-here-alone",
       "`{array}` and `{buffer}` are copies of the caller's pointers: a swap exchanges them here "
       "alone, and after some numbers of steps the result is in the caller's other array."},
      {"code.not-copied-back", "The result stands in `{buffer}`; nothing copies it to `{array}`."},
      {"code.other-buffer",
       "After the swaps the result stands in `{buffer}`, which is not always `{array}`."},
      {"code.not-zeroed", "`{what}` is added to before anything sets it to 0."},
      {"code.other-not-filled",
       "`{one}` gets the start, `{other}` gets nothing: what no kernel writes there is read all "
       "the "
       "same."},
      {"code.runs-once",
       "`do … while` tests after its first round: with `{rounds}` = 0 it runs once."},
      {"code.counter-kept",
       "`{name}` counts the blocks that are done, and nothing sets it back to 0: in the next call "
       "another block than the last one takes itself for the last."},
      {"code.same-shared",
       "Every `extern __shared__` array begins where dynamic shared memory begins: `{one}` and "
       "`{other}` are the same memory."},
      {"code.not-reset",
       "`{what}` is set in line {line} alone, before the loop: each round adds to what the one "
       "before left."},
      {"code.lock-begins-taken",
       "`{name}` begins with {old}, which means taken, and nobody releases it."},
      {"code.lock-kept", "The lock that line {line} takes is never released."},
      {"code.released-by-all",
       "Every thread runs `{what}`, but one alone has taken the lock: the others set it free while "
       "it "
       "is held."},
      {"code.by-every-thread",
       "Every thread of the block runs `{what}`; for the block's value it should run once."},
      {"code.by-several-threads",
       "`{old}` holds for several threads of the block; one of them is enough."},
      {"code.by-one-thread",
       "`{old}` holds for one thread of the block; each warp needs one of its own."},
      {"code.by-every-block", "Every block does what stands behind `if ({test})`; one is enough."},
      {"code.added-by-every-block",
       "Every block runs what follows `{test}` and adds the same terms again; one block should."},
      {"code.zeroed-in-the-kernel",
       "Blocks run in any order: other blocks may have added to `{array}` before one sets it to "
       "0."},
      {"code.only-first-elements",
       "Each thread reads one element of `{array}`, and `{limit}` can be more than the block has "
       "threads."},
      {"code.one-element-each",
       "Each thread sets one element, `{to}`, and `{limit}` can be more than the block has "
       "threads."},
      {"code.array-for-few-warps",
       "`{array}` has {size} elements; a block of 1024 threads has 32 warps."},
      {"code.array-for-small-blocks",
       "`{array}` has {size} elements; a block can have up to 1024 threads."},
      {"code.other-connective", "`{old}` joins its tests wrongly: it should be `{code}`."},
      {"code.nan-passes", "`{old}` is false for a NaN."},
      {"code.nan-and-0-pass", "`{old}` is false for 0 and for a NaN."},
      {"code.never-begins",
       "`{name}` begins with {old}: where `{test}` in line {line} is false at first, the loop "
       "never "
       "begins."},
      {"code.only-sometimes",
       "`{old}` is true only now and then; what it guards is needed each time."},
      {"code.comma-in-brackets", "`{old}` is the comma operator: it gives the last number alone."},
      {"code.count-kept", "`{variable}` keeps its value: the next call does not begin at 0."},
      {"code.freed-too-early", "`{array}` is freed in line {line}, before line {used} uses it."},
      {"code.pointer-assigned",
       "`{old}` copies no elements: from here on both names point to the same array."},
      {"code.streams-do-not-wait",
       "One stream does not wait for what another still does: it may read or overwrite what that "
       "is "
       "working on."},
      {"code.never-freed", "Nothing frees `{array}`."},
      {"code.leaves-before-the-swap",
       "Where the loop ends here, it ends without `{swap}`: the two are as before the last step."},
      {"code.counts-in-the-block", "`{old}` counts from `{start}` on, not from the beginning."},
      {"code.divided-as-well", "`{old}` divides `{term}` as well, which is added to the quotient."},
      {"code.last-chunk-is-shorter",
       "`{index}` reaches `{size}` and more: the last chunk is shorter than the others."},
      {"code.row-of-constants",
       "More threads than a row of `{array}` has elements store to it: only those with `{test}` "
       "may."},
      {"code.no-destructor",
       "`{class}` allocates in its constructor and has no destructor: what its objects held is "
       "never freed."},
      {"code.returns-without-freeing", "The function returns here without freeing {arrays}."},
      {"code.copies-for-itself",
       "A thread copies for its block: `{test}` leaves out elements that others need."},
      {"code.walls-left-out",
       "`{old}` leaves out the walls, which the threads beside them read in shared memory."},
      {"code.limit-in-elements", "`{old}` counts elements where bytes are divided."},
      {"code.odd-half", "Where `{active}` is odd, halving it leaves out one element."},
      {"code.power-of-two-alone",
       "Halving again and again leaves out elements where `{size}` is no power of two."},
      {"code.start-from-garbage",
       "`{array}` holds garbage when the function is called, and the computation begins with it."},
      {"code.walks-along-a-row", "`{pointer}` walks along a row; it should walk down a column."},
      {"code.axis-left-out", "{kernel} uses blockIdx.{axis}, and `{old}` has 1 block there."},
      {"code.empty-grid", "The launch in line {line} has no blocks where a size is 0."},
      {"code.no-progress", "Nothing in the loop changes `{tested}`, which its condition tests."},
      {"code.next-iteration",
       "Threads that are ahead begin the next iteration while others are still in this one, and "
       "both use [`{array}`][{no_array-}the same memory]."},
      {"code.constant-count", "`{old}` is right for one block size alone."},
      {"code.bytes-of-one", "`{old}` is more than `{array}` holds."},
      {"code.stride-of-blocks",
       "`{old}` is the number of blocks, and each block takes one element for each of its "
       "threads."},
      {"code.pointers-of-host",
       "The call in line {line} gives pointers to the host's memory to a kernel."},

      // Launches.
      {"code.grid-rounded-down",
       "`{old}` rounds down: [{rest-}what the division leaves over is never computed.]"
       "[{zero-}where it is 0, the grid has no block at all.]"},
      {"code.grid-of-threads",
       "The grid has one thread for each element, but a whole block works on each: most elements "
       "are never computed."},
      {"code.more-than-a-block",
       "Above {threads}, the launch behind `{old}` has several blocks, and no barrier waits for "
       "all "
       "of them."},
      {"code.same-in-all-blocks",
       "The kernel never asks which block it is: each of several blocks does the whole work."},
      {"code.launch-exchanged", "The launch gives the size of a block where the grid's stands."},
      {"code.axes-exchanged", "x and y are exchanged in `{old}`."},
      {"code.given-twice",
       "The launch gives `{old}` to {kernel} twice: the kernel overwrites what it still reads."},
      {"code.arguments-exchanged",
       "The call of {kernel} gives `{one}` and `{two}` in the wrong order."},

      {"code.address-of-host",
       "In host code `{variable}` has the host's address, which a GPU cannot use."},
      {"code.count-of-blocks",
       "`{old}` is not the number of blocks that {kernel} was launched with: `{code}` is."},
      {"code.pointer-of-host", "`{old}` points to the host's memory, `{code}` to the device's."},

      // Memory.
      {"code.pitch", "`{old}` is the wrong pitch: the rows there begin `{code}` bytes apart."},
      {"code.too-little-shared",
       "`{old}` is too little shared memory: with {more:element} more it is enough."},
      {"code.too-few-arrays",
       "`{old}` counts too few elements of dynamic shared memory: the kernel keeps more than one "
       "array there."},
      {"code.no-shared",
       "The launch of {kernel} gives no dynamic shared memory: without a third argument its size "
       "is 0."},
      {"code.shared-of-one",
       "{kernel} keeps {arrays} arrays in its dynamic shared memory, and `{old}` is the size of "
       "one."},
      {"code.swapped-by-value",
       "`{function}` gets `{one}` and `{two}` by value: the swap in line {line} exchanges its own "
       "copies, not the caller's pointers."},
      {"code.size-in-elements",
       "The call takes its size in bytes, and `{old}` counts elements[: {bytes:byte} only]."},
      {"code.size-of-a-pointer",
       "`sizeof({name})` is the size of the pointer {name}, not of what it points to."},
      {"code.waits-for-itself",
       "`{stream}` waits here for what {stream} itself has recorded: nobody else waits."},
      {"code.division-before-ceil",
       "`{quotient}` is a division of whole numbers: the rest is lost before {call}() sees it."},
      {"code.size-of-another-type", "`{old}` is another size than that of the {type} at `{name}`."},
      {"code.copy-direction", "`{old}` is the wrong direction for this copy."},
      {"code.copy-the-other-way",
       "A copy takes its target first: `{to}` and `{from}` are given in the wrong order."},
      {"code.copy-of-another",
       "The copy takes `{old}`, but what it should take stands in `{code}`."},
      {"code.offset-missing",
       "The copy begins at the start of `{old}`; its offset is missing: `{offset}`."},
      {"code.memory-of-the-host",
       "`{function}` gives memory of the host, which no kernel can use: cudaMallocManaged gives "
       "memory of both."},
      {"code.not-managed",
       "cudaMalloc gives memory of the device alone, and the host uses it: cudaMallocManaged gives "
       "memory of both."},
      {"code.device-not-set",
       "Memory is allocated on the device that is current: `{call}` is missing before it."},
      {"code.start-without-factor",
       "`{start}` lacks the factor `{factor}` of the loop's step: what threads compute overlaps."},
      {"code.copy-in-other-stream",
       "`{kernel}` runs in stream `{stream}`, and the copy in `{other}`: nothing makes it wait."},
      {"code.blocks-of-other-axis",
       "`{blocks}` counts blocks of {threads} threads; along the other axes a block has {other}."},
      {"code.launch-on-current-device",
       "The kernel runs on the device that is current: `{call}` is missing before the launch."},
      {"code.memory-not-set", "Nothing sets `{memory}` to 0, and the code relies on it."},
      {"code.chained-comparison",
       "`{old}` compares the answer of the first comparison, 0 or 1, with what follows: C++ has no "
       "chains of comparisons."},
      {"code.bit-for-remainder",
       "`{old}` is one bit of the number; the rest of its division by {by} is `{code}`."},
      {"code.atomic-stored-back",
       "{call}() returns the value from before it: `{old}` stores that over the new one."},
      {"code.lock-not-waited-for",
       "The atomic tries once and returns what it found: nothing waits here while the lock is "
       "taken."},
      {"code.ends-early",
       "`{old}` ends the loop before its last round, and the number of rounds is given."},
      {"code.tile-of-other-axis",
       "`{name}` is computed from `{thread}`: each thread loads for its own `{thread}`, where "
       "`{other}` chooses the element of the tile."},
      {"code.part-for-its-first",
       "`{name}` is the number of a part; its first element is `{code}`."},
      {"code.copy-of-a-part", "The copy is too short: it takes one of `{size}` parts."},
      {"code.default-direction",
       "{call}() copies between host and device unless its last argument says otherwise."},
      {"code.not-handed-on", "`{name}` keeps its value from before the loop in every round."},
      {"code.computed-element",
       "`{old}` is the value from before: the rounds so far have put theirs into `{array}`."},
      {"code.first-step", "The loop's first step is `{old}`: it should be half of that."},
      {"code.threads-that-run",
       "The launch takes `{runs}` in place of `{old}`: what is computed from `{old}` does not fit "
       "it."},
      {"code.computed-before",
       "`{name}` is computed once, before the loop, and each round of the loop changes "
       "`{counter}`."},
      {"code.ends-the-loop", "`break` ends the whole loop; only this iteration should be skipped."},
      {"code.sets-bytes",
       "cudaMemset() sets each byte to the lowest byte of `{value}`, so the elements do not get "
       "that value."},
      {"code.quotient-without-rest", "`{of} / {by}` grows beyond `{by}`: `% {by}` is missing."},
      {"code.shared-of-other-size",
       "The launch asks for `{size}` elements of shared memory, and the kernel uses `{other}`."},
      {"code.tickets-of-all-axes",
       "The blocks of all axes increment the counter, but it is compared with `gridDim.x` alone."},
      {"code.set-once",
       "`{memory}` is set once, in line {line}: each round of the loop adds to what those before "
       "left there."},
      {"code.buffer-by-rounds",
       "`{one}` and `{other}` take turns: which of them holds the result depends on whether the "
       "number of rounds is odd."},
      {"code.result-not-set", "The code adds to the result without setting it to 0 first."},
      {"code.kept-pointer",
       "`static` keeps the memory of the first call, which may be too small for a later one, or "
       "hold its values: allocate it in each call."},
      {"code.kept-variable",
       "`static` keeps `{name}` from one call to the next; each call has to begin anew."},
  };
  return all;
}

}  // namespace warpgrade
