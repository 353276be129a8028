#include "check/memory/heap.h"

#include <algorithm>
#include <string>
#include <vector>

#include "check/report/words.h"
#include "check/shadow.h"
#include "check/state.h"
#include "engine/memory/device_heap.h"

namespace simt::check {

namespace {

using detail::HeapBlock;

std::size_t made_before_call = 0;

At place(const void* pc) { return at(reinterpret_cast<std::uint64_t>(pc)); }

std::string called(const HeapBlock& b) {
  return "the " + plural(b.size, "byte") + " that a kernel allocated";
}

std::string element(const HeapBlock& b, std::uintptr_t address, std::size_t size) {
  const std::size_t of = size ? size : 1;
  const std::size_t i = (address - b.start) / of;
  return "element " + std::to_string(i) + " (of " + plural(of, "byte") + ")";
}

std::string distance_from(const HeapBlock& b, std::uintptr_t address, std::size_t size) {
  const std::size_t of = size ? size : 1;
  if (address < b.start)
    return plural((b.start - address + of - 1) / of, "element") + " before the start of " +
           called(b);
  if (address < b.start + b.size) return "across the end of " + called(b);
  const std::size_t past = (address - b.start - b.size) / of + 1;
  return element(b, address, size) + ", " +
         (past == 1 ? "just past the end of " : plural(past - 1, "element") + " past the end of ") +
         called(b);
}

Where in_block(const HeapBlock& b, std::uintptr_t address, std::size_t size) {
  if (address < b.start || address - b.start >= std::max<std::size_t>(b.size, 1))
    return Where::outside;
  if (b.freed) return Where::freed;
  return address - b.start + size <= b.size ? Where::inside : Where::outside;
}

}  // namespace

void grow_heap(std::uintptr_t start, std::size_t size) { map_cells(start, size); }

void free_heap_block(std::uintptr_t start, std::size_t size, std::uintptr_t pc) {
  current_thread.pc = pc;
  Touch t{start, static_cast<unsigned>(size), What::write};
  t.bytes = t.frees = true;
  if (size != 0) touch(t);
  forget(start, size);
}

void report_no_heap_block(const void* pointer, const char* call, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto block = detail::on_heap(address) ? detail::heap_block_at(address) : std::nullopt;
  const bool again = block && block->freed && block->start == address;
  const At other = again ? place(block->freed) : At{};
  found(Level::error, at(pc), other, again ? "memory.freed-twice" : "memory.free-of-other", [&] {
    Facts facts;
    facts.add_running_thread().add("call", call).add("where", " in a kernel");
    if (again) facts.add("spot", called(*block));
    return facts;
  });
}

Where locate_on_heap(std::uintptr_t address, std::size_t size) {
  const auto block = detail::heap_block_at(address);
  return block ? in_block(*block, address, size) : Where::outside;
}

Spot describe_on_heap(std::uintptr_t address, std::size_t size) {
  const auto block = detail::heap_block_at(address);
  if (!block) return {Where::outside, "an address that belongs to no array"};
  const Where where = in_block(*block, address, size);
  if (where == Where::outside) return {where, distance_from(*block, address, size)};
  const bool whole = address == block->start && size == block->size;
  return {where, whole ? called(*block) : element(*block, address, size) + " of " + called(*block)};
}

At place_on_heap(std::uintptr_t address) {
  const auto block = detail::on_heap(address) ? detail::heap_block_at(address) : std::nullopt;
  if (!block) return {};
  return place(block->freed ? block->freed : block->made);
}

void begin_call_of_heap() { made_before_call = detail::heap_blocks_made(); }

void report_heap_leaks() {
  std::vector<HeapBlock> all;
  detail::for_each_heap_block([&](const HeapBlock& b) { all.push_back(b); });
  std::sort(all.begin(), all.end(),
            [](const HeapBlock& a, const HeapBlock& b) { return a.serial < b.serial; });
  for (const HeapBlock& b : all) {
    if (b.serial < made_before_call) continue;
    found(Level::advice, place(b.made), "memory.leak",
          [&] { return Facts().add("bytes", plural(b.size, "byte")).add("call", "the kernel"); });
  }
}

}  // namespace simt::check
