// Integers by their residues: which moduli, what makes a residue of an integer's bytes, and what
// makes an integer of its residues again (Chinese remainder theorem). Computed while compiling.
#pragma once

namespace moduli {

__extension__ using Wide = unsigned __int128;

constexpr int count = 14;
/// Pairwise coprime, the greatest that residues of 8 bits allow; their product has 110 bits.
constexpr int all[count] = {256, 255, 253, 251, 247, 241, 239, 233, 229, 227, 223, 217, 211, 199};

/// An integer x of less than 2^51 is held as the double x + `magic`, whose bits are x + 2^51 below
/// `exponent`.
constexpr double magic = 0x1.8p52;
constexpr unsigned exponent = 0x433;

/// The last bit of a float of this size is 1: an integer added to its bits is added to its value.
constexpr float float_magic = 0x1.8p23f;
constexpr unsigned float_magic_bits = 0x4b400000;

/// The residue between -modulus / 2 and modulus / 2.
constexpr int centered(int residue, int modulus) {
  return residue > modulus / 2 ? residue - modulus : residue;
}

constexpr int inverse(int of, int modulus) {
  for (int x = 1; x < modulus; ++x)
    if (of * x % modulus == 1) return x;
  return 0;
}

/// Rounded down to a multiple of 2^-12.
constexpr double binary_logarithm(double x) {
  double result = 0;
  for (; x >= 2; x /= 2) ++result;
  for (double bit = 0.5; bit >= 0x1p-12; bit /= 2) {
    x *= x;
    if (x < 2) continue;
    x /= 2;
    result += bit;
  }
  return result;
}

/// Parts of an integer: multiples of 2^74, of 2^37 and of 1, without these factors. Sums of 14
/// products of a part and a number of 13 bits are exact.
struct Pieces {
  double high, middle, low;

  constexpr Pieces operator*(double factor) const {
    return {high * factor, middle * factor, low * factor};
  }
};

constexpr Pieces in_pieces(Wide x) {
  constexpr int bits = 37;
  constexpr Wide mask = (Wide{1} << bits) - 1;
  return {double(x >> 2 * bits), double(x >> bits & mask), double(x & mask)};
}

/// What makes residues for one modulus: the bytes of the lower and of the upper half of a double
/// x + `magic` times `weights`, plus `start`.
struct Dots {
  int weights[2];
  unsigned start;
};

struct Tables {
  Dots a[count] = {};         // for elements of A
  Dots b[count] = {};         // for elements of B, which are multiplied by `inverses`, too
  int inverses[count] = {};   // of the product of the other moduli
  Pieces others[count] = {};  // the product of the other moduli
  Pieces sum_of_others = {};
  Pieces product = {};    // of all moduli
  double reciprocal = 0;  // of the product, times 2^74
  /// Half the binary logarithm of half the product. By Cauchy and Schwarz two lines' product is
  /// less than half the product of the moduli if their norms are at most 2^norm_bits.
  float norm_bits = 0;

  constexpr Tables() {
    Wide whole = 1;
    for (const int p : all) whole *= Wide(p);
    product = in_pieces(whole);
    reciprocal = 0x1p74 / double(whole);
    norm_bits = float((binary_logarithm(double(whole)) - 1) / 2 - 1e-3);
    for (int t = 0; t < count; ++t) {
      const int p = all[t];
      const Wide rest = whole / Wide(p);
      others[t] = in_pieces(rest);
      sum_of_others.high += others[t].high;
      sum_of_others.middle += others[t].middle;
      sum_of_others.low += others[t].low;
      inverses[t] = inverse(int(rest % Wide(p)), p);
      a[t] = dots(p, 1);
      b[t] = dots(p, inverses[t]);
    }
  }

 private:
  static constexpr Dots dots(int p, int factor) {
    Dots result = {};
    Wide power = 1;  // of 256
    for (int i = 0; i < 7; ++i, power *= 256) {
      const int weight = centered(int(power * Wide(factor) % Wide(p)), p);
      result.weights[i / 4] |= int(unsigned(weight & 255) << i % 4 * 8);
    }
    // Of `magic` the bytes hold 2^51 and the lower four bits of the exponent.
    const Wide excess = ((Wide{1} << 51) + (Wide{exponent & 15} << 52)) % Wide(p);
    result.start = float_magic_bits - unsigned(centered(int(excess * Wide(factor) % Wide(p)), p));
    return result;
  }
};

}  // namespace moduli
