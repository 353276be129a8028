// Words for causes of a whole task: why it did not run, its check, its metrics, its speed.
#include "causes/wording.h"

namespace warpgrade {

const std::vector<Wording>& task_wordings() {
  static const std::vector<Wording> all = {
      // Before anything runs.
      {"library.forbidden",
       "{place|the compiled code} uses {library} ({what}), which this task does not allow: the "
       "kernel is yours to write.",
       "library"},
      {"library.loaded",
       "{place|the compiled code} uses {what}: a lab's code loads no other code at run time."},
      {"source.not-compiling", "{lab}.cu does not compile."},
      {"source.unreadable", "{why}"},
      {"source.not-for-check",
       "The CPU engine, which runs the check, does not support something that this file uses."},
      {"source.not-for-engine",
       "The CPU engine does not support something that this file uses; it is graded on a GPU."},
      {"code.error", "{text}", "shape"},
      {"code.later-standard", "{text}. The course compiles as C++17, which does not have it."},
      {"code.extended-lambda",
       "{text}. The course compiles without that flag. Write a struct with a __device__ "
       "operator() in place of the lambda, or put its code into the kernel."},
      {"launch.arguments",
       "the kernel takes {count:argument}[ ({takes})], and this launch gives {given}[ ({gives})]",
       "count"},
      {"launch.types",
       "the kernel takes ({takes}), and this launch gives ({gives})[. `const` is missing in the "
       "kernel, at parameter {constant}]",
       "takes"},
      {"launch.brackets",
       "this launch lacks an angle bracket on each side: kernel<<<blocks, threads>>>(arguments)"},
      {"include.missing", "{file}: No such file or directory", "file"},
      {"include.lab",
       "`#include \"{file}\"` is missing: it declares the types and functions of this lab"},
      {"link.undefined", "undefined reference to `{symbol}'", "symbol"},
      {"link.twice", "multiple definition of `{symbol}'", "symbol"},
      {"link.main", "main is the grader's: leave yours out (or in a file of its own)"},
      {"link.failed", "ld returned 1 exit status"},
      {"function.not-defined", "{lab}.cu does not define it. Write: {wanted}"},
      {"function.other-signature", "{lab}.cu defines {found} instead of {wanted}."},

      // The check.
      {"check.left-out", "the check was left out (--no-check)."},
      {"check.not-supported",
       "the CPU engine, which runs the check, does not support this file[ "
       "({place}: {what})]."},
      {"check.not-for-engine",
       "the check runs on the CPU engine, which does not support what this file uses."},
      {"check.not-built", "the CPU engine, which runs the check, cannot build it."},
      {"check.values-not-right", "the values are not right yet."},
      {"check.findings",
       "{count:finding}[, and {more} more that found no room][{hidden-}; others in hidden cases "
       "only]."},
      {"check.findings-without-room",
       "{more} more that found no room[{hidden-}; others in hidden cases only]."},
      {"check.findings-in-hidden", "findings in hidden cases only."},
      {"check.other-on-gpu",
       "in case {case} the values are right on the GPU and wrong on the CPU engine, and no cause "
       "was found."},
      {"check.not-watched",
       "the program that should watch every access does not: run `make` again."},
      {"check.ended-alone",
       "in case {case} the process ended in the check alone, and no cause was found: "},
      {"check.out-of-time",
       "the check was stopped in case {case}, when its calls had taken {seconds} s in all; what it "
       "had found by then is shown."},
      {"check.endless-call",
       "the check was stopped after {seconds} s in case {case}; what it had found by then is "
       "shown."},
      {"check.bad-ends",
       "the check was stopped: calls had ended badly for {count} different reasons, the last in "
       "case {case}; what it had found by then is shown."},
      {"check.not-run", "therefore not checked: {count:case}[ and {hidden:hidden case}]."},
      {"check.hidden-not-run", "therefore not checked: {hidden:hidden case}."},
      {"check.left-out-too-slow", "not checked, because the check is too slow for them: {cases}."},
      {"check.ended-twice",
       "in case {case} the program ended in the check alone, in two processes: "},
      {"check.slow-calls", "the calls of the check took {seconds} s together, until case {case}."},
      {"check.right-without",
       " Without the check it is right, and a known-good program ran normally in the same place. "
       "Does it use memory that was never set, is past its end or was freed, or ask whether it is "
       "watched?"},
      {"check.too-slow-for-all", "the check is too slow for every case: {cases}."},
      {"check.too-slow-for-some", "the smaller cases decided; too slow for the check: {cases}."},
      {"check.only-small-cases",
       "only cases of less than a 256th of the largest one's work were checked; too slow for the "
       "check: {cases}."},
      {"check.no-case", "none of the cases that ran is one for the check."},

      {"check.charged", "a clean check comes first."},
      {"points.race-limit",
       "a race leaves this task at most {kept} of its {most} points for results, and none for "
       "efficiency and speed. Whether its values are right is chance."},
      {"points.store-limit",
       "a store outside of an array leaves this task at most {kept} of its {most} points for "
       "results, and none for efficiency and speed. Whether its values are right is chance."},
      {"points.own-copy-limit",
       "an atomic that orders no threads, because each has its own copy, leaves this task at most "
       "{kept} of its {most} points for results, and none for efficiency and speed. Whether its "
       "values are right is chance."},
      {"points.failed",
       "by this course's rule, an error that the check finds costs all {most} points of this "
       "task."},

      // Why the check's result is not trusted.
      {"doubt.no-kernel", "no kernel was launched: there was nothing to check."},
      {"doubt.claimed",
       "in case {case} its process said in the check that {*claim}. A known-good program ran "
       "normally beside it."},
      {"doubt.unwatched",
       "in case {case} its process said that nothing watched it. A known-good program beside it "
       "was watched."},
      {"doubt.no-end",
       "[in case {case} ]what the check told did not come to its proper end: something stopped it "
       "or spoke in its place."},
      {"doubt.unseen-stores",
       "[in case {case} ]{changed} words of {array} changed and the check saw {seen} of them "
       "stored: store them in plain CUDA C++, which it can watch."},
      {"doubt.engines-memory",
       "[in case {case} ]host code stores to memory of the engine that watches it, beyond all that "
       "is the program's own."},
      {"doubt.unwatched-kernel",
       "[in case {case} ]{kernel} ran where nothing watches, and nowhere in the check: launch the "
       "same kernels whenever the arguments are the same."},
      {"doubt.too-many-kernels",
       "[in case {case} ]{count} different kernels were launched: too many to compare with those "
       "that the check saw. Launch fewer kernels, or fewer instances of a template."},
      {"doubt.kernels-for-the-check",
       "[in case {case} ]a kernel was launched in the check alone: launch the same kernels "
       "whenever "
       "the arguments are the same."},
      {"doubt.hosts-work",
       "[in case {case} ]{array} was computed on the host: no kernel stored what stands there."},
      {"doubt.host-brought",
       "[in case {case} ]the host brought {words} words to the device, and the results have "
       "{changed}: they may be computed on the host. The function gets pointers to the device's "
       "memory: leave the data there, and compute in kernels."},
      {"doubt.host-reads-inputs",
       "[in case {case} ]host code read {words} words from the device, and the inputs have "
       "{inputs}: the results may be computed on the host. In this task the arrays are on the "
       "device: leave them there, and compute in kernels."},
      {"doubt.nothing-came-back",
       "[in case {case} ]the results were computed on the host: they have {changed} words, and "
       "{words} came from the device."},
      {"doubt.unlisted",
       "the code uses {uses}. No lab needs that, and a program with it could falsify what the "
       "check "
       "reports. Remove it to get these points: CUDA, arithmetic, strings, containers, threads and "
       "printing are allowed."},

      // Metrics counted by the check.
      {"efficiency.at-least", "{value}, and at least {limit} is asked for"},
      {"efficiency.at-most", "{value}, and at most {limit} is asked for"},
      {"efficiency.one-device",
       "one device does {percent} % of the work, and at most {limit} % is asked for"},
      {"efficiency.small-cases-only", " (for larger cases the check was too slow)"},
      {"efficiency.good-in-small-cases",
       "good in the smaller cases; for the larger ones the check was too slow"},
      {"efficiency.cut-off",
       "a block of {kernel} did more than the check records, so its costs are not known"},
      {"efficiency.unlike",
       "costs are counted in {sampled} of {blocks} blocks of {kernel}, and these read and write "
       "less than a quarter of what a block does on average: share the work evenly between "
       "blocks"},
      {"efficiency.nothing-counted",
       "no kernel [{kernel} ]did anything of which it could be counted"},
      {"efficiency.too-little-useful",
       "threads asked {memory} memory for {share} times the bytes that the problem needs, and at "
       "least "
       "{least} times is asked for"},
      {"efficiency.surplus",
       "{value}: threads asked for {share} times the bytes that the problem needs, and what goes "
       "beyond {most} times does not count as useful"},
      {"efficiency.work-of-others",
       "{value} with all kernels: the others move more bytes than {kernel} uses"},
      {"efficiency.too-little-moved",
       "the kernels moved {share} of the bytes that the problem needs at least: what was counted "
       "is not how the result came about"},

      // Speed.
      {"speed.on-gpu", "speed is measured on a GPU."},
      {"speed.left-out", "speed was left out (--no-speed)."},
      {"speed.on-more-gpus", "speed is measured on a machine with {count} GPUs."},
      {"speed.results-missing", "the results are not all there."},
      {"speed.not-right", "not measured: the results are not right yet."},
      {"speed.no-baseline", "{text}"},
      {"speed.no-memory",
       "too little free memory on the GPU: {wanted} GiB are wanted, {free} are free. Close other "
       "programs that use it, or grade on one with more memory."},
      {"speed.little-memory",
       "the GPU had {free} GiB of free memory when this grade began, which was too little: {text}. "
       "Close other programs that use it, or grade on one with more memory."},
      {"speed.disturbed", "{text}"},
      {"speed.implausible",
       "{seconds} µs a call would be faster than this device can move the bytes and do the "
       "operations ({least} µs): not all of the work was done in the calls."},
      {"speed.in-doubt", "the interval covers a step of the points, so the higher counts"},
      {"speed.undecided", "after {rounds} rounds the ratio lies between {low} and {high}"},
      {"speed.timed-call", "in a timed call: "},
      {"speed.changed-afterwards",
       "results were still written after the function had returned and the device was at rest."},
      {"speed.out-of-time",
       "the timed calls of this task have taken {seconds} s together: more than a task may."},
      {"speed.work-goes-on",
       "work of yours was still running on the GPU after the function had returned and the device "
       "was said to be at rest: it would have slowed down the program that yours is compared "
       "with."},
      {"speed.memory-kept",
       "your functions took memory of the GPU and did not give it back: the programs that time "
       "them "
       "had too little left."},
  };
  return all;
}

}  // namespace warpgrade
