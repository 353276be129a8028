// The worker: receives a request, calls the student's function, returns the arrays. It has no truth
// and makes no verdict; see protocol.h. Compiled once against the CPU engine's cuda_runtime.h and
// once against the toolkit's.
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <vector>

#include "runner/backend.h"
#include "runner/binding.h"
#include "runner/buffers.h"
#include "runner/cache_flush.h"
#include "runner/channel.h"
#include "runner/device_clock.h"
#include "runner/window.h"

namespace warpgrade::runner {
namespace {

using protocol::Argument;
using protocol::Reply;
using protocol::Request;

void send_reply(const Reply& reply) {
  // The grader may have exited; then there is no one to report to.
  if (!send_object(protocol::socket_fd, reply)) _exit(1);
}

constexpr std::size_t most_descriptors = 3;

struct Message {
  Request request;
  int descriptors[most_descriptors] = {-1, -1, -1};
};

/// The number of descriptors that come with a request.
std::size_t count_descriptors(const Request& request) {
  if (request.measure.timed != 0) {
    if (request.measure.on_host != 0) return 1;
    return request.measure.lent_bytes > 0 ? 3 : 0;
  }
  // One is for the check's report. It is always sent, so that it does not reveal which calls are
  // checked.
  return 3;
}

bool receive(Message& message) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof message.descriptors)] = {};
  iovec part{&message.request, sizeof message.request};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  const ssize_t size = receive_message(protocol::socket_fd, header, MSG_CMSG_CLOEXEC);
  if (size != sizeof message.request) return false;
  const std::size_t count = count_descriptors(message.request);
  const cmsghdr* rights = CMSG_FIRSTHDR(&header);
  if (count == 0) return rights == nullptr;
  if (rights == nullptr || rights->cmsg_len != CMSG_LEN(count * sizeof(int))) return false;
  std::memcpy(message.descriptors, CMSG_DATA(rights), count * sizeof(int));
  return true;
}

const Entry* find_entry(const char* name) {
  for (std::size_t i = 0; i < contract_size; ++i) {
    if (std::strcmp(contract_entries[i].name, name) == 0) return &contract_entries[i];
  }
  return nullptr;
}

void note_error(Reply& reply, cudaError_t error) {
  reply.error = static_cast<std::int32_t>(error);
  std::snprintf(reply.error_name, sizeof reply.error_name, "%s", cudaGetErrorName(error));
  std::snprintf(reply.error_text, sizeof reply.error_text, "%s", cudaGetErrorString(error));
}

/// Calls the function that the contract requires first, with arrays as the grader sent them.
void call_before(const Entry& before, const Request& request, const char* given) {
  const Argument* arguments = request.arguments + request.argument_count;
  void* pointers[protocol::max_arguments] = {};
  for (std::uint32_t i = 0; i < request.before_count; ++i) {
    if (arguments[i].kind == Argument::pointer)
      pointers[i] =
          const_cast<char*>(given) + arguments[i].region_offset + arguments[i].array_offset;
  }
  before.call(before.function, arguments, pointers);
}

/// Makes the timed calls, after one that took `first_call` seconds. A host function is timed by the
/// wall clock.
void time_calls(const Entry& entry, const Request& request, Buffers& buffers, const char* given,
                double first_call, Reply& reply) {
  if (first_call > std::max(1.0, request.timing.seconds)) {
    reply.samples[reply.sample_count++] = first_call;
    return;
  }
  const double end = now() + request.timing.seconds;
  const std::uint32_t most = std::min(request.timing.at_most, protocol::max_samples);
  DeviceClock clock;
  std::optional<CacheFlush> flush;
  if (request.timing.cold != 0) flush.emplace();
  while (reply.sample_count < most && (reply.sample_count == 0 || now() < end)) {
    buffers.restore(given);
    if (flush) flush->run();
    synchronize_all();
    const double start = now();
    if (request.device_pointers) clock.start();
    entry.call(entry.function, request.arguments, buffers.pointers());
    const double by_events = request.device_pointers ? clock.seconds() : 0;
    synchronize_all();
    reply.samples[reply.sample_count++] = request.device_pointers ? by_events : now() - start;
  }
}

