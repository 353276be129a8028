// As fast as this machine can, with all that it has.
//
// float   On Hopper two halves a value, by wgmma (halves.h). Elsewhere, and for values that halves
//         cannot carry: three bfloat16 numbers a value, by mma.sync (split-bfloat16.cu), or plain
//         arithmetic.
// double  On Hopper the tensor cores for integers, on residues (residues.h). Elsewhere, for values
//         that do not fit, and for smaller products: the tensor cores for double of compute
//         capability 9.0 (tensor-double.h).
// small   Splitting would take longer than the product: tiles in shared memory, by clusters of
//         blocks (small.h).
// Elsewhere the solution's tiles in shared memory.
#include "split-bfloat16.cu"

// After what they use.
#include "halves.h"
#include "residues.h"
#include "small.h"
#include "tensor-double.h"

/// A product of fewer operations takes less time than splitting its operands.
constexpr double worth_splitting = 600.0 * 600 * 600;
/// A product of more operations takes longer than the launches of a way that is hardly ever taken.
constexpr double worth_a_third_way = 1500.0 * 1500 * 1500;

bool by_special_means(int m, int n, int k, const float* A, const float* B, float* C) {
  const double operations = double(m) * n * k;
  if (operations < worth_splitting) return false;
  if (!wgmma::available()) return by_tensor_cores(m, n, k, A, B, C);
  const Scratch turn(sizeof(int));
  CHECK(cudaMemsetAsync(turn.get(), 0, sizeof(int)));
  const ways::Way first{reinterpret_cast<int*>(turn.get()), 0};
  halves::multiply(m, n, k, A, B, C, first);
  if (operations < worth_a_third_way)
    ways::plain_product<<<256, 256>>>(m, n, k, A, B, C, first.next());
  else
    tensor::multiply(m, n, k, A, B, C, first.next());
  CHECK(cudaGetLastError());
  return true;
}
bool by_special_means(int m, int n, int k, const double* A, const double* B, double* C) {
  const double operations = double(m) * n * k;
  if (operations < worth_splitting || !tensor_double::can_multiply()) return false;
  if (!residues::worth_it(m, n, k) || !residues::can_multiply(m, n, k)) {
    tensor_double::multiply(m, n, k, A, B, C);
    return true;
  }
  const Scratch turn(sizeof(int));
  CHECK(cudaMemsetAsync(turn.get(), 0, sizeof(int)));
  const ways::Way first{reinterpret_cast<int*>(turn.get()), 0};
  residues::multiply(m, n, k, A, B, C, first);
  tensor_double::multiply(m, n, k, A, B, C, first.next());
  return true;
}

void champion(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  if (!by_special_means(m, n, k, A, B, C) && !small::multiply(m, n, k, A, B, C))
    matmul_best(m, n, k, A, B, C);
}
