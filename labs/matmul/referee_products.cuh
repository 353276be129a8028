// Every element of C against A·B in double, within the reference's bound (reference.cpp): two
// products in double, A·B and |A||B|, block by block, so that the memory for them does not grow
// with the sizes.
#pragma once

#include <algorithm>

#include "referee/lab_blas.cuh"
#include "referee/lab_tools.cuh"

#ifndef WARPGRADE_PANEL
#define WARPGRADE_PANEL 4096
#endif

namespace warpgrade::referee {

/// Rows, columns and terms of a block: four blocks in double are 512 MiB. (Tests take smaller
/// ones.)
constexpr std::size_t panel = WARPGRADE_PANEL;

struct Product {
  std::size_t m, n, k;
  const real *a, *b, *c;  // m×k, k×n, m×n
  double gamma;           // of an element's bound: gamma·|A||B| + underflow
  double underflow;
};

/// rows×cols of a matrix with that stride, as doubles, dense.
static __global__ void widen(const real* from, std::size_t stride, std::size_t rows,
                             std::size_t cols, double* to) {
  for (std::size_t e = walk_from(); e < rows * cols; e += walk_step())
    to[e] = from[e / cols * stride + e % cols];
}

static __global__ void compute_magnitudes(double* values, std::size_t count) {
  for (std::size_t e = walk_from(); e < count; e += walk_step()) values[e] = fabs(values[e]);
}

/// `product` and `magnitude`: rows×cols, dense; `c` with that stride.
static __global__ void judge_elements(const real* c, std::size_t stride, std::size_t rows,
                                      std::size_t cols, const double* product,
                                      const double* magnitude, double gamma, double underflow,
                                      unsigned long long* wrong) {
  for (std::size_t e = walk_from(); e < rows * cols; e += walk_step()) {
    const double found = c[e / cols * stride + e % cols];
    if (!accepts(found, product[e], gamma * magnitude[e] + underflow)) atomicAdd(wrong, 1ull);
  }
}

/// Calls body(first, size) for the parts of `count`.
template <class Body>
void for_each_panel(std::size_t count, const Body& body) {
  for (std::size_t first = 0; first < count; first += panel)
    body(first, std::min(panel, count - first));
}

class FullVerification {
 public:
  void operator()(const Product& p, unsigned long long* wrong) {
    const std::size_t rows = std::min(panel, p.m), cols = std::min(panel, p.n),
                      terms = std::min(panel, p.k);
    double* const a = memory_.room<double>(rows * terms + terms * cols + 2 * rows * cols);
    double* const b = a + rows * terms;
    double* const product = b + terms * cols;
    double* const magnitude = product + rows * cols;
    for_each_panel(p.m, [&](std::size_t i, std::size_t m) {
      for_each_panel(p.n, [&](std::size_t j, std::size_t n) {
        for_each_panel(p.k, [&](std::size_t l, std::size_t k) {
          widen<<<blocks_for(m * k), threads_of_block>>>(p.a + i * p.k + l, p.k, m, k, a);
          widen<<<blocks_for(k * n), threads_of_block>>>(p.b + l * p.n + j, p.n, k, n, b);
          blas_.product(m, n, k, As::is, {a, k}, {b, n}, l > 0, {product, n});
          compute_magnitudes<<<blocks_for(m * k), threads_of_block>>>(a, m * k);
          compute_magnitudes<<<blocks_for(k * n), threads_of_block>>>(b, k * n);
          blas_.product(m, n, k, As::is, {a, k}, {b, n}, l > 0, {magnitude, n});
        });
        judge_elements<<<blocks_for(m * n), threads_of_block>>>(
            p.c + i * p.n + j, p.n, m, n, product, magnitude, p.gamma, p.underflow, wrong);
      });
    });
    check_launch("verification");
  }

 private:
  Blas blas_;
  Scratch memory_;
};

}  // namespace warpgrade::referee
