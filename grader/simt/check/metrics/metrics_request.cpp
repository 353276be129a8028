// Global memory is moved in sectors of 32 bytes, and a request costs as many as its lanes touch
// (CUDA C++ Programming Guide, "Global Memory" of compute capability 5.x and later; Nsight Compute
// counts them as l1tex__t_sectors).
// Shared memory has 32 banks of 4 bytes (the same guide, "Shared Memory" of compute capability
// 5.x). Different words of one bank are served one after the other; lanes that load or store the
// same word do not conflict. A pass moves 128 bytes, so a warp's loads of 8 and 16 bytes per lane
// need 2 and 4 passes, for half warps and quarter warps, and only lanes of the same half or quarter
// can conflict (a designer of NVIDIA's profilers in
// https://forums.developer.nvidia.com/t/unexpected-shared-memory-bank-conflict/77228; not modeled
// here: some chips need half as many when neighboring lanes want the same words). Atomics on the
// same word are done one after the other.
// Constant memory has a cache of its own. It broadcasts one word to all lanes that want it, and
// serves different words one after the other (CUDA C++ Programming Guide, "Constant Memory"). So a
// load moves 4 bytes for each different word: a word that a whole warp wants costs an eighth of a
// sector, while lanes that want different words pay what they ask for.
// An access of another size, or one not aligned to its size, copies a struct or a range. nvcc
// splits it into loads and stores that fit, and it is counted as those. So it needs more sectors
// than its bytes fill, as on a GPU.
#include "check/metrics/metrics_request.h"

#include <algorithm>
#include <cstring>

namespace simt::check {

namespace {

constexpr unsigned sector_bytes = 32, sector_shift = 5, bank_bytes = 4, banks = 32;

// Distinct keys by bucket. Up to 32 lanes add one key each.
class Buckets {
 public:
  // Adds a key. Returns the number of keys in the bucket, or 0 if the key was already there.
  unsigned add(unsigned bucket, std::uint64_t key) {
    const unsigned n = count_[bucket];
    if (find(bucket, key) != n) return 0;
    key_[bucket][n] = key;
    return count_[bucket] = static_cast<std::uint8_t>(n + 1);
  }
  // Counts one more use of the bucket, even for a repeated key.
  unsigned add_repeated(unsigned bucket) { return ++count_[bucket]; }
  // Returns how often the key has been counted, including this time.
  unsigned count(unsigned bucket, std::uint64_t key) {
    const unsigned at = find(bucket, key);
    if (add(bucket, key)) times_[bucket][at] = 0;
    return ++times_[bucket][at];
  }
  void clear() { std::memset(count_, 0, sizeof count_); }

  // A bucket for keys that have no natural bucket.
  static unsigned any(std::uint64_t key) {
    return static_cast<unsigned>(key * 0x9E3779B97F4A7C15u >> 59);
  }

 private:
  unsigned find(unsigned bucket, std::uint64_t key) const {
    unsigned at = 0;
    while (at < count_[bucket] && key_[bucket][at] != key) ++at;
    return at;
  }

