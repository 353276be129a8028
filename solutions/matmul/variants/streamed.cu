// From host memory to host memory at the speed of the connection. Pageable memory cannot travel by
// itself: the driver copies it through a small pinned buffer with one thread, at a fifth of what
// the connection carries. Here as many threads as there are cores do that, each with two pinned
// slots of its own: one is filled while the other one travels. First B goes up, then A by panels of
// rows; as soon as a panel is there, the champion multiplies it, and what it makes goes down while
// the next ones come.
//
// What limits it: the threads' copies. Every byte is read and written once more by a core, and the
// threads together copy little faster than the connection. One H100 with 32 cores, float,
// 10000: 28.8 ms, where the connection alone needs 21.8.
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "champion.cu"

namespace crossing {

constexpr std::size_t slot_bytes = std::size_t(1) << 20;
constexpr int most_threads = 16;
constexpr int most_panels = 8;
/// A smaller product is over before the threads have begun.
constexpr std::size_t worth_it = std::size_t(8) << 20;

/// What one thread copies with.
class Ferry {
 public:
  Ferry() {
    CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    for (Slot& slot : slots_) {
      CHECK(cudaMallocHost(&slot.memory, slot_bytes));
      CHECK(cudaEventCreateWithFlags(&slot.passed, cudaEventDisableTiming));
    }
    CHECK(cudaEventCreateWithFlags(&sent_, cudaEventDisableTiming));
  }
  Ferry(const Ferry&) = delete;
  Ferry& operator=(const Ferry&) = delete;

  void wait_for(cudaEvent_t event) { CHECK(cudaStreamWaitEvent(stream_, event, 0)); }

  void up(char* to, const char* from, std::size_t bytes) {
    Slot& slot = next_slot();
    CHECK(cudaEventSynchronize(slot.passed));
    std::memcpy(slot.memory, from, bytes);
    CHECK(cudaMemcpyAsync(to, slot.memory, bytes, cudaMemcpyHostToDevice, stream_));
    CHECK(cudaEventRecord(slot.passed, stream_));
    CHECK(cudaEventRecord(sent_, stream_));
  }

  /// Begins to bring that down, and ends what was begun before.
  void down(char* to, const char* from, std::size_t bytes) {
    Slot& slot = next_slot();
    CHECK(cudaEventSynchronize(slot.passed));
    CHECK(cudaMemcpyAsync(slot.memory, from, bytes, cudaMemcpyDeviceToHost, stream_));
    CHECK(cudaEventRecord(slot.passed, stream_));
    slot.to = to;
    slot.bytes = bytes;
    land(slots_[turn_]);
  }

  void finish() {
    for (Slot& slot : slots_) land(slot);
  }

  /// All that was sent up is there.
  cudaEvent_t sent() const { return sent_; }

 private:
  struct Slot {
    char* memory = nullptr;
    cudaEvent_t passed = nullptr;
    char* to = nullptr;  // where what comes down belongs
    std::size_t bytes = 0;
  };

  Slot& next_slot() {
    Slot& slot = slots_[turn_];
    turn_ = 1 - turn_;
    return slot;
  }

  static void land(Slot& slot) {
    if (slot.to == nullptr) return;
    CHECK(cudaEventSynchronize(slot.passed));
    std::memcpy(slot.to, slot.memory, slot.bytes);
    slot.to = nullptr;
  }