/// The resources for serving a request.
struct Service {
  const Entry* entry = nullptr;
  const Entry* before = nullptr;
  const char* given = nullptr;
  char* returned = nullptr;
  std::size_t given_bytes = 0, returned_bytes = 0;
};

/// Calls the function; the backend handles crashes.
void call_entry(const Entry& entry, const Request& request, void* const* pointers, Reply& reply) {
  try {
    reply.return_value = entry.call(entry.function, request.arguments, pointers);
  } catch (const std::exception& e) {
    std::snprintf(reply.where, sizeof reply.where, "an exception left the function: %s", e.what());
    reply.status = Reply::fatal;
  } catch (...) {
    std::snprintf(reply.where, sizeof reply.where, "an exception left the function");
    reply.status = Reply::fatal;
  }
}

/// Records the first error of the call, whether the student checks it or not. Enabling peer access
/// twice is no error: each call of the function requests it.
void note_errors(Reply& reply) {
  cudaError_t unseen = cudaPeekAtLastError();
  if (unseen == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();
    unseen = cudaSuccess;
  }
  const cudaError_t synced = synchronize_all();
  if (unseen != cudaSuccess || synced != cudaSuccess) {
    note_error(reply, unseen != cudaSuccess ? unseen : synced);
    describe_call(reply);
  }
}

void note_copy(Reply& reply, cudaError_t copied) {
  if (copied != cudaSuccess && reply.error == 0) {
    note_error(reply, copied);
    describe_call(reply);
  }
  cudaGetLastError();
}

/// Unmaps the given values once they are on the device: a function that reads its inputs on the
/// host has to copy them. Arrays that the contract places in host memory come after them and stay.
void forget_given(Service& service, Message& message) {
  const Request& request = message.request;
  std::size_t end = service.given_bytes;
  for (std::uint32_t i = 0; i < request.before_count; ++i) {
    const Argument& a = request.arguments[request.argument_count + i];
    if (a.kind == Argument::pointer) end = std::min<std::size_t>(end, a.region_offset);
  }
  if (end > 0) munmap(const_cast<char*>(service.given), end);
  // The submission may map its own memory there.
  service.given_bytes -= end;
  service.given = service.given_bytes > 0 ? service.given + end : nullptr;
  close(message.descriptors[0]);
  message.descriptors[0] = -1;
}

void serve_call(Service& service, Message& message, std::vector<Buffers*>& alive, Reply& reply) {
  const Request& request = message.request;
  auto* buffers = new Buffers(request, service.given);
  // The previous call's buffers live until now, so that no address is used twice in a row.
  alive.push_back(buffers);
  if (alive.size() > 2) {
    delete alive.front();
    alive.erase(alive.begin());
  }
  if (buffers->failed()) {
    // Not always out of memory: an error from an earlier call's kernel may appear here.
    if (buffers->error() != cudaSuccess) note_error(reply, buffers->error());
    cudaGetLastError();
    reply.status = Reply::out_of_memory;
    return;
  }
  if (service.before != nullptr) call_before(*service.before, request, service.given);
  cudaDeviceSynchronize();
  if (request.device_pointers != 0 && request.timing.at_most == 0 && service.given != nullptr)
    forget_given(service, message);
  if (request.check != 0)
    reply.checked = start_check(request, buffers->pointers(), message.descriptors[2]);
  begin_call();
  const double start = now();
  call_entry(*service.entry, request, buffers->pointers(), reply);
  describe_call(reply);
  note_errors(reply);
  const double first_call = now() - start;
  // A function that throws had no chance to free its memory.
  if (reply.checked != 0) finish_check(reply.status != Reply::fatal);
  cudaGetLastError();  // only now, as the check reads it, too
  note_copy(reply, buffers->copy_back(service.returned));
  reply.copied_back = static_cast<std::uint16_t>(buffers->copied_back());
  // The arrays were freed by the reset, whichever call failed because of that.
  if (request.device_pointers && reply.error != 0 && describe_reset(reply)) reply.device_reset = 1;
  if (request.timing.at_most > 0 && reply.error == 0 && reply.status == Reply::done) {
    time_calls(*service.entry, request, *buffers, service.given, first_call, reply);
    reply.upload = buffers->upload_seconds();
    reply.download = buffers->download_seconds();
    int devices = 0;
    cudaGetDeviceCount(&devices);
    reply.devices = static_cast<std::uint32_t>(devices);
    cudaGetLastError();
  }
}

