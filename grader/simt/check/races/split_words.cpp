#include "check/races/split_words.h"

#include <unordered_map>

namespace simt::check {

namespace {

std::unordered_map<std::uintptr_t, Bytes>& split_words() {
  static auto* all = new std::unordered_map<std::uintptr_t, Bytes>;
  return *all;
}

}  // namespace

std::mutex& split_lock() {
  static auto* lock = new std::mutex;
  return *lock;
}

Bytes& split(std::uintptr_t word) {
  Cell* const cell = cell_at(word);
  Bytes& bytes = split_words()[word];
  if (*cell != split_cell) bytes = {*cell, *cell, *cell, *cell};
  *cell = split_cell;
  return bytes;
}

void unite(std::uintptr_t word, Cell cell) {
  *cell_at(word) = cell;
  split_words().erase(word);
}

Cell byte_cell(std::uintptr_t address) {
  const Cell cell = *cell_at(address);
  if (cell != split_cell) return cell;
  const std::lock_guard guard(split_lock());
  return split(address & ~std::uintptr_t{3})[address & 3];
}

void set_bytes(std::uintptr_t word, unsigned first, unsigned last, Cell cell) {
  if (first == 0 && last == 4 && *cell_at(word) != split_cell) {
    *cell_at(word) = cell;
    return;
  }
  const std::lock_guard guard(split_lock());
  if (first == 0 && last == 4) return unite(word, cell);
  Bytes& bytes = split(word);
  for (unsigned i = first; i < last; ++i) bytes[i] = cell;
  if (bytes[0] == bytes[1] && bytes[1] == bytes[2] && bytes[2] == bytes[3]) unite(word, cell);
}

}  // namespace simt::check
