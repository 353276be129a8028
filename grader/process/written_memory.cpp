#include "process/written_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <random>
#include <utility>

#include "base/random.h"

namespace warpgrade {
namespace {

constexpr std::size_t little = 1 << 20, page = 4096;

}  // namespace

WrittenMemory::WrittenMemory(std::size_t bytes) : bytes_(bytes), memory_(bytes) {
  memory_.seal(F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  if (bytes_ == 0) return;
  void* const at =
      mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, memory_.fd(), 0);
  if (at == MAP_FAILED) throw out_of_resources("cannot map shared memory");
  data_ = static_cast<std::byte*>(at);
}

WrittenMemory::~WrittenMemory() {
  if (data_ != nullptr) munmap(data_, bytes_);
}

void WrittenMemory::poison(const CallImage& layout) {
  for (const Region& region : layout.regions)
    if (region.begin < bytes_) fill_with_poison(data_ + region.begin, region, layout.real);
  copy_.clear();
  if (bytes_ <= little)
    copy_.resize(bytes_);
  else
    choose_places();
}

void WrittenMemory::choose_places() {
  std::random_device device;
  Random random((static_cast<std::uint64_t>(device()) << 32) | device());
  places_.clear();
  for (std::size_t begin = 0; begin < bytes_; begin += page) {
    const std::size_t words = std::min(page, bytes_ - begin) / sizeof(std::uint64_t);
    if (words > 0) places_.push_back(begin + random.bits() % words * sizeof(std::uint64_t));
  }
  // In random order, so that the worker cannot write just ahead of the reader.
  for (std::size_t i = places_.size(); i > 1; --i)
    std::swap(places_[i - 1], places_[random.bits() % i]);
  words_.resize(places_.size());
}

void WrittenMemory::copy_written() {
  if (bytes_ <= little) {
    std::copy_n(data_, bytes_, copy_.begin());
    return;
  }
  for (std::size_t i = 0; i < places_.size(); ++i)
    std::memcpy(&words_[i], data_ + places_[i], sizeof words_[i]);
  std::atomic_thread_fence(std::memory_order_acquire);
}

bool WrittenMemory::complete() {
  if (bytes_ <= little) return true;
  copy_.assign(data_, data_ + bytes_);
  for (std::size_t i = 0; i < places_.size(); ++i)
    if (std::memcmp(copy_.data() + places_[i], &words_[i], sizeof words_[i]) != 0) return false;
  return true;
}

}  // namespace warpgrade
