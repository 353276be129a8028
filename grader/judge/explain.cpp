#include "judge/explain.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

#include "toolchain/build.h"
#include "toolchain/resource_usage.h"

namespace warpgrade {
namespace {

using protocol::Reply;

// cudaError_t, driver_types.h: the numbers are part of CUDA's interface.
constexpr int memory_allocation = 2, launch_timeout = 702, illegal_address = 700, misaligned = 716,
              launch_failure = 719, device_assert = 710, no_device = 100, insufficient_driver = 35,
              devices_unavailable = 46, system_not_ready = 802, ecc_uncorrectable = 214,
              hardware_stack = 714, invalid_address_space = 717, invalid_pc = 718,
              illegal_instruction = 715;

bool is_ours(int error) {
  return error == no_device || error == insufficient_driver || error == devices_unavailable ||
         error == system_not_ready || error == ecc_uncorrectable;
}

Verdict verdict_of(int error) {
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

std::string place_of(const Reply& reply, const std::function<std::string(std::uint64_t)>& line_of) {
  if (reply.error_file[0] != '\0' && reply.error_line != 0) {
    std::string file = reply.error_file;
    if (const auto prefix = std::string(submission_inside) + "/"; file.rfind(prefix, 0) == 0)
      file.erase(0, prefix.size());
    return fmt::format("{}:{}", file, reply.error_line);
  }
  return line_of(reply.error_address);
}

/// The child's word on the machine.
Explanation claimed(Verdict if_theirs, std::string claim, std::string detail) {
  return {Verdict::grader_error, std::move(detail), true, if_theirs, std::move(claim)};
}

Explanation of_no_memory(const Reply& reply) {
  if (reply.error != 0 && reply.error != memory_allocation && !is_ours(reply.error))
    return claimed(verdict_of(reply.error),
                   fmt::format("the device had an error before the function was called ({}: {})",
                               reply.error_name, reply.error_text),
                   fmt::format("the device had an error before the function was called: {} ({}).",
                               reply.error_name, reply.error_text));
  return claimed(Verdict::memory_limit, "there was not enough memory for the case's arrays",
                 "there was not enough memory for the case's arrays: grade on a machine with more "
                 "memory.");
}

Explanation of_error(const Reply& reply, const std::function<std::string(std::uint64_t)>& line_of) {
  const std::string call =
      reply.error_call[0] == '_' ? kernel_name(reply.error_call) : reply.error_call;
  const std::string place = place_of(reply, line_of);
  if (is_ours(reply.error)) {
    return claimed(Verdict::crashed, fmt::format("the GPU does not work ({})", reply.error_name),
                   fmt::format("the GPU does not work: {} ({}). Run `nvidia-smi`; until it shows a "
                               "healthy device, grade with --backend cpu.",
                               reply.error_name, reply.error_text));
  }
  // What the engine says of a kernel's error is more than CUDA's general words.
  const char* what = reply.where[0] != '\0' ? reply.where : reply.error_text;
  std::string detail =
      fmt::format("{}{}{}: {}", reply.error_name, call.empty() ? "" : " from " + call,
                  place.empty() ? "" : " at " + place, what);
  if (detail.back() != '.') detail += '.';
  return {verdict_of(reply.error), detail};
}

Explanation of_fatal(const Reply& reply, const std::function<std::string(std::uint64_t)>& line_of) {
  if (reply.signal == 0) return {Verdict::crashed, fmt::format("{}.", reply.where)};
  const bool in_kernel = std::strncmp(reply.where, "kernel", 6) == 0;
  const std::string place = line_of(reply.error_address == 0 ? 0 : reply.error_address + 1);
  std::string detail = fmt::format("{} in {}{}", strsignal(static_cast<int>(reply.signal)),
                                   reply.where, place.empty() ? "" : ", at " + place);
  if (reply.error_text[0] != '\0') detail += fmt::format(": {}", reply.error_text);
  const bool memory = reply.signal == SIGSEGV || reply.signal == SIGBUS;
  return {in_kernel && memory ? Verdict::out_of_bounds : Verdict::crashed, detail + "."};
}

Explanation of_end(const Ended& ended, const Limits& limits) {
  using How = Ended::How;
  switch (ended.how) {
    case How::exited:
      return {
          Verdict::crashed,
          fmt::format("the program ended itself with exit status {} before the function returned: "
                      "a function of a lab must return, whatever happens.",
                      ended.code)};
    case How::signalled:
      // Who sent it nobody can tell: the submission, someone else, or a system without memory.
      return {
          Verdict::crashed,
          fmt::format("the program ended with signal {} ({}).", ended.code, strsignal(ended.code)),
          ended.code == SIGKILL,
          Verdict::crashed,
          {}};
    case How::cpu_limit:
    case How::wall_limit:
      return {Verdict::timeout,
              fmt::format("no result after {:.0f} s{}: a loop or a wait that never ends?",
                          ended.how == How::cpu_limit ? limits.cpu_seconds : limits.wall_seconds,
                          ended.how == How::cpu_limit ? " of computing" : "")};
    case How::memory_limit:
      return {Verdict::memory_limit, fmt::format("used more than {} MiB of memory: is something "
                                                 "allocated again and again, or never freed?",
                                                 limits.memory_bytes >> 20)};
    case How::output_limit:
      return {Verdict::output_limit,
              fmt::format("printed more than {} KiB: take the printing out of the loop.",
                          limits.output_bytes >> 10)};
    case How::process_limit:
      return {Verdict::crashed, fmt::format("started more than {} threads.", limits.processes)};
    case How::from_outside:
      return {
          Verdict::grader_error,
          "the program was ended from outside, with its sandbox, as a machine does that runs out "
          "of memory: `dmesg` says whether it did.",
          true, Verdict::memory_limit};
    case How::killed:
      return {Verdict::crashed,
              "the program sent messages of its own to the grader and was ended."};
  }
  return {Verdict::crashed, "the program ended."};
}

}  // namespace

Explanation explain(const CallOutcome& outcome, const Limits& limits,
                    const std::function<std::string(std::uint64_t)>& line_of) {
  if (outcome.ended) {
    const bool by_signal =
        outcome.ended->how == Ended::How::signalled || outcome.ended->how == Ended::How::exited;
    if (outcome.reply && by_signal) return of_fatal(*outcome.reply, line_of);
    return of_end(*outcome.ended, limits);
  }
  const Reply& reply = *outcome.reply;
  switch (reply.status) {
    case Reply::done:
      return reply.error == 0 ? Explanation{} : of_error(reply, line_of);
    case Reply::not_defined:
      return {Verdict::compile_error, "the function is not defined."};
    case Reply::bad_signature:
      return claimed(
          Verdict::crashed, "it was built from another contract than the lab's",
          "the runner was built from another contract than lab.json describes: run `make` again.");
    case Reply::out_of_memory:
      return of_no_memory(reply);
    case Reply::fatal:
      return {Verdict::crashed, fmt::format("{}.", reply.where)};
    case Reply::ready:
      break;  // not what the last message says
  }
  return {Verdict::crashed, "the program sent messages of its own to the grader."};
}

}  // namespace warpgrade
