// Words for causes of one call: its values, its guard bands and inputs, or how it ended.
#include "causes/wording.h"

namespace warpgrade {

const std::vector<Wording>& case_wordings() {
  static const std::vector<Wording> all = {
      {"text", "{text}", "text"},
      {"reference.remark", "{text}"},
      {"reference.complaint", "{text}"},

      // The first wrong value.
      {"value.alone", "{element} is {found} and should be {right}[ (± {bound})]."},
      {"value.first",
       "{wrong} of {of:element} of {array} {wrong?is:are} wrong; the first, {element}, is {found} "
       "and should be {right}[ (± {bound})]."},
      {"value.all",
       "All {of:element} of {array} are wrong; the first, {element}, is {found} and should be "
       "{right}[ (± {bound})]."},
      {"value.both",
       "Both elements of {array} are wrong; the first, {element}, is {found} and should be "
       "{right}[ (± {bound})]."},
      // For an output whose elements may be in any order.
      {"value.unordered",
       "{wrong} of {of:element} of {array}, in whatever order, {wrong?is:are} wrong: {element} is "
       "{found}, which [{foreign-}is not among the right values][{surplus-}occurs too often], and "
       "{right} is missing."},
      {"value.inputs", "Inputs: {inputs}.[ Expected {array} = {right}, got {found}.]"},

      // The fact "what" in the patterns below.
      {"what.wrong", "{count?is:are} wrong"},
      {"what.zero", "{count?is:are} 0"},
      {"what.unwritten", "{count?was:were} never written"},

      // Where the wrong values are. "grid." if nothing was written there.
      {"grid.missing-tail",
       "The last{count+} {axis}{count?:s} (from {axis} {from} of {of}) {count?was:were} never "
       "written, all others are right.",
       "axis"},
      {"grid.missing-tails",
       "The last{rows+} row{rows?:s} and the last{columns+} column{columns?:s} were never written, "
       "all others are right."},
      {"grid.missing-blocks",
       "{wrong} of the {tiles} tiles of {size}×{size} {*what}[, {alternate}]; all other "
       "tiles are right."},
      {"grid.only-first", "Only the first{from+} of {of} {axis}s {from?was:were} written.", "axis"},
      {"values.only-first",
       "Only the first{from+} of {of} {axis}s {from?is:are} right, the other{count+} {*what}.",
       "axis what"},
      {"values.first-half",
       "The first half of the {of} {axis}s is right, the second half (from {axis} {from}) {*what}.",
       "axis what"},
      {"values.tail",
       "The last{count+} {axis}{count?:s} (from {axis} {from} of {of}) {*what}, all others are "
       "right.",
       "axis what"},
      {"values.edges",
       "The last{rows+} row{rows?:s} and the last{columns+} column{columns?:s} {*what}, all others "
       "are right.",
       "what"},
      {"values.band",
       "Of the {of} {axis}s those from {from} to {to} {*what}, all others are right.", "axis what"},
      {"values.line", "Only {axis} {index} {*what}, all others are right.", "axis what"},
      {"values.tiles",
       "{wrong} of the {tiles} tiles of {size}×{size} {*what}[, {alternate}]; the others are "
       "right.",
       "what"},
      {"values.only-one", "Only {element} {*what}.", "what"},
      {"values.in-layers", "What {*what} lies at {axis} = {from}[ to {to}] alone.", "axis what"},
      {"values.at-walls",
       "What {*what} lies at {first} or {second}[ or {third}] alone: next to the walls.", "what"},
      {"values.in-tail",
       "What {*what} lies in the last{lines+} {axis}{lines?:s} (from {axis} {from}).", "axis what"},
      {"values.wrong-somewhere",
       "The result is wrong: what was returned or written is not within its bound. It was verified "
       "on the GPU, which does not say where; a smaller size is explained."},

      // What the wrong values are.
      {"values.untouched",
       "Nothing new was written to {array}: it still holds the garbage that it arrived with."},
      {"values.unwritten",
       "{count:element} of {of} {count?was:were} never written: {count?it still holds:they still "
       "hold} the garbage that {array} arrived with."},
      {"values.partly-unwritten",
       "{count} of them {count?was:were} never written and still {count?holds:hold} the garbage "
       "that {array} arrived with."},
      {"values.added",
       "The right values were added to what {array} held before: it arrives with garbage and must "
       "be set."},
      {"values.not-finite", "{count:value} {count?is:are} not finite (NaN or infinity)."},
      {"values.nan", "{count:value} {count?is:are} NaN or infinity."},
      {"values.all-zero", "All {of} elements of {array} are 0."},
      {"values.zeros", "All wrong elements are 0."},
      {"values.one-sided", "All wrong elements are too {side}, by {sum} together."},
      {"values.known", "What was found is {meaning}.[ This holds in all {all} wrong cases.]",
       "mistake|meaning"},
      // What the sizes of all wrong cases of a task have in common.
      {"sizes.no-power-of-two",
       "[{zeros-}Cases with a size of 0 aside: ]In all {wrong} wrong cases {name} is not a "
       "power of two; in all {right} right cases it is.",
       "name"},
      {"sizes.no-multiple",
       "[{zeros-}Cases with a size of 0 aside: ]In all {wrong} wrong cases {name} is not a "
       "multiple of {of}; in all {right} right cases it is.",
       "name"},
      {"sizes.multiple",
       "[{zeros-}Cases with a size of 0 aside: ]In all {wrong} wrong cases {name} is a "
       "multiple of {of}; in all {right} right cases it is not.",
       "name"},
      {"sizes.odd",
       "[{zeros-}Cases with a size of 0 aside: ]In all {wrong} wrong cases {name} is odd; "
       "in all {right} right cases it is even.",
       "name"},
      {"sizes.even",
       "[{zeros-}Cases with a size of 0 aside: ]In all {wrong} wrong cases {name} is even; "
       "in all {right} right cases it is odd.",
       "name"},
      {"sizes.less",
       "[{zeros-}Cases with a size of 0 aside: ]In all {wrong} wrong cases {one} is less "
       "than {other}; in all {right} right cases it is not.",
       "one other"},
      {"sizes.differ",
       "[{zeros-}Cases with a size of 0 aside: ]In all {wrong} wrong cases {one} and "
       "{other} differ; in all {right} right cases they are equal.",
       "one other"},
      {"sizes.large",
       "[{zeros-}Cases with a size of 0 aside: ]In all {wrong} wrong cases {name} is {from} "
       "or more; in all {right} right cases it is {to} or less.",
       "name"},
      {"sizes.small",
       "[{zeros-}Cases with a size of 0 aside: ]In all {wrong} wrong cases {name} is {to} "
       "or less; in all {right} right cases it is {from} or more.",
       "name"},
      {"values.transposed",
       "{array} is transposed: rows and columns are swapped in the index of the store."},
      {"values.scaled", "Every element is {factor} times the right value."},
      {"values.scaled-one", "It is {factor} times the right value."},
      {"values.close",
       "The values are within {relative} of the right ones: off by {times} times what rounding "
       "explains[{rounding-}, as in lower precision]."},
      {"returned.other", "It returned {found}; {right} is right."},
      {"returned.belongs",
       "It returned {found}: the outputs are compared with those that belong to this number."},
      {"returned.of-others",
       "It returned {found}, but the outputs are those that belong to {number}."},
      {"returned.outside", "It returned {found}; {low} to {high} is right."},
      {"threads.left-running",
       "{count:thread} of your code still ran when the function returned: what {count?it "
       "does:they do} afterwards does not count."},

      // Guard bands and inputs.
      {"bounds.written-behind",
       "your code wrote behind the end of {array} ([{rows}×{columns}][{elements:element}]): "
       "{count:value}, the first {distance:element} past the last one[, where {element} would be].",
       "", " Guard every store by the bounds of the array."},
      {"bounds.written-before",
       "your code wrote before the beginning of {array} "
       "([{rows}×{columns}][{elements:element}]): {count:value}, the nearest {distance:element} "
       "before {element}. An index became negative."},
      {"input.changed",
       "the input {array} was changed: {element} was {before} and is {after}. Inputs are only "
       "read."},

      // Differences between calls.
      {"state.second-run", "Right at first, wrong on a second run with the same values."},
      {"state.kept-between-calls",
       "Right for the first values, wrong for others of the same sizes."},
      {"state.watched-run",
       "Right when it ran fast, wrong when every access was watched, with the same values: the "
       "result depends on the order of the threads, or on what stands in memory."},
      {"garbage.read",
       "Passes with finite numbers in and around the arrays, fails with NaN there: it uses memory "
       "that it did not set, or leaves elements unwritten."},
      {"state.left-behind",
       "In a process of its own this case is right, behind [the call of case {case}][the {calls} "
       "calls that came before] it is not. Something was left behind there: memory that was not "
       "given back, a kernel or a thread that still runs, an error that nobody waited for?"},
      {"case.not-run", "not run: {task} was stopped in case {case}."},
      {"case.hidden", "What happens in hidden cases is shown to your instructor only."},

      // How the call ended.
      {"cuda.error", "{error}[ from {call}][ at {place}]: {text}.", "error"},
      {"cuda.device-reset",
       "cudaDeviceReset()[ at {place}] frees all memory of the device, also the arrays that the "
       "function was given: leave the call out."},
      {"launch.nothing-to-do",
       " In this case there is nothing to compute, and a launch with an empty grid is an error: "
       "return before it."},
      {"crash.signal", "{signal} in {where}[, at {place}][: {text}].", "signal where"},
      {"crash.told", "{where}.", "where"},
      {"crash.ended", "the program ended with signal {number} ({signal}).", "signal"},
      {"crash.unknown", "the program ended."},
      {"exit.itself",
       "the program ended itself with exit status {status} before the function returned: a "
       "function of a lab must return, whatever happens."},
      {"time.computing",
       "no result after {seconds} s of computing: a loop or a wait that never ends?"},
      {"time.waiting", "no result after {seconds} s: a loop or a wait that never ends?"},
      {"time.does-not-stop",
       "the function returned, but a thread that it started stayed inside a system call and could "
       "not be stopped: join your threads before the function returns."},
      {"time.of-task",
       "the calls of {task} took {seconds} s together until here; all of them may take {limit} s. "
       "Does it wait, or do in each call what once would do?"},
      {"memory.limit",
       "used more than {mebibytes} MiB of memory: is something allocated again and again, or never "
       "freed?"},
      {"output.limit", "printed more than {mebibytes} MiB: take the printing out of the loop."},
      {"threads.too-many", "started more than {count} threads."},
      {"channel.messages", "the program sent messages of its own to the grader and was ended."},
      {"channel.unknown-message", "the program sent messages of its own to the grader."},
      {"function.missing", "the function is not defined."},

      // Failures of the machine, and who is to blame.
      {"machine.gpu-broken",
       "the GPU does not work: {error} ({text}). Run `nvidia-smi`; until it shows a healthy "
       "device, grade with --backend cpu."},
      {"machine.device-error",
       "the device had an error before the function was called: {error} ({text})."},
      {"machine.no-memory",
       "there was not enough memory for the case's arrays: grade on a machine with more memory."},
      {"machine.other-contract",
       "the runner was built from another contract than lab.json describes: run `make` again."},
      {"machine.ended-program",
       "the program was ended from outside, with its sandbox, as a machine does that runs out of "
       "memory: `dmesg` says whether it did."},
      {"machine.unwatched", "nothing watched its accesses."},
      {"machine.trouble",
       "a known-good program, started in the same place, had the same trouble: "},
      {"machine.examine", " Grade again when `warpgrade doctor` finds nothing."},
      {"claim.gpu-broken", "the GPU does not work ({error})"},
      {"claim.device-error",
       "the device had an error before the function was called ({error}: {text})"},
      {"claim.no-memory", "there was not enough memory for the case's arrays"},
      {"claim.other-contract", "it was built from another contract than the lab's"},
      {"blame.claimed", "your program's process said that {*claim}. ", "claim"},
      {"blame.twice",
       "It did so in two processes. A known-good program ran normally in the same place, with the "
       "same limits."},
      {"blame.in-turns", "A known-good program, timed in turns with it, ran normally."},
  };
  return all;
}

}  // namespace warpgrade