  std::uint8_t count_[banks] = {};
  std::uint8_t times_[banks][32];
  std::uint64_t key_[banks][32];
};

// One load, store or atomic instruction: `size` is a power of two up to 16, and divides the
// addresses.
struct Instruction {
  std::uint32_t lanes = 0;
  unsigned count = 0;
  unsigned size = 0;
  std::uint64_t address[32];
};

struct Touched {
  unsigned addresses;
  unsigned sectors;  // no lane's bytes cross a sector boundary
};

Touched touched_in_any_order(const Instruction& in) {
  Buckets addresses, sectors;
  Touched n{0, 0};
  for (unsigned i = 0; i < in.count; ++i) {
    if (!addresses.add(Buckets::any(in.address[i]), in.address[i])) continue;
    ++n.addresses;
    const std::uint64_t sector = in.address[i] >> sector_shift;
    if (sectors.add(Buckets::any(sector), sector)) ++n.sectors;
  }
  return n;
}

Touched touched(const Instruction& in) {
  Touched n{1, 1};
  for (unsigned i = 1; i < in.count; ++i) {
    const std::uint64_t previous = in.address[i - 1], now = in.address[i];
    if (now < previous) return touched_in_any_order(in);
    n.addresses += now != previous;
    n.sectors += now >> sector_shift != previous >> sector_shift;
  }
  return n;
}

void add_global(SiteMetrics& site, const Instruction& in) {
  const Touched n = touched(in);
  const std::uint64_t bytes = std::uint64_t{n.addresses} * in.size;
  site.sectors += n.sectors;
  site.ideal_sectors += (bytes + sector_bytes - 1) / sector_bytes;
  site.useful_bytes += bytes;
}

void add_constant(SiteMetrics& site, const Instruction& in) {
  const auto sectors = [&site] { return (site.useful_bytes + sector_bytes - 1) / sector_bytes; };
  const std::uint64_t before = sectors();
  site.useful_bytes += std::uint64_t{touched(in).addresses} * std::max(in.size, bank_bytes);
  site.sectors += sectors() - before;
  site.ideal_sectors += sectors() - before;
}

struct Passes {
  unsigned needed = 0;
  unsigned ideal = 0;
};

// Whether lanes whose numbers differ only in this bit use the same address wherever both are
// active.
bool pairs_alike(const Instruction& in, unsigned bit) {
  std::uint64_t address[32];
  unsigned i = 0;
  for (std::uint32_t rest = in.lanes; rest; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
    address[lane] = in.address[i++];
    const unsigned other = lane & ~bit;
    if (other != lane && in.lanes >> other & 1u && address[other] != address[lane]) return false;
  }
  return true;
}

Passes passes(const Instruction& in, Access access) {
  const bool atomic = access == Access::shared_atomic;
  const unsigned words = in.size <= bank_bytes ? 1 : in.size / bank_bytes;
  const bool in_pairs =
      words > 1 && access == Access::shared_load && (pairs_alike(in, 1) || pairs_alike(in, 2));
  const unsigned parts = in_pairs ? words / 2 : words;
  const unsigned part_lanes = 32 / parts;
  Passes total;
  Buckets bank;
  unsigned i = 0;
  for (unsigned part = 0; part < parts; ++part) {
    const std::uint32_t active = in.lanes >> (part * part_lanes) & (~0u >> (32 - part_lanes));
    if (active == 0) continue;
    const unsigned end = i + static_cast<unsigned>(__builtin_popcount(active));
    unsigned most = 1;
    for (; i < end; ++i) {
      for (unsigned k = 0; k < words; ++k) {
        const std::uint64_t word = in.address[i] / bank_bytes + k;
        const unsigned number = word % banks;
        most = std::max(most, atomic ? bank.add_repeated(number) : bank.add(number, word));
      }
    }
    total.needed += most;
    // Where pairs are served together but conflict, no access pattern of single lanes would be
    // better.
    total.ideal += in_pairs ? std::min(most, 2u) : 1;
    bank.clear();
  }
  return total;
}

// The largest number of lanes at one address.
unsigned most_alike(const Instruction& in) {
  Buckets times;
  unsigned most = 1;
  for (unsigned i = 0; i < in.count; ++i)
    most = std::max(most, times.count(Buckets::any(in.address[i]), in.address[i]));
  return most;
}

// Sectors needed again because atomics on the same address are done one after the other.
unsigned repeated_sectors(const Instruction& in) {
  Buckets times, sectors;
  unsigned all = 0;
  for (unsigned i = 0; i < in.count; ++i) {
    const unsigned n = times.count(Buckets::any(in.address[i]), in.address[i]);
    const std::uint64_t again = (in.address[i] >> sector_shift) * 64 + n;
    if (n > 1 && sectors.add(Buckets::any(again), again)) ++all;
  }
  return all;
}

// The part of each lane's bytes that begins at `offset`.
void select_bytes(const Request& request, unsigned offset, Instruction& in) {
  in.lanes = 0;
  in.count = 0;
  std::uint32_t lanes = request.lanes;
  for (unsigned i = 0; i < request.count; ++i, lanes &= lanes - 1) {
    if (request.size[i] <= offset) continue;
    in.lanes |= lanes & -lanes;
    in.address[in.count++] = request.address[i] + offset;
  }
}

}  // namespace

void add_request(SiteMetrics& site, const Request& request) {
  std::uint64_t bits = 16;
  std::uint32_t largest = 0;
  for (unsigned i = 0; i < request.count; ++i) {
    bits |= request.address[i] | request.size[i];
    largest = std::max(largest, request.size[i]);
  }
  if (largest == 0) return;
  const bool shared = site.access >= Access::shared_load;
  const bool atomic = site.access == Access::global_atomic || site.access == Access::shared_atomic;

  site.size = std::max(site.size, largest);
  Instruction in;
  in.size = static_cast<unsigned>(bits & -bits);
  Passes total;
  for (unsigned offset = 0; offset < largest; offset += in.size) {
    select_bytes(request, offset, in);
    ++site.requests;
    site.lanes += in.count;
    if (shared) {
      const Passes n = passes(in, site.access);
      total.needed += n.needed;
      total.ideal += n.ideal;
    } else if (in.count != 0 && in.address[0] >> 40 == constant_terabyte) {
      add_constant(site, in);
    } else {
      add_global(site, in);
      if (atomic) site.sectors += repeated_sectors(in);
    }
    if (atomic && offset == 0) site.same_address += most_alike(in);
  }
  site.passes += total.needed;
  site.ideal_passes += total.ideal;
  site.worst_ways = std::max<std::uint64_t>(site.worst_ways, total.needed);
}

void add_bulk(SiteMetrics& site, std::uint64_t address, std::uint32_t size) {
  if (size == 0) return;
  constexpr std::uint32_t warp_bytes = 128;
  const std::uint32_t requests = (size + warp_bytes - 1) / warp_bytes;
  site.size = std::max(site.size, size);
  site.requests += requests;
  site.lanes += 32 * requests;
  if (site.access >= Access::shared_load) {
    // No lanes, so no bank conflicts.
    site.passes += requests;
    site.ideal_passes += requests;
    return;
  }
  site.sectors += ((address + size - 1) >> sector_shift) - (address >> sector_shift) + 1;
  site.ideal_sectors += (size + sector_bytes - 1) / sector_bytes;
  site.useful_bytes += size;
}

}  // namespace simt::check