  cudaStream_t stream_ = nullptr;
  cudaEvent_t sent_ = nullptr;
  Slot slots_[2];
  int turn_ = 0;
};

/// Part of an array in one panel.
struct Piece {
  char* device;
  char* host;
  std::size_t bytes;
  int panel;
};

void cut(std::vector<Piece>& into, char* device, const void* host, std::size_t bytes, int panel) {
  char* const from = const_cast<char*>(static_cast<const char*>(host));
  for (std::size_t at = 0; at < bytes; at += slot_bytes)
    into.push_back({device + at, from + at, std::min(slot_bytes, bytes - at), panel});
}

/// Takes longer to make than a product of 2048 × 2048: kept for the next call.
struct Fleet {
  std::vector<Ferry> ferries;
  cudaEvent_t allocated, computed[most_panels];
  Fleet()
      : ferries(
            std::min<unsigned>(most_threads, std::max(1u, std::thread::hardware_concurrency()))) {
    CHECK(cudaEventCreateWithFlags(&allocated, cudaEventDisableTiming));
    for (cudaEvent_t& event : computed)
      CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  }
};

class Product {
 public:
  Product(Fleet& fleet, int m, int n, int k, const real* A, const real* B, real* C)
      : fleet_(fleet),
        m_(m),
        n_(n),
        k_(k),
        a_(bytes(m, k)),
        b_(bytes(k, n)),
        c_(bytes(m, n)),
        panels_(std::max(1, std::min(most_panels, m / 1024))),
        rows_(ways::up((m + panels_ - 1) / panels_, 128)) {
    panels_ = (m + rows_ - 1) / rows_;
    cut(up_, b_.get(), B, bytes(k, n), 0);
    for (int p = 0; p < panels_; ++p) {
      cut(up_, a_.get() + bytes(p * rows_, k), A + std::size_t(p) * rows_ * k, bytes(rows_of(p), k),
          p);
      cut(down_, c_.get() + bytes(p * rows_, n), C + std::size_t(p) * rows_ * n,
          bytes(rows_of(p), n), p);
    }
    for (const Piece& piece : up_) ++left_[piece.panel];
    CHECK(cudaEventRecord(fleet_.allocated, nullptr));
  }

  void run() {
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < fleet_.ferries.size(); ++i)
      threads.emplace_back([this, i] { work(fleet_.ferries[i]); });
    work(fleet_.ferries[0]);
    for (std::thread& thread : threads) thread.join();
  }

 private:
  static std::size_t bytes(int rows, int columns) {
    return std::size_t(rows) * columns * sizeof(real);
  }
  int rows_of(int panel) const { return std::min(rows_, m_ - panel * rows_); }

  void work(Ferry& ferry) {
    ferry.wait_for(fleet_.allocated);
    for (std::size_t i; (i = next_up_++) < up_.size();) {
      const Piece& piece = up_[i];
      ferry.up(piece.device, piece.host, piece.bytes);
      if (--left_[piece.panel] == 0) multiply();
    }
    for (std::size_t i; (i = next_down_++) < down_.size();) {
      const Piece& piece = down_[i];
      while (multiplied_ <= piece.panel) std::this_thread::yield();
      ferry.wait_for(fleet_.computed[piece.panel]);
      ferry.down(piece.host, piece.device, piece.bytes);
    }
    ferry.finish();
  }

  /// Multiplies the panels of which all has been sent, in order.
  void multiply() {
    const std::lock_guard lock(turn_);
    for (int p; (p = multiplied_) < panels_ && left_[p] == 0; ++multiplied_) {
      for (const Ferry& ferry : fleet_.ferries)
        CHECK(cudaStreamWaitEvent(nullptr, ferry.sent(), 0));
      champion(rows_of(p), n_, k_, reinterpret_cast<const real*>(a_.get() + bytes(p * rows_, k_)),
               reinterpret_cast<const real*>(b_.get()),
               reinterpret_cast<real*>(c_.get() + bytes(p * rows_, n_)));
      CHECK(cudaEventRecord(fleet_.computed[p], nullptr));
    }
  }

  Fleet& fleet_;
  const int m_, n_, k_;
  const Scratch a_, b_, c_;
  int panels_, rows_;
  std::vector<Piece> up_, down_;
  std::atomic<std::size_t> next_up_{0}, next_down_{0};
  std::atomic<int> left_[most_panels] = {};
  std::atomic<int> multiplied_{0};
  std::mutex turn_;
};

}  // namespace crossing

void streamed(int m, int n, int k, const real* A, const real* B, real* C) {
  const double bytes = sizeof(real) * (double(m) * k + double(k) * n + double(m) * n);
  if (k == 0 || bytes < crossing::worth_it) return matmul_host(m, n, k, A, B, C);
  static crossing::Fleet fleet;
  crossing::Product(fleet, m, n, k, A, B, C).run();
}
