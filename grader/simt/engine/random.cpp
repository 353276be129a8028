// Jumps ahead in cuRAND's sequences: the powers of a generator's step, as matrices.
#include <array>
#include <cstdint>

#include "curand_kernel.h"

namespace simt::detail {

namespace {

// XORWOW's shift register has 160 bits, and a step is linear in them. Row b is the image of bit b
// alone.
using Bits160 = std::array<std::uint32_t, 5>;
using BitMatrix = std::array<Bits160, 160>;

Bits160 times(const Bits160& v, const BitMatrix& m) {
  Bits160 sum{};
  for (unsigned word = 0; word < 5; ++word)
    for (std::uint32_t rest = v[word]; rest != 0; rest &= rest - 1) {
      const Bits160& row = m[word * 32 + static_cast<unsigned>(__builtin_ctz(rest))];
      for (unsigned i = 0; i < 5; ++i) sum[i] ^= row[i];
    }
  return sum;
}

BitMatrix times(const BitMatrix& a, const BitMatrix& b) {
  BitMatrix product;
  for (unsigned row = 0; row < 160; ++row) product[row] = times(a[row], b);
  return product;
}

BitMatrix one_step() {
  BitMatrix step;
  for (unsigned bit = 0; bit < 160; ++bit) {
    Bits160 v{};
    v[bit / 32] = 1u << bit % 32;
    const std::uint32_t t = v[0] ^ v[0] >> 2;
    step[bit] = {v[1], v[2], v[3], v[4], v[4] ^ v[4] << 4 ^ t ^ t << 1};
  }
  return step;
}

/// For each hexadecimal digit of a number of jumps: the matrices for its values 1 to 15.
struct XorwowJumps {
  std::array<std::array<BitMatrix, 15>, 16> power;

  explicit XorwowJumps(BitMatrix jump) {
    for (auto& digit : power) {
      digit[0] = jump;
      for (unsigned value = 1; value < 15; ++value) digit[value] = times(digit[value - 1], jump);
      jump = times(digit[14], jump);
    }
  }
};

BitMatrix doubled(BitMatrix m, unsigned times_doubled) {
  for (unsigned i = 0; i < times_doubled; ++i) m = times(m, m);
  return m;
}

// MRG32k3a's recurrences are linear, each in three numbers.
using Row = std::array<std::uint64_t, 3>;
using Matrix = std::array<Row, 3>;

Matrix times(const Matrix& a, const Matrix& b, std::uint64_t modulus) {
  Matrix product{};
  for (unsigned i = 0; i < 3; ++i)
    for (unsigned j = 0; j < 3; ++j)
      for (unsigned k = 0; k < 3; ++k)
        product[i][j] = (product[i][j] + a[i][k] * b[k][j] % modulus) % modulus;
  return product;
}

void advance(unsigned int (&s)[3], Matrix step, std::uint64_t modulus, std::uint64_t n,
             unsigned log_stride) {
  for (unsigned i = 0; i < log_stride; ++i) step = times(step, step, modulus);
  for (; n != 0; n /= 2, step = times(step, step, modulus)) {
    if (n % 2 == 0) continue;
    Row next{};
    for (unsigned i = 0; i < 3; ++i)
      for (unsigned k = 0; k < 3; ++k) next[i] = (next[i] + step[i][k] * s[k] % modulus) % modulus;
    for (unsigned i = 0; i < 3; ++i) s[i] = static_cast<unsigned int>(next[i]);
  }
}

}  // namespace

void advance_xorwow(unsigned int (&v)[5], unsigned long long n, bool sequences) {
  static const XorwowJumps steps(one_step()), long_jumps(doubled(one_step(), 67));
  const XorwowJumps& jumps = sequences ? long_jumps : steps;
  Bits160 at{v[0], v[1], v[2], v[3], v[4]};
  for (unsigned digit = 0; n != 0; n /= 16, ++digit)
    if (n % 16 != 0) at = times(at, jumps.power[digit][n % 16 - 1]);
  for (unsigned i = 0; i < 5; ++i) v[i] = at[i];
}

void advance_mrg(unsigned int (&s1)[3], unsigned int (&s2)[3], unsigned long long n,
                 unsigned log_stride) {
  const Matrix first{Row{0, 1, 0}, Row{0, 0, 1}, Row{mrg_modulus1 - 810728, 1403580, 0}};
  const Matrix second{Row{0, 1, 0}, Row{0, 0, 1}, Row{mrg_modulus2 - 1370589, 0, 527612}};
  advance(s1, first, mrg_modulus1, n, log_stride);
  advance(s2, second, mrg_modulus2, n, log_stride);
}

}  // namespace simt::detail
