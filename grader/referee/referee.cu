// The referee: the process that holds inputs, results and the clock of timed calls on a GPU.
//
// Theory of operation. The judge starts it once for a grade, and it opens the device at once. It
// keeps a problem's values (`staged_`), which no other process can reach, and lends each child, the
// submission's and the baseline's, device memory of its own (`Arena`, by a file descriptor).
//
// A window is one call. Before it comes a rehearsal, in which the child does a little nothing on
// the device: so that a change of process costs the same, whoever had the device before.
//   1. Start of the clock. A kernel of ours copies the values from where they were staged into the
//   lent
//      memory, all of it: whatever the child left there, poison and guard bands included. Then the
//      host sees a flag, and opens the gate. Meanwhile the device stays ours for a while: memory of
//      twice the cache's size is written, and a kernel waits. So whoever launches as soon as the
//      gate is open has launched in time, and work that was queued before gains nothing.
//   2. The child makes its call and answers.
//   3. A kernel of ours copies everything that may be written out of the lent memory, and raises
//      another flag. End of the clock.
// The clock is this process's, from before the first kernel is launched until the second one is
// over. Nothing that the child says enters it: an answer that comes too early means results that
// are taken too early, since the device serves one process at a time and ours is served when the
// child's kernels are over, or in between, unfinished. An answer that comes late is time. What the
// two kernels and the changes of process take is known from our own program, whose call does
// nothing, in the same place.
//
// Short windows (`early`) are answered twice: when the call has returned, and when the device is at
// rest. Results are taken at both. If they are the same, the first time counts: nobody pays for
// noticing that the device is at rest, and nobody gains by not looking.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

#include "measure/device_ceilings.cuh"
#include "referee/driver.cuh"
#include "referee/facts.h"
#include "referee/kernels.cuh"
#include "referee/lab_side.h"
#include "referee/protocol.h"
#include "referee/relax.h"

#ifndef WARPGRADE_HAS_LAB_SIDE
warpgrade::referee::LabSide* warpgrade::referee::lab_side() { return nullptr; }
#endif

namespace warpgrade::referee {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void must(cudaError_t error, const char* what) { check_cuda(error, what); }
void must(CUresult error, const char* what) {
  if (error != CUDA_SUCCESS)
    throw std::runtime_error(std::string(what) + ": the driver's error " + std::to_string(error));
}

/// Device memory that grows.
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { cudaFree(data_); }

  char* room(std::size_t bytes) {
    if (bytes > bytes_) {
      cudaFree(data_);
      data_ = nullptr;
      bytes_ = 0;
      must(cudaMalloc(&data_, bytes), "the referee's memory");
      bytes_ = bytes;
    }
    return data_;
  }
  char* data() const { return data_; }