/// The call of a window, including the function that the contract requires first.
auto timed_call(const Service& service, const Request& request, Reply& reply) {
  return [&](void* const* pointers, const char* host, std::int64_t& returned) {
    if (service.before != nullptr) call_before(*service.before, request, host);
    if (service.entry != nullptr) call_entry(*service.entry, request, pointers, reply);
    returned = reply.return_value;
  };
}

/// Records the errors of a window for the report.
void end_window(Reply& reply) {
  describe_call(reply);
  note_errors(reply);
  cudaGetLastError();
  if (reply.status == Reply::ready) reply.status = Reply::done;
}

void serve_lent_window(const Service& service, const Message& message, Reply& reply) {
  static LentWindow window;
  const Request& request = message.request;
  if (request.measure.lent_bytes > 0 && !window.attach(request.measure, message.descriptors)) {
    cudaGetLastError();
    reply.status = Reply::out_of_memory;
    return;
  }
  synchronize_all();
  reply.status = Reply::ready;
  send_reply(reply);
  begin_call();
  window.run_window(request, service.entry == nullptr, timed_call(service, request, reply));
  end_window(reply);
}

/// Does a little work: a device is slow after a rest and has to switch after another process. Also
/// tells whether the device works, which is the purpose of an empty call.
cudaError_t wake_device() {
  constexpr std::size_t bytes = 16 << 20;
  constexpr double awake = 2e-3;
  constexpr int most = 200;  // loop limit if the clock does not advance
  void* memory = nullptr;
  cudaError_t error = cudaMalloc(&memory, bytes);
  const double start = now();
  for (int turn = 0; error == cudaSuccess && turn < most && (turn == 0 || now() - start < awake);
       ++turn) {
    error = cudaMemset(memory, 1, bytes);
    if (error == cudaSuccess) error = synchronize_all();
  }
  cudaFree(memory);
  return error;
}

void serve_window_with_sent_inputs(const Service& service, const Message& message, Reply& reply) {
  const Request& request = message.request;
  SentWindow window(request, service.returned);
  const cudaError_t awake = wake_device();
  if (window.failed() || awake != cudaSuccess) {
    // An error left by an earlier call is that call's fault, not the machine's.
    if (awake != cudaSuccess && awake != cudaErrorMemoryAllocation) note_error(reply, awake);
    cudaGetLastError();
    reply.status = reply.error != 0 ? Reply::done : Reply::out_of_memory;
    return;
  }
  reply.status = Reply::ready;
  send_reply(reply);
  if (!window.wait()) _exit(0);
  begin_call();
  window.run_window(timed_call(service, request, reply));
  end_window(reply);
}

/// Touches the pages that a timed call writes to, before it begins. Done by hand: the sandbox
/// forbids populating a mapping, because no signal can interrupt that.
void touch_pages(volatile char* begin, std::size_t bytes) {
  constexpr std::size_t page = 4096;
  for (std::size_t at = 0; at < bytes; at += page) begin[at] = begin[at];
}

