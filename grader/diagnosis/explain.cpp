#include "diagnosis/explain.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

#include "toolchain/build.h"
#include "toolchain/resource_usage.h"

namespace warpgrade {
namespace {

using protocol::Reply;

// Values of cudaError_t (driver_types.h), which are part of CUDA's interface.
constexpr int memory_allocation = 2, launch_timeout = 702, illegal_address = 700, misaligned = 716,
              launch_failure = 719, device_assert = 710, no_device = 100, insufficient_driver = 35,
              devices_unavailable = 46, system_not_ready = 802, ecc_uncorrectable = 214,
              hardware_stack = 714, invalid_address_space = 717, invalid_pc = 718,
              illegal_instruction = 715;

bool is_machine_fault(int error) {
  return error == no_device || error == insufficient_driver || error == devices_unavailable ||
         error == system_not_ready || error == ecc_uncorrectable;
}

Verdict classify_error(int error) {
  switch (error) {
    case illegal_address:
    case invalid_address_space:
      return Verdict::out_of_bounds;
    case misaligned:
    case launch_failure:
    case device_assert:
    case hardware_stack:
    case invalid_pc:
    case illegal_instruction:
      return Verdict::crashed;
    case launch_timeout:
      return Verdict::timeout;
    case memory_allocation:
      return Verdict::memory_limit;
    default:
      return Verdict::wrong;
  }
}

std::string describe_place(const Reply& reply,
                           const std::function<std::string(std::uint64_t)>& find_line) {
  if (reply.error_file[0] != '\0' && reply.error_line != 0) {
    std::string file = reply.error_file;
    if (const auto prefix = std::string(submission_inside) + "/"; file.rfind(prefix, 0) == 0)
      file.erase(0, prefix.size());
    return fmt::format("{}:{}", file, reply.error_line);
  }
  return find_line(reply.error_address);
}

/// A claim of the worker about the machine.
Explanation claimed(Verdict if_submission_fault, Cause reason, const char* claim) {
  Cause of_them{"blame.claimed", reason.facts};
  of_them.facts["claim"] = claim;
  return {
      Verdict::grader_error, {std::move(reason)}, true, if_submission_fault, std::move(of_them)};
}

Explanation of_no_memory(const Reply& reply) {
  if (reply.error != 0 && reply.error != memory_allocation && !is_machine_fault(reply.error))
    return claimed(classify_error(reply.error),
                   because("machine.device-error", {{"error", std::string(reply.error_name)},
                                                    {"text", std::string(reply.error_text)}}),
                   "claim.device-error");
  return claimed(Verdict::memory_limit, because("machine.no-memory"), "claim.no-memory");
}

Explanation of_error(const Reply& reply,
                     const std::function<std::string(std::uint64_t)>& find_line) {
  if (is_machine_fault(reply.error))
    return claimed(Verdict::crashed,
                   because("machine.gpu-broken", {{"error", std::string(reply.error_name)},
                                                  {"text", std::string(reply.error_text)}}),
                   "claim.gpu-broken");
  if (reply.device_reset != 0)
    return {Verdict::wrong,
            {because("cuda.device-reset", {{"place", describe_place(reply, find_line)}})}};
  // The engine's description of a kernel's error is more specific than CUDA's.
  std::string what = reply.where[0] != '\0' ? reply.where : reply.error_text;
  if (!what.empty() && what.back() == '.') what.pop_back();
  return {
      classify_error(reply.error),
      {because("cuda.error", {{"error", std::string(reply.error_name)},
                              {"call", reply.error_call[0] == '_' ? kernel_name(reply.error_call)
                                                                  : reply.error_call},
                              {"place", describe_place(reply, find_line)},
                              {"text", what}})}};
}

Explanation of_fatal(const Reply& reply,
                     const std::function<std::string(std::uint64_t)>& find_line) {
  const std::string where = reply.where;
  if (reply.signal == 0) return {Verdict::crashed, {because("crash.told", {{"where", where}})}};
  return {Verdict::crashed,
          {because("crash.signal",
                   {{"signal", std::string(strsignal(static_cast<int>(reply.signal)))},
                    {"where", where},
                    {"place", find_line(reply.error_address == 0 ? 0 : reply.error_address + 1)},
                    {"text", std::string(reply.error_text)}})}};
}

Explanation of_signal(int number) {
  // The sender of the signal is unknown: the submission, someone else, or a system out of memory.
  Explanation explanation{
      Verdict::crashed,
      {because("crash.ended", {{"number", number}, {"signal", std::string(strsignal(number))}})}};
  explanation.doubtful = number == SIGKILL;
  return explanation;
}

Explanation of_end(const Ended& ended, const Limits& limits) {
  using How = Ended::How;
  const auto seconds = [](double limit) {
    return limit < 1 ? fmt::format("{:.2g}", limit) : fmt::format("{:.0f}", limit);
  };
  switch (ended.how) {
    case How::exited:
      return {Verdict::crashed, {because("exit.itself", {{"status", ended.code}})}};
    case How::signalled:
      return of_signal(ended.code);
    case How::cpu_limit:
      return {Verdict::timeout,
              {because("time.computing", {{"seconds", seconds(limits.cpu_seconds)}})}};
    case How::wall_limit:
    case How::stalled:
      // It used little CPU time: it waited, or someone stopped it.
      return {Verdict::timeout,
              {because("time.waiting", {{"seconds", seconds(limits.wall_seconds)}})},
              true,
              Verdict::timeout};
    case How::does_not_stop:
      // It hung in a system call, or the machine had no time for it.
      return {Verdict::timeout, {because("time.does-not-stop")}, true, Verdict::timeout};
    case How::memory_limit:
      return {Verdict::memory_limit,
              {because("memory.limit", {{"mebibytes", limits.memory_bytes >> 20}})}};
    case How::output_limit:
      return {Verdict::output_limit,
              {because("output.limit",
                       {{"mebibytes", (limits.output_bytes + limits.dropped_bytes) >> 20}})}};
    case How::process_limit:
      return {Verdict::crashed, {because("threads.too-many", {{"count", limits.processes}})}};
    case How::from_outside:
      return {
          Verdict::grader_error, {because("machine.ended-program")}, true, Verdict::memory_limit};
    case How::killed:
      return {Verdict::crashed, {because("channel.messages")}};
  }
  return {Verdict::crashed, {because("crash.unknown")}};
}

}  // namespace

Explanation explain(const CallOutcome& outcome, const Limits& limits,
                    const std::function<std::string(std::uint64_t)>& find_line) {
  if (outcome.ended) {
    const bool by_signal =
        outcome.ended->how == Ended::How::signalled || outcome.ended->how == Ended::How::exited;
    if (outcome.reply && by_signal) return of_fatal(*outcome.reply, find_line);
    return of_end(*outcome.ended, limits);
  }
  const Reply& reply = *outcome.reply;
  switch (reply.status) {
    case Reply::done:
      return reply.error == 0 ? Explanation{} : of_error(reply, find_line);
    case Reply::not_defined:
      return {Verdict::compile_error, {because("function.missing")}};
    case Reply::bad_signature:
      return claimed(Verdict::crashed, because("machine.other-contract"), "claim.other-contract");
    case Reply::out_of_memory:
      return of_no_memory(reply);
    case Reply::fatal:
      return {Verdict::crashed, {because("crash.told", {{"where", std::string(reply.where)}})}};
    case Reply::ready:
      break;  // explained by more than the last message
  }
  return {Verdict::crashed, {because("channel.unknown-message")}};
}

}  // namespace warpgrade
