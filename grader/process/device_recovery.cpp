#include "process/device_recovery.h"

#include <chrono>
#include <string>
#include <thread>

#include "base/fault.h"

namespace warpgrade {
namespace {

using Clock = std::chrono::steady_clock;

/// What is wrong with the device; empty if it works.
std::string describe_trouble(const CallOutcome& call) {
  if (!call.reply) return "there was no answer";
  if (call.reply->status == protocol::Reply::out_of_memory) return "it has no memory left";
  if (call.reply->error != 0) return std::string(call.reply->error_name);
  return call.reply->status == protocol::Reply::done ? "" : "the call was not made";
}

}  // namespace

void test_device(const Sandbox& sandbox, Worker::Settings settings) {
  constexpr double enough = 60;  // seconds
  // After a process that used all memory has ended, the driver may still be freeing some.
  constexpr std::chrono::seconds patience(20);
  constexpr std::chrono::milliseconds pause(250);
  settings.limits.cpu_seconds = settings.limits.wall_seconds = enough;
  const auto start = Clock::now();
  for (;;) {
    std::string trouble;
    bool may_pass = false;
    {
      Worker worker(sandbox, settings);
      const CallOutcome call = worker.run_window(Window{}, WindowValues{}).whole;
      trouble = describe_trouble(call);
      may_pass = call.reply.has_value();
    }
    if (trouble.empty()) return;
    if (!may_pass || Clock::now() - start > patience)
      throw GraderError(
          "the GPU does not work any more after a call that had to be ended: " + trouble,
          "Run `nvidia-smi`; where it shows no healthy device, restart the machine, then grade "
          "again: nothing of this grade counts.");
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace warpgrade
