// The worker's side of a window, a timed call; see protocol.h: Measure. Neither an honest runner
// nor a submission that replaces it can gain anything here: the clock is elsewhere.
#pragma once

#include <cuda_runtime.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>

#include "referee/protocol.h"
#include "referee/relax.h"
#include "runner/backend.h"
#include "runner/buffers.h"
#include "runner/channel.h"
#include "runner/device_clock.h"

namespace warpgrade::runner {

/// The pointers of one call.
struct Pointers {
  void* at[protocol::max_arguments] = {};
};

/// `values` and `written`: the start of a call's arrays, and of the writable ones.
inline Pointers pointers_in(const protocol::Request& request, char* values, char* written) {
  Pointers pointers;
  for (std::uint32_t i = 0; i < request.argument_count; ++i) {
    const protocol::Argument& a = request.arguments[i];
    if (a.kind != protocol::Argument::pointer) continue;
    pointers.at[i] = (a.written != 0 ? written : values) + a.region_offset + a.array_offset;
  }
  return pointers;
}

/// Arrays on the GPU, in memory that the referee lends. One object for all windows of a process.
class LentWindow {
 public:
  LentWindow() = default;
  LentWindow(const LentWindow&) = delete;
  LentWindow& operator=(const LentWindow&) = delete;

  /// Descriptors of the lent memory, the gate and the reply. Returns false on failure.
  bool attach(const protocol::Measure& measure, const int* descriptors) {
    gate_bytes_ = referee::page_bytes + measure.host_bytes;
    lent_ = static_cast<char*>(borrow(descriptors[0], measure.lent_bytes));
    // The old pages stay mapped: a thread of the submission may read them.
    gate_ = mapped(descriptors[1], gate_bytes_, PROT_READ);
    reply_ = mapped(descriptors[2], referee::page_bytes, PROT_READ | PROT_WRITE);
    if (scratch_ == nullptr && cudaMalloc(&scratch_, scratch_bytes) != cudaSuccess)
      scratch_ = nullptr;
    return lent_ != nullptr && gate_ != nullptr && reply_ != nullptr && scratch_ != nullptr;
  }

  /// Runs `call(pointers, host arrays, returned)` after the gate opens. Without a function, the
  /// device sets a word of the results, so that the referee can tell which of its two copies is the
  /// later one.
  template <class Call>
  void run_window(const protocol::Request& request, bool nothing, const Call& call) {
    const protocol::Measure& measure = request.measure;
    const auto& gate = *reinterpret_cast<const referee::Gate*>(gate_);
    auto& reply = *reinterpret_cast<referee::Reply*>(reply_);
    wait_for(gate, referee::rehearsal_word(measure.number));
    cudaMemsetAsync(scratch_, 0, scratch_bytes);
    synchronize_all();
    reply.finished.store(referee::rehearsal_word(measure.number), std::memory_order_release);

    const std::uint32_t start = referee::start_word(measure.number);
    wait_for(gate, start);
    const Pointers pointers = pointers_in(request, lent_, lent_);
    call(pointers.at, gate_ + referee::page_bytes - measure.host_begin, reply.returned);
    if (nothing) cudaMemsetAsync(lent_, 0, scratch_bytes);
    if (measure.early != 0) reply.enqueued.store(start, std::memory_order_release);
    synchronize_all();
    reply.finished.store(start, std::memory_order_release);
  }

 private:
  static constexpr std::size_t scratch_bytes = 16;

  static void wait_for(const referee::Gate& gate, std::uint32_t word) {
    for (std::uint64_t turn = 1; gate.open.load(std::memory_order_acquire) != word; ++turn) {
      referee::relax();
      if (turn % (1 << 20) == 0) sched_yield();
    }
  }

  static char* mapped(int descriptor, std::size_t bytes, int protection) {
    void* const at = mmap(nullptr, bytes, protection, MAP_SHARED, descriptor, 0);
    return at == MAP_FAILED ? nullptr : static_cast<char*>(at);
  }

  char* lent_ = nullptr;
  char* gate_ = nullptr;
  char* reply_ = nullptr;
  std::size_t gate_bytes_ = 0;
  void* scratch_ = nullptr;
};

/// Arrays in host memory: the writable ones in an object that exists before the start, the others
/// in one that comes with it. The CPU engine's device gets copies of both.
class SentWindow {
 public:
  SentWindow(const protocol::Request& request, char* written)
      : request_(request), written_(written) {
    if (request.device_pointers != 0) copies_ = std::make_unique<Buffers>(request);
  }
  SentWindow(const SentWindow&) = delete;
  SentWindow& operator=(const SentWindow&) = delete;
  ~SentWindow() {
    if (values_ != nullptr) munmap(values_, bytes());
  }

  bool failed() const { return copies_ && copies_->failed(); }

  /// Waits for the start, which brings the values. Returns false if the grader has exited. Spins at
  /// first, because the start comes soon and a sleeping process wakes up late.
  bool wait() {
    std::uint64_t id = 0;
    int descriptor = -1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
    iovec part{&id, sizeof id};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    constexpr int awake = 200000;  // iterations, some tens of milliseconds
    ssize_t size = -1;
    for (int turn = 0; size < 0 && turn <= awake; ++turn, referee::relax())
      size = receive_message(protocol::socket_fd, header, turn < awake ? MSG_DONTWAIT : 0);
    const cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    if (size != sizeof id || id != request_.id || rights == nullptr) return false;
    std::memcpy(&descriptor, CMSG_DATA(rights), sizeof descriptor);
    if (bytes() > 0) {
      void* const at = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
      values_ = at == MAP_FAILED ? nullptr : static_cast<char*>(at);
      // Done outside of the timed calls: they find every page present.
      if (values_ != nullptr) madvise(values_, bytes(), 22 /* MADV_POPULATE_READ, Linux 5.14 */);
    }
    close(descriptor);
    return bytes() == 0 || values_ != nullptr;
  }

  /// Like LentWindow::play, from wait() to the answer.
  template <class Call>
  void run_window(const Call& call) {
    protocol::Finished finished{};
    finished.id = request_.id;
    if (copies_) {
      copies_->fill(values_);
      call(copies_->pointers(), values_, finished.returned);
      synchronize_all();
      copies_->copy_back(written_, false);
    } else {
      start_values();
      const Pointers pointers = pointers_in(request_, values_, written_);
      call(pointers.at, values_, finished.returned);
    }
    synchronize_all();
    send_object(protocol::socket_fd, finished);
  }

 private:
  std::size_t bytes() const { return request_.total_bytes; }

  /// Sets arrays that are input and output to their initial values.
  void start_values() const {
    for (std::uint32_t i = 0; i < request_.argument_count; ++i) {
      const protocol::Argument& a = request_.arguments[i];
      if (a.kind != protocol::Argument::pointer || a.written == 0 || a.initialised == 0) continue;
      std::memcpy(written_ + a.region_offset, values_ + a.region_offset, a.region_bytes);
    }
  }

  const protocol::Request& request_;
  char* written_ = nullptr;
  char* values_ = nullptr;
  std::unique_ptr<Buffers> copies_;  // on the engine's device
};

}  // namespace warpgrade::runner
