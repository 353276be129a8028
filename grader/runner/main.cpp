// The child: takes a request, calls the student's function, gives the arrays back. It holds no
// truth and makes no verdict; see protocol.h. Compiled once against the CPU engine's cuda_runtime.h
// and once against the toolkit's.
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

#include "runner/backend.h"
#include "runner/binding.h"

namespace warpgrade::runner {
namespace {

using protocol::Argument;
using protocol::Reply;
using protocol::Request;

void send_reply(const Reply& reply) {
  // The judge may be gone already; then there is nobody left to tell.
  if (send(protocol::socket_fd, &reply, sizeof reply, MSG_NOSIGNAL) < 0) _exit(1);
}

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

struct Message {
  Request request;
  int given = -1;
  int returned = -1;
  int report = -1;  // of a call that is checked
};

bool receive(Message& message) {
  int descriptors[3];
  char control[CMSG_SPACE(sizeof descriptors)] = {};
  iovec part{&message.request, sizeof message.request};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  const ssize_t size = recvmsg(protocol::socket_fd, &header, MSG_CMSG_CLOEXEC);
  const cmsghdr* rights = CMSG_FIRSTHDR(&header);
  if (size != sizeof message.request || rights == nullptr) return false;
  const std::size_t count = message.request.check != 0 ? 3 : 2;
  if (rights->cmsg_len != CMSG_LEN(count * sizeof(int))) return false;
  std::memcpy(descriptors, CMSG_DATA(rights), count * sizeof(int));
  message.given = descriptors[0];
  message.returned = descriptors[1];
  message.report = count == 3 ? descriptors[2] : -1;
  return true;
}

/// The arrays of one call, in this process's host or device memory.
class Buffers {
 public:
  Buffers(const Request& request, const char* given) : request_(request) {
    for (std::uint32_t i = 0; i < request.argument_count; ++i) {
      const Argument& a = request.arguments[i];
      regions_[i] = a.kind == Argument::pointer ? allocate(a.region_bytes) : nullptr;
      if (regions_[i] == nullptr) continue;
      const double start = now();
      fill(i, given);
      if (a.initialised != 0) upload_seconds_ += now() - start;
      pointers_[i] = static_cast<char*>(regions_[i]) + a.array_offset;
    }
  }
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;

  ~Buffers() {
    for (std::uint32_t i = 0; i < request_.argument_count; ++i) {
      if (regions_[i] == nullptr) continue;
      if (request_.device_pointers) {
        cudaFree(regions_[i]);
      } else {
        munmap(regions_[i], request_.arguments[i].region_bytes);
      }
    }
  }

  bool failed() const { return failed_; }
  void* const* pointers() const { return pointers_; }
  double upload_seconds() const { return upload_seconds_; }
  double download_seconds() const { return download_seconds_; }

  /// What is both input and output holds its first values again.
  void restore(const char* given) {
    for (std::uint32_t i = 0; i < request_.argument_count; ++i) {
      const Argument& a = request_.arguments[i];
      if (regions_[i] != nullptr && a.written != 0 && a.initialised != 0) fill(i, given);
    }
  }

  cudaError_t copy_back(char* returned) {
    for (std::uint32_t i = 0; i < request_.argument_count; ++i) {
      if (regions_[i] == nullptr) continue;
      const Argument& a = request_.arguments[i];
      const double start = now();
      if (request_.device_pointers) {
        const cudaError_t error = cudaMemcpy(returned + a.region_offset, regions_[i],
                                             a.region_bytes, cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) return error;
      } else {
        std::memcpy(returned + a.region_offset, regions_[i], a.region_bytes);
      }
      if (a.written != 0) download_seconds_ += now() - start;
    }
    return cudaSuccess;
  }

 private:
  void fill(std::uint32_t i, const char* given) {
    const Argument& a = request_.arguments[i];
    if (!request_.device_pointers) {
      std::memcpy(regions_[i], given + a.region_offset, a.region_bytes);
    } else if (cudaMemcpy(regions_[i], given + a.region_offset, a.region_bytes,
                          cudaMemcpyHostToDevice) != cudaSuccess) {
      failed_ = true;
    }
  }

  void* allocate(std::size_t bytes) {
    void* memory = nullptr;
    if (request_.device_pointers) {
      if (cudaMalloc(&memory, bytes) != cudaSuccess) memory = nullptr;
    } else {
      memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (memory == MAP_FAILED) memory = nullptr;
    }
    failed_ = failed_ || memory == nullptr;
    return memory;
  }

  const Request request_;
  void* regions_[protocol::max_arguments] = {};
  void* pointers_[protocol::max_arguments] = {};
  bool failed_ = false;
  double upload_seconds_ = 0;
  double download_seconds_ = 0;
};

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

/// Work on every device must be over before the outputs count; the first error of any is kept.
cudaError_t synchronize_all() {
  int devices = 0, current = 0;
  cudaError_t first = cudaGetDeviceCount(&devices);
  cudaGetDevice(&current);
  for (int d = devices - 1; d >= 0; --d) {
    // Device 0 is last, and current afterwards, as the contract promises the next call. Other
    // devices are visited only where a context may exist: two by the contract.
    if (d > 1) continue;
    cudaError_t error = cudaSuccess;
    if (d == 0 || d == current || devices == 2) {
      cudaSetDevice(d);
      error = cudaDeviceSynchronize();
    }
    if (first == cudaSuccess) first = error;
  }
  return first;
}

/// The function that the contract wants called first, with arrays as the parent gave them.
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

/// A pair of events; their distance is what passed between them on the device.
class DeviceClock {
 public:
  DeviceClock() {
    cudaEventCreate(&start_);
    cudaEventCreate(&stop_);
  }
  ~DeviceClock() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  DeviceClock(const DeviceClock&) = delete;
  DeviceClock& operator=(const DeviceClock&) = delete;

