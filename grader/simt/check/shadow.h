// Shadow memory: who wrote each 4-byte word last and who has read it since. A word's cell lies at
// twice its address, so finding it takes a shift. Data needed only for reports lies at four times
// the address, where it takes no cache in the common case.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::check {

/// Identifies an access: an interval, within which accesses of different threads are unordered, and
/// a thread of its block or one of the codes below. 0: no access.
using Key = std::uint32_t;

constexpr unsigned thread_id_bits = 11;
constexpr Key thread_id_mask = (1u << thread_id_bits) - 1;
constexpr Key several = 1024;             // this bit: more than one thread
constexpr Key lanes_of_warp = 1024;       // plus the warp's number: several lanes of it
constexpr Key several_warps = 1024 + 32;  // of one block
constexpr Key several_blocks = several_warps + 1;
constexpr Key no_thread = 1024 + 64;      // by a copy or by the host
constexpr Key from_host = no_thread + 1;  // by the host, or a copy of its data
// A memset, or a copy of fully initialized host memory: unwritten bytes next to these were left out
// by mistake; they are not padding.
constexpr Key complete = no_thread + 2;
constexpr Key complete_from_host = no_thread + 3;

/// Codes from here on are sets of warps (warp_sets.h).
constexpr Key first_warp_set = no_thread + 4;

/// Whether all its threads are of that warp.
constexpr bool in_warp(std::uint32_t accessor, unsigned warp) {
  return accessor < several ? accessor / 32 == warp : accessor == lanes_of_warp + warp;
}

constexpr std::uint32_t interval_number(Key k) { return k >> thread_id_bits; }
constexpr std::uint32_t thread_id(Key k) { return k & thread_id_mask; }
constexpr Key make_key(std::uint32_t interval, std::uint32_t accessor) {
  return interval << thread_id_bits | accessor;
}

constexpr std::uint32_t most_intervals = 1u << (32 - thread_id_bits);
/// The interval of everything written before anything that could still conflict.
constexpr std::uint32_t long_ago = 1;
constexpr Key written_long_ago = make_key(long_ago, no_thread);
constexpr Key set_by_host_long_ago = make_key(long_ago, from_host);

/// The word is the destination of a copy in flight, which may store there at any time.
constexpr Key in_flight = make_key(most_intervals - 1, no_thread);

constexpr bool is_complete(Key w) {
  return (thread_id(w) == complete || thread_id(w) == complete_from_host) &&
         interval_number(w) > long_ago;
}

/// Writer and readers in one 64-bit word, so that one load or exchange handles both.
using Cell = std::uint64_t;
constexpr Key last_write(Cell c) { return static_cast<Key>(c); }
constexpr Key last_read(Cell c) { return static_cast<Key>(c >> 32); }
constexpr Cell make_cell(Key write, Key read) { return Cell{read} << 32 | write; }
/// The word's bytes differ: their cells are kept in split_words.h.
constexpr Cell split_cell = ~Cell{0};

/// Rows of a matrix are often powers of two apart, and cells twice that. Without mixing higher bits
/// into those that choose a cache set, all cells of a column would share one. Stays within a page.
inline std::uintptr_t shadow_address(std::uintptr_t address) {
  const std::uintptr_t plain = (address & ~std::uintptr_t{3}) * 2;
  return plain ^ (plain >> 12 & 0x3f) << 6;
}
/// The inverse of shadow_address().
inline std::uintptr_t address_of_shadow(std::uintptr_t shadow) {
  const std::uintptr_t plain = shadow ^ (shadow >> 12 & 0x3f) << 6;
  return plain / 2 & ~std::uintptr_t{3};
}
inline Cell* cell_at(std::uintptr_t address) {
  return reinterpret_cast<Cell*>(shadow_address(address));
}

/// Where in the program the accesses recorded in a cell were made.
struct Origin {
  std::uint32_t write_pc = 0;  // programs are linked below 1 GiB; the top bits: see `marked`
  std::uint32_t read_pc[2] = {};
  std::uint16_t reader[2] = {};  // make_reader()
};
/// A thread (below 1024) and the low bits of its block's number: enough to distinguish two readers.
constexpr std::uint16_t make_reader(unsigned thread, std::uint32_t block) {
  return static_cast<std::uint16_t>(thread | block << 10);
}
constexpr unsigned reader_thread(std::uint16_t reader) { return reader & 1023u; }
/// The access is atomic, or volatile in global memory.
constexpr std::uint32_t marked = 1u << 31;
/// The access is atomic at block scope.
constexpr std::uint32_t block_scoped = 1u << 30;
constexpr std::uint32_t pc_mask = block_scoped - 1;

/// `alone`: replaces earlier readers; otherwise the first and the latest are kept.
inline void note_reader(Origin& o, bool alone, std::uint16_t reader, std::uint32_t pc) {
  const unsigned slot = alone || o.reader[0] == reader ? 0 : 1;
  o.reader[slot] = reader;
  o.read_pc[slot] = pc;
  if (alone) o.read_pc[1] = 0;
}

inline Origin* origin_at(std::uintptr_t address) {
  return reinterpret_cast<Origin*>((address & ~std::uintptr_t{3}) * 4);
}

/// Maps the cells of [address, address + size), all unwritten.
bool map_shadow(std::uintptr_t address, std::size_t size);
void unmap_shadow(std::uintptr_t address, std::size_t size);
/// Resets to "never written": whole pages, whose memory is released, or any range.
void clear_shadow(std::uintptr_t address, std::size_t size);
void forget(std::uintptr_t address, std::size_t size);

/// Whether the address is that of a cell or an origin.
constexpr bool is_shadow(std::uintptr_t address) {
  const std::uintptr_t space = address >> 40;
  return (space >= 0x20 && space < 0x30) || (space >= 0x40 && space < 0x60);
}

}  // namespace simt::check