 private:
  char* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// A shared mapping of a descriptor, which it closes.
class Mapping {
 public:
  Mapping(int descriptor, std::size_t bytes, int protection) : bytes_(bytes) {
    void* const at = mmap(nullptr, bytes, protection, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (at == MAP_FAILED) throw std::runtime_error(std::string("mmap: ") + std::strerror(errno));
    data_ = static_cast<char*>(at);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { munmap(data_, bytes_); }
  char* data() const { return data_; }

 private:
  char* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// What a child is lent.
struct Arena {
  std::unique_ptr<LentMemory> memory;
  std::unique_ptr<Mapping> gate, reply;
};

class Referee {
 public:
  Referee() {
    if (!driver_.open()) throw std::runtime_error("the driver cannot share memory");
    must(cudaSetDevice(0), "the device");
    must(cudaFree(nullptr), "the device");
    int cache = 0;
    must(cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, 0), "the device's cache");
    flush_bytes_ = 2 * static_cast<std::size_t>(std::max(cache, 0)) / 16 * 16;
    flush_.room(std::max<std::size_t>(flush_bytes_, link_bytes_));
    must(cudaMallocHost(&link_, link_bytes_), "pinned memory");
    must(cudaHostAlloc(&flag_, sizeof *flag_, cudaHostAllocMapped), "the flag");
    *flag_ = 0;
    must(cudaMalloc(&different_, sizeof *different_), "a counter");
    must(cudaEventCreate(&begin_), "an event");
    must(cudaEventCreate(&end_), "an event");
    side_ = lab_side();
    prepare_control();
  }

  /// `descriptors`: what came along. `lent`: what goes with the answer, or -1.
  void serve(const Ask& ask, const std::vector<int>& descriptors, Answer& answer, int& lent) {
    switch (ask.kind) {
      case Ask::Kind::hello:
        break;
      case Ask::Kind::arena:
        lend(ask, lent);
        break;
      case Ask::Kind::drop:
        arenas_.erase(ask.arena);
        break;
      case Ask::Kind::page:
        set_page(ask, descriptors);
        break;
      case Ask::Kind::pose:
        pose(ask, answer);
        break;
      case Ask::Kind::make:
        make(ask);
        break;
      case Ask::Kind::load:
        load(descriptors);
        break;
      case Ask::Kind::window:
        window(ask, answer);
        break;
      case Ask::Kind::results:
        take_results(ask, descriptors);
        break;
      case Ask::Kind::verify:
        verify(answer);
        break;
      case Ask::Kind::read:
        read(ask, descriptors);
        break;
      case Ask::Kind::control:
        answer.slowness = control();
        break;
      case Ask::Kind::ceilings:
        measure_all(answer);
        break;
    }
    std::size_t free = 0, total = 0;
    must(cudaMemGetInfo(&free, &total), "the device's memory");
    answer.free_bytes = free;
    answer.total_bytes = total;
  }

 private:
  void lend(const Ask& ask, int& lent) {
    Arena arena;
    arena.memory = std::make_unique<LentMemory>(driver_);
    must(arena.memory->make(ask.bytes), "memory to be lent");
    must(arena.memory->lend(&lent), "lending memory");
    arenas_[ask.arena] = std::move(arena);
  }

  void set_page(const Ask& ask, const std::vector<int>& descriptors) {
    if (descriptors.size() != 2) throw std::runtime_error("a page needs two descriptors");
    Arena& arena = arenas_.at(ask.arena);
    arena.gate =
        std::make_unique<Mapping>(descriptors[0], page_bytes + ask.bytes, PROT_READ | PROT_WRITE);
    arena.reply = std::make_unique<Mapping>(descriptors[1], page_bytes, PROT_READ | PROT_WRITE);
  }

  void pose(const Ask& ask, Answer& answer) {
    shape_ = ask;
    facts_ = read_facts(ask.facts);
    staged_.room(std::max<std::size_t>(ask.size, 16));
    taken_.room(std::max<std::size_t>(ask.written_bytes, 16));
    host_.assign(ask.host_bytes, 0);
    answer.serves = side_ != nullptr && side_->serves(facts_);
  }

  /// All arrays, as they lie behind `begin`; of what was taken only those that may be written.
  Arrays arrays_at(char* begin, bool written_only) const {
    Arrays arrays;
    for (std::uint32_t i = 0; i < shape_.regions; ++i) {
      const Region& region = shape_.region[i];
      if (written_only && region.written == 0) continue;
      arrays[region.name] = {reinterpret_cast<real*>(begin + region.array), region.rows,
                             region.cols};
    }
    return arrays;
  }

  template <class Word>
  void fill_words(char* at, std::size_t bytes, Word word) {
    fill<<<many_blocks, block_threads>>>(reinterpret_cast<Word*>(at), bytes / sizeof(Word), word);
  }

  void make(const Ask& ask) {
    char* const all = staged_.data();
    if (sizeof(real) == 4)
      fill_words(all, shape_.size, static_cast<std::uint32_t>(ask.poison_bits));
    else
      fill_words(all, shape_.size, ask.poison_bits);
    // Never NaN: what is multiplied by 0 and thrown away may be read.
    for (std::uint32_t i = 0; i < shape_.regions; ++i) {
      const Region& region = shape_.region[i];
      if (region.overflow_bytes > 0)
        fill_words(all + region.array + region.array_bytes, region.overflow_bytes, real{1});
    }
    Facts facts = facts_;
    facts.seed = ask.seed;
    side_->make(facts, arrays_at(all, false));
    must(cudaGetLastError(), "making values");
    keep_host();
  }

  void load(const std::vector<int>& descriptors) {
    if (descriptors.size() != 1) throw std::runtime_error("values need a descriptor");
    const Mapping values(descriptors[0], shape_.size, PROT_READ);
    must(cudaMemcpy(staged_.data(), values.data(), shape_.size, cudaMemcpyHostToDevice),
         "loading values");
    keep_host();
  }

  void keep_host() {
    if (shape_.host_bytes == 0) return;
    must(cudaMemcpy(host_.data(), staged_.data() + shape_.host_begin, shape_.host_bytes,
                    cudaMemcpyDeviceToHost),
         "values for the host");
  }

  /// Enqueues a flag that the host sees when everything before it is over; its value.
  std::uint32_t raise() {
    const std::uint32_t value = ++raised_;
    std::uint32_t* flag = nullptr;
    must(cudaHostGetDevicePointer(&flag, flag_, 0), "the flag");
    raise_flag<<<1, 1>>>(flag, value);
    must(cudaGetLastError(), "the flag");
    return value;
  }

  /// Awake: who sleeps is woken late.
  void wait_for_flag(std::uint32_t value) {
    for (std::uint64_t turn = 0; *static_cast<volatile std::uint32_t*>(flag_) != value; ++turn) {
      relax();
      // An error would raise no flag.
      if (turn % (1 << 16) == (1 << 16) - 1) {
        const cudaError_t error = cudaStreamQuery(nullptr);
        if (error != cudaErrorNotReady) must(error, "a window");
      }
    }
  }

  /// Until everything enqueued so far is over.
  void wait_awake() { wait_for_flag(raise()); }

  /// How many times as long as usual our own work takes, in the worst of what may be disturbed: the
  /// device's memory, its cache, the link to the host.
  double control() {
    double worst = 0;
    for (const Work& work : works_) worst = std::max(worst, seconds_of(work) / work.usual);
    return worst;
  }

  struct Work {
    void (Referee::*once)();
    int times = 1;
    double usual = 1;  // seconds of all of them
  };

  /// By the device's own events.
  double seconds_of(const Work& work) {
    must(cudaEventRecord(begin_), "an event");
    for (int i = 0; i < work.times; ++i) (this->*work.once)();
    must(cudaEventRecord(end_), "an event");
    must(cudaEventSynchronize(end_), "the device");
    float milliseconds = 0;
    must(cudaEventElapsedTime(&milliseconds, begin_, end_), "an event");
    return milliseconds / 1000;
  }

  /// Each piece of work is longer than a turn of another process on the device, so that one which
  /// has work there shows.
  void prepare_control() {
    constexpr double wanted = 3e-3;
    constexpr int samples = 5;
    wake();
    works_ = {{&Referee::flush}, {&Referee::read_cached}, {&Referee::cross_link}};
    for (Work& work : works_) {
      work.times = 8;
      const double some = std::max(seconds_of(work) / work.times, 1e-6);
      work.times = static_cast<int>(std::clamp(wanted / some, 1.0, 5000.0));
      std::vector<double> seconds;
      for (int i = 0; i < samples; ++i) seconds.push_back(seconds_of(work));
      std::sort(seconds.begin(), seconds.end());
      work.usual = seconds[samples / 2];
    }
  }

  /// What fits into half of the cache.
  void read_cached() {
    read_all<<<many_blocks, block_threads>>>(reinterpret_cast<const uint4*>(flush_.data()),
                                             flush_bytes_ / 4 / 16, different_);
  }

  void cross_link() {
    must(cudaMemcpyAsync(flush_.data(), link_, link_bytes_, cudaMemcpyHostToDevice), "the link");
    must(cudaMemcpyAsync(link_, flush_.data(), link_bytes_, cudaMemcpyDeviceToHost), "the link");
  }

  /// A device that has rested begins slowly, and one that served another process has to change:
  /// both before the clock starts.
  void wake() {
    constexpr double awake = 1.5e-3;
    for (const auto start = Clock::now(); seconds_since(start) < awake;) {
      flush();
      must(cudaDeviceSynchronize(), "the device");
    }
  }

  static void measure_all(Answer& answer) {
    const MeasuredCeilings found = measure_ceilings(0);
    answer.bytes_per_second = found.bytes_per_second;
    answer.flops_f32 = found.flops_f32;
    answer.flops_f64 = found.flops_f64;
  }

  void flush() { fill_words(flush_.data(), flush_bytes_, std::uint32_t{1}); }

  /// Awake for a while, then with short sleeps. False when the judge wants an end.
  bool wait_for(const std::atomic<std::uint32_t>& word, std::uint32_t value) const {
    constexpr double awake = 0.2;
    const auto start = Clock::now();
    for (std::uint64_t turn = 1; word.load(std::memory_order_acquire) != value; ++turn) {
      relax();
      if (turn % 128 != 0) continue;
      char byte;
      const ssize_t got = recv(socket_fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK);
      if (got >= 0 || (errno != EAGAIN && errno != EINTR)) return false;
      if (seconds_since(start) > awake) usleep(20);
    }
    return true;
  }

  void window(const Ask& ask, Answer& answer) {
    Arena& arena = arenas_.at(ask.arena);
    if (!arena.gate) throw std::runtime_error("a window needs a page");
    if (shape_.size > arena.memory->bytes())
      throw std::runtime_error("the lent memory is too small");
    auto& gate = *reinterpret_cast<Gate*>(arena.gate->data());
    auto& reply = *reinterpret_cast<Reply*>(arena.reply->data());
    lent_ = arena.memory->data();
    must(cudaMemset(different_, 0, sizeof *different_), "a counter");
    wake();
    gate.open.store(rehearsal_of(ask.number), std::memory_order_release);
    if (!wait_for(reply.finished, rehearsal_of(ask.number))) return give_up(answer);
    wait_awake();

    const auto start = Clock::now();
    copy<<<many_blocks, block_threads>>>(reinterpret_cast<uint4*>(lent_),
                                         reinterpret_cast<const uint4*>(staged_.data()),
                                         shape_.size / 16);
    const std::uint32_t copied = raise();
    flush();
    hold<<<1, 1>>>(cycles_held);
    wait_for_flag(copied);
    if (shape_.host_bytes > 0)
      std::memcpy(arena.gate->data() + page_bytes, host_.data(), shape_.host_bytes);
    gate.open.store(start_of(ask.number), std::memory_order_release);

    double first = 0;
    if (ask.early != 0) {
      if (!wait_for(reply.enqueued, start_of(ask.number))) return give_up(answer);
      take();
      first = seconds_since(start);
    }
    if (!wait_for(reply.finished, start_of(ask.number))) return give_up(answer);
    if (ask.early != 0)
      take_again();
    else
      take();
    answer.seconds = seconds_since(start);
    if (ask.early != 0 && differences() == 0) answer.seconds = first;
    returned_ = reply.returned;
  }

  void take() {
    copy<<<many_blocks, block_threads>>>(reinterpret_cast<uint4*>(taken_.data()),
                                         reinterpret_cast<const uint4*>(lent_),
                                         shape_.written_bytes / 16);
    wait_awake();
  }

  void take_again() {
    copy_again<<<many_blocks, block_threads>>>(reinterpret_cast<uint4*>(taken_.data()),
                                               reinterpret_cast<const uint4*>(lent_),
                                               shape_.written_bytes / 16, different_);
    wait_awake();
  }

  unsigned long long differences() {
    unsigned long long different = 0;
    must(cudaMemcpy(&different, different_, sizeof different, cudaMemcpyDeviceToHost), "a counter");
    return different;
  }

  void take_results(const Ask& ask, const std::vector<int>& descriptors) {
    if (descriptors.size() != 1) throw std::runtime_error("results need a descriptor");
    const Mapping results(descriptors[0], shape_.written_bytes, PROT_READ);
    must(cudaMemcpy(taken_.data(), results.data(), shape_.written_bytes, cudaMemcpyHostToDevice),
         "loading results");
    returned_ = ask.returned;
    lent_ = nullptr;
  }

  static void give_up(Answer& answer) { answer.aborted = 1; }

  void count_between(const char* a, const char* b, std::size_t bytes) {
    if (bytes == 0) return;
    count_different<<<256, block_threads>>>(reinterpret_cast<const std::uint32_t*>(a),
                                            reinterpret_cast<const std::uint32_t*>(b), bytes / 4,
                                            different_);
  }

  /// Whether guard bands or inputs are not as they were.
  bool touched() {
    must(cudaMemset(different_, 0, sizeof *different_), "a counter");
    const char* const was = staged_.data();
    for (std::uint32_t i = 0; i < shape_.regions; ++i) {
      const Region& region = shape_.region[i];
      // What a window on the host's memory only reads it cannot change.
      if (region.written == 0 && lent_ == nullptr) continue;
      const char* const found = region.written != 0 ? taken_.data() : lent_;
      const std::uint64_t end = region.array + region.array_bytes + region.overflow_bytes;
      count_between(was + region.begin, found + region.begin, region.array - region.begin);
      count_between(was + end, found + end, region.begin + region.bytes - end);
      if (region.written == 0)
        count_between(was + region.array, found + region.array, region.array_bytes);
    }
    return differences() > 0;
  }

  void verify(Answer& answer) {
    answer.touched = touched();
    answer.returned = returned_;
    if (side_ == nullptr || !side_->serves(facts_)) return;
    answer.right = side_
                       ->verify(facts_, arrays_at(staged_.data(), false),
                                arrays_at(taken_.data(), true), returned_)
                       .right;
  }

  void read(const Ask& ask, const std::vector<int>& descriptors) {
    if (descriptors.size() != 1) throw std::runtime_error("reading needs a descriptor");
    const Mapping to(descriptors[0], ask.bytes, PROT_READ | PROT_WRITE);
    const char* const from = ask.source == 0   ? staged_.data()
                             : ask.source == 1 ? lent_
                                               : taken_.data();
    must(cudaMemcpy(to.data(), from + ask.offset, ask.bytes, cudaMemcpyDeviceToHost), "reading");
  }

  Driver driver_;
  LabSide* side_ = nullptr;
  std::map<std::uint32_t, Arena> arenas_;
  Ask shape_ = {};  // of the arrays, as they were posed
  Facts facts_;
  Memory staged_, taken_, flush_;
  std::vector<char> host_;
  std::size_t flush_bytes_ = 0;
  static constexpr std::size_t link_bytes_ = 4 << 20;
  // A tenth of a millisecond or less: longer than a launch, shorter than a turn on the device.
  static constexpr long long cycles_held = 150000;
  void* link_ = nullptr;  // of the host, pinned
  std::vector<Work> works_;
  std::uint32_t* flag_ = nullptr;
  std::uint32_t raised_ = 0;
  unsigned long long* different_ = nullptr;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
  char* lent_ = nullptr;  // in the last window; null where results came from elsewhere
  std::int64_t returned_ = 0;
};

/// False at the end of the socket.
bool receive(Ask& ask, std::vector<int>& descriptors) {
  int came[2];
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof came)] = {};
  iovec part{&ask, sizeof ask};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  ssize_t size;
  while ((size = recvmsg(socket_fd, &header, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  descriptors.clear();
  if (const cmsghdr* rights = CMSG_FIRSTHDR(&header)) {
    const std::size_t count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    std::memcpy(came, CMSG_DATA(rights), count * sizeof(int));
    descriptors.assign(came, came + count);
  }
  return size == sizeof ask;
}

bool send_answer(const Answer& answer, int lent) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof lent)] = {};
  iovec part{const_cast<Answer*>(&answer), sizeof answer};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (lent >= 0) {
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof lent);
    std::memcpy(CMSG_DATA(rights), &lent, sizeof lent);
  }
  const bool sent = sendmsg(socket_fd, &header, MSG_NOSIGNAL) >= 0;
  if (lent >= 0) close(lent);
  return sent;
}

}  // namespace
}  // namespace warpgrade::referee

int main() {
  using namespace warpgrade::referee;
  std::unique_ptr<Referee> referee;
  Ask ask;
  std::vector<int> descriptors;
  while (receive(ask, descriptors)) {
    Answer answer = {};
    int lent = -1;
    try {
      if (!referee) referee = std::make_unique<Referee>();
      referee->serve(ask, descriptors, answer, lent);
      answer.ok = 1;
    } catch (const std::exception& error) {
      std::snprintf(answer.error, sizeof answer.error, "%s", error.what());
      cudaGetLastError();
    }
    if (!send_answer(answer, lent)) break;
  }
  _exit(0);
}
