// The runner's view of the CPU engine.
#include <cuda_runtime.h>
#include <simt/check_report.h>
#include <simt/host.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "runner/backend.h"
#include "runner/channel.h"
#include "runner/stack_limit.h"

namespace warpgrade::runner {
namespace {

void (*send_fatal_reply)(const protocol::Reply&) = nullptr;
StackLimit stack;

/// The running check's data, on pages of its own, which are read-only during the call.
struct alignas(simt::check::page_alignment) Check {
  simt::check::Report report;
  std::uint64_t request = 0;
  int socket = -1;
} check;

// Only async-signal-safe functions below: these run in a signal handler.
void on_fault(const simt::Fault& fault) {
  // A fault in a kernel becomes CUDA's sticky error, which the call returns.
  if (fault.in_kernel) return;
  static protocol::Reply reply;
  reply.status = protocol::Reply::fatal;
  reply.signal = static_cast<std::uint32_t>(fault.signal);
  reply.error_address = reinterpret_cast<std::uint64_t>(fault.pc);
  reply.fault_address = reinterpret_cast<std::uint64_t>(fault.address);
  std::strcpy(reply.where, "host code");
  static_assert(sizeof fault.kind <= sizeof reply.error_text);
  std::memcpy(reply.error_text, fault.kind, sizeof fault.kind);
  if (stack.overrun_at(fault.address)) std::strcpy(reply.error_text, StackLimit::message);
  send_fatal_reply(reply);
}

void describe_fault(protocol::Reply& reply) {
  const simt::Fault& fault = simt::last_fault();
  if (fault.signal < 0) return;
  reply.signal = static_cast<std::uint32_t>(fault.signal);
  reply.fault_address = reinterpret_cast<std::uint64_t>(fault.address);
  reply.error_address = reinterpret_cast<std::uint64_t>(fault.pc) + 1;
  reply.error_file[0] = '\0';
  reply.error_line = 0;
  std::snprintf(reply.error_call, sizeof reply.error_call, "%s",
                fault.kernel != nullptr ? fault.kernel : "");
  std::snprintf(reply.where, sizeof reply.where, "Block (%u,%u,%u), thread (%u,%u,%u): %s.",
                fault.block.x, fault.block.y, fault.block.z, fault.thread.x, fault.thread.y,
                fault.thread.z, fault.kind);
}

/// A message that does not fit is lost, and the grader then distrusts the whole report.
void send_part(protocol::CheckMessage::Part part, std::uint32_t index, const void* body,
               std::size_t bytes) {
  const protocol::CheckMessage head{part, index};
  const iovec parts[] = {{const_cast<protocol::CheckMessage*>(&head), sizeof head},
                         {const_cast<void*>(body), bytes}};
  send_parts(check.socket, parts, 2);
}

void send_end() {
  using Message = protocol::CheckMessage;
  const simt::check::Report& r = check.report;
  std::uint64_t counts[simt::check::Report::most_findings];
  for (std::uint32_t i = 0; i < r.finding_count; ++i) counts[i] = r.findings[i].count;
  send_part(Message::counts, 0, counts, r.finding_count * sizeof counts[0]);
  send_part(Message::kernels, 0, r.kernels, r.kernel_count * sizeof r.kernels[0]);
  send_part(Message::sites, 0, r.sites, r.site_count * sizeof r.sites[0]);
  send_part(Message::arrays, 0, r.arrays, r.array_count * sizeof r.arrays[0]);
  const protocol::CheckEnd end{check.request, r.more_findings, r.from_host, r.to_host,
                               r.seen_by_host};
  send_part(Message::end, 0, &end, sizeof end);
}

/// Also called in a signal handler.
void send_report(simt::check::Part part, std::uint32_t index) {
  using simt::check::Part;
  if (part == Part::again_serially)
    send_part(protocol::CheckMessage::again_serially, 0, nullptr, 0);
  else if (part == Part::tampering)
    send_part(protocol::CheckMessage::tampering, 0, nullptr, 0);
  else if (part == Part::finding)
    send_part(protocol::CheckMessage::finding, index, &check.report.findings[index],
              sizeof check.report.findings[index]);
  else
    send_end();
}

}  // namespace

void start_backend(void (*send_fatal)(const protocol::Reply&)) {
  send_fatal_reply = send_fatal;
  simt::install_fault_handler(on_fault);
}

void choose_workers(std::uint32_t count) { simt::choose_workers(count); }

void begin_call() {
  simt::reset_launched_kernels();
  simt::forget_device_resets();
  simt::limit_kernel_output(most_kernel_output);
}

bool start_check(const protocol::Request& request, void* const* pointers, int report) {
  if (!simt::check::enabled()) return false;
  check.request = request.id;
  check.socket = report;
  simt::check::start({&check.report,
                      send_report,
                      request.sampling,
                      {request.late_processor, request.late_wall},
                      &check,
                      sizeof check,
                      request.device_pointers != 0});
  for (std::uint32_t i = 0; i < request.argument_count; ++i) {
    const protocol::Argument& a = request.arguments[i];
    if (pointers[i] == nullptr) continue;
    simt::check::declare_array({a.name, pointers[i], a.element_size, a.elements, a.columns,
                                a.overflow, a.overflow, a.initialised != 0, a.written != 0});
  }
  return true;
}

// The engine's memory cannot be shared between processes.
void* borrow(int, std::size_t) { return nullptr; }

void finish_check(bool returned) {
  if (returned)
    simt::check::finish();
  else
    simt::check::note_abort();
}

bool describe_reset(protocol::Reply& reply) {
  const simt::ErrorSite site = simt::latest_device_reset();
  if (site.call == nullptr) return false;
  std::snprintf(reply.error_file, sizeof reply.error_file, "%s",
                site.file != nullptr ? site.file : "");
  reply.error_line = static_cast<std::uint32_t>(site.line);
  return true;
}

void describe_call(protocol::Reply& reply) {
  const simt::LaunchedKernel* kernels = nullptr;
  const std::size_t count =
      std::min<std::size_t>(simt::launched_kernels(&kernels), protocol::max_kernels);
  reply.kernel_count = static_cast<std::uint32_t>(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::snprintf(reply.kernels[i].name, sizeof reply.kernels[i].name, "%s", kernels[i].name);
    reply.kernels[i].launches = kernels[i].launches;
  }
  const simt::LaunchedCode* code = nullptr;
  reply.code_count = simt::launched_code(&code);
  static_assert(simt::most_launched_code <= protocol::max_code);
  for (std::size_t i = 0; i < std::min(reply.code_count, simt::most_launched_code); ++i)
    reply.code[i] = {reinterpret_cast<std::uint64_t>(code[i].code),
                     static_cast<std::uint32_t>(code[i].kernel), 0};
  if (reply.error == 0) return;
  const simt::ErrorSite site = simt::last_error_site();
  std::snprintf(reply.error_call, sizeof reply.error_call, "%s",
                site.call != nullptr ? site.call : "");
  std::snprintf(reply.error_file, sizeof reply.error_file, "%s",
                site.file != nullptr ? site.file : "");
  reply.error_line = static_cast<std::uint32_t>(site.line);
  describe_fault(reply);
  if (const char* report = simt::last_report(); report[0] != '\0') {
    std::snprintf(reply.where, sizeof reply.where, "%s", report);
  }
  if (const char* why = simt::last_error_reason(); why[0] != '\0') {
    std::snprintf(reply.where, sizeof reply.where, "%s", why);
  }
}

}  // namespace warpgrade::runner