  void start() { cudaEventRecord(start_); }
  double seconds() {
    cudaEventRecord(stop_);
    cudaEventSynchronize(stop_);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start_, stop_);
    return milliseconds / 1000;
  }

 private:
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
};

/// The calls that are timed, after one that took `first_call` seconds. A host function's time is
/// the wall clock's.
void time_calls(const Entry& entry, const Request& request, Buffers& buffers, const char* given,
                double first_call, Reply& reply) {
  if (first_call > std::max(1.0, request.timing.seconds)) {
    reply.samples[reply.sample_count++] = first_call;
    return;
  }
  const double end = now() + request.timing.seconds;
  const std::uint32_t most = std::min(request.timing.at_most, protocol::max_samples);
  DeviceClock clock;
  while (reply.sample_count < most && (reply.sample_count == 0 || now() < end)) {
    buffers.restore(given);
    synchronize_all();
    const double start = now();
    if (request.device_pointers) clock.start();
    entry.call(entry.function, request.arguments, buffers.pointers());
    const double by_events = request.device_pointers ? clock.seconds() : 0;
    synchronize_all();
    reply.samples[reply.sample_count++] = request.device_pointers ? by_events : now() - start;
  }
}

void serve_one(Message& message, std::vector<Buffers*>& alive) {
  const Request& request = message.request;
  Reply reply{};
  reply.id = request.id;
  const Entry* entry = find_entry(request.entry);
  const Entry* before = request.before[0] != '\0' ? find_entry(request.before) : nullptr;
  if (entry == nullptr || request.argument_count + request.before_count > protocol::max_arguments ||
      !entry->fits(request.arguments, request.argument_count) ||
      (before == nullptr) != (request.before[0] == '\0') ||
      (before != nullptr &&
       !before->fits(request.arguments + request.argument_count, request.before_count))) {
    reply.status = Reply::bad_signature;
  } else if (entry->function == nullptr || (before != nullptr && before->function == nullptr)) {
    reply.status = Reply::not_defined;
  } else {
    const char* given = nullptr;
    char* returned = nullptr;
    if (request.total_bytes > 0) {
      given = static_cast<const char*>(
          mmap(nullptr, request.total_bytes, PROT_READ, MAP_SHARED, message.given, 0));
      returned = static_cast<char*>(mmap(nullptr, request.total_bytes, PROT_READ | PROT_WRITE,
                                         MAP_SHARED, message.returned, 0));
    }
    auto* buffers = new Buffers(request, given);
    // The last call's buffers stay until now, so that no address comes twice in a row.
    alive.push_back(buffers);
    if (alive.size() > 2) {
      delete alive.front();
      alive.erase(alive.begin());
    }
    if (given == MAP_FAILED || returned == MAP_FAILED || buffers->failed()) {
      reply.status = Reply::out_of_memory;
    } else {
      if (before != nullptr) call_before(*before, request, given);
      cudaDeviceSynchronize();
      if (request.check != 0)
        reply.checked = start_check(request, buffers->pointers(), message.report);
      begin_call();
      const double start = now();
      try {
        reply.return_value = entry->call(entry->function, request.arguments, buffers->pointers());
      } catch (const std::exception& e) {
        std::snprintf(reply.where, sizeof reply.where, "an exception left the function: %s",
                      e.what());
        reply.status = Reply::fatal;
      } catch (...) {
        std::snprintf(reply.where, sizeof reply.where, "an exception left the function");
        reply.status = Reply::fatal;
      }
      describe_call(reply);
      const cudaError_t unseen = cudaPeekAtLastError();
      const cudaError_t synced = synchronize_all();
      if (unseen != cudaSuccess || synced != cudaSuccess) {
        note_error(reply, unseen != cudaSuccess ? unseen : synced);
        describe_call(reply);
      }
      const double first_call = now() - start;
      cudaGetLastError();
      // Whoever throws had no chance to free anything.
      if (reply.checked != 0 && reply.status != Reply::fatal) finish_check();
      const cudaError_t copied = buffers->copy_back(returned);
      if (copied != cudaSuccess && reply.error == 0) {
        note_error(reply, copied);
        describe_call(reply);
      }
      if (request.timing.at_most > 0 && reply.error == 0 && reply.status == Reply::done) {
        time_calls(*entry, request, *buffers, given, first_call, reply);
        reply.upload = buffers->upload_seconds();
        reply.download = buffers->download_seconds();
        int devices = 0;
        cudaGetDeviceCount(&devices);
        reply.devices = static_cast<std::uint32_t>(devices);
      }
      cudaGetLastError();
    }
    if (given != nullptr) munmap(const_cast<char*>(given), request.total_bytes);
    if (returned != nullptr) munmap(returned, request.total_bytes);
  }
  close(message.given);
  close(message.returned);
  if (message.report >= 0) close(message.report);
  std::fflush(stdout);
  send_reply(reply);
  // A CUDA context does not recover from such an error; the judge starts a new process.
  if (reply.status == Reply::fatal ||
      (reply.error != 0 && cudaDeviceSynchronize() != cudaSuccess)) {
    _exit(0);
  }
}

}  // namespace
}  // namespace warpgrade::runner

int main() {
  using namespace warpgrade::runner;
  start_backend(send_reply);
  // So that what a kernel or function printed before a crash is seen.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::vector<Buffers*> alive;
  Message message;
  while (receive(message)) serve_one(message, alive);
  // Without exit handlers: those of the student's code would run unasked.
  std::fflush(stdout);
  _exit(0);
}