/// Maps the memory objects of a request that are present.
bool map_objects(const Message& message, Service& service) {
  const Request& request = message.request;
  const auto mapped = [](int descriptor, std::size_t bytes, int protection) {
    return bytes == 0 ? nullptr : mmap(nullptr, bytes, protection, MAP_SHARED, descriptor, 0);
  };
  void *given = nullptr, *returned = nullptr;
  if (request.measure.timed != 0) {
    if (request.measure.on_host == 0) return true;
    service.returned_bytes = request.measure.written_bytes;
    returned = mapped(message.descriptors[0], service.returned_bytes, PROT_READ | PROT_WRITE);
    if (returned != MAP_FAILED) touch_pages(static_cast<char*>(returned), service.returned_bytes);
  } else {
    service.given_bytes = service.returned_bytes = request.total_bytes;
    given = mapped(message.descriptors[0], service.given_bytes, PROT_READ);
    returned = mapped(message.descriptors[1], service.returned_bytes, PROT_READ | PROT_WRITE);
  }
  if (given == MAP_FAILED || returned == MAP_FAILED) return false;
  service.given = static_cast<const char*>(given);
  service.returned = static_cast<char*>(returned);
  return true;
}

/// Whether the requested functions exist and take these arguments. A window may have no function.
bool fits(const Request& request, const Service& service) {
  if (request.argument_count + request.before_count > protocol::max_arguments) return false;
  const bool no_call = request.measure.timed != 0 && request.entry[0] == '\0';
  if (!no_call &&
      (service.entry == nullptr || !service.entry->fits(request.arguments, request.argument_count)))
    return false;
  if (request.before[0] == '\0') return true;
  return service.before != nullptr &&
         service.before->fits(request.arguments + request.argument_count, request.before_count);
}

bool is_defined(const Entry* entry) { return entry == nullptr || entry->function != nullptr; }

void serve_as_asked(Service& service, Message& message, std::vector<Buffers*>& alive,
                    Reply& reply) {
  const protocol::Measure& measure = message.request.measure;
  if (!map_objects(message, service))
    reply.status = Reply::out_of_memory;
  else if (measure.timed == 0)
    serve_call(service, message, alive, reply);
  else if (measure.on_host != 0)
    serve_window_with_sent_inputs(service, message, reply);
  else
    serve_lent_window(service, message, reply);
  if (service.given != nullptr) munmap(const_cast<char*>(service.given), service.given_bytes);
  if (service.returned != nullptr) munmap(service.returned, service.returned_bytes);
}

void serve_one(Message& message, std::vector<Buffers*>& alive) {
  const Request& request = message.request;
  Reply reply{};
  reply.id = request.id;
  choose_workers(request.engine_threads);
  Service service;
  service.entry = find_entry(request.entry);
  service.before = request.before[0] != '\0' ? find_entry(request.before) : nullptr;
  if (!fits(request, service))
    reply.status = Reply::bad_signature;
  else if (!is_defined(service.entry) || !is_defined(service.before))
    reply.status = Reply::not_defined;
  else
    serve_as_asked(service, message, alive, reply);
  for (int& descriptor : message.descriptors) {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
  }
  std::fflush(stdout);
  send_reply(reply);
  // A CUDA context does not recover from such an error, and after a reset, new arrays may overlap
  // older ones that are still to be freed. The grader starts a new process.
  if (reply.status == Reply::fatal || reply.device_reset != 0 ||
      (reply.error != 0 && cudaDeviceSynchronize() != cudaSuccess)) {
    _exit(0);
  }
}

}  // namespace
}  // namespace warpgrade::runner

// The only name that the C library needs (see CMakeLists.txt on sealed names).
[[gnu::visibility("default")]] int main() {
  using namespace warpgrade::runner;
  start_backend(send_reply);
  // Line buffering, so that output before a crash is not lost.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::vector<Buffers*> alive;
  Message message;
  while (receive(message)) serve_one(message, alive);
  // Skip exit handlers: those of the student's code should not run.
  std::fflush(stdout);
  _exit(0);
}
