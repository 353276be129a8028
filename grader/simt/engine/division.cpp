#include "engine/division.h"

#include <cstring>

#ifdef __x86_64__

namespace simt::detail {

namespace {

using Register = greg_t;

/// By the register numbers in x86 instructions.
constexpr int register_index[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                    REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                    REG_R12, REG_R13, REG_R14, REG_R15};

/// Decodes div and idiv (Intel's manual, volume 2: F6 /6, F6 /7, F7 /6, F7 /7).
class Instruction {
 public:
  explicit Instruction(const ucontext_t& context) : registers_(context.uc_mcontext.gregs) {
    const auto* const start = reinterpret_cast<const std::uint8_t*>(registers_[REG_RIP]);
    at_ = start;
    while (is_prefix(*at_)) narrow_ = *at_++ == 0x66 || narrow_;
    if ((*at_ & 0xF0) == 0x40) rex_ = *at_++;
    const std::uint8_t opcode = *at_++, form = *at_++;
    if ((opcode != 0xF6 && opcode != 0xF7) || (form >> 3 & 7) < 6) return;
    is_signed = (form >> 3 & 7) == 7;
    size = opcode == 0xF6 ? 1 : rex_ & 8 ? 8 : narrow_ ? 2 : 4;
    read_divisor(form >> 6, form & 7);
    length = static_cast<int>(at_ - start);
  }

  unsigned size = 0;  // bytes of the divisor; 0: not a division
  bool is_signed = false;
  std::uint64_t divisor = 0;
  int length = 0;

 private:
  static bool is_prefix(std::uint8_t byte) {
    for (const std::uint8_t prefix : {0x26, 0x2E, 0x36, 0x3E, 0x64, 0x65, 0x66, 0x67, 0xF2, 0xF3})
      if (byte == prefix) return true;
    return false;
  }

  std::uint64_t register_value(int number) const {
    return static_cast<std::uint64_t>(registers_[register_index[number]]);
  }

  template <class T>
  std::uint64_t take() {
    T value;
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  }

  void read_divisor(int mode, int operand) {
    const int high = rex_ & 1 ? 8 : 0;
    if (mode == 3) {
      // Without a REX prefix, byte registers 4 to 7 are ah, ch, dh and bh.
      const bool second_byte = size == 1 && rex_ == 0 && operand >= 4;
      divisor = second_byte ? register_value(operand - 4) >> 8 : register_value(operand + high);
    } else {
      const auto* const p = reinterpret_cast<const void*>(address(mode, operand, high));
      std::memcpy(&divisor, p, size);
    }
    if (size < 8) divisor &= (std::uint64_t{1} << 8 * size) - 1;
  }

  std::uint64_t address(int mode, int operand, int high) {
    std::uint64_t sum = 0;
    bool no_base = false;
    if (operand == 4) {
      const std::uint8_t sib = *at_++;
      const int index = (sib >> 3 & 7) + (rex_ & 2 ? 8 : 0), base = sib & 7;
      if (index != 4) sum += register_value(index) << (sib >> 6);
      no_base = base == 5 && mode == 0;
      if (!no_base) sum += register_value(base + high);
    } else if (operand == 5 && mode == 0) {
      sum = take<std::int32_t>();
      return sum + reinterpret_cast<std::uint64_t>(at_);  // relative to the next instruction
    } else {
      sum = register_value(operand + high);
    }
    if (mode == 1) return sum + take<std::int8_t>();
    return mode == 2 || no_base ? sum + take<std::int32_t>() : sum;
  }

  const Register* registers_;
  const std::uint8_t* at_ = nullptr;
  std::uint8_t rex_ = 0;
  bool narrow_ = false;
};

/// Sets the low `size` bytes of a register; a write of four bytes clears the upper half, as in the
/// processor.
void set_low(Register& r, std::uint64_t value, unsigned size) {
  if (size >= 4) {
    r = static_cast<Register>(size == 4 ? value & 0xFFFFFFFF : value);
  } else {
    std::memcpy(&r, &value, size);
  }
}

std::uint64_t sign_extended(std::uint64_t value, unsigned size) {
  const unsigned unused = 64 - 8 * size;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
}

}  // namespace

bool divide_as_gpu(ucontext_t& context, Division& division) {
  const Instruction divide(context);
  if (divide.size == 0) return false;
  auto& registers = context.uc_mcontext.gregs;
  const unsigned size = divide.size;
  std::uint64_t dividend = static_cast<std::uint64_t>(registers[REG_RAX]);
  if (divide.is_signed)
    dividend = sign_extended(dividend, size);
  else if (size < 8)
    dividend &= (std::uint64_t{1} << 8 * size) - 1;
  division = {divide.divisor == 0, divide.is_signed, dividend};
  // As an H200 does: dividing by zero sets all bits of the quotient and keeps the dividend as the
  // remainder; a 64-bit dividend that fits into 32 bits is divided in 32. The lowest number divided
  // by -1 is itself.
  std::uint64_t quotient = dividend, remainder = 0;
  if (division.by_zero) {
    quotient = size == 8 && dividend >> 32 == 0 ? 0xFFFFFFFF : ~std::uint64_t{0};
    remainder = dividend;
  }
  if (size == 1) {
    set_low(registers[REG_RAX], (quotient & 0xFF) | (remainder & 0xFF) << 8, 2);
  } else {
    set_low(registers[REG_RAX], quotient, size);
    set_low(registers[REG_RDX], remainder, size);
  }
  registers[REG_RIP] += divide.length;
  return true;
}

}  // namespace simt::detail

#else

// Other processors have no such trap: dividing by zero gives 0 there (check/report/faults.cpp
// reports it).
bool simt::detail::divide_as_gpu(ucontext_t&, Division&) { return false; }

#endif
