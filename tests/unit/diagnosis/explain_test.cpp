#include "diagnosis/explain.h"

#include <cstring>

#include "tests/unit/catch.h"

using namespace warpgrade;
using protocol::Reply;

namespace {

/// Of an error that was reported for a kernel's launch.
Explanation of_kernel(int error, const char* name, const char* text, const char* where) {
  CallOutcome outcome;
  outcome.reply = Reply{};
  Reply& reply = *outcome.reply;
  reply.status = Reply::done;
  reply.error = error;
  reply.error_line = 12;
  std::strcpy(reply.error_name, name);
  std::strcpy(reply.error_text, text);
  std::strcpy(reply.error_call, "_Z3dotPf");
  std::strcpy(reply.error_file, "/submission/dot.cu");
  std::strcpy(reply.where, where);
  return explain(outcome, {}, [](std::uint64_t) { return std::string(); });
}

}  // namespace

TEST_CASE("a kernel's error is told in CUDA's words, or in the engine's where it knows more") {
  const char* general = "an illegal memory access was encountered";
  const Explanation gpu = of_kernel(700, "cudaErrorIllegalAddress", general, "");
  CHECK(gpu.verdict == Verdict::out_of_bounds);
  CHECK(describe(gpu.detail) ==
        "cudaErrorIllegalAddress from dot at dot.cu:12: an illegal memory access was encountered.");
  const Explanation engine = of_kernel(702, "cudaErrorLaunchTimeout",
                                       "the launch timed out and was terminated", "deadlock: why.");
  CHECK(engine.verdict == Verdict::timeout);
  CHECK(describe(engine.detail) == "cudaErrorLaunchTimeout from dot at dot.cu:12: deadlock: why.");
}

TEST_CASE("a GPU that does not work is nobody's mistake") {
  const Explanation none = of_kernel(100, "cudaErrorNoDevice", "no CUDA-capable device", "");
  CHECK(none.verdict == Verdict::grader_error);
  CHECK_THAT(describe(none.detail), Catch::Contains("--backend cpu"));
}

TEST_CASE("what others may have caused is told as doubtful") {
  const auto find_line = [](std::uint64_t) { return std::string(); };
  CallOutcome outcome;
  outcome.ended = Ended{};
  outcome.ended->how = Ended::How::signalled;
  outcome.ended->code = 9;
  CHECK(explain(outcome, {}, find_line).doubtful);
  outcome.ended->code = 6;
  CHECK_FALSE(explain(outcome, {}, find_line).doubtful);
  outcome.ended->how = Ended::How::from_outside;
  CHECK(explain(outcome, {}, find_line).doubtful);
  outcome.ended->how = Ended::How::does_not_stop;
  CHECK(explain(outcome, {}, find_line).doubtful);
  CHECK(explain(outcome, {}, find_line).if_submission_fault == Verdict::timeout);
  // Who stops a process takes its time as who waits does; who computes has had it.
  outcome.ended->how = Ended::How::wall_limit;
  CHECK(explain(outcome, {}, find_line).doubtful);
  CHECK(explain(outcome, {}, find_line).verdict == Verdict::timeout);
  CHECK(explain(outcome, {}, find_line).if_submission_fault == Verdict::timeout);
  outcome.ended->how = Ended::How::cpu_limit;
  CHECK_FALSE(explain(outcome, {}, find_line).doubtful);
  outcome.ended.reset();
  outcome.reply = Reply{};
  outcome.reply->status = Reply::bad_signature;
  CHECK(explain(outcome, {}, find_line).doubtful);
  outcome.reply->status = Reply::out_of_memory;
  CHECK(explain(outcome, {}, find_line).if_submission_fault == Verdict::memory_limit);
  // An error that an earlier call's kernel left behind comes up where memory is asked for.
  outcome.reply->error = 700;
  CHECK(explain(outcome, {}, find_line).if_submission_fault == Verdict::out_of_bounds);
  CHECK(of_kernel(214, "cudaErrorECCUncorrectable", "an ECC error", "").doubtful);
  CHECK_FALSE(of_kernel(2, "cudaErrorMemoryAllocation", "out of memory", "").doubtful);
}
